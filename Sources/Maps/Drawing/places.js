/** The names of streets and places on the ground, where no other words are. */

import { drawn } from "/elements.js";
import { boxesOn } from "/labels.js";

// In pixels: between two names, and between two of the same street.
const apart = 6;
const repeated = 260;
const most = 30;
const heights = { place: 15, other: 12 };

const covers = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The names that are shown, each with its place in pixels; the most important come first. */
const chosen = (names, { across, down, width, height }, taken, widthOf) => {
  const [all, shown] = [[...taken], []];
  for (const name of names) {
    if (shown.length >= most) break;
    const [x, y] = [across(name.x), down(name.y)];
    if (x < 0 || x > width || y < 0 || y > height) continue;
    if (shown.some((one) => one.text === name.text && Math.hypot(one.left - x, one.top - y) < repeated)) continue;
    const [long, high] = [widthOf(name) / 2, (heights[name.kind] ?? heights.other) / 2];
    const [cosine, sine] = [Math.abs(Math.cos(name.angle * Math.PI / 180)), Math.abs(Math.sin(name.angle * Math.PI / 180))];
    const [wide, tall] = [long * cosine + high * sine + apart, long * sine + high * cosine + apart];
    const box = { left: x - wide, right: x + wide, top: y - tall, bottom: y + tall };
    if (all.some((other) => covers(box, other))) continue;
    all.push(box);
    shown.push({ ...name, left: x, top: y });
  }
  return shown;
};

export class Places {
  #svg; #group; #others; #names = []; #due = 0;
  #pen = document.createElement("canvas").getContext("2d");

  /** others() returns the elements that names must not cover. */
  constructor(svg, group, others) {
    [this.#svg, this.#group, this.#others] = [svg, group, others];
    this.#pen.font = `13px ${getComputedStyle(svg).fontFamily}`;
  }

  /** Adopts the names on the shown tiles. */
  adopt(names, view) {
    this.#names = [...names.filter((one) => one.kind === "place"), ...names.filter((one) => one.kind !== "place")];
    this.place(view);
  }

  /** Places them when the map rests: while it moves they move along. */
  place(view) {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => requestAnimationFrame(() => this.#placeNow(view)), 120);
  }

  #placeNow(view) {
    const { x: left, y: top } = view.part;
    const [width, height] = view.size;
    const frame = { across: (x) => (x - left) / view.unit, down: (y) => (y - top) / view.unit, width, height };
    const taken = boxesOn(this.#svg, this.#others());
    const shown = chosen(this.#names, frame, taken, (name) => this.#pen.measureText(name.text).width * (name.kind === "place" ? 1.15 : 0.95));
    this.#group.replaceChildren(...shown.map(({ kind, text, angle, x, y }) => {
      const name = drawn("text", { y: 4, transform: `rotate(${angle})` }, text);
      return drawn("g", { class: kind, transform: `translate(${x} ${y})` }, drawn("g", { class: "k" }, name));
    }));
  }
}
