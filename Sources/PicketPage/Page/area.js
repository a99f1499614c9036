/** The size of a draft in words. */

import { between } from "/shape.js";
import { say } from "/say.js";
import { decimal, metres } from "/units.js";

const square = (value) => value < 1e4 ? `${decimal(value, 0)} m²` : value < 1e6 ? `${decimal(value / 1e4)} ha` : `${decimal(value / 1e6)} km²`;

/** The area of a circle or polygon, or the length of a corridor or gate; empty if it is not known. */
export const areaOf = ({ kind, points, size }) => {
  const spots = points.map((place) => between(points[0], place));
  if (kind === "circle" && Number(size) > 0) return say("area {area}", { area: square(Math.PI * size ** 2) });
  if ((kind === "corridor" || kind === "gate") && spots.length > 1) {
    const length = spots.slice(1).reduce((sum, [x, y], index) => sum + Math.hypot(x - spots[index][0], y - spots[index][1]), 0);
    return say("length {metres}", { metres: metres(length) });
  }
  if (kind !== "polygon" || spots.length < 3) return "";
  const twice = spots.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = spots[(index + 1) % spots.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return say("area {area}", { area: square(Math.abs(twice) / 2) });
};
