/** Places the names of regions on the map: none covers another, the position or a button. */

const height = 18;
const apart = 3;
// More names than this are not read on a map.
const most = 40;

const covers = (one, other) => one.left < other.right + apart && other.left < one.right + apart
  && one.top < other.bottom + apart && other.top < one.bottom + apart;
const around = (x, y, width) => ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });
const within = (box, frame) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;

/** The shown part of a box; null when none of it is shown. */
const shown = (box, frame) => {
  const part = {
    left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom),
  };
  return part.left < part.right && part.top < part.bottom ? part : null;
};

/** The places for a name, the best first: in the middle of the shown part, next to it, then anywhere in it. */
const places = (part, width, isNeeded) => {
  const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
  const within = [[x, y - height - apart], [x, y + height + apart]];
  const around = [[x, part.top - height / 2 - 2], [x, part.bottom + height / 2 + 2], [part.right + width / 2 + 4, y], [part.left - width / 2 - 4, y]];
  // A name next to its small region is clearer than one that crosses its border.
  const all = part.bottom - part.top > 4 * height ? [[x, y], ...within, ...around] : [[x, y], ...around, ...within];
  if (!isNeeded) return all;
  const columns = [x, part.left + width / 2, part.right - width / 2];
  for (let row = part.top + height / 2; row <= part.bottom - height / 2; row += height / 2) {
    for (const column of columns) all.push([column, row]);
  }
  return all;
};

/**
 * The places of names, in pixels.
 *
 * - regions: each with its id, its box, the width of its name, and isNeeded if its name must be in view; the most important first
 * - frame: the box for names
 * - taken: the boxes of everything that must not be covered
 */
export const placeNames = (regions, frame, taken) => {
  const all = [...taken];
  const placed = [];
  for (const { id, box, width, isNeeded } of regions) {
    if (placed.length >= most) break;
    const part = shown(box, frame);
    if (!part) continue;
    const place = places(part, width, isNeeded).find(([x, y]) => {
      const name = around(x, y, width);
      return within(name, frame) && !all.some((other) => covers(name, other));
    });
    if (!place) continue;
    all.push(around(...place, width));
    placed.push({ id, x: place[0], y: place[1] });
  }
  return placed;
};
