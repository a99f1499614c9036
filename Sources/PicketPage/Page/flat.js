/** The earth drawn flat around a point: metres to the east and to the south of it. */

export const metresPerDegree = 111_320;
const round = (degrees) => Number(degrees.toFixed(7));
/** The longitude of a place beyond the date line, from -180 to 180. */
const wrapped = (degrees) => Math.abs(degrees) > 180 ? degrees - 360 * Math.round(degrees / 360) : degrees;

export class Flat {
  constructor(latitude, longitude) {
    [this.latitude, this.longitude, this.scale] = [latitude, longitude, Math.cos(latitude * Math.PI / 180)];
  }

  /** The degrees of longitude that a distance to the east has. */
  degrees(metres) { return metres / (metresPerDegree * this.scale); }

  /** The metres of a place. */
  spot(longitude, latitude) {
    // The short way round, also across the date line.
    const east = ((longitude - this.longitude + 540) % 360) - 180;
    return [east * metresPerDegree * this.scale, (this.latitude - latitude) * metresPerDegree];
  }

  /** The place of a point in metres. */
  place([x, y]) {
    return [round(wrapped(this.longitude + this.degrees(x))), round(this.latitude - y / metresPerDegree)];
  }
}
