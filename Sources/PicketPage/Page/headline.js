/** The first line: where the carrier is, or why that is not known. */

import { reasonWords } from "/reason.js";
import { say } from "/say.js";
import { elapsed, metres, number } from "/words.js";

// Without a position or a message for this long, in seconds, the line says so and counts.
const patience = 5;
/** The same for a receiver that reports each `interval` seconds. */
const patienceWith = (interval = 1) => Math.max(patience, 1.5 * interval + 2);
// The carrier goes towards a border when it comes nearer by this many metres a second.
const approaching = 0.4;

const round = (value) => Math.abs(value) < 1000 ? `${Math.round(Math.abs(value))} m` : metres(Math.abs(value));

/** What to do while there is no position. */
const advice = ({ lacks }) => reasonWords({ code: `lacks.${lacks}` }, reasonWords({ code: "lacks.agreement" }));

const listed = (names) => names.length < 3 ? names.join(", ") : say("{name} and {count} more", { name: names[0], count: names.length - 1 });

/** The regions that the carrier is inside, the one with the nearest border first. */
const insideOf = (status, near) => {
  const known = near.filter((one) => one.state === "inside").sort((one, other) => Math.abs(one.depth ?? 1e9) - Math.abs(other.depth ?? 1e9));
  const names = new Set(near.map((one) => one.region));
  return [...known, ...(status?.inside ?? []).filter((id) => !names.has(id)).map((region) => ({ region }))];
};

const unsureWords = ({ region, was = "near" }) =>
  reasonWords({ code: `unsure.${was}`, values: { region } }, reasonWords({ code: "unsure.near", values: { region } }));

const placeWords = (status, near, speeds) => {
  const inside = insideOf(status, near);
  if (inside.length) {
    const border = inside[0].depth === undefined ? "" : ` · ${say("{metres} to the border", { metres: round(inside[0].depth) })}`;
    const state = say("INSIDE {names}", { names: listed(inside.map((one) => one.region)) });
    return { kind: "inside", state, text: `${state}${border}` };
  }
  const unsure = near.find((one) => one.state === "unsure");
  if (unsure) return { kind: "unsure", text: unsureWords(unsure) };
  const unknown = near.find((one) => one.state === "unknown");
  if (unknown) {
    const values = { metres: round(unknown.depth ?? 0), name: unknown.region };
    return { kind: "wait", state: say("not known yet"), text: say("not sure yet: {metres} from the border of {name}", values) };
  }
  const first = near.filter((one) => one.depth !== undefined).sort((one, other) => other.depth - one.depth)[0];
  if (!first) return { kind: "outside", text: status?.watched === 0 ? say("no regions yet: draw the first") : say("outside") };
  const isAhead = (speeds.get(first.region) ?? 0) > approaching;
  const values = { name: first.region, metres: round(first.depth) };
  const place = isAhead ? say("{name} {metres} ahead", values) : say("{name} {metres} away", values);
  return { kind: "outside", state: say("outside"), text: `${say("outside")} · ${place}` };
};

/**
 * The line (text), its part that stays while numbers change (state, if it is not all of it), the words below it (more),
 * and its kind: inside, outside, unsure, wait or bad.
 *
 * - near: regions with their states and depths
 * - speeds: by region, the metres a second by which the carrier comes nearer
 * - silence: seconds since the board's last message
 * - gap: seconds since the last position; null before the first
 */
export const headline = ({ status, near, speeds, isConnected, silence, gap }) => {
  const last = insideOf(status, near).map((one) => one.region);
  const before = last.length ? say("last inside {names}", { names: listed(last) }) : "";
  if (silence !== null && silence >= patience) return { kind: "bad", state: say("the board cannot be reached"), text: say("no connection to the board for {time}", { time: elapsed(silence) }), more: [before] };
  if (!isConnected) return { kind: "bad", text: status ? say("picket does not run on the board") : say("connecting"), more: [] };
  if (!status) return { kind: "wait", text: say("connecting"), more: [] };
  const words = [];
  if (status.sd !== undefined) words.push(`± ${round(Math.max(1, status.sd))}`);
  if (gap !== null) words.push(say("{time} ago", { time: elapsed(gap) }));
  if (status.apart !== undefined) words.push(say("the receiver says a place {metres} from here", { metres: round(status.apart) }));
  if (gap === null) return { kind: "bad", text: say("no position yet: {advice}", { advice: advice(status) }), more: [] };
  if (gap >= patienceWith(status.interval) || status.sight === "blind") {
    return { kind: "bad", state: say("no position"), text: say("no GPS for {time}: {advice}", { time: elapsed(gap), advice: advice(status) }), more: [before] };
  }
  if (status.satellites) words.push(say("{used} of {seen} satellites", status.satellites));
  if (status.speed !== undefined) words.push(`${number(status.speed, 1)} m/s`);
  return { ...placeWords(status, near, speeds), more: words };
};
