/** The names on the map, and its scale bar. */

import { drawn as make } from "/elements.js";
import { placeNames } from "/names.js";

const longest = 24;

const nice = (most) => {
  const decade = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * decade).find((length) => length <= most) || decade;
};

const shortened = (id) => id.length > longest ? `${id.slice(0, longest - 1)}…` : id;

export class Labels {
  #svg; #group; #scale;
  #texts = new Map();
  #widths = new Map();
  #pen = document.createElement("canvas").getContext("2d");
  #isDue = false;
  #last = null;

  constructor(svg) {
    this.#svg = svg;
    this.#group = svg.querySelector("#names");
    this.#scale = svg.querySelector("#scale");
    this.#pen.font = `600 13px ${getComputedStyle(svg).fontFamily}`;
  }

  /** Places the names of shapes around the position, once for each picture on the screen. */
  place(view, shapes, now) {
    this.#drawScale(view);
    this.#last = [view, shapes, now];
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#placeNow(...this.#last);
    });
  }

  #width(text) {
    if (!this.#widths.has(text)) this.#widths.set(text, Math.ceil(this.#pen.measureText(text).width) + 6);
    return this.#widths.get(text);
  }

  #placeNow(view, shapes, now) {
    const { inside, chosen } = shapes;
    const { x: left, y: top } = view.part;
    const { unit } = view;
    const [width, height] = view.size;
    const across = (x) => (x - left) / unit;
    const down = (y) => (y - top) / unit;
    const rank = (id) => id === chosen ? 0 : inside.has(id) ? 1 : 2;
    const wanted = shapes.all.reverse().map(({ id, box }) => ({
      id, isNeeded: rank(id) < 2, width: this.#width(shortened(id)),
      box: { left: across(box.left), right: across(box.right), top: down(box.top), bottom: down(box.bottom) },
    }));
    // Smaller regions have less room for their names, and are first among equals.
    wanted.sort((one, other) => rank(one.id) - rank(other.id));
    const map = this.#svg.getBoundingClientRect();
    const taken = [...document.querySelectorAll("header, .zoom button, #credit, #drawing .dot")].map((one) => one.getBoundingClientRect())
      .map((box) => ({ left: box.left - map.left, right: box.right - map.left, top: box.top - map.top, bottom: box.bottom - map.top }));
    // The scale bar, and the position.
    taken.push({ left: 0, right: 190, top: height - 42, bottom: height });
    if (now) taken.push({ left: across(now[0]) - 9, right: across(now[0]) + 9, top: down(now[1]) - 9, bottom: down(now[1]) + 9 });
    const placed = placeNames(wanted, { left: 4, right: width - 4, top: 4, bottom: height - 4 }, taken);
    this.#show(placed.map(({ id, x, y }) => [id, left + x * unit, top + (y + 4.5) * unit]), inside, chosen);
  }

  #show(placed, inside, chosen) {
    const shown = new Set(placed.map(([id]) => id));
    for (const [id, group] of this.#texts) {
      if (shown.has(id)) continue;
      group.remove();
      this.#texts.delete(id);
    }
    for (const [id, x, y] of placed) {
      let group = this.#texts.get(id);
      if (!group) {
        const name = make("text", {});
        // Names of regions are set as text, never as markup.
        name.textContent = shortened(id);
        group = make("g", { "data-name": id }, make("g", { class: "k" }, name));
        this.#texts.set(id, group);
        this.#group.append(group);
      }
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.setAttribute("class", `${inside.has(id) ? "inside" : ""}${id === chosen ? " chosen" : ""}`);
    }
  }

  /** The scale bar is in the lower left corner at each size. */
  #drawScale(view) {
    const { x, y, width, height } = view.part;
    const { unit } = view;
    const length = nice(Math.min(width / 3, 160 * unit));
    this.#scale.setAttribute("transform", `translate(${x + 12 * unit} ${y + height - 12 * unit})`);
    this.#scale.querySelector("path").setAttribute("d", `M0 0h${length}`);
    this.#scale.querySelector("text").textContent = length >= 1000 ? `${length / 1000} km` : `${Number(length.toPrecision(2))} m`;
  }
}
