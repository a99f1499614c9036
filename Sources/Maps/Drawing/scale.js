/** The bar in the corner of a map that shows its scale. */

/** The greatest length up to a limit that is 1, 2 or 5 times a power of ten. */
const nice = (most) => {
  const decade = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * decade).find((length) => length <= most) || decade;
};

/** Draws the bar: its path and its text are in the lower left corner of the shown part at each size. */
export const drawScale = (bar, { part: { x, y, width, height }, unit }) => {
  const length = nice(Math.min(width / 3, 160 * unit));
  bar.setAttribute("transform", `translate(${x + 12 * unit} ${y + height - 12 * unit})`);
  bar.querySelector("path").setAttribute("d", `M0 0h${length}`);
  bar.querySelector("text").textContent = length >= 1000 ? `${length / 1000} km` : `${Number(length.toPrecision(2))} m`;
};
