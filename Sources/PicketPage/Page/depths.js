/** A small drawing of the depth in a region against the depth that a crossing needs. */

import { drawn, make } from "/elements.js";
import { say } from "/say.js";
import { metres } from "/units.js";
import { depth, elapsed } from "/words.js";

const width = 320;
const height = 150;
const [left, right, top, bottom] = [44, 8, 10, 24];
// In metres: what is nearer to the border than this is drawn with the same scale.
const least = 8;

/** steps: each [seconds before now, depth, needed depth or null]; null without two of them. */
export const makeDepths = (steps) => {
  if (steps.length < 2) return null;
  const [from, to] = [Math.max(...steps.map(([ago]) => ago)), Math.min(...steps.map(([ago]) => ago))];
  const needs = steps.map(([, , need]) => need).filter((need) => need !== null && need !== undefined);
  const reach = Math.max(least, ...needs.map(Math.abs)) * 2;
  const clamp = (value) => Math.max(-reach, Math.min(reach, value));
  const x = (ago) => left + (from - ago) / Math.max(1, from - to) * (width - left - right);
  const y = (value) => top + (reach - clamp(value)) / (2 * reach) * (height - top - bottom);
  const has = (at, index) => Number.isFinite(steps[at]?.[index]);
  const path = (index) => steps.map((step, at) => !has(at, index) ? ""
    : `${has(at - 1, index) ? "L" : "M"}${x(step[0]).toFixed(1)} ${y(step[index]).toFixed(1)}`).join("");
  const text = (words, [x, y], attributes = {}) => drawn("text", { x, y, ...attributes }, words);
  const last = steps.at(-1);
  const need = last[2] === null || last[2] === undefined ? "" : say("; the crossing needs {metres} past the border", { metres: metres(last[2]) });
  const words = `${say("The depth over {time}: {depth} at the end", { time: elapsed(from - to), depth: depth(last[1]) })}${need}`;
  return make("figure", { class: "depths" },
    drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      drawn("rect", { class: "within", x: left, y: top, width: width - left - right, height: y(0) - top }),
      drawn("path", { class: "border", d: `M${left} ${y(0)}H${width - right}` }),
      drawn("path", { class: "need", d: path(2) }), drawn("path", { class: "depth-line", d: path(1) }),
      text(say("inside"), [left - 4, top + 10], { "text-anchor": "end" }), text(say("border"), [left - 4, y(0) + 4], { "text-anchor": "end" }),
      text(say("outside"), [left - 4, height - bottom], { "text-anchor": "end" }),
      text(say("{time} ago", { time: elapsed(from) }), [left, height - 8]), text(to < 5 ? say("now") : say("{time} ago", { time: elapsed(to) }), [width - right, height - 8], { "text-anchor": "end" })),
    make("figcaption", {}, make("span", { class: "depth-key" }, say("depth")), " ", make("span", { class: "need-key" }, say("what the crossing needs"))));
};
