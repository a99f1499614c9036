/** The ground below the regions: tiles that the board serves from its map. */

import { drawn as make } from "/outline.js";

const metresPerDegree = 111_320;
const around = 40_075_017;
// The side of a tile with lines, in the units of its lines.
const side = 4096;
// A phone shows 6 to 24 tiles at a time.
const mostShown = 48;
const mostKept = 160;

export class Ground {
  #group;
  #credit;
  #info = null;
  #isRequested = false;
  #origin = null;
  #view = null;
  #unit = 1;
  #isDue = false;
  #needed = new Set();
  #range = "";
  // The tiles that are loaded or on their way, the most recently needed one at the end.
  #tiles = new Map();

  constructor(group, credit) {
    this.#group = group;
    this.#credit = credit;
  }

  /** Requests the description of the map, until it has arrived once. */
  async open() {
    if (this.#isRequested) return;
    this.#isRequested = true;
    const answer = await fetch("/api/map").catch(() => null);
    this.#isRequested = answer?.ok === true;
    if (!this.#isRequested) return;
    const info = await answer.json();
    this.#showCredit(info.error ?? info.attribution, info.error !== undefined);
    if (info.kind === "none") return;
    this.#info = info;
    this.#updateSoon();
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
    this.#credit.textContent = text ?? "";
    this.#credit.hidden = !text;
    this.#credit.classList.toggle("bad", isBad);
  }

  #updateSoon() {
    if (this.#isDue || !this.#info || !this.#origin || !this.#view) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#update();
    });
  }

  // MARK: Which tiles

  /** The column and row, with fractions, of a point of the drawing. */
  #tileAt(x, y, zoom) {
    const { latitude, longitude, scale } = this.#origin;
    return this.#tileAtPosition(longitude + x / (metresPerDegree * scale), latitude - y / metresPerDegree, zoom);
  }

  /** The column and row, with fractions, of a position on the earth. */
  #tileAtPosition(longitude, latitude, zoom) {
    const radians = Math.min(85, Math.max(-85, latitude)) * Math.PI / 180;
    return [
      (longitude / 360 + 0.5) * 2 ** zoom,
      (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * 2 ** zoom,
    ];
  }

  /** The point of the drawing for the north-western corner of a tile. */
  #corner(column, row, zoom) {
    const { latitude, longitude, scale } = this.#origin;
    const east = (column / 2 ** zoom - 0.5) * 360 - longitude;
    const north = Math.atan(Math.sinh((0.5 - row / 2 ** zoom) * 2 * Math.PI)) * 180 / Math.PI;
    return [east * metresPerDegree * scale, (latitude - north) * metresPerDegree];
  }

  /** The first and the last column and row of the shown part, with some more around it. */
  #cover(zoom) {
    const { x, y, width, height } = this.#view;
    const [left, top] = [x - width / 4, y - height / 4];
    const [west, north] = this.#tileAt(left, top, zoom).map(Math.floor);
    const [east, south] = this.#tileAt(left + width * 1.5, top + height * 1.5, zoom).map(Math.floor);
    const last = 2 ** zoom - 1;
    const info = this.#info;
    const low = this.#tileAtPosition(info.west, info.north, zoom).map(Math.floor);
    const high = this.#tileAtPosition(info.east, info.south, zoom).map(Math.floor);
    // Across the date line the columns continue, but those of the map are of one world only.
    const isRound = west < 0 || east > last;
    return {
      west: isRound ? west : Math.max(west, low[0]), east: isRound ? east : Math.min(east, high[0]),
      north: Math.max(north, low[1], 0), south: Math.min(south, high[1], last),
    };
  }

  #update() {
    const info = this.#info;
    // A tile has 256 pixels of the screen if it is an image, and 512 of the page if it has lines.
    const pixels = info.kind === "images" ? 256 / Math.min(2, devicePixelRatio || 1) : 512;
    const metres = around * this.#origin.scale;
    let zoom = Math.round(Math.log2(metres / (pixels * this.#unit)));
    zoom = Math.min(info.max, Math.max(info.min, zoom));
    let cover = this.#cover(zoom);
    const count = () => Math.max(0, cover.east - cover.west + 1) * Math.max(0, cover.south - cover.north + 1);
    while (count() > mostShown && zoom > info.min) cover = this.#cover(zoom -= 1);
    const range = `${zoom} ${Object.values(cover)}`;
    if (range === this.#range) return;
    this.#range = range;
    this.#needed = new Set();
    if (count() <= mostShown) {
      for (let row = cover.north; row <= cover.south; row += 1) {
        for (let column = cover.west; column <= cover.east; column += 1) this.#need(zoom, column, row);
      }
    }
    this.#settle();
  }

  // MARK: Tiles

  #need(zoom, column, row) {
    const key = `${zoom}/${column}/${row}`;
    this.#needed.add(key);
    const known = this.#tiles.get(key);
    if (known) {
      // This tile becomes the newest.
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return;
    }
    const tile = { element: null, isDone: false };
    this.#tiles.set(key, tile);
    const count = 2 ** zoom;
    const path = `/api/map/${zoom}/${((column % count) + count) % count}/${row}`;
    const [left, top] = this.#corner(column, row, zoom);
    const [right, bottom] = this.#corner(column + 1, row + 1, zoom);
    const load = this.#info.kind === "images" ? this.#image : this.#lines;
    load.call(this, path, left, top, right - left, bottom - top).then((element) => {
      [tile.element, tile.isDone] = [element, true];
      // The map was zoomed meanwhile: the tile is kept, but not in the page.
      if (!this.#needed.has(key)) element.remove();
    }, () => this.#tiles.delete(key)).then(() => {
      // A failed tile is requested again when the map is moved.
      if (!tile.isDone) this.#range = "";
      this.#settle();
    });
  }

  #image(path, x, y, width, height) {
    return new Promise((resolve, reject) => {
      // A little larger, so that no gap is visible between two tiles.
      const element = make("image", { x, y, width: width * 1.003, height: height * 1.003, preserveAspectRatio: "none" });
      element.addEventListener("load", () => resolve(element));
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
    const paths = (drawing.paths ?? []).map(([kind, data]) => make("path", { class: kind, d: data }));
    return make("g", { transform: `translate(${x} ${y}) scale(${width / side} ${height / side})` }, ...paths);
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
    for (const element of [...this.#group.children]) {
      if (!isShown.has(element) && !element.classList.contains("loading")) element.remove();
    }
    for (const [key, tile] of this.#tiles) {
      if (this.#tiles.size <= mostKept) break;
      if (tile.isDone && !this.#needed.has(key)) this.#tiles.delete(key);
    }
  }
}
