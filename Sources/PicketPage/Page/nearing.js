/** How fast the carrier comes nearer to each border, from the depths of the last fixes. */

// Over this many milliseconds the noise of the fixes is small beside the way of a walker.
const least = 3000;
const most = 15_000;

export class Nearing {
  #first = new Map();
  #speeds = new Map();

  /** Metres a second by which the carrier comes nearer, by region. */
  get speeds() { return this.#speeds; }

  /** Adds the regions of a fix that arrived now, in milliseconds. */
  add(regions, now) {
    for (const { region, depth } of regions) {
      const before = this.#first.get(region);
      if (depth === undefined) continue;
      if (!before || now - before.now > most) this.#first.set(region, { now, depth });
      else if (now - before.now >= least) {
        this.#speeds.set(region, (Math.abs(before.depth) - Math.abs(depth)) / ((now - before.now) / 1000));
        this.#first.set(region, { now, depth });
      }
    }
    const known = new Set(regions.map((one) => one.region));
    for (const id of this.#speeds.keys()) if (!known.has(id)) this.#speeds.delete(id);
    for (const id of this.#first.keys()) if (!known.has(id)) this.#first.delete(id);
  }
}
