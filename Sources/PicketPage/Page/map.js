/** The live map: regions, the position and its track. It follows the position until a person moves it. */

import { Backdrop } from "/backdrop.js";
import { depthAt, partsOf } from "/border.js";
import { drawn } from "/elements.js";
import { Flat } from "/flat.js";
import { isShown, unitAround, unitOf } from "/framing.js";
import { Labels } from "/labels.js";
import { labelOfName } from "/names.js";
import { boxOf, pathOf } from "/region.js";
import { orderOf, Shapes } from "/shapes.js";
import { View } from "/view.js";

const make = drawn;

// The most points that the board sends at first.
const mostPoints = 600;
// The most points of a swing.
const mostOfSwing = 300;
// In pixels: a finger means a small region that is this far away.
const reach = 22;

export class LiveMap {
  #svg; #act; #backdrop; #shapes; #labels; #view; #way; #here;
  #flat = null;
  #features = [];
  #track = [];
  // The positions of the last hours at an anchor.
  #swing = [];
  #now = null;
  #isFollowing = true;
  #isHeld = false;
  // Whether it follows again when no region is chosen.
  #resumes = false;
  #isOpened = false;
  // The region that is drawn elsewhere, and the function that draws it.
  #hidden = null;
  // The regions that are being put in order.
  #order = null;
  #followers = [];

