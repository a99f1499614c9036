/**
 * The sentences of the board, as those of `picket why`, in the language of the page.
 *
 * The board writes them in English; each is found by its form and said again. A sentence without a form stays
 * unchanged. `picket watch` does the same: see Voice+Log.swift.
 */

import { forms, language, say } from "/say.js";

const plain = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const numbers = ["metres", "have", "needed", "run", "seconds", "length", "count", "number", "most", "step", "steps"];
// Only a reason has several parts.
const form = (name) => numbers.includes(name) ? "-?[\\d.]+(?: [a-z]+)?(?: [\\d.]+ [a-z]+)*" : ["rest", "reason"].includes(name) ? ".+?" : "[^;]+?";
const part = (_, name) => `(?<${name}>${form(name)})`;
const sentence = (text) => ({ text, form: new RegExp(`^${plain(text).replace(/\\\{(\w+)\\\}/g, part)}$`) });

const sentences = forms.map(sentence);

const isEnglish = language === "en";
const measure = /^-?\d+(\.\d+)?( (m|km|s|min|h|°))?$/;

/** What each part says; null if there is only one. */
const eachOf = (text, separator, joint = separator) => {
  const parts = text.split(separator);
  return parts.length > 1 ? parts.map(inWords).join(joint) : null;
};

/** A line of the board in the language of the page. */
const inWords = (text) => {
  if (measure.test(text)) return isEnglish ? text : text.replace(".", ",");
  for (const { text: known, form } of sentences) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined && !form.test(text)) continue;
    const values = Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, name === "region" || name === "names" ? value : inWords(value)]));
    return say(known, values);
  }
  return eachOf(text, "; ") ?? eachOf(text, ", and ", isEnglish ? ", and " : ", ") ?? eachOf(text, ", ") ?? text.replace(/^(\d+) (?=\D)(.+)$/, (_, count, rest) => `${count} ${inWords(rest)}`);
};

/** A line of the board for its carrier: times of day in place of dates and zones, in the language of the page. */
export const carrierWords = (line) =>
  inWords(line.replace(/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, "$1").replace(/ \((?:[A-Z]{2,5}|[+-]\d\d:?\d*)\)/g, "").replace(/ UTC\b/g, ""));
