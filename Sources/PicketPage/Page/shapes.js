/** The regions on the map. */

import { boxOf, depthAt, partsOf } from "/border.js";
import { drawn as make } from "/elements.js";

/** The identifier of a feature. */
export const idOf = (feature) => String(feature.id ?? feature.properties?.id ?? "");

/** A region as an element. */
const element = (feature, id, { lines, reach, isArea }) => {
  const kind = `region${feature.properties?.enabled === false ? " paused" : ""}`;
  const path = (end) => lines.map((places) =>
    places.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("") + end).join("");
  const [x, y] = lines[0][0];
  const shape = isArea ? make("path", { class: kind, "fill-rule": "evenodd", d: path("z") })
    : lines[0].length === 1 ? make("circle", { class: kind, cx: x, cy: y, r: reach })
      : make("g", { class: kind }, make("path", { class: "lane", "stroke-width": 2 * reach, d: path("") }));
  shape.dataset.id = id;
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

  /** Draws the regions of a file, but for one. */
  draw(features, flat, hidden) {
    const all = [];
    for (const feature of features) {
      const id = idOf(feature);
      const parts = id === hidden ? null : partsOf(feature, ([longitude, latitude]) => flat.spot(longitude, latitude));
      if (!parts) continue;
      const box = boxOf(parts);
      all.push({ id, parts, box, shape: element(feature, id, parts), size: (box.right - box.left) * (box.bottom - box.top) });
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
