/** The ground below the regions: tiles that the board serves out of a file of its own. */

const namespace = "http://www.w3.org/2000/svg";
const metresPerDegree = 111_320;
const around = 40_075_017;
// Units of a side of a tile with lines.
const side = 4096;
// A phone shows 6 to 24 tiles at a time.
const mostShown = 48;
const mostKept = 160;

const make = (name, attributes, ...children) => {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

export class Ground {
  #group;
  #credit;
  #info = null;
  #isAsked = false;
  #origin = null;
  #shift = [0, 0];
  #view = null;
  #unit = 1;
  #isDue = false;
  #wanted = new Set();
  #range = "";
  // Each tile that is loaded or on its way, the one needed last at the end.
  #tiles = new Map();

  constructor(group, credit) {
    this.#group = group;
    this.#credit = credit;
  }

  /** Asks once whether there is a map, and which. */
  async open() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const answer = await fetch("/api/map").catch(() => null);
    this.#isAsked = answer?.ok === true;
    if (!this.#isAsked) return;
    const info = await answer.json();
    this.#say(info.error ?? info.attribution, info.error !== undefined);
    if (info.kind === "none") return;
    this.#info = info;
    this.#updateSoon();
  }

  /** The part of the drawing that is shown, and the metres of a pixel. */
  look(view, unit) {
    [this.#view, this.#unit] = [view, unit];
    this.#updateSoon();
  }

  /** The point around which the world is drawn flat, and the metres from there to the middle. */
  move(origin, x, y) {
    if (origin !== this.#origin) {
      this.#tiles.clear();
      this.#group.replaceChildren();
      [this.#origin, this.#range] = [origin, ""];
    }
    this.#shift = [x, y];
    this.#updateSoon();
  }

  #say(text, isBad) {
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

  /** The column and row, with fractions, of a point of the world that is drawn. */
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

  /** Where the north-western corner of a tile is drawn. */
  #corner(column, row, zoom) {
    const { latitude, longitude, scale } = this.#origin;
    const east = (column / 2 ** zoom - 0.5) * 360 - longitude;
    const north = Math.atan(Math.sinh((0.5 - row / 2 ** zoom) * 2 * Math.PI)) * 180 / Math.PI;
    return [east * metresPerDegree * scale, (latitude - north) * metresPerDegree];
  }

  /** The first and the last column and row of what is shown, with some more around it. */
  #cover(zoom) {
    const { x, y, width, height } = this.#view;
    const [left, top] = [x + this.#shift[0] - width / 4, y + this.#shift[1] - height / 4];
    const [west, north] = this.#tileAt(left, top, zoom).map(Math.floor);
    const [east, south] = this.#tileAt(left + width * 1.5, top + height * 1.5, zoom).map(Math.floor);
    const last = 2 ** zoom - 1;
    const info = this.#info;
    const low = this.#tileAtPosition(info.west, info.north, zoom).map(Math.floor);
    const high = this.#tileAtPosition(info.east, info.south, zoom).map(Math.floor);
    // Across the date line the columns go on, of which the map knows those of one world.
    const isRound = west < 0 || east > last;
    return {
      west: isRound ? west : Math.max(west, low[0]), east: isRound ? east : Math.min(east, high[0]),
      north: Math.max(north, low[1], 0), south: Math.min(south, high[1], last),
    };
  }

  #update() {
    const info = this.#info;
    // Pictures are made for 256 pixels, sharp ones for the pixels of the screen; lines for 512.
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
    this.#wanted = new Set();
    if (count() <= mostShown) {
      for (let row = cover.north; row <= cover.south; row += 1) {
        for (let column = cover.west; column <= cover.east; column += 1) this.#want(zoom, column, row);
      }
    }
    this.#settle();
  }

  // MARK: Tiles

  #want(zoom, column, row) {
    const key = `${zoom}/${column}/${row}`;
    this.#wanted.add(key);
    const known = this.#tiles.get(key);
    if (known) {
      // It becomes the newest.
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
      // The map was zoomed meanwhile: it is kept, and not in the page.
      if (!this.#wanted.has(key)) element.remove();
    }, () => this.#tiles.delete(key)).then(() => {
      // A failed one is asked for again when the map is moved.
      if (!tile.isDone) this.#range = "";
      this.#settle();
    });
  }

  #image(path, x, y, width, height) {
    return new Promise((resolve, reject) => {
      // A little larger, so that no line is between two.
      const element = make("image", { x, y, width: width * 1.003, height: height * 1.003, preserveAspectRatio: "none" });
      element.addEventListener("load", () => resolve(element));
      element.addEventListener("error", () => { element.remove(); reject(); });
      element.setAttribute("href", path);
      // Some browsers load only what is in the page.
      element.classList.add("loading");
      this.#group.append(element);
    });
  }

  async #lines(path, x, y, width, height) {
    const answer = await fetch(path);
    const drawing = await answer.json();
    if (drawing.error) this.#say(drawing.error, true);
    const paths = (drawing.paths ?? []).map(([kind, data]) => make("path", { class: kind, d: data }));
    return make("g", { transform: `translate(${x} ${y}) scale(${width / side} ${height / side})` }, ...paths);
  }

  /** Shows the wanted tiles; those of before stay until all are there. */
  #settle() {
    let isWhole = true;
    const shown = [];
    for (const key of this.#wanted) {
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
      if (tile.isDone && !this.#wanted.has(key)) this.#tiles.delete(key);
    }
  }
}
