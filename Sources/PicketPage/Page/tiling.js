/** The grid of a map's tiles, on a world that is drawn flat around a point. */

import { metresPerDegree } from "/flat.js";

const around = 40_075_017;
// A phone shows 6 to 24 tiles at a time.
const most = 48;

/** The column and row, with fractions, of a position on the earth. */
const tileAt = (longitude, latitude, zoom) => {
  const radians = Math.min(85, Math.max(-85, latitude)) * Math.PI / 180;
  return [
    (longitude / 360 + 0.5) * 2 ** zoom,
    (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * 2 ** zoom,
  ];
};

export class Tiling {
  #info; #origin;

  /** info describes the map: kind, min, max, west, south, east, north; origin is the point that the world is flat around. */
  constructor(info, origin) { [this.#info, this.#origin] = [info, origin]; }

  /** The column and row, with fractions, of a point of the drawing. */
  #tileOf(x, y, zoom) {
    const { latitude, longitude, scale } = this.#origin;
    return tileAt(longitude + x / (metresPerDegree * scale), latitude - y / metresPerDegree, zoom);
  }

  /** The point of the drawing for the north-western corner of a tile. */
  corner(column, row, zoom) {
    const { latitude, longitude, scale } = this.#origin;
    const east = (column / 2 ** zoom - 0.5) * 360 - longitude;
    const north = Math.atan(Math.sinh((0.5 - row / 2 ** zoom) * 2 * Math.PI)) * 180 / Math.PI;
    return [east * metresPerDegree * scale, (latitude - north) * metresPerDegree];
  }

  /** The first and the last column and row of a shown part, with some more around it. */
  #cover({ x, y, width, height }, zoom) {
    const [left, top] = [x - width / 4, y - height / 4];
    const [west, north] = this.#tileOf(left, top, zoom).map(Math.floor);
    const [east, south] = this.#tileOf(left + width * 1.5, top + height * 1.5, zoom).map(Math.floor);
    const last = 2 ** zoom - 1;
    const info = this.#info;
    const low = tileAt(info.west, info.north, zoom).map(Math.floor);
    const high = tileAt(info.east, info.south, zoom).map(Math.floor);
    // Across the date line the columns continue, but those of the map are of one world only.
    const isRound = west < 0 || east > last;
    return {
      west: isRound ? west : Math.max(west, low[0]), east: isRound ? east : Math.min(east, high[0]),
      north: Math.max(north, low[1], 0), south: Math.min(south, high[1], last),
    };
  }

  /** The tiles of a shown part at some metres per pixel: their zoom, and all columns and rows, none where they would be too many. */
  tiles(part, unit) {
    const info = this.#info;
    // A tile has 256 pixels of the screen if it is an image, and 512 of the page if it has lines.
    const pixels = info.kind === "images" ? 256 / Math.min(2, devicePixelRatio || 1) : 512;
    const metres = around * this.#origin.scale;
    let zoom = Math.round(Math.log2(metres / (pixels * unit)));
    zoom = Math.min(info.max, Math.max(info.min, zoom));
    let cover = this.#cover(part, zoom);
    const count = () => Math.max(0, cover.east - cover.west + 1) * Math.max(0, cover.south - cover.north + 1);
    while (count() > most && zoom > info.min) cover = this.#cover(part, zoom -= 1);
    const all = [];
    if (count() <= most) {
      for (let row = cover.north; row <= cover.south; row += 1) {
        for (let column = cover.west; column <= cover.east; column += 1) all.push([column, row]);
      }
    }
    return { zoom, all, range: `${zoom} ${Object.values(cover)}` };
  }
}
