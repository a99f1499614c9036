/** The rows of the timelines, out of the data that Swift wrote. */

const stateTitles = { inside: "inside", outside: "outside", unknown: "not known", unsure: "unsure" };

const hundredths = (text) => sums(text).map((value) => value / 100);

/** Stretches of time, in seconds. */
const readTimes = ({ from, to }) => {
  const [starts, ends] = [hundredths(from), hundredths(to)];
  return starts.map((start, index) => ({ from: start, to: ends[index] }));
};

/** States over time: stretches of time, each with its state. */
const readStates = (states) => {
  const codes = numbers(states.state);
  return readTimes(states).map((time, index) => ({ ...time, state: stateNames[codes[index]] }));
};

/** A value over time: parts of points, which are joined. */
const readValues = ({ at, least, greatest, signs }) => {
  const [times, low, high, codes] = [hundredths(at), hundredths(least), hundredths(greatest), numbers(signs)];
  const parts = [];
  times.forEach((time, index) => {
    if (codes[index] & 2 || !index) parts.push([]);
    const values = low[index] === high[index] ? [low[index]] : codes[index] & 1 ? [low[index], high[index]] : [high[index], low[index]];
    parts.at(-1).push(...values.map((value) => ({ at: time, value })));
  });
  return parts;
};

/** The depths in a region: parts of points, which are joined. */
const readDepths = ({ at, depth, lifts }, shift = 0) => {
  const [times, depths, starts] = [sums(at), sums(depth), new Set(sums(lifts))];
  const parts = [];
  times.forEach((time, index) => {
    if (starts.has(index) || !index) parts.push([]);
    parts.at(-1).push({ at: time / 10 + shift, value: depths[index] / 10 });
  });
  return parts;
};

/** The data of a path through points; a single point is a dot. */
const lineOf = (points) => points.length === 1 ? `M${points[0].join(" ")}h0` : `M${points.map((point) => point.join(" ")).join("L")}`;

/** The points of a part in the drawing of a row. */
const pointsOf = (plot, part, y) => part.map(({ at, value }) => [plot.x(at).toFixed(2), y(value).toFixed(1)]);

/** The data of a path through parts. */
const pathThrough = (plot, parts, y) => parts.map((part) => lineOf(pointsOf(plot, part, y))).join("");

/** The bars of the states, and their meaning on the longest bar of each. */
const addStates = (plot, states, y) => {
  for (const state of ["outside", "unknown", "unsure", "inside"]) {
    const bars = states.filter((one) => one.state === state);
    plot.bars(`bar ${state}`, bars, y);
    if (bars.length) plot.say(say(stateTitles[state]), longestOf(bars), y);
  }
};

const longestOf = (times) => times.reduce((best, one) => one.to - one.from > best.to - best.from ? one : best);

/** The scale of depths: metres near the border are shown larger than those far away. */
const scaledDepth = (depth) => Math.asinh(depth / 8);

/** The carrier's time in a region, in words. */
const stayWords = (region) => {
  const stay = data.stays.find((one) => one.region === region);
  if (!stay) return "";
  return [
    stay.visits > 0 ? say("inside {time}", { time: lengthWords(stay.inside) }) : say("never inside"),
    stay.visits > 0 || stay.closest === undefined ? "" : say("closest {place}", { place: closestWords(stay) }),
    stay.nearMisses > 0 ? counted(stay.nearMisses, "1 near miss", "{count} near misses") : "", stay.isMuted ? say("muted") : "",
  ].filter(Boolean).join(" · ");
};

