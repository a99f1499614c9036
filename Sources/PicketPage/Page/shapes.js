/** The regions on the map. */

import { depthAt, partsOf } from "/border.js";
import { drawn } from "/elements.js";
import { isIn } from "/placement.js";
import { boxOf, drawRegion, outermostOf } from "/region.js";

/** The identifier of a feature. */
export const idOf = (feature) => String(feature.id ?? feature.properties?.id ?? "");

/** The regions of the order to which a region belongs, the first one first; none if it has no order. */
export const orderOf = (features, id) => {
  const before = new Map(features.map((one) => [idOf(one), one.properties?.after]));
  const order = [];
  for (let one = id; before.has(one) && !order.includes(one); one = before.get(one)) order.unshift(one);
  const next = () => features.map(idOf).find((one) => before.get(one) === order.at(-1) && !order.includes(one));
  for (let one = next(); order.length && one !== undefined; one = next()) order.push(one);
  return order.length > 1 ? order : [];
};

/** A region as an element. */
const element = (feature, id, parts) => {
  const shape = drawRegion(parts);
  shape.classList.toggle("paused", feature.properties?.enabled === false);
  shape.dataset.id = id;
  if (feature.properties?.anchor) {
    const mark = drawn("path", { class: "anchor", d: "M0 -5V10M-5 0H5M-9 3A9 8 0 0 0 9 3M0 -5A2.5 2.5 0 1 1 .1 -5" });
    const place = `translate(${parts.lines[0][0].join(" ")})`;
    shape.append(drawn("g", { transform: place }, drawn("g", { class: "k" }, mark)));
  }
  return shape;
};

export class Shapes {
  #group;
  #all = new Map();
  #inside = new Set();
  #chosen = null;
  #unsure = new Set();

  constructor(group) { this.#group = group; }

  get inside() { return this.#inside; }
  get chosen() { return this.#chosen; }
  /** The regions, the largest first: each with its id, its parts and its box. */
  get all() { return [...this.#all.values()]; }

  find(id) { return this.#all.get(id) ?? null; }

  /** A function that finds the regions at a point, the smallest first, of those that a part of the map shows. */
  finder({ left, right, top, bottom }) {
    const shown = this.all.reverse().filter(({ box }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
    return (point) => shown.filter(({ box, parts }) => isIn(point, box) && depthAt(parts, point) >= 0).map(({ id }) => id);
  }

  /** Numbers regions in an order, above all shapes. */
  number(ids) {
    for (const one of this.#group.querySelectorAll(".number")) one.remove();
    this.#group.append(...ids.flatMap((id, index) => {
      if (!this.#all.has(id)) return [];
      const { box, parts } = this.find(id);
      const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      // The middle of a bent shape may be beside it.
      const place = depthAt(parts, middle) > -1 ? middle : parts.lines[0][parts.lines[0].length >> 1];
      return drawn("g", { class: "number", "data-id": id, transform: `translate(${place.join(" ")})` },
        drawn("g", { class: "k" }, drawn("circle", { r: 13 }), drawn("text", { y: 5 }, index + 1)));
    }));
  }

  /** Draws the regions of a file, but for one. */
  draw(features, flat, hidden) {
    const all = [];
    for (const feature of features) {
      const id = idOf(feature);
      const parts = id === hidden ? null : partsOf(feature, ([longitude, latitude]) => flat.spot(longitude, latitude));
      if (!parts) continue;
      const box = boxOf(parts);
      all.push({ id, parts, box, outermost: outermostOf(parts), shape: element(feature, id, parts), size: (box.right - box.left) * (box.bottom - box.top) });
    }
    // A small region is above a large one, where a finger reaches it.
    all.sort((one, other) => other.size - one.size);
    this.#all = new Map(all.map((one) => [one.id, one]));
    this.#group.replaceChildren(...all.map(({ shape }) => shape));
    this.mark(this.#inside, this.#chosen);
  }

  /** Marks the regions that the carrier is inside, the chosen one, and those whose state may no longer hold. */
  mark(inside, chosen, unsure = this.#unsure) {
    [this.#inside, this.#chosen, this.#unsure] = [inside, chosen, unsure];
    for (const [id, { shape }] of this.#all) {
      shape.classList.toggle("inside", inside.has(id) && !unsure.has(id));
      shape.classList.toggle("unsure", unsure.has(id));
      shape.classList.toggle("chosen", id === chosen);
    }
  }

  /** The distance from a point to the nearest border; infinite without regions. */
  toBorder(point) { return Math.min(Infinity, ...this.all.map(({ parts }) => Math.abs(depthAt(parts, point)))); }

  /** The region whose border is nearest to a point, if it is within some metres. */
  near(point, metres) {
    let [found, nearest] = [null, metres];
    for (const { id, parts } of this.all) {
      const away = Math.abs(depthAt(parts, point));
      if (away < nearest) [found, nearest] = [id, away];
    }
    return found;
  }
}
