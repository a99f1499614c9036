/** The events of a report, and its tables. */

const mostEvents = 30, mostPairs = 12;

const eventTime = ({ time }) => time === undefined ? undefined : Date.parse(time);
const badge = ({ seq, event }, letter = "") => make("span", { class: `badge ${event}` }, `${letter}${seq}`);

/** The top speed of a limit that was passed, and the time over it. */
const paceWords = ({ topSpeed, seconds }) => {
  if (topSpeed === undefined) return "";
  const speed = `${decimal(topSpeed)} km/h`;
  return seconds === undefined ? speed : say("{speed} at most, over the limit for {time}", { speed, time: `${decimal(seconds)} s` });
};
const sideWords = ({ side }) => side ? say(`to the ${side}`) : "";

const eventFacts = (event, isMuted) => {
  const time = eventTime(event);
  const [crossed, detected] = [event.crossed, event.detected].map((text) => text === undefined ? undefined : Date.parse(text));
  const since = (earlier) => earlier === undefined || time === undefined ? "" : lengthWords((time - earlier) / 1000);
  const passed = event.blind === undefined ? crossed === undefined ? "" : timeOfDay(crossed, 10) : say("unseen, for {time}", { time: lengthWords(event.blind) });
  return facts([
    [say("confirmed"), time === undefined ? "" : momentWithUTC(time)], [say("side"), sideWords(event)], [say("speed"), paceWords(event)],
    [say("crossed"), passed], [say("after crossing"), since(crossed)], [say("detected"), detected === undefined ? "" : timeOfDay(detected, 10)],
    [say("after detection"), since(detected)], ["eph", event.eph === undefined ? "" : metres(event.eph)],
    [say("hours"), event.scheduled ? say("its hours have begun") : ""], [say("signal"), isMuted ? say("for lights only: the region is muted") : ""],
  ]);
};

/** An event in a line, which unfolds to its reasons. */
const eventItem = (event, id, isMuted) => {
  const time = eventTime(event);
  const line = make("summary", {}, badge(event), " ", make("time", {}, time === undefined ? say("time not known") : moment(time)), " ",
    make("b", { class: "what" }, lineWords({ event: event.event, region: isolated(event.region) })));
  const why = event.why ? [make("p", { class: "why" }, reasonWords(event.why))] : [];
  const note = event.note === undefined ? [] : [make("p", {}, named(event.note))];
  return make("li", { ...(id ? { id } : {}), "data-e": event.seq }, make("details", {}, line, ...note, ...why, eventFacts(event, isMuted)));
};

/** The list of the events, the first of them unfolded. */
const eventList = (events) => {
  if (!events.length) return remark(say("There was no event."));
  const muted = new Set((data.stays ?? []).filter(({ isMuted }) => isMuted).map(({ region }) => region));
  // Joined journals may hold a number twice; an identifier is unique on a page.
  const seen = new Set();
  const items = events.map((event) => {
    const id = seen.has(event.seq) ? "" : `e${event.seq}`;
    seen.add(event.seq);
    return eventItem(event, id, muted.has(event.region));
  });
  const rest = items.slice(mostEvents);
  return make("div", { class: "listed" }, make("ol", { class: "events" }, ...items.slice(0, mostEvents)),
    ...(rest.length ? [foldedRest(counted(rest.length, "1 more event", "{count} more events"), make("ol", { class: "events" }, ...rest))] : []),
    ...andMore((data.counted ?? events.length) - events.length));
};

/** The events of two walks side by side. */
const pairList = (events) => {
  if (!data.pairs.length) return remark(say("Neither has an event."));
  const cell = (event, letter) => event ? [badge(event, letter), " ", ...momentWithUTC(eventTime(event))] : make("span", { class: "missing" }, say("none"));
  const rows = data.pairs.map(({ own, other, later }) => {
    const one = events[own];
    const { region, event } = one ?? other;
    return [named(region), say(event), cell(one, ""), cell(other, "B"), later === undefined ? "" : `${decimal(later)} s`];
  });
  const table = (some) => tableOf([say("region"), say("event"), ...data.names, say("later by")], some, { style: "both", right: [4] });
  // A sense may have many more events: a phone would show little else.
  const rest = rows.slice(mostPairs);
  return make("div", { class: "listed", role: "region", "aria-label": say("Events"), tabindex: "0" }, table(rows.slice(0, mostPairs)),
    ...(rest.length ? [foldedRest(counted(rest.length, "1 more event", "{count} more events"), table(rest))] : []), ...andMore(data.countedPairs - rows.length));
};

// MARK: Regions

const shapeWords = ({ shape, metres: size, corners }) => ({
  circle: () => say("circle, radius {metres}", { metres: metres(size) }), polygon: () => counted(corners, "polygon, 1 corner", "polygon, {count} corners"),
  corridor: () => say("corridor, {metres} wide", { metres: metres(size) }),
  band: () => say(size < 0 ? "band, {metres} inside" : "band, {metres} outside", { metres: metres(size) }),
})[shape]?.() ?? "";

const needWords = ([run, deep]) => run === deep ? `${decimal(run)} m` : say("{least} to {most}", { least: decimal(run), most: `${decimal(deep)} m` });

