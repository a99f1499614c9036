// A journal has no fixes.
const fixes = data.count === undefined ? null : readFixes(data);
const wide = document.querySelector(".wide");

if (!fixes) {
  // Its map and rows can be zoomed, and an event is found in its list.
  if (data.map) makeMap(byId("map"), { map: data.map, fixes, onEvent: (number) => { location.hash = `e${number}`; } });
  makePaper(wide ? makeTimelines(wide, { times: data.times, fixes }) : null);
} else {
  const rows = new Map();
  for (const row of document.querySelectorAll("li[data-e]")) {
    rows.set(Number(row.dataset.e), row);
    // A link to an event opens the page at its drawing, not at its row in the list.
    row.removeAttribute("id");
  }
  const eventTimes = sums(data.eventAt).map((offset) => offset / 100);
  const eventFixes = eventTimes.map(fixes.nearest);
  const stops = [
    ...data.events.map((_, index) => ({ time: eventTimes[index], kind: data.kinds[index], isSilent: data.silent.includes(index) })),
    ...sums(data.markAt).map((offset) => ({ time: offset / 100, kind: "mark" })),
    ...sums(data.reminderAt).map((offset, index) => ({ time: offset / 100, kind: "reminder", isSilent: data.silentReminders.includes(index) })),
  ].sort((left, right) => left.time - right.time);

  let chosen = -1, isHeld = false;
  /** Shows a time and explains its fix; a held time stays until another is chosen. */
  const show = (seconds, { fix = fixes.last(seconds), hold = true, link = "", isMoving = false } = {}) => {
    if (hold) isHeld = true;
    timelines.show(seconds);
    player.show(seconds);
    if (fix !== chosen || hold) {
      chosen = fix;
      map.show(fix, seconds);
      panel?.show(fix, seconds, isMoving);
    }
    for (const row of document.querySelectorAll("li.picked")) row.classList.remove("picked");
    if (link) writeLink(link);
  };
  const timeLink = (seconds) => `#t=${Number(seconds.toFixed(1))}`;
  const showFix = (fix, isTap) => {
    if (fix < 0 || fix >= fixes.count || (!isTap && (isHeld || player.isPlaying))) return;
    if (isTap) player.pause();
    const seconds = fixes.offset[fix] / 100;
    show(seconds, { fix, hold: isTap, link: isTap ? `#f${fixes.number[fix]}` : "" });
  };
  const showEvent = (number) => {
    const index = data.events.indexOf(number);
    if (index < 0) return;
    player.pause();
    show(eventTimes[index], { fix: eventFixes[index], link: `#e${number}` });
    const row = rows.get(number);
    if (!row) return;
    row.classList.add("picked");
    // On a desk the list scrolls by itself.
    const list = row.closest(".listed");
    if (list.scrollHeight > list.clientHeight + 1) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - 40;
  };
  const release = () => {
    player.pause();
    isHeld = false;
    chosen = -1;
    map.clear();
    timelines.clear();
    panel?.clear();
    writeLink("");
  };

  const map = makeMap(byId("map"), { map: data.map, fixes, onFix: showFix, onEvent: showEvent });
  const timelines = makeTimelines(wide, {
    times: data.times, fixes, stops: stops.map((stop) => stop.time),
    onTime(seconds, phase) {
      if (phase === "over") {
        if (!isHeld && !player.isPlaying) show(seconds, { fix: fixes.nearest(seconds), hold: false });
        return;
      }
      player.pause();
      show(seconds, { fix: phase === "pick" ? fixes.nearest(seconds) : undefined, link: phase === "pick" ? timeLink(seconds) : "", isMoving: phase === "drag" });
    },
  });
  // An event of a deadline may come after the last fix.
  const end = Math.max(fixes.offset[fixes.count - 1] / 100, ...eventTimes, 0);
  const player = makePlayer(document.querySelector(".player"), {
    start: fixes.offset[0] / 100, end, stops,
    onTime: (seconds, isMoving) => show(seconds, { link: isMoving ? "" : timeLink(seconds), isMoving }),
    text(seconds) {
      const { local, utc } = fixes.clock(fixes.last(seconds), 8);
      const rest = `${utc ? `${utc} · ` : ""}${say("{time} of {all}", { time: spanText(seconds), all: spanText(end) })}`;
      // Next to UTC, the local time needs no zone name: the heading has the name.
      return local ? { local: utc ? local.slice(0, 8) : local, rest } : { local: say("{time} of {all}", { time: spanText(seconds), all: spanText(end) }), rest: "" };
    },
  });
  const panel = byId("panel") ? makePanel(byId("panel"), fixes, {
    eventsAt: (fix) => data.events.filter((_, index) => eventFixes[index] === fix).map((event) => {
      const row = rows.get(event);
      const [what, why] = [".what", ".why"].map((part) => row?.querySelector(part)?.textContent ?? "");
      return [say("confirmed here: event {number}", { number: String(event) }), what, why].filter(Boolean).join(": ");
    }),
    onStep: (direction) => showFix(chosen + direction, true),
    onClose: release,
  }) : null;

  for (const link of document.querySelectorAll("a.pin")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      showEvent(Number(link.dataset.e));
    });
  }
  for (const [number, row] of rows) {
    // A tap unfolds the reasons, too.
    row.querySelector("summary").addEventListener("click", () => {
      if (!row.querySelector("details").open) showEvent(number);
    });
  }
  makePaper(timelines);
  makePicture(byId("map"), byId("save"));
  const follow = () => {
    const { event, fix, seconds, clock } = readLink(location.hash);
    if (event !== undefined) showEvent(event);
    else if (fix !== undefined) showFix(fixes.number.findIndex((number) => number >= fix), true);
    else if (seconds !== undefined) show(clamp(seconds, timelines.start, timelines.start + timelines.length));
    else if (clock !== undefined) showFix(fixes.atClock(clock), true);
  };
  follow();
  addEventListener("hashchange", follow);

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    const isControl = on.closest("button, select, a, input:not([type=range]), label, summary");
    if (event.key === " " && !isControl) player.toggle();
    else if (event.key === "Escape" && isHeld) release();
    else if (!["ArrowLeft", "ArrowRight"].includes(event.key) || on.closest("select, [type=radio]")) return;
    else if (event.shiftKey) player.step(event.key === "ArrowLeft" ? -1 : 1);
    else {
      player.pause();
      const present = chosen >= 0 ? chosen : fixes.last(player.time);
      showFix(present + (event.key === "ArrowLeft" ? -1 : 1), true);
    }
    event.preventDefault();
  });
}
