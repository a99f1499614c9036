/** The ground below the regions: tiles that the board serves from its map. */

import { drawn, tell } from "/elements.js";
import { Part } from "/post.js";
import { drawTile, namesOn } from "/tile.js";
import { Tiling } from "/tiling.js";

const make = drawn;

const mostKept = 160;
// In milliseconds, before a tile that failed is requested again.
const again = 20_000;

export class Ground {
  #group;
  #credit;
  #named;
  #info = null;
  #isRequested = false;
  #part = new Part("/api/map", (info) => this.#adopt(info));
  #adopted = () => {};
  #origin = null;
  #view = null;
  #unit = 1;
  #isDue = false;
  #needed = new Set();
  #range = "";
  // The tiles that are loaded or on their way, the most recently needed one at the end.
  #tiles = new Map();

  /** named(names) is called with the names on the shown tiles, each with its kind, angle, text, x and y. */
  constructor(group, credit, named) { [this.#group, this.#credit, this.#named] = [group, credit, named]; }

  /** Requests the description of the map, unless it is there and the board has no other; adopted is called with it. */
  open(isOther, adopted = this.#adopted) {
    this.#adopted = adopted;
    if (this.#isRequested && !isOther) return;
    this.#isRequested = true;
    this.#part.load();
  }

  #adopt(info) {
    this.#adopted(info);
    this.#showCredit(info.error ?? info.attribution, info.error !== undefined);
    if (info.kind === "none") return;
    this.#info = info;
    if (this.#origin) this.move(this.#origin);
  }

  /** Sets the part of the drawing that is shown, and the metres per pixel. */
  setView(view, unit) {
    [this.#view, this.#unit] = [view, unit];
    this.#updateSoon();
  }

  /** Sets the point around which the world is drawn flat. */
  move(origin) {
    this.#tiles.clear();
    this.#group.replaceChildren();
    [this.#origin, this.#range] = [origin, ""];
    this.#updateSoon();
  }

  #showCredit(text, isBad) {
    tell(this.#credit, text ?? "", isBad);
    this.#credit.hidden = !text;
  }

  #updateSoon() {
    if (this.#isDue || !this.#info || !this.#origin || !this.#view) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#update();
    });
  }

  #update() {
    const tiling = new Tiling(this.#info, this.#origin);
    const { zoom, all, range } = tiling.tiles(this.#view, this.#unit);
    if (range === this.#range) return;
    this.#range = range;
    this.#needed = new Set();
    for (const [column, row] of all) this.#need(tiling, zoom, column, row);
    this.#settle();
  }

  // MARK: Tiles

  #need(tiling, zoom, column, row) {
    const key = `${zoom}/${column}/${row}`;
    this.#needed.add(key);
    const known = this.#tiles.get(key);
    if (known) {
      // This tile becomes the newest.
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return;
    }
    const tile = { element: null, isDone: false, names: [] };
    this.#tiles.set(key, tile);
    const count = 2 ** zoom;
    const path = `/api/map/${zoom}/${((column % count) + count) % count}/${row}`;
    const [left, top] = tiling.corner(column, row, zoom);
    const [right, bottom] = tiling.corner(column + 1, row + 1, zoom);
    const load = this.#info.kind === "images" ? this.#image : this.#lines;
    load.call(this, path, left, top, right - left, bottom - top).then(({ element, names = [] }) => {
      [tile.element, tile.names, tile.isDone] = [element, names, true];
      // The map was zoomed meanwhile: the tile is kept, but not in the page.
      if (!this.#needed.has(key)) element.remove();
    }, () => this.#tiles.delete(key)).then(() => {
      // A failed tile is requested again, sooner when the map is moved.
      if (!tile.isDone) {
        this.#range = "";
        setTimeout(() => this.#updateSoon(), again);
      }
      this.#settle();
    });
  }

  #image(path, x, y, width, height) {
    return new Promise((resolve, reject) => {
      // A little larger, so that no gap is visible between two tiles.
      const element = make("image", { x, y, width: width * 1.003, height: height * 1.003, preserveAspectRatio: "none" });
      element.addEventListener("load", () => resolve({ element }));
      element.addEventListener("error", () => { element.remove(); reject(); });
      element.setAttribute("href", path);
      // Some browsers load an image only when it is in the page.
      element.classList.add("loading");
      this.#group.append(element);
    });
  }

  async #lines(path, x, y, width, height) {
    const answer = await fetch(path);
    const drawing = await answer.json();
    if (drawing.error) this.#showCredit(drawing.error, true);
    const box = { x, y, width, height };
    return { element: drawTile(drawing, box), names: namesOn(drawing, box) };
  }

  /** Shows the needed tiles; the earlier ones stay until all have arrived. */
  #settle() {
    let isWhole = true;
    const shown = [];
    for (const key of this.#needed) {
      const tile = this.#tiles.get(key);
      if (tile?.isDone) shown.push(tile.element);
      else if (tile) isWhole = false;
    }
    const isShown = new Set(shown);
    for (const element of shown) {
      element.classList.remove("loading");
      if (!element.isConnected || element.parentNode !== this.#group) this.#group.append(element);
    }
    if (!isWhole) return;
    this.#named([...this.#needed].flatMap((key) => this.#tiles.get(key)?.names ?? []));
    for (const element of [...this.#group.children]) {
      if (!isShown.has(element) && !element.classList.contains("loading")) element.remove();
    }
    for (const [key, tile] of this.#tiles) {
      if (this.#tiles.size <= mostKept) break;
      if (tile.isDone && !this.#needed.has(key)) this.#tiles.delete(key);
    }
  }
}
