/** The scales, in metres per pixel, at which something is in view. */

// In pixels: the room for the first line and the buttons, and the least size of a region that can be seen.
const [above, beside] = [90, 20];
const least = 60;
// In metres: the map opens with no less around the position, and with no more.
const [fewest, most, unknown] = [40, 20_000, 60];

/** The scale with a border at some distance from the middle, or infinitely far. */
export const unitAround = (border, [width, height]) => {
  const metres = Number.isFinite(border) ? Math.min(most, Math.max(fewest, 1.15 * border)) : unknown;
  return metres / Math.max(60, Math.min(width / 2 - beside, height / 2 - above));
};

/** The scale with a whole box in the middle. */
export const unitOf = ({ left, right, top, bottom }, [width, height]) =>
  Math.max((right - left) / Math.max(60, width - 130), (bottom - top) / Math.max(60, height - 230));

/** Whether all of a box is in view, and not too small to be seen. */
export const isShown = ({ left, right, top, bottom }, { part: { x, y, width, height }, unit }) =>
  left > x && right < x + width && top > y + above * unit && bottom < y + height && Math.max(right - left, bottom - top) > least * unit;
