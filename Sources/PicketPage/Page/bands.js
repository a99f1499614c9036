/** The borders of bands, which have no geometry of their own: the board draws them. */

import { Part } from "/post.js";
import { idOf } from "/shapes.js";

/** Whether a region has the border of another one, at a distance, in place of a geometry. */
export const isBand = ({ geometry, properties }) => !geometry && typeof properties?.border === "string";

export class Bands {
  #drawn = new Map();
  #part;

  /** drawn() is called when there are new borders. */
  constructor(drawn) {
    this.#part = new Part("/api/outlines", (answer) => {
      this.#drawn = new Map(answer.features.map((one) => [idOf(one), one]));
      drawn();
    });
  }

  /** Loads the borders if there are bands. */
  load(features) { if (features.some(isBand)) this.#part.load(); }

  /** The same regions for the map; a band keeps its last border until the board has drawn the next one. */
  fill(features) {
    return features.map((feature) => {
      const drawn = isBand(feature) ? this.#drawn.get(idOf(feature)) : undefined;
      return drawn ? { ...feature, geometry: drawn.geometry, properties: { ...feature.properties, ...drawn.properties } } : feature;
    });
  }
}
