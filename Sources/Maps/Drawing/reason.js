/** What the board tells, in the language of a page or a report. The board sends a code and its values, and Voice.swift does the same. */

import { language, words } from "/say.js";
import { decimal, distance, length, metres } from "/units.js";
import { clock, dayAndClock, elapsed } from "/words.js";

const speed = (kmh) => `${decimal(kmh)} km/h`;
const forms = {
  m: length, d: metres, w: distance, s: (value) => `${decimal(value)} s`, speed: (value) => speed(value * 3.6), kmh: speed, elapsed,
};
const decimals = (text) => language === "en" ? text : text.replaceAll(".", ",");
const times = { time: dayAndClock, day: dayAndClock, clock, zoned: clock, n: decimals };

const valueWords = (value, form) => {
  if (Array.isArray(value)) return value.map((one) => reasonWords(one, one.code)).join(words[`joint.${form}`] ?? words.joint);
  if (typeof value === "number") return forms[form]?.(value) ?? decimal(value, 2);
  return times[form]?.(value) || value || "";
};

/** A sentence with its values. */
export const filled = (sentence, values) => sentence.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, form) => valueWords(values[name], form));

/** What a reason says; the text where the board sends none, or one of a later release. */
export const reasonWords = (reason, text) => {
  const values = reason?.values ?? {};
  const known = Object.hasOwn(words, reason?.code ?? "") ? words[reason.code] : null;
  if (known === null) return reason?.code === "" ? values.text ?? text : text;
  return filled(typeof known === "string" ? known : known[values.count === 1 ? "one" : "other"], values);
};

/** What each of the texts under a key of an answer says. */
export const reasonsOf = (answer, key) => (answer?.[key] ?? []).map((text, index) => reasonWords(answer[`${key}_code`]?.[index], text));

/** What happened to a region; null for another line of the journal. */
export const doneWords = ({ event, region }) => region ? reasonWords({ code: `done.${event}`, values: { region } }, null) : null;

// What these say is in the log of the board.
const silent = ["blind", "sighted", "start", "stop", "order", "unsounded"];

/** What a note adds to its kind; null for nothing. */
const noteWords = (note) => !note.text || silent.includes(note.event) || note.code === "files.reloaded" ? null : reasonWords(note, note.text);

/** A line of the journal in words. */
export const lineWords = (line) => {
  const done = doneWords(line);
  if (done) return done;
  const what = reasonWords({ code: `kind.${line.event}` }, line.event);
  return [line.region ? `${what} ${line.region}` : what, noteWords(line)].filter(Boolean).join(": ");
};
