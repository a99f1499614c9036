/** The live map: regions and the track of the last minutes, with the position always in its middle. */

import { Ground } from "/ground.js";
import { makeMap } from "/report.js";

const namespace = "http://www.w3.org/2000/svg";
const metresPerDegree = 111_320;
// The most points that the board sends at first.
const mostPoints = 600;

const make = (name, attributes, ...children) => {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

export class LiveMap {
  #svg;
  #groups = {};
  #origin = null;
  #shapes = new Map();
  #features = [];
  #track = [];
  // The place of the world while somebody draws, the region that is drawn, and the world's follower.
  #held = null;
  #hidden = null;
  #follower = () => {};
  #ground;

  constructor(svg) {
    this.#svg = svg;
    for (const id of ["world", "shapes", "way", "names", "here"]) this.#groups[id] = svg.querySelector(`#${id}`);
    this.#ground = new Ground(svg.querySelector("#ground"), document.getElementById("credit"));
    // The map of the report zooms and moves; the world moves below the position.
    makeMap(svg, { fixes: null, onFix: () => {}, onEvent: () => {}, onView: (view, unit) => this.#ground.setView(view, unit) });
  }

  /** Draws the map of the board below everything, if there is one. */
  openGround() { this.#ground.open(); }

  /** Shows the regions of a file. */
  show(features) {
    this.#features = features;
    // Before the first fix the first region is in the middle.
    const place = features[0]?.geometry?.coordinates?.flat(Infinity) ?? [];
    if (!this.#origin && place.length > 1) return this.#center(place[1], place[0]);
    this.#drawRegions();
  }

  /** Shows the track: a list of [time, latitude, longitude, standard deviation]. */
  follow(points) {
    this.#track = points;
    const last = points.at(-1);
    if (last) this.#move(last[1], last[2], last[3]);
    this.#drawTrack();
  }

  /** Adds a position. */
  add(time, latitude, longitude, sigma) {
    this.#track.push([time, latitude, longitude, sigma]);
    if (this.#track.length > mostPoints) this.#track.splice(0, this.#track.length - mostPoints);
    this.#move(latitude, longitude, sigma);
    this.#drawTrack();
  }

  /** Marks the regions that the carrier is inside. */
  mark(inside) {
    for (const [id, shape] of this.#shapes) shape.classList.toggle("inside", inside.has(id));
  }

  /** Shows whether the position is old. */
  age(isOld) { this.#svg.classList.toggle("old", isOld); }

  // MARK: For drawing

  /** Metres east and south of a place on the map; null before there is a position or a region. */
  spot(place) { return this.#origin ? this.#place(...place) : null; }

  /** The place at a point of the screen. */
  placeAt(clientX, clientY) {
    const inverse = this.#groups.world.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(inverse);
    const { latitude, longitude, scale } = this.#origin;
    const round = (degrees) => Number(degrees.toFixed(7));
    return [round(longitude + x / (metresPerDegree * scale)), round(latitude - y / metresPerDegree)];
  }

  /** Keeps the world in its place while the position moves, or no longer. */
  hold(isHeld) {
    this.#held = isHeld ? this.#held ?? this.#now ?? [0, 0] : null;
    this.#settle();
  }

  /** Leaves out a region that is drawn elsewhere. */
  hide(id) {
    this.#hidden = id;
    this.#drawRegions();
  }

  /** Sets the function that is called when the world is drawn around another place. */
  followWorld(draw) { this.#follower = draw; }

  #now = null;
  #settle() {
    const [x, y] = this.#held ?? this.#now ?? [0, 0];
    this.#groups.world.setAttribute("transform", `translate(${-x} ${-y})`);
    if (this.#origin) this.#ground.move(this.#origin, x, y);
    const [ownX, ownY] = this.#now ?? [x, y];
    this.#groups.here.setAttribute("transform", `translate(${ownX - x} ${ownY - y})`);
  }

  #center(latitude, longitude) {
    this.#origin = { latitude, longitude, scale: Math.cos(latitude * Math.PI / 180) };
    this.#held &&= [0, 0];
    this.#drawRegions();
    this.#drawTrack();
    this.#follower();
  }

  #move(latitude, longitude, sigma) {
    // Far from the point around which the world is drawn flat, it is drawn again around the position.
    if (!this.#origin || Math.hypot(...this.#place(longitude, latitude)) > 20_000) {
      this.#center(latitude, longitude);
    }
    this.#now = this.#place(longitude, latitude);
    this.#settle();
    const spot = make("g", { class: "k" }, make("circle", { class: "spot", r: 7 }));
    const circle = sigma ? [make("circle", { class: "sigma", r: sigma })] : [];
    this.#groups.here.replaceChildren(...circle, spot);
  }

  /** Metres east and south of the origin. */
  #place(longitude, latitude) {
    const origin = this.#origin ?? { latitude, longitude, scale: 1 };
    // The short way round, also across the date line.
    const east = ((longitude - origin.longitude + 540) % 360) - 180;
    return [east * metresPerDegree * origin.scale, (origin.latitude - latitude) * metresPerDegree];
  }

  #line(points, end = "") {
    return points.map(([longitude, latitude], index) => {
      const [x, y] = this.#place(longitude, latitude);
      return `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`;
    }).join("") + end;
  }

  #drawTrack() {
    const line = this.#line(this.#track.map(([, latitude, longitude]) => [longitude, latitude]));
    this.#groups.way.replaceChildren(make("path", { class: "track", d: line }));
  }

  #drawRegions() {
    if (!this.#origin) return;
    this.#shapes.clear();
    const shapes = [];
    const names = [];
    for (const feature of this.#features) {
      const id = String(feature.id ?? feature.properties?.id ?? "");
      const drawn = feature.properties?.enabled === false || id === this.#hidden ? null : this.#shape(feature);
      if (!drawn) continue;
      const [shape, [x, y]] = drawn;
      this.#shapes.set(id, shape);
      shape.dataset.id = id;
      shapes.push(shape);
      const name = make("text", {});
      // Names of regions are set as text, never as markup.
      name.textContent = id;
      names.push(make("g", { transform: `translate(${x} ${y})` }, make("g", { class: "k" }, name)));
    }
    this.#groups.shapes.replaceChildren(...shapes);
    this.#groups.names.replaceChildren(...names);
  }

  /** A region as an element, and the place of its name; null when it cannot be drawn. */
  #shape({ geometry, properties }) {
    const rings = (polygon) => polygon.map((ring) => this.#line(ring, "z")).join("");
    const area = (polygons) =>
      [make("path", { class: "region", "fill-rule": "evenodd", d: polygons.map(rings).join("") }), this.#middle(polygons[0][0])];
    const lanes = (lines) => [make("g", { class: "region" },
      make("path", { class: "lane", "stroke-width": properties?.width ?? 0, d: lines.map((line) => this.#line(line)).join("") })),
    this.#middle(lines[0])];
    switch (geometry?.type) {
    case "Point": {
      const place = this.#place(...geometry.coordinates);
      return [make("circle", { class: "region", cx: place[0], cy: place[1], r: properties?.radius ?? 0 }), place];
    }
    case "Polygon": return area([geometry.coordinates]);
    case "MultiPolygon": return area(geometry.coordinates);
    case "LineString": return lanes([geometry.coordinates]);
    case "MultiLineString": return lanes(geometry.coordinates);
    default: return null;
    }
  }

  #middle(points) {
    const places = points.map(([longitude, latitude]) => this.#place(longitude, latitude));
    const middle = (numbers) => (Math.min(...numbers) + Math.max(...numbers)) / 2;
    return [middle(places.map(([x]) => x)), middle(places.map(([, y]) => y))];
  }
}
