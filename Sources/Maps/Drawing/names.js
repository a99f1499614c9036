/** The name of a region, as a label of a map. */

import { shortened } from "/labels.js";
import { borderIn } from "/region.js";

const height = 18;
const apart = 3;

/** The shown part of a box; null when none of it is shown. */
const shown = (box, frame) => {
  const part = {
    left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom),
  };
  return part.left < part.right && part.top < part.bottom ? part : null;
};

/** The spots next to the outermost of points: above, below, and inside before outside at the sides. */
const beside = (points, width) => {
  if (!points.length) return [];
  const first = (isBetter) => points.reduce((best, point) => isBetter(point, best) ? point : best);
  const [north, south] = [first((one, best) => one[1] < best[1]), first((one, best) => one[1] > best[1])];
  const [west, east] = [first((one, best) => one[0] < best[0]), first((one, best) => one[0] > best[0])];
  const side = width / 2 + 5;
  const near = ([x, y], ...offsets) => offsets.map(([right, down]) => [x + right, y + down]);
  return [
    ...near(north, [0, -9], [0, -24]), ...near(south, [0, 12], [0, 26]), ...near(west, [side, 0], [-side, 0]), ...near(east, [-side, 0], [side, 0]),
    ...[north, south, west, east].flatMap((point) => near(point, [-side, -9], [side, -9], [-side, 12], [side, 12])),
  ];
};

/**
 * The spots for a name in pixels, the best first: next to the outermost points of the border, in the middle of
 * the shown part, beside it, and where the name is needed anywhere in it.
 *
 * - points: the points of the border that are shown, and box: the box around the whole region
 */
const spotsOfName = (points, box, width, frame, isNeeded = false) => {
  const part = shown(box, frame);
  if (!part) return [];
  const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
  const spots = beside(points, width);
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
 * The label.
 *
 * - region: its id, the box around it, and its parts if it has a border
 * - group: the element for names
 */
export const labelOfName = ({ id, box, parts }, group, { isNeeded = false, style = "" } = {}) => ({
  key: id, text: shortened(id), font: "600 13px", height: 16, group, style,
  spots({ across, down, part, frame }, width) {
    const points = (parts ? borderIn(parts, part) : []).map(([x, y]) => [across(x), down(y)]);
    const shown = { left: across(box.left), right: across(box.right), top: down(box.top), bottom: down(box.bottom) };
    return spotsOfName(points, shown, width, frame, isNeeded);
  },
});
