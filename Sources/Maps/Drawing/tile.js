/** A tile of the ground as elements of a map. */

import { drawn } from "/elements.js";

// The side of a tile with lines, in the units of its lines.
const side = 4096;

/** The lines and areas of a tile, in a box of the map: paths has for each its kind and its data. */
export const drawTile = ({ paths = [] }, { x, y, width, height }) => drawn(
  "g", { transform: `translate(${x} ${y}) scale(${width / side} ${height / side})` },
  ...paths.map(([kind, data]) => drawn("path", { class: kind, d: data })));

/** The names on a tile, each with its kind, text, and angle, and its place on the map. */
export const namesOn = ({ names = [] }, { x, y, width, height }) => names.map(([kind, across, down, angle, text]) =>
  ({ kind, angle, text, x: x + across * width / side, y: y + down * height / side }));
