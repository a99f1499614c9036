/** What a region is and reports, in words. */

import { choiceWords, fieldsOf, labels, shapeOf, textOf } from "/fields.js";
import { language, say } from "/say.js";
import { elapsed, metres } from "/words.js";

const listed = (words) => words.length > 1 ? say("{first} and {last}", { first: words.slice(0, -1).join(", "), last: words.at(-1) }) : words[0] ?? "";

const reports = (own, shape) => {
  if (shape === "gate") return say("beeps on crossing it");
  const beeps = [own.notifyOnEntry !== false && say("on entering"), own.notifyOnExit !== false && say("on leaving"),
    own.dwell > 0 && say("after {time} inside", { time: elapsed(own.dwell) })].filter(Boolean);
  const words = [beeps.length ? say("beeps {when}", { when: listed(beeps) }) : say("no beep on entering or leaving")];
  if (own.approach) words.push(say("a cue {seconds} s before the border", { seconds: own.approach }));
  if (own.remind) words.push(own.remindSide === "inside" ? say("reminds every {time} while inside", { time: elapsed(own.remind) }) : say("reminds every {time} while outside", { time: elapsed(own.remind) }));
  return words.join("; ");
};

const hours = (own) => {
  const end = own.expires ? say("until {time}", { time: new Date(own.expires).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) }) : null;
  return [own.active ?? say("always"), end].filter(Boolean).join(", ");
};

const size = (own, shape) => {
  switch (shape) {
  case "band": {
    const values = { metres: metres(Number(own.offset) || 0), name: String(own.border) };
    return own.offset < 0 ? say("{metres} inside the border of {name}", values) : say("{metres} outside the border of {name}", values);
  }
  case "gate": return say("gate: a line that is crossed");
  case "circle": return say("circle, {metres} around its middle", { metres: metres(own.radius ?? 0) });
  case "corridor": return say("corridor, {metres} wide", { metres: metres(own.width ?? 0) });
  default: return say("drawn along its border");
  }
};

// What the sentences above say, and what the card shows elsewhere.
const said = ["note", "notifyOnEntry", "notifyOnExit", "dwell", "approach", "remind", "remindSide", "active", "expires"];

/** The facts about a region, each as its name and its words. */
export const factsOf = (feature) => {
  const own = feature.properties ?? {};
  // A drawn border of a band is not its shape.
  const shape = own.border === undefined ? shapeOf(feature) : "band";
  const rest = fieldsOf(shape).filter(({ name }) => !said.includes(name) && own[name] !== undefined && own[name] !== null)
    .map((field) => [labels[field.name], own[field.name] === true ? say("yes") : own[field.name] === false ? say("no") : choiceWords(textOf(field, own[field.name]))]);
  return [[say("reports"), own.enabled === false ? say("paused: not watched until it is watched again") : reports(own, shape)],
    [say("hours"), hours(own)], [say("shape"), size(own, shape)], ...rest];
};
