/** The events on a map: dots, each with its number where there is room. */

/** A short word for a kind of event. */
const shortWord = (kind) => say({ enter: "in", exit: "out", dwell: "dwell", speeding: "fast", speedOK: "slow", cross: "gate" }[kind] ?? kind);

const makePins = (pins, unit) => pins.map(({ seq: number, event: kind, region, x, y }) => {
  const text = `${number} ${shortWord(kind)}`;
  const at = [x * unit, y * unit];
  const [width, height] = [text.length * 7.4 + 14, 20];
  const badge = drawn("g", { class: "k" });
  const spot = drawn("circle", { class: "spot", r: 3.5 });
  badge.append(spot);
  const rounding = kind === "enter" || kind === "exit" ? 10 : 3;
  return {
    at, element: drawn("g", { class: `pin ${kind}`, "data-e": number, transform: `translate(${at.join(" ")})` }, drawn("title", {}, `${number} ${lineWords({ event: kind, region })}`), badge),
    size: [width + 4, height + 4],
    spots({ across, down, part }) {
      return isIn(at, part) ? spotsAround(across(at[0]), down(at[1]), width + 4, height + 4, 8) : [];
    },
    /** Draws the number at an offset from the place in pixels, or the dot alone. */
    settle(offset) {
      if (!offset) return badge.replaceChildren(spot);
      const [right, down] = offset.map(Math.round);
      badge.replaceChildren(
        drawn("path", { class: "lead", d: `M0 0L${right} ${down}` }), spot,
        drawn("rect", { x: right - width / 2, y: down - height / 2, width, height, rx: rounding }),
        drawn("text", { x: right, y: down + 4.5 }, text));
    },
  };
});
