/** The properties of regions, from the table of the board, with their words. */

import { properties } from "/properties.js";
import { say } from "/say.js";

/** What each is called in the form and on the card. */
export const labels = {
  note: say("note"), notifyOnEntry: say("beep on entering"), notifyOnExit: say("beep on leaving"),
  dwell: say("beep after staying for, seconds"), signal: say("its sound"), maxSpeed: say("limit of speed, km/h"),
  speedLinger: say("over the limit for, seconds"), latch: say("sounds until it is acknowledged"),
  approach: say("a cue before the border, seconds"), approachFrom: say("the cue begins"), approachLongest: say("the cue lasts at most, seconds"),
  remind: say("remind on the wrong side, every, seconds"), remindSide: say("the wrong side"), remindAtMost: say("reminders at most"),
  active: say("hours"), atStart: say("also report when the hours begin"), expires: say("watched until"),
  sense: say("how sure before a beep"), cushion: say("metres past the border before it counts"), linger: say("seconds past the border before it counts"),
  after: say("comes after"), once: say("reports once"), heading: say("only these courses, degrees clockwise"),
  class: say("class, shared by regions"), exclude: say("regions cut out of it"),
};

const choices = {
  quick: say("quick: sooner, and wrong more often"), even: say("even"), quiet: say("quiet: later, and wrong less often"),
  inside: say("inside"), outside: say("outside"), both: say("both"),
};
export const choiceWords = (name) => choices[name] ?? name;

/** The shape of a region, as the table names it. */
export const shapeOf = ({ geometry, properties: own }) => {
  const type = geometry?.type ?? "";
  if (!type) return "band";
  if (type.endsWith("LineString")) return own?.gate === true ? "gate" : "corridor";
  return type === "Point" ? "circle" : "polygon";
};

/** The properties that a shape has and that have a field of their own. */
export const fieldsOf = (shape) => properties.filter(({ name, shapes }) => labels[name] && shapes.includes(shape));

/** The text of a value in a field. */
export const textOf = ({ kind }, value) => Array.isArray(value) ? value.join(kind === "courses" ? "-" : ", ") : String(value ?? "");

/** The value of a text in a field; the text itself if it has none, for the check of the board. */
export const valueOf = ({ kind }, text, typed) => {
  if (kind === "number") return typed(text);
  if (kind === "list") return text.split(",").map((one) => one.trim()).filter(Boolean);
  const courses = text.split(/[-,]/).map(Number);
  return kind === "courses" && courses.length === 2 && courses.every(Number.isFinite) ? courses : text;
};
