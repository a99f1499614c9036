/** The first part of a report: the walk or the day in one sentence, and the time inside each region. */

const mostStays = 8;

/** The regions with a stay, the longest first. */
const staysOf = (regions) => regions.filter(({ visits, other }) => visits > 0 || other !== undefined)
  .sort((one, two) => two.inside - one.inside);

/** From when to when. */
const spanWords = () => {
  if (firstTime === undefined) return "";
  const [from, to] = [firstTime, lastTime].map((time) => timeOfDay(time, 5));
  return hasDays
    ? say("{from} to {to}", { from: `${dayWords(firstTime)} ${from}`, to: `${dayWords(lastTime)} ${to}` })
    : `${dayWords(firstTime)}, ${say("{from} to {to}", { from, to })}`;
};

const insideWords = (stays) => {
  const own = stays.filter(({ visits }) => visits > 0);
  if (!own.length) return say(data.watched === 0 ? "no region was watched" : "never inside a region");
  const [{ region, inside }] = own;
  const longest = { name: isolated(region), time: lengthWords(inside), regions: countedRegions(own.length) };
  return own.length === 1 ? say("inside {name} for {time}", longest) : say("inside {regions}, longest in {name}, for {time}", longest);
};

const sentence = (stays, events) => {
  const { length, distance } = data;
  const way = length > 0 ? lengthWords(length) : "";
  const unseen = (data.unseen ?? []).reduce((sum, { from, to }) => sum + (to - from) / 1000, 0);
  const parts = [
    distance > 0 && way ? say("{metres} in {time}", { metres: metres(distance), time: way }) : way, insideWords(stays),
    events.length ? countedEvents(data.counted ?? events.length) : say("no event"), unseen > 0 ? say("no trusted fix for {time}", { time: lengthWords(unseen) }) : "",
  ];
  const names = [...new Set([firstTime, lastTime].filter((time) => time !== undefined).map((time) => zoneName(aheadAt(time))))];
  const span = spanWords();
  const [from, to] = firstTime === undefined ? [] : [firstTime, lastTime].map((time) => shown(time, 0).toISOString().slice(11, 16));
  if (names.join() !== "UTC" && from) names.push(`${say("{from} to {to}", { from, to })} UTC`);
  return make("p", { class: "day" }, ...(span ? [make("b", {}, span), ": "] : []), `${parts.filter(Boolean).join("; ")}. `, make("small", {}, names.join(", ")));
};

/** The cells of a region: visits, first in, last out. */
const visitCells = ({ visits, first, last }) => visits > 0
  ? [visits, first === undefined ? say("at the start") : moment(first), last === undefined ? say("still inside") : moment(last)] : [0, "", ""];

const insideCell = ({ visits, inside, unsure, other }) => [
  visits > 0 ? lengthWords(inside) : say("never"), ...(unsure > 0 ? [" ", make("small", {}, say("unsure {time}", { time: lengthWords(unsure) }))] : []),
  ...(data.names ? [" ", make("small", { class: "other" }, `${data.names[1]}: ${other === undefined ? say("never") : lengthWords(other)}`)] : []),
];

const stayTable = (stays) => {
  const head = ["region", "inside", "visits", "first in", "last out"].map((name) => make("th", { scope: "col" }, say(name)));
  const rows = stays.map((stay) => make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, stay.region)),
    ...[insideCell(stay), ...visitCells(stay)].map((cell) => make("td", {}, ...[cell].flat()))));
  return make("table", { class: "stays" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
};

/** The sentence and the table. */
const makeSheet = (events) => {
  const stays = staysOf(data.stays ?? []);
  const rest = stays.slice(mostStays);
  return [
    sentence(stays, events), ...(stays.length ? [stayTable(stays.slice(0, mostStays))] : []),
    ...(rest.length ? [foldedRest(counted(rest.length, "1 more region", "{count} more regions"), stayTable(rest))] : []),
  ];
};
