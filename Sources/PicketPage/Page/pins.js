/** The map with a pin for each board. It shows all of them until a person moves it. */

import { Backdrop } from "/backdrop.js";
import { drawn as make } from "/elements.js";
import { Flat } from "/flat.js";
import { unitOf } from "/framing.js";
import { Labels } from "/labels.js";
import { labelOfName } from "/names.js";
import { View } from "/view.js";

// In pixels: how far a finger may miss a pin, and half the room that the name of a pin leaves for it.
const reach = 22;
const half = 11;
// In metres: the least that is shown around one board, and how far from its middle the earth is drawn flat.
const around = 200;
const farthest = 20_000;

export class Pins {
  #svg; #group; #backdrop; #labels; #view;
  #flat = null;
  #pins = new Map();
  #chosen = null;
  #isMoved = false;
  // The scale that shows all boards: a button for another one is pressed by a person.
  #unit = null;
  #names = "";

  /** chosen(name or null) is called for a tap. */
  constructor(svg, chosen) {
    [this.#svg, this.#group] = [svg, svg.querySelector("#drawing")];
    this.#view = new View(svg, document.querySelectorAll("[data-zoom]"), {
      drawn: () => this.#drawn(), fit: () => { this.#isMoved = false; this.#fit(); }, moved: () => { this.#isMoved = true; },
      isDrawing: () => false, tapped: (x, y, element) => chosen(element.closest?.("[data-board]")?.dataset.board ?? this.#near(x, y)),
    });
    this.#backdrop = new Backdrop(svg, this.#view);
    this.#labels = new Labels(svg, this.#view, () => this.#words());
    this.#view.draw();
    this.#backdrop.open();
  }

  /** Shows boards: each with its name, kind, latitude and longitude. */
  show(boards) {
    const names = new Set(boards.map(({ name }) => name));
    for (const [name, { element }] of this.#pins) {
      if (names.has(name)) continue;
      element.remove();
      this.#pins.delete(name);
    }
    for (const { name, kind, latitude, longitude } of boards) {
      const element = this.#pins.get(name)?.element ?? this.#add(name);
      this.#pins.set(name, { element, kind, latitude, longitude });
    }
    const key = JSON.stringify([...names].sort());
    const isOther = key !== this.#names;
    this.#names = key;
    if ((isOther || this.#hasLeft) && (!this.#isMoved || !this.#flat)) this.#fit(); else this.#draw();
  }

  /** Whether a board has left the map, which shows all of them. */
  get #hasLeft() {
    if (!this.#flat || this.#view.unit !== this.#unit) return false;
    const { x: left, y: top, width, height } = this.#view.part;
    return [...this.#pins.values()].some((pin) => {
      const [x, y] = this.#spot(pin);
      return x < left || x > left + width || y < top || y > top + height;
    });
  }

  /** Marks a board as chosen, or none; a board with a position comes into the middle. */
  choose(name) {
    this.#chosen = name;
    const pin = this.#pins.get(name);
    this.#draw();
    if (!pin) return;
    this.#isMoved = true;
    this.#view.show(...this.#spot(pin), Math.min(this.#view.unit, 2));
  }

  /** Shows whether the positions are old. */
  age(isOld) { this.#svg.classList.toggle("old", isOld); }

  #add(name) {
    const sign = make("text", { class: "sign", y: 4.5 });
    sign.textContent = "!";
    const element = make("g", { "data-board": name }, make("g", { class: "k" }, make("circle", { class: "dot spot", r: 8 }), sign));
    this.#group.append(element);
    return element;
  }

  #spot({ latitude, longitude }) { return this.#flat.spot(longitude, latitude); }

  #near(clientX, clientY) {
    let [found, nearest] = [null, reach];
    for (const [name, { element }] of this.#pins) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const away = Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
      if (away < nearest) [found, nearest] = [name, away];
    }
    return found;
  }

  /** Shows all boards. */
  #fit() {
    const pins = [...this.#pins.values()];
    if (!pins.length) return this.#draw();
    const box = () => {
      const spots = pins.map((pin) => this.#spot(pin));
      const [x, y] = [spots.map((one) => one[0]), spots.map((one) => one[1])];
      return { left: Math.min(...x), right: Math.max(...x), top: Math.min(...y), bottom: Math.max(...y) };
    };
    const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    if (!this.#flat) this.#center(pins[0].longitude, pins[0].latitude);
    if (Math.hypot(...middle(box())) > farthest) this.#center(...this.#flat.place(middle(box())));
    const { left, right, top, bottom } = box();
    const wide = { left: left - around, right: right + around, top: top - around, bottom: bottom + around };
    this.#draw();
    this.#view.show(...middle(wide), unitOf(wide, this.#view.size));
    this.#unit = this.#view.unit;
  }

  #center(longitude, latitude) {
    this.#flat = new Flat(latitude, longitude);
    this.#backdrop.move(this.#flat);
  }

  #draw() {
    for (const [name, pin] of this.#pins) {
      // The pins may have come while a person looked elsewhere.
      if (!this.#flat) this.#center(pin.longitude, pin.latitude);
      const [x, y] = this.#spot(pin);
      pin.element.setAttribute("transform", `translate(${x} ${y})`);
      pin.element.setAttribute("class", `pin ${pin.kind}${name === this.#chosen ? " chosen" : ""}`);
    }
    this.#drawn();
  }

  #drawn() {
    if (!this.#labels) return;
    this.#backdrop.draw();
    this.#labels.place();
  }

  /** The names of the boards; that of the chosen one comes first. */
  #words() {
    const { unit } = this.#view;
    const group = this.#svg.querySelector("#names");
    const all = this.#flat ? [...this.#pins].sort(([one], [other]) => (other === this.#chosen) - (one === this.#chosen)) : [];
    const labels = all.map(([id, pin]) => {
      const [x, y] = this.#spot(pin);
      const box = { left: x - half * unit, right: x + half * unit, top: y - half * unit, bottom: y + half * unit };
      return labelOfName({ id, box }, group, { isNeeded: id === this.#chosen, style: id === this.#chosen ? "chosen" : "" });
    });
    return { labels, taken: this.#backdrop.taken("#drawing .dot") };
  }
}
