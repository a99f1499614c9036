/** The first line: what matters first, as the board has decided it, or why that is not known. */

import { reasonWords } from "/reason.js";
import { say } from "/say.js";
import { decimal, distance } from "/units.js";
import { elapsed } from "/words.js";

// Without a message for this long, in seconds, the line says so and counts.
const patience = 5;

/** A matter in words, with the metres of the last fix. */
const matterWords = ({ kind, region, metres, text, text_code: code }, near) => {
  const depth = near.find((one) => one.region === region)?.depth;
  const later = metres === undefined || kind === "anchor" || depth === undefined ? {} : { metres: Math.abs(depth) };
  return reasonWords(code && { ...code, values: { ...code.values, ...later } }, text);
};

/**
 * The line (text), the words below it (more), its kind (that of a matter, or wait), and what it is about (state), which
 * stays while numbers change.
 *
 * - near: regions with their states and depths
 * - silence: seconds since the board's last message
 * - gap: seconds since the last position; null before the first
 */
export const headline = ({ status, near, isConnected, silence, gap }) => {
  if (silence !== null && silence >= patience) {
    const names = (status?.inside ?? []).join(", ");
    const last = names && reasonWords({ code: "matter.last", values: { names } });
    return { kind: "blind", state: "silence", text: say("no connection to the board for {time}", { time: elapsed(silence) }), more: [last] };
  }
  if (!isConnected) return { kind: "blind", text: status ? say("picket does not run on the board") : say("connecting"), more: [] };
  const [first, ...others] = status?.matters ?? [];
  if (!first) return { kind: "wait", text: say("connecting"), more: [] };
  const words = others.map((one) => matterWords(one, near));
  if (![first, ...others].some(({ kind }) => kind === "blind")) {
    if (status.sd !== undefined) words.push(`± ${distance(Math.max(1, status.sd))}`);
    if (gap !== null) words.push(say("{time} ago", { time: elapsed(gap) }));
    if (status.apart !== undefined) words.push(say("the receiver says a place {metres} from here", { metres: distance(status.apart) }));
    if (status.satellites) words.push(say("{used} of {seen} satellites", status.satellites));
    if (status.speed !== undefined) words.push(`${decimal(status.speed * 3.6, 0)} km/h`);
  }
  return { kind: first.kind, state: `${first.kind} ${first.region} ${status.inside}`, text: matterWords(first, near), more: words };
};
