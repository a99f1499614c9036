/** The name of a region, as a label of a map. */

import { isIn, spotsAround } from "/placement.js";

const height = 18;
const apart = 3;
const longest = 28;

/** A name in a length that a map has room for. */
const shortened = (id) => id.length > longest ? `${id.slice(0, longest - 1)}…` : id;

/** The shown part of a box; null when none of it is shown. */
const shown = (box, frame) => {
  const part = {
    left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom),
  };
  return part.left < part.right && part.top < part.bottom ? part : null;
};

/** The spots next to the outermost points that are shown: above, below, and at the sides inside before outside. */
const beside = (points, width, frame) => {
  const side = width / 2 + 5;
  const nearest = [[[0, -9], [0, -24]], [[0, 12], [0, 26]], [[side, 0], [-side, 0]], [[-side, 0], [side, 0]]];
  const [left, right] = [[[-side, -9], [-side, 12]], [[side, -9], [side, 12]]];
  const corners = [[...left, ...right], [...left, ...right], [...right, ...left], [...left, ...right]];
  const near = ([x, y], offsets) => isIn([x, y], frame) ? offsets.map(([across, down]) => [x + across, y + down]) : [];
  return [...points.flatMap((point, index) => near(point, nearest[index])), ...points.flatMap((point, index) => near(point, corners[index]))];
};

/**
 * The spots for a name in pixels, the best first: next to the outermost points of the border, in the middle of
 * the shown part, beside it, and where the name is needed anywhere in it.
 *
 * - points: the outermost points of the region, and box: the box around it
 */
const spotsOfName = (points, box, width, frame, isNeeded = false) => {
  const part = shown(box, frame);
  if (!part) return [];
  const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
  const spots = beside(points, width, frame);
  const around = [[x, part.top - height / 2 - 2], [x, part.bottom + height / 2 + 2], [part.right + width / 2 + 4, y], [part.left - width / 2 - 4, y]];
  spots.push([x, y], ...around, [x, y - height - apart], [x, y + height + apart]);
  if (!isNeeded) return spots;
  const columns = [x, part.left + width / 2, part.right - width / 2];
  for (let row = part.top + height / 2; row <= part.bottom - height / 2; row += height / 2) {
    for (const column of columns) spots.push([column, row]);
  }
  return spots;
};

/**
 * The spots at which a name lies in its own region and in no smaller one, and then those at which it lies in none:
 * elsewhere it would name another region. A name that is needed may lie where its region has another in it.
 * A spot is only looked at when it is asked for.
 *
 * - namedAt(point): the regions at a point, the smallest first
 */
const ownSpots = function* (spots, id, width, namedAt, isNeeded) {
  const [side, half] = [width / 2 - 2, height / 2 - 2];
  const corners = [[0, 0], [-side, -half], [side, -half], [-side, half], [side, half]];
  const [outside, shared] = [[], []];
  for (const [x, y] of spots) {
    const named = corners.map(([across, down]) => namedAt([x + across, y + down]));
    if (named.every(([first]) => first === id)) yield [x, y];
    else if (named.every(([first = id]) => first === id)) outside.push([x, y]);
    else if (isNeeded && named.every((all) => all.includes(id))) shared.push([x, y]);
  }
  yield* outside;
  yield* shared;
};

/**
 * The label.
 *
 * - region: its id, the box around it, and its outermost points, if they are known
 * - group: the element for names
 * - namedAt: as in ownSpots, if other regions may be near
 */
export const labelOfName = ({ id, box, outermost = [] }, group, { isNeeded = false, style = "", namedAt = null } = {}) => ({
  key: id, text: shortened(id), font: "600 13px", height: 16, group, style,
  spots({ across, down, frame }, width) {
    const points = outermost.map(([x, y]) => [across(x), down(y)]);
    const shown = { left: across(box.left), right: across(box.right), top: down(box.top), bottom: down(box.bottom) };
    const spots = spotsOfName(points, shown, width, frame, isNeeded);
    if (!namedAt) return spots;
    const farther = points.filter((point) => isIn(point, frame)).flatMap(([x, y]) => [...spotsAround(x, y, width, height, 4, [1, 3, 6, 10])]);
    return ownSpots([...spots, ...farther], id, width, namedAt, isNeeded);
  },
});
