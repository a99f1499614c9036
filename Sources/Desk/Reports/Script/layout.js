/** The elements of a report: the map with its player and the explanation of a fix, the events and the timelines. */

const speeds = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
// In seconds: playing a walk takes no longer at the first speed.
const longestPlay = 180;

const iconButton = (name, label, ...paths) => make("button", { type: "button", "data-play": name, "aria-label": say(label) },
  drawn("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...paths.map(([d, style]) => drawn("path", { d, ...(style ? { class: style } : {}) }))));

const playerPart = () => {
  const first = speeds.find((speed) => speed >= 10 && data.length / speed <= longestPlay) ?? 600;
  const options = speeds.map((speed) => make("option", { value: speed, ...(speed === first ? { selected: "" } : {}) }, `${speed}×`));
  const stops = [["slow", "slow at events"], ["stop", "stop at events"], ["pass", "same speed"]].map(([value, words]) => make("option", { value }, say(words)));
  return make("div", { class: "player", role: "group", "aria-label": say("Player"), hidden: "" },
    make("input", { type: "range", "data-play": "scrub", "aria-label": say("time of the walk") }),
    make("div", { class: "keys" }, iconButton("back", "previous event or mark", ["M2 2h3v12H2zM14 2v12L6 8z"]),
      iconButton("toggle", "play", ["M3 1l11 7-11 7z", "start"], ["M3 2h4v12H3zM9 2h4v12H9z", "stop"]), iconButton("next", "next event or mark", ["M11 2h3v12h-3zM2 2l8 6-8 6z"]),
      make("select", { "data-play": "speed", "aria-label": say("speed") }, ...options), make("output", { "data-play": "clock", "aria-live": "off" }),
      make("select", { "data-play": "stops", "aria-label": say("at events") }, ...stops), make("label", {}, make("input", { type: "checkbox", "data-play": "sound" }), ` ${say("sound")}`)));
};

// Switches work through the style sheet.
const switchOf = (id, words, attributes, style = "switch") => [make("input", { class: style, id, ...attributes }), make("label", { for: id }, words)];

const mapSwitches = () => make("div", { class: "switches", role: "group", "aria-label": say("Map") },
  ...switchOf("by-state", say("by state"), { type: "radio", name: "ink", checked: "" }), ...switchOf("by-accuracy", say("by accuracy"), { type: "radio", name: "ink" }),
  ...switchOf("with-raw", say("raw fixes"), { type: "checkbox" }));

/** The switches of the rows that are shown on demand, and of the beeps of a simple program. */
const rowSwitches = () => {
  const more = data.times.rows.filter(({ style }) => style === "more").length;
  const rows = data.times.rows.filter(({ style }) => style?.startsWith("row-"));
  const all = [
    ...(more ? [["more", counted(more, "1 more region", "{count} more regions")]] : []),
    ["beeps", say("beeps of a point-in-region rule ({count})", { count: grouped(data.beeps) })], ...rows.map(({ style, title }) => [style, say(title)]),
  ];
  return make("div", { class: "switches", role: "group", "aria-label": say("Rows") }, ...all.flatMap(([name, words]) => switchOf(`with-${name}`, words, { type: "checkbox" }, "switch small")));
};

const mapFrame = (isWalk) => {
  const zoom = (name, label, sign) => make("button", { type: "button", "data-zoom": name, "aria-label": say(label) }, sign);
  const north = make("div", { class: "north", "aria-hidden": "true" },
    drawn("svg", { viewBox: "-12 -16 24 32", width: 24, height: 32 }, drawn("path", { d: "M0-15L7 6 0 2-7 6z" }), drawn("text", { y: 15 }, say("N"))));
  const save = isWalk ? [make("button", { type: "button", id: "save", "aria-label": say("save picture") }, "⤓")] : [];
  return make("div", { class: "frame" }, drawn("svg", { id: "map", class: "map", role: "img", "aria-label": say("Map: {title}", { title: document.title }) }), north,
    make("div", { class: "zoom", hidden: "" }, zoom("in", "zoom in", "+"), zoom("out", "zoom out", "−"), zoom("fit", "show all", "⤢"), ...save),
    ...(data.map.credit ? [make("p", { class: "credit" }, data.map.credit)] : []));
};

const panelPart = () => make("div", { id: "panel", role: "region", "aria-label": say("Explanation") }, make("div", { class: "card", tabindex: "0", "aria-live": "polite" },
  make("span", { class: "hint" }, say("Tap the track, a timeline or the number of an event: the state at that fix is shown here, with the missing conditions of a crossing. Space plays the walk, the arrows go from fix to fix, and with Shift from event to event."))));

const mapPart = (isWalk) => {
  if (!data.map) return data.isJournal ? [] : [remark(say("No fix of this walk could be trusted, so there is no map."))];
  const where = make("section", { id: "where" }, make("h2", { class: "spoken" }, say("Map")));
  if (isWalk) where.append(mapSwitches(), make("div", { class: "pane" }, mapFrame(true), playerPart()), panelPart());
  else where.append(make("div", { class: "pane" }, mapFrame(false)));
  return [where];
};

const timesPart = (isWalk) => {
  if (!data.times) return [];
  const stretch = (direction, label, sign) => make("button", { type: "button", "data-stretch": direction, "aria-label": say(label) }, sign);
  const wide = make("div", { class: "wide" }, make("div", { class: `axis${zones.some(({ ahead }) => ahead) ? " two" : ""}` }, make("div", { class: "times" })));
  [wide.dataset.start, wide.dataset.length] = [data.times.start, data.times.length];
  return [section("times", say("Timelines"), ...(isWalk ? [rowSwitches()] : []),
    make("div", { class: "stretch", hidden: "" }, stretch(-1, "shorter", "−"), make("output", {}, "1×"), stretch(1, "longer", "+")),
    make("div", { class: "scroll", role: "region", "aria-label": say("Timelines"), tabindex: "0" }, wide))];
};

/** The note at the foot that names the zone of the times. */
const zoneNote = () => {
  const names = [...new Set([firstTime, lastTime].filter((time) => time !== undefined).map((time) => zoneName(aheadAt(time))))];
  if (!names.length || names.join() === "UTC") return say("times are the receiver's, in UTC");
  return say("times are the receiver's, in the time zone of the machine that made this page: {zones}", { zones: names.join(" → ") });
};

/** The way back to the page for a phone, where the report was opened from it. */
const backPart = () => {
  if (location.protocol === "file:" || location.pathname !== "/report" || history.length < 2) return [];
  const back = make("button", { type: "button", class: "back" }, `‹ ${say("back")}`);
  back.addEventListener("click", () => history.back());
  return [back];
};

/** Fills the page; a journal's day is a walk without fixes. */
const makePage = () => {
  const isWalk = data.count !== undefined;
  const events = data.list ?? (data.log ?? []).filter((line) => line.seq !== undefined && doneWords(line) !== null);
  document.body.classList.toggle("journal", data.isJournal === true);
  document.querySelector("header").prepend(...backPart());
  document.querySelector("header").append(...makeSheet(events));
  const both = data.pairs ? [section("both", say("Events side by side"), pairList(events))] : [];
  const course = make("div", { class: "course" }, ...both, section("events", say("Events"), eventList(events)), ...timesPart(isWalk));
  const tables = [
    data.course && section("course", say("Course"), courseTable(), ...andMore(data.otherStations)), data.laps && section("laps", say("Laps"), lapTable(), ...andMore(data.otherLaps)),
    data.marks?.length && section("marks", say("Marks"), markTable()), data.reminders?.length && section("reminders", say("Reminders"), reminderTable()),
    !data.isJournal && folded("regions", say("Regions in detail"), ...regionTable()), data.unseen?.length && folded("unseen", say("No trusted fixes"), unseenTable()),
    data.counts && section("fixes", say("Fixes"), fixFacts()), data.log && folded("log", say("Journal"), data.log.length ? logTable() : remark(say("The journal is empty."))),
  ].filter(Boolean);
  const notes = [...data.notes.map(sayNote), zoneNote()];
  document.querySelector("main").replaceChildren(make("div", { class: "stage" }, ...mapPart(isWalk), course), ...tables, make("footer", {}, make("ul", {}, ...notes.map((note) => make("li", {}, note)))));
};
makePage();
