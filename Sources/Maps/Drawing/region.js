/** A region as elements of a map. Places are in metres to the east and to the south. */

import { drawn } from "/elements.js";

/** The box around a shape. */
export const boxOf = ({ lines, reach }) => {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of lines.flat()) {
    box.left = Math.min(box.left, x - reach);
    box.right = Math.max(box.right, x + reach);
    box.top = Math.min(box.top, y - reach);
    box.bottom = Math.max(box.bottom, y + reach);
  }
  return box;
};

/** The outermost points of a shape: the northernmost, southernmost, westernmost and easternmost; of a corridor, those of its middle line. */
export const outermostOf = ({ lines, reach }) => {
  const [first, ...others] = lines.flat();
  if (!first) return [];
  if (!others.length) return [[0, -1], [0, 1], [-1, 0], [1, 0]].map(([x, y]) => [first[0] + x * reach, first[1] + y * reach]);
  const best = (isBetter) => others.reduce((one, other) => isBetter(other, one) ? other : one, first);
  return [
    best((one, other) => one[1] < other[1]), best((one, other) => one[1] > other[1]),
    best((one, other) => one[0] < other[0]), best((one, other) => one[0] > other[0]),
  ];
};

/** The data of a path through places. */
export const pathOf = (places, isClosed = false) =>
  places.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("") + (isClosed ? "z" : "");

let count = 0;

/** The line of a border: a circle, or a path; the middle line of a corridor. */
const line = ({ lines, reach, isArea }, attributes) => lines.length === 1 && lines[0].length === 1
  ? drawn("circle", { ...attributes, cx: lines[0][0][0].toFixed(2), cy: lines[0][0][1].toFixed(2), r: reach })
  : drawn("path", { ...attributes, d: lines.map((places) => pathOf(places, isArea)).join("") });

/** What a mask covers: the box with some room for the width of lines. */
const around = ({ left, right, top, bottom }, room) =>
  ({ x: left - room, y: top - room, width: right - left + 2 * room, height: bottom - top + 2 * room });

/** The border of a corridor: a wide line from which a narrower one is cut out. */
const rim = (id, box, style, outer, inner) => {
  const cut = (stroke, width) => {
    const one = drawn("use", { href: `#${id}`, class: "cut", stroke });
    one.style.strokeWidth = width;
    return one;
  };
  return [
    drawn("mask", { id: `${id}-${style}`, maskUnits: "userSpaceOnUse", ...box }, cut("#fff", outer), cut("#000", inner)),
    drawn("rect", { ...box, class: `rim-${style}`, mask: `url(#${id}-${style})` }),
  ];
};

/**
 * A region: its area, its border, and the strip around the border.
 *
 * - shape: its lines of places, its reach in metres around them, and isArea for the outline of an area
 * - title: shown by the mouse
 * - strip: the width of the strip in metres; 0 for none
 * - edge: the shape of the border, where it is not that of the area
 * - without: the shapes that are cut out of its area
 */
export const drawRegion = (shape, { title, strip = 0, edge = shape, without = [] } = {}) => {
  const id = `region-${count += 1}`;
  const isCorridor = !shape.isArea && shape.lines[0]?.length > 1;
  const box = around(boxOf(shape), strip + 20);
  const area = drawn("g", { class: "area" });
  const group = drawn("g", { class: "region" }, area);
  if (title) group.prepend(drawn("title", {}, title));
  if (without.length) {
    const holes = without.map((hole) => drawn("g", { class: "area hole" }, fill(hole)));
    group.append(drawn("mask", { id: `${id}-mask`, maskUnits: "userSpaceOnUse", ...box }, drawn("rect", { ...box, fill: "#fff" }), ...holes));
    area.setAttribute("mask", `url(#${id}-mask)`);
  }
  area.append(fill(shape));
  group.append(drawn("defs", {}, line(edge, { id })));
  if (isCorridor) {
    const lane = 2 * shape.reach;
    if (strip) group.append(...rim(id, box, "strip", `${lane + strip}px`, `${Math.max(0, lane - strip)}px`));
    group.append(...rim(id, box, "edge", `calc(${lane}px + 2px * var(--u))`, `${lane}px`));
  } else {
    if (strip) group.append(drawn("use", { href: `#${id}`, class: "strip", "stroke-width": strip }));
    group.append(drawn("use", { href: `#${id}`, class: "edge" }));
  }
  return group;
};

/** The area of a shape; that of a corridor is a wide line. */
const fill = (shape) => !shape.isArea && shape.lines[0]?.length > 1
  ? line(shape, { class: "lane", "stroke-width": 2 * shape.reach }) : line(shape, { "fill-rule": "evenodd" });