/** What a region needs for an event. */
const ruleWords = ({ needs, linger, dwell, cue }) => [
  needs ? say("in {in}, out {out}", { in: needWords(needs.slice(0, 2)), out: needWords(needs.slice(2)) }) : "", linger ? say("linger {time}", { time: lengthWords(linger) }) : "",
  dwell ? say("dwell {time}", { time: lengthWords(dwell) }) : "", cue ? say("cue {time}", { time: lengthWords(cue) }) : "",
];

/** How near it came; past the border, no crossing was confirmed. */
const closestWords = ({ closest, visits }) => {
  if (closest === undefined) return "";
  if (closest < 0) return depthWords(closest);
  return visits > 0 ? "" : say("{metres} past the border, not confirmed", { metres: metres(closest) });
};

const regionTable = () => {
  const columns = ["region", "inside", "visits", "first in", "last out", "closest", "near misses", "events"].map((name) => say(name));
  const rows = data.stays.map((stay) => {
    const about = [shapeWords(stay), ...ruleWords(stay)].filter(Boolean).join("; ");
    const events = Object.entries(stay.events ?? {}).map(([kind, count]) => `${count} ${say(kind)}`).join(", ");
    return [
      [named(stay.region), make("br"), make("small", {}, ...(stay.note === undefined ? [] : [named(stay.note), about ? "; " : ""]), about)],
      stay.visits > 0 ? lengthWords(stay.inside) : "", ...visitCells(stay), closestWords(stay), stay.nearMisses ?? 0, events,
    ];
  });
  const { names, count } = data.far ?? { names: [], count: 0 };
  const all = names.map(isolated).join(", ");
  const far = count > names.length ? say("{names} and {count} more", { names: all, count: count - names.length }) : all;
  return [
    ...(rows.length ? [tableOf(columns, rows, { style: "all", right: [2, 6] })] : []),
    ...(data.otherStays > 0 ? [remark(say(data.areQuiet ? "And {count} more, with no visit and no near miss." : "And {count} more.", { count: grouped(data.otherStays) }))] : []),
    ...(count > 0 ? [remark(say("Never within 200 m, or twice the cushion: {names}.", { names: far }))] : []),
    ...(rows.length || count > 0 ? [] : [remark(say("No region was watched."))]),
  ];
};

// MARK: Other tables

const courseTable = () => tableOf([say("station"), say("after"), say("reported")], data.course.map(({ region, after, done, state }) =>
  [named(region), after === undefined ? "" : named(after), done === undefined ? say(state) : momentWithUTC(done)]));

const lapTable = () => tableOf([say("region"), say("lap"), say("crossed"), say("time")], data.laps.map((lap) => [
  [named(lap.region), ...(lap.side ? [" ", make("small", {}, sideWords(lap))] : [])], lap.seconds === undefined ? say("start") : say("lap {count}", { count: lap.number }),
  [...momentWithUTC(lap.time), ...(lap.isLate ? [" ", make("small", {}, say("unseen"))] : [])],
  lap.seconds === undefined ? "" : [`${spanText(lap.seconds)}.${Math.floor(lap.seconds * 10 + 1e-6) % 10}`, ...(lap.isBest ? [" ", make("small", {}, say("best"))] : [])],
]), { right: [3] });

const markTable = () => tableOf([say("time"), say("mark"), say("where")], data.marks.map(({ time, text, lat, lon }) => [
  time === undefined ? say("not known") : momentWithUTC(time), text ? named(text) : say("(no text)"), lat === undefined ? "" : `${lat.toFixed(6)}, ${lon.toFixed(6)}`,
]));

const reminderTable = () => tableOf([say("time"), say("reminder")], data.reminders.map(({ time, why }) => [momentWithUTC(time), named(reasonWords(why))]));

const unseenTable = () => tableOf(["from", "to", "for", "meanwhile"].map((name) => say(name)), data.unseen.map(({ from, to, why }) => [
  momentWithUTC(from), momentWithUTC(to), lengthWords((to - from) / 1000),
  why === undefined ? "" : why.length ? why.map(({ count, code }) => `${count} ${reasonWords({ code })}`).join(", ") : say("no report at all"),
]), { right: [2] });

/** The lines of a journal. */
const logTable = () => tableOf([say("time"), say("line")], data.log.map((line) => {
  const time = eventTime(line);
  const more = [sideWords(line), paceWords(line), line.note, line.blind === undefined ? "" : say("not seen for {time}", { time: lengthWords(line.blind) })].filter(Boolean);
  return [time === undefined ? say("time not known") : moment(time, 10), [named(lineWords(line)), ...more.flatMap((words) => ["; ", named(words)])]];
}), { style: "log" });

const fixFacts = () => {
  const { fixes, trusted, rejected } = data.counts;
  return facts([
    [say("fixes"), say("{count}, of which {trusted} trusted", { count: grouped(fixes), trusted: grouped(trusted) })],
    [say("rejected"), rejected.map(({ count, code }) => `${grouped(count)} ${reasonWords({ code })}`).join(", ")],
  ]);
};