/** The depth in one region, with what a crossing needs, the state and the events. */
const depthRow = (axis, row, fixes) => {
  const { needs, other, pins } = row;
  const plot = new Plot(axis, { ...row, about: stayWords(row.title), names: other?.names }, row);
  const depths = readDepths(row.line), others = other ? readDepths(other.line, other.shift) : [];
  const values = [...depths, ...others].flat().map(({ value }) => value);
  const threshold = Math.max(needs?.leave ?? 12, 12);
  const extreme = (best, start) => values.reduce((one, two) => best(one, two), start);
  const low = Math.min(-1.5 * threshold, extreme(Math.min, 0) * 1.1), high = Math.max(1.5 * threshold, extreme(Math.max, 0) * 1.1);
  const [bottom, top] = [scaledDepth(low), scaledDepth(high)];
  const y = (depth) => drawing.floor * clamp((top - scaledDepth(depth)) / (top - bottom), 0, 1);
  for (const depth of [1000, 200, 50, 10, 0, -10, -50, -200, -1000]) {
    if (depth < low || depth > high) continue;
    if (depth) plot.across("grid", y(depth));
    plot.label(y(depth), depth ? say(depth > 0 ? "{metres} in" : "{metres} out", { metres: `${Math.abs(depth)} m` }) : say("border"), { apart: 0.11 });
  }
  plot.across("border", y(0));
  if (needs) {
    const all = [
      [needs.enter, say("enough to enter"), "far"], [needs.enterByRun, say("after a run"), "run"],
      [-needs.leaveByRun, say("after a run"), "run"], [-needs.leave, say("enough to leave"), "far"],
    ];
    for (const [depth, words, style] of all) {
      plot.across(style, y(depth));
      plot.label(y(depth), words, { isEnd: true, apart: 0.1 });
    }
  }
  addDepths(plot, depths, y, fixes);
  const middle = (drawing.floor + drawing.height) / 2;
  addStates(plot, readStates(row.states), middle);
  const pending = readTimes(row.pending), cues = readTimes(row.cues);
  plot.bars("bar on-the-way", pending, drawing.floor + 30, 4);
  if (pending.length) plot.say(say("pending"), longestOf(pending), drawing.floor + 30, 0.1);
  plot.bars("bar cue", cues, drawing.ceiling, 4);
  // A cue is shorter than the word, which extends beyond it.
  if (cues.length) plot.say(say("approach cue"), cues[0], drawing.ceiling, 0);
  const grounds = pins.filter(({ needed }) => needed !== undefined);
  if (grounds.length) {
    plot.path("needed", grounds.map(({ at, needed }) => `M${(plot.x(at) - 45).toFixed(1)} ${y(needed).toFixed(1)}h90`).join(""));
    plot.path("reached", grounds.map(({ at, reached }) => `M${plot.x(at).toFixed(1)} ${y(reached).toFixed(1)}h0`).join(""));
  }
  if (other) {
    plot.path("depth other", pathThrough(plot, others, y));
    plot.bars("bar other", readTimes(other.inside).map(({ from, to }) => ({ from: from + other.shift, to: to + other.shift })), drawing.height - 20);
  }
  for (const pin of pins) plot.pin(pin);
  for (const pin of other?.pins ?? []) plot.pin(pin, true);
  plot.cover(row.off, "off", say("outside its hours"), 0.15);
  if (row.beeps) addBeeps(plot, row.beeps);
  plot.flags("flag bell", row.bells.map(({ at, why }) => ({ at, text: reasonWords(why) })), say("reminder"));
  return plot;
};

let clips = 0;

/** The depth as a line, the area between it and the border where it is inside, and the standard deviation around it. */
const addDepths = (plot, depths, y, fixes) => {
  const zero = y(0).toFixed(1), clip = `inside-${clips += 1}`;
  plot.add(drawn("clipPath", { id: clip }, drawn("rect", { width: drawing.width, height: zero })));
  const paths = { band: "", deep: "", depth: "" };
  for (const part of depths) {
    const points = pointsOf(plot, part, y);
    const line = points.map((point) => point.join(" ")).join("L");
    paths.depth += lineOf(points);
    paths.deep += `M${points[0][0]} ${zero}L${line}L${points.at(-1)[0]} ${zero}z`;
    if (!fixes) continue;
    const edges = part.map(({ at, value }, index) => {
      const sigma = fixes.sigma[fixes.last(at)] / 10;
      return [points[index][0], y(value + sigma).toFixed(1), y(value - sigma).toFixed(1)];
    });
    paths.band += `M${edges.map(([x, upper]) => `${x} ${upper}`).join("L")}L${edges.reverse().map(([x, , lower]) => `${x} ${lower}`).join("L")}z`;
  }
  plot.path("band", paths.band);
  plot.path("deep", paths.deep, { "clip-path": `url(#${clip})` });
  plot.path("depth", paths.depth);
};

