/** The borders of bands, which have no geometry of their own: the board draws them. */

import { idOf } from "/shapes.js";

/** Whether a region has the border of another one, at a distance, in place of a geometry. */
export const isBand = ({ geometry, properties }) => !geometry && typeof properties?.border === "string";

export class Bands {
  #drawn = new Map();

  /** Loads the borders if there are bands; resolves to whether there are new ones. */
  async load(features) {
    if (!features.some(isBand)) return false;
    const answer = await fetch("/api/outlines").catch(() => null);
    if (!answer?.ok) return false;
    this.#drawn = new Map((await answer.json()).features.map((one) => [idOf(one), one]));
    return true;
  }

  /** The same regions for the map; a band keeps its last border until the board has drawn the next one. */
  fill(features) {
    return features.map((feature) => {
      const drawn = isBand(feature) ? this.#drawn.get(idOf(feature)) : undefined;
      return drawn ? { ...feature, geometry: drawn.geometry, properties: { ...feature.properties, ...drawn.properties } } : feature;
    });
  }
}
