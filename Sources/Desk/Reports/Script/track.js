/** The track of a walk, once by the state of the carrier and once by its accuracy. */

const stateWords = ["outside", "crossing pending", "inside", "not known"];

/** The places at some eighths of a line. */
const atEighths = (places, eighths) =>
  eighths.map((eighth) => places[Math.min(Math.floor(eighth * places.length / 8), places.length - 1)]);

/** The parts of a track of one kind, each joined to the part before it where there is no gap. */
const partsOf = (fixes, kindOf) => {
  const parts = [];
  let last = null;
  fixes.way.forEach(({ fix, isGap }) => {
    const place = [fixes.x[fix], fixes.y[fix]];
    const kind = kindOf(fix);
    const part = parts.at(-1);
    if (!last || isGap) parts.push({ kind: null, places: [place] });
    else if (part.kind === kind) part.places.push(place);
    // The kind of a line is that of the fix at its end.
    else if (part.kind === null) [part.kind, part.places] = [kind, [...part.places, place]];
    else parts.push({ kind, places: [last, place] });
    last = place;
  });
  return parts;
};

/** The longest stretch of each kind, rarest first, with the places next to which its word may be. */
const wordsOf = (parts, textOf, style) => {
  const longest = new Map();
  for (const { kind, places } of parts) {
    if (kind !== null && places.length > (longest.get(kind)?.length ?? 0)) longest.set(kind, places);
  }
  return [...longest].sort(([, one], [, other]) => one.length - other.length).map(([kind, places]) => ({
    text: textOf(kind), style, places: atEighths(places, [4, 2, 6, 1, 7]),
  }));
};

/** The lines of each kind, the last kinds below: a wide one in the colour of the page and one in its own. */
const linesOf = (parts, name) => {
  const data = new Map();
  for (const { kind, places } of parts) {
    if (kind === null) continue;
    data.set(kind, (data.get(kind) ?? "") + pathOf(places));
  }
  return [...data].sort(([one], [other]) => other - one).flatMap(([kind, d]) => ["case", "line"].map((style) => drawn("path", { class: `${style} ${name}${kind}`, d })));
};

// The upper limits of the colours of the accuracy, in tenths of a metre of standard deviation.
const accuracy = [25, 50, 100, 200];

/** A track with its start and its end, and the words for its lines, the most important first. */
const makeTrack = (fixes, { gap, crosses }) => {
  const placed = fixes.way.map(({ fix }) => [fixes.x[fix], fixes.y[fix]]);
  const levelOf = (fix) => {
    const level = accuracy.findIndex((most) => fixes.sigma[fix] <= most);
    return level < 0 ? accuracy.length : level;
  };
  const [states, levels] = [partsOf(fixes, (fix) => fixes.state[fix]), partsOf(fixes, levelOf)];
  // A single fix is a dot.
  if (placed.length === 1) {
    const [{ fix }] = fixes.way;
    for (const [parts, kind] of [[states, fixes.state[fix]], [levels, levelOf(fix)]]) parts.splice(0, 1, { kind, places: [placed[0], placed[0]] });
  }
  const gaps = fixes.way.flatMap(({ isGap }, index) => isGap && index ? [pathOf([placed[index - 1], placed[index]])] : []);
  const received = fixes.way.map(({ fix, isLifted }) => [isLifted, [fixes.x[fix] + fixes.rawX[fix], fixes.y[fix] + fixes.rawY[fix]]]);
  const sign = (place, title, d) => drawn(
    "g", { class: "end", transform: `translate(${place.join(" ")})` }, drawn("title", {}, title), drawn("path", { class: "k", d }));
  const ends = placed.length > 1 ? [
    sign(placed[0], say("the walk begins here"), "M-5-6L7 0-5 6z"), sign(placed.at(-1), say("the walk ends here"), "M-5-5H5V5H-5z"),
  ] : [];
  const wrong = crosses.places.map((place) => drawn("g", { transform: `translate(${place.join(" ")})` }, drawn("path", { class: "k", d: "M-4-4l8 8m0-8l-8 8" })));
  const element = drawn(
    "g", { class: "track" },
    drawn("path", { class: "raw", d: received.map(([isLifted, place], index) => (isLifted || !index ? "M" : "L") + pathOf([place]).slice(1)).join("") }),
    drawn("path", { class: "gap", d: gaps.join("") }), drawn("g", { class: "by-accuracy" }, ...linesOf(levels, "a")),
    drawn("g", { class: "by-state" }, ...linesOf(states, "l")), drawn("g", { class: "crosses" }, ...wrong), ...ends);

  const words = [];
  if (gap) {
    // The longest gap comes first, since it has the least choice of a place.
    const end = fixes.way.findIndex(({ fix }) => fix === gap.fix);
    const [[x, y], [toX, toY]] = [placed[end - 1], placed[end]];
    words.push({ text: say(gap.isHidden ? "left out for {time}" : "no fixes for {time}", { time: lengthWords(gap.seconds) }), style: "", places: [4, 2, 6, 1, 7].map((eighth) => [x + (toX - x) * eighth / 8, y + (toY - y) * eighth / 8]) });
  }
  const accuracyWords = (level) => level < accuracy.length
    ? say("up to {metres}", { metres: metres(accuracy[level] / 10) }) : say("more than {metres}", { metres: metres(accuracy[level - 1] / 10) });
  const byAccuracy = wordsOf(levels, accuracyWords, "by-accuracy");
  words.push(...wordsOf(states, (state) => say(stateWords[state]), "by-state"));
  if (crosses.places.length) words.push({ text: say("rejected: {reason}", { reason: reasonWords({ code: `rejection.${crosses.reason}` }) }), style: "wrong", places: [crosses.places[0]] });
  if (placed.length > 1) words.push({ text: say("start"), style: "", places: [placed[0]] }, { text: say("end"), style: "", places: [placed.at(-1)] });
  return { element, places: placed, words, byAccuracy };
};