  /** act has: chosen(id or null) by a tap. */
  constructor(svg, act) {
    [this.#svg, this.#act, this.#way, this.#here] = [svg, act, svg.querySelector("#way"), svg.querySelector("#here")];
    this.#shapes = new Shapes(svg.querySelector("#shapes"));
    this.#view = new View(svg, document.querySelectorAll("[data-zoom]"), {
      drawn: () => this.#drawn(), fit: () => this.fit(), moved: () => { [this.#isFollowing, this.#isOpened, this.#resumes] = [false, true, false]; },
      isDrawing: () => svg.classList.contains("drawing"), tapped: (x, y, element) => this.#tapped(x, y, element),
    });
    this.#backdrop = new Backdrop(svg, this.#view);
    this.#labels = new Labels(svg, this.#view, (window) => this.#words(window));
    this.#view.draw();
  }

  /** Draws the map of the board below everything, if there is one; adopted is called with its description. */
  openGround(isOther = false, adopted = undefined) { this.#backdrop.open(isOther, adopted); }

  /** Shows the regions of a file. */
  show(features) {
    this.#features = features;
    // Before the first fix the first region is in the middle.
    const place = features[0]?.geometry?.coordinates?.flat(Infinity) ?? [];
    if (!this.#flat && place.length > 1) this.#center(place[1], place[0]);
    this.#drawRegions();
    this.#open();
  }

  /** Shows the track: a list of [time, latitude, longitude, standard deviation]. */
  follow(points) {
    this.#track = points;
    // The board sends it again.
    this.swing(null);
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

  /** Adds positions at an anchor, of which there is one each minute; without any there is no swing. */
  swing(points) {
    this.#swing = points ? [...this.#swing, ...points].slice(-mostOfSwing) : [];
    this.#drawSwing();
  }

  /** Marks the regions that the carrier is inside, and those whose state may no longer hold. */
  mark(inside, unsure) {
    this.#shapes.mark(inside, this.#shapes.chosen, unsure);
    this.#drawn();
  }

  /** Marks a region as chosen, or none. */
  choose(id) {
    this.#shapes.mark(this.#shapes.inside, id);
    if (id === null && this.#resumes) [this.#isFollowing, this.#resumes] = [!this.#isHeld, false];
    this.number(this.#order);
  }

  /** Numbers regions in an order; without one those of the order of the chosen region. */
  number(order) {
    this.#order = order;
    this.#shapes.number(order ?? orderOf(this.#features, this.#shapes.chosen));
    this.#drawn();
  }

  /** Shows whether the position is old. */
  age(isOld) { this.#svg.classList.toggle("old", isOld); }

  /** Metres inside the border of a region at the position, about; null if it is not known. */
  depth(id) {
    const region = this.#shapes.find(id);
    return region && this.#now ? depthAt(region.parts, this.#now) : null;
  }

  // MARK: What is shown

  /** Shows the position and the nearest border, and follows the position. */
  fit() {
    const [x, y] = this.#now ?? [0, 0];
    this.#isFollowing = !this.#isHeld;
    this.#view.show(x, y, unitAround(this.#shapes.toBorder([x, y]), this.#view.size));
  }

  /** Opens the map once, when both the position and the regions have come. */
  #open() {
    if (this.#isOpened) return;
    this.#isOpened = this.#now !== null && this.#features.length > 0;
    this.fit();
  }

  /** Shows a region, or one that is drawn elsewhere, unless all of it is in view and of some size. */
  frame(id, feature = {}) {
    const parts = this.#flat && partsOf(feature, (place) => this.spot(place));
    const box = parts ? boxOf(parts) : this.#shapes.find(id)?.box;
    if (!box) return;
    // A region in view stays there until another is chosen, or none.
    if (isShown(box, this.#view)) {
      this.#resumes ||= this.#isFollowing;
      this.#isFollowing = false;
      return;
    }
    const { left, right, top, bottom } = box;
    [this.#isFollowing, this.#isOpened, this.#resumes] = [false, true, false];
    this.#view.show((left + right) / 2, (top + bottom) / 2, unitOf(box, this.#view.size));
  }

  #tapped(clientX, clientY, element) {
    if (!this.#flat) return;
    const id = element.closest?.("[data-id]")?.dataset.id;
    this.#act.chosen(id ?? this.#shapes.near(this.#view.pointAt(clientX, clientY), reach * this.#view.unit));
  }

  #drawn() {
    if (!this.#labels) return;
    this.#backdrop.draw();
    this.#labels.place();
  }

  /** The names of the regions, beside everything that must be seen. */
  #words({ part, across, down }) {
    const { inside, chosen, all } = this.#shapes;
    const [find, unit] = [this.#shapes.finder(part), across(1) - across(0)];
    const namedAt = ([x, y]) => find([part.left + x / unit, part.top + y / unit]);
    const rank = ({ id }) => id === chosen ? 0 : inside.has(id) ? 1 : 2;
    const group = this.#svg.querySelector("#names");
    // Smaller regions have less room for their names, and are first among equals.
    const labels = all.reverse().sort((one, other) => rank(one) - rank(other)).map((region) => labelOfName(region, group, {
      isNeeded: rank(region) < 2, namedAt, style: `${inside.has(region.id) ? "inside" : ""}${region.id === chosen ? " chosen" : ""}`,
    }));
    const taken = this.#backdrop.taken("#here .spot, #shapes .number");
    const line = this.#spots(this.#track).map(([x, y]) => [across(x), down(y)]);
    return { labels, taken, line };
  }

  // MARK: For drawing

  /** Metres east and south of a place on the map; null before there is a position or a region. */
  spot(place) { return this.#flat?.spot(...place) ?? null; }

  /** The place at a point of the screen; null before there is a position or a region. */
  placeAt(clientX, clientY) { return this.#flat?.place(this.#view.pointAt(clientX, clientY)) ?? null; }

  /** Keeps the map in its place while the position moves, or lets it follow again. */
  hold(isHeld) {
    this.#isHeld = isHeld;
    this.#isFollowing = !isHeld;
  }

  /** Leaves out a region that is drawn elsewhere. */
  hide(id) {
    this.#hidden = id;
    this.#drawRegions();
  }

  /** Adds a function that is called when the world is drawn around another place. */
  followWorld(draw) { this.#followers.push(draw); }

  #center(latitude, longitude) {
    const middle = this.#flat?.place(this.#view.middle);
    this.#flat = new Flat(latitude, longitude);
    this.#backdrop.move(this.#flat);
    this.#view.show(...(middle ? this.#flat.spot(...middle) : [0, 0]));
    this.#drawRegions();
    this.#drawTrack();
    this.#drawSwing();
    for (const draw of this.#followers) draw();
  }

  #move(latitude, longitude, sigma) {
    // Far from the point around which the world is drawn flat, it is drawn again around the position.
    if (!this.#flat || Math.hypot(...this.#flat.spot(longitude, latitude)) > 20_000) this.#center(latitude, longitude);
    const [x, y] = this.#now = this.#flat.spot(longitude, latitude);
    const circle = sigma ? [make("circle", { class: "sigma", r: sigma })] : [];
    this.#here.replaceChildren(...circle, make("g", { class: "k" }, make("circle", { class: "spot", r: 7 })));
    this.#here.setAttribute("transform", `translate(${x} ${y})`);
    if (this.#isFollowing) this.#view.show(x, y); else this.#drawn();
    this.#open();
  }

  #drawTrack() {
    if (this.#flat) this.#way.querySelector(".track").setAttribute("d", pathOf(this.#spots(this.#track)));
  }

  #drawSwing() {
    if (this.#flat) this.#way.querySelector(".swing").setAttribute("d", this.#spots(this.#swing).map((spot) => `M${spot.join(" ")}h0`).join(""));
  }

  #spots(points) { return points.map(([, latitude, longitude]) => this.#flat.spot(longitude, latitude)); }

  #drawRegions() {
    if (!this.#flat) return;
    this.#shapes.draw(this.#features, this.#flat, this.#hidden);
    this.number(this.#order);
  }
}