/** Strokes where a simple program would have beeped. */
const addBeeps = (plot, { at, entry, count }) => {
  const isEntry = numbers(entry);
  plot.path("beeps", hundredths(at).map((time, index) => `M${plot.x(time).toFixed(1)} ${isEntry[index] ? 0 : 60}v110`).join(""));
  plot.note("said beeps", say("point in region: {beeps}", { beeps: counted(count, "1 beep", "{count} beeps") }), 0.05);
};

/** Round values from one to another: three to six, the first not greater than the least. */
const roundSteps = (least, greatest) => {
  let step = 0.1;
  for (let index = 0; (greatest - least) / step > 5; index += 1) step *= [2, 2.5, 2][index % 3];
  const first = Math.floor(least / step);
  return [0, 1, 2, 3, 4, 5, 6].map((index) => (first + index) * step).filter((value) => value <= greatest + step * 0.01);
};

/** A value of the receiver, or two. */
const valueRow = (axis, { title, style, unit, hasZero, names, values }) => {
  const all = values.map(readValues);
  const numbersOf = all.flat(2).map(({ value }) => value);
  const least = numbersOf.reduce((one, two) => Math.min(one, two)), greatest = numbersOf.reduce((one, two) => Math.max(one, two));
  const text = (value) => `${decimal(value, Math.abs(value) < 10 ? 1 : 0)}${unit ? ` ${unit}` : ""}`;
  const low = hasZero ? Math.min(0, least) : least;
  const steps = roundSteps(low, Math.max(greatest, low + 1));
  const [bottom, top] = [steps[0], Math.max(greatest, steps.at(-1))];
  const y = (value) => (1 - (value - bottom) / (top - bottom)) * 1100 + 50;
  const plot = new Plot(axis, { title: say(title), about: say("{from} to {to}", { from: text(least), to: text(greatest) }) }, { style });
  for (const value of steps) {
    plot.across("grid", y(value));
    plot.label(y(value), text(value));
  }
  all.forEach((parts, index) => {
    plot.path(`depth${index ? " second" : ""}`, pathThrough(plot, parts, y));
    const last = parts.at(-1)?.at(-1);
    if (names.length && last) plot.label(y(last.value), say(names[index]), { isEnd: true });
  });
  return plot;
};

/** The accuracy of the position, with the fixes that were not trusted. */
const accuracyRow = (axis, { accuracy, rejected }) => {
  const parts = readValues(accuracy);
  const worst = parts.flat().reduce((best, { value }) => Math.max(best, value), 0);
  const most = Math.max(6, Math.min(300, worst * 1.15));
  // Small errors decide crossings and need detail; large ones only need to be visible.
  const y = (value) => (1 - Math.min(1, Math.asinh(value / 3) / Math.asinh(most / 3))) * drawing.floor;
  const about = [say("standard deviation of the position"), ...(parts.length ? [say("worst {metres}", { metres: metres(worst) })] : [])].join(" · ");
  const plot = new Plot(axis, { title: say("Accuracy"), about });
  for (const value of [0, 2, 5, 10, 20, 50, 100, 200]) {
    if (value > most) continue;
    plot.across("grid", y(value));
    plot.label(y(value), `${value} m`);
  }
  plot.path("depth", pathThrough(plot, parts, y));
  const times = hundredths(rejected);
  if (times.length) plot.label(1110, say("rejected"));
  plot.path("wrong", times.map((at) => `M${plot.x(at).toFixed(1)} 1050v120`).join(""));
  return plot;
};

/** The states of a region alone, as the events of a journal show them. */
const stateRow = (axis, row) => {
  const plot = new Plot(axis, { ...row, about: countedEvents(row.events) }, row);
  addStates(plot, readStates(row.states), drawing.height / 2);
  for (const pin of row.pins) plot.pin(pin);
  plot.cover(row.unseen, "blind", say("no trusted fix"), 0.13);
  return plot;
};

/** The elements of all rows. */
const makeRows = ({ rows, unseen, marks }, axis, fixes) => rows.map((row) => {
  const plot = row.line ? depthRow(axis, row, fixes) : row.values ? valueRow(axis, row) : row.accuracy ? accuracyRow(axis, row) : stateRow(axis, row);
  plot.cover(unseen, "blind", say("no trusted fix"), 0.13);
  plot.flags("flag", marks, say("mark"));
  return plot.element;
});
