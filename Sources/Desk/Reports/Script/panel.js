/**
 * The explanation of a fix.
 *
 * - eventsAt(fix): the lines about the events that were confirmed at a fix
 * - onStep(direction), onClose(): a button of the panel was pressed
 */
const makePanel = (panel, fixes, { eventsAt, onStep, onClose }) => {
  const card = panel.querySelector(".card");
  const hint = [...card.childNodes];
  const depth = (value) => depthWords(value / 10);
  const button = (name, sign, action) => {
    const made = make("button", { type: "button", "aria-label": say(name) }, sign);
    made.addEventListener("click", action);
    return made;
  };
  const steps = make("div", { class: "steps" });
  const time = make("h3");
  const body = make("div", { class: "about" });
  steps.append(
    button("previous fix", "‹", () => onStep(-1)), time, button("next fix", "›", () => onStep(1)),
    button("close", "×", onClose));

  const head = (fix) => {
    const { local, utc } = fixes.clock(fix);
    time.textContent = local || say("fix {number}", { number: String(fixes.number[fix]) });
    if (utc) time.append(make("small", {}, utc));
  };
  const verdict = (fix) => {
    const code = fixes.verdict[fix] % 100;
    const number = say("fix {number} of {all}", { number: String(fixes.number[fix]), all: String(fixes.all) });
    const eph = fixes.eph[fix] > 0 ? `, eph ${metres((fixes.eph[fix] - 1) / 10)}` : "";
    return code > 0
      ? [make("p", { class: "bad" }, `✕ ${say("rejected: {reason}", { reason: reasonWords({ code: `rejection.${fixes.reasons[code - 1]}` }) })}`), make("p", {}, number + eph)]
      : [make("p", {}, `✓ ${say("trusted")} · ±${metres(fixes.sigma[fix] / 10)}${eph} · ${number}`)];
  };
  const table = (stands) => {
    const table = make("table");
    // The nearest border is first: most questions are about it.
    for (const one of [...stands].sort((left, right) => Math.abs(left.depth) - Math.abs(right.depth))) {
      const name = make("th", { colspan: 2, scope: "rowgroup" });
      name.append(make("bdi", {}, fixes.regions[one.region]), ` – ${say(stateTitles[one.state])}`);
      const row = make("tr");
      row.append(make("td", {}, say("position {place}", { place: depth(one.depth) })), make("td", {}, say("raw {place}", { place: depth(one.raw) })));
      const title = make("tr");
      title.append(name);
      table.append(title, row);
      if (one.pending || one.missing.length) {
        const state = make("tr");
        const missing = one.missing.join("; ");
        const pending = one.pending ? say(`${one.pending} pending`) : "";
        state.append(make("td", { colspan: 2, class: "missing" }, [pending, pending && missing ? say("missing: {rest}", { rest: missing }) : missing].filter(Boolean).join("; ")));
        table.append(state);
      }
    }
    return table;
  };

  return {
    /** Explains a fix; while the walk plays, a screen reader is not interrupted. */
    show(fix, seconds, isPlaying) {
      panel.classList.add("filled");
      card.setAttribute("aria-live", isPlaying ? "off" : "polite");
      head(fix);
      const stands = fixes.stands[fix];
      const isTrusted = fixes.verdict[fix] === 0;
      const late = seconds - fixes.offset[fix] / 100;
      const lines = [...verdict(fix), ...eventsAt(fix).map((words) => make("p", {}, words))];
      if (late > 3) lines.unshift(make("p", { class: "missing" }, say("no later fix for {time}", { time: lengthWords(Math.round(late)) })));
      if (stands.length) lines.push(table(stands));
      else if (isTrusted) lines.push(make("p", { class: "none" }, say("no border within reach")));
      if (fixes.verdict[fix] <= 100) {
        lines.push(make("p", { class: "none" }, `${(fixes.lat[fix] / 1e6).toFixed(6)}, ${(fixes.lon[fix] / 1e6).toFixed(6)}`));
      }
      body.replaceChildren(...lines);
      if (card.firstChild !== steps) card.replaceChildren(steps, body);
    },
    clear() {
      panel.classList.remove("filled");
      card.replaceChildren(...hint);
    },
  };
};
