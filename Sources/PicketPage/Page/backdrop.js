/** What a map has around its regions: the ground with its names, and the scale bar. */

import { Ground } from "/ground.js";
import { boxesOn } from "/labels.js";
import { Places } from "/places.js";
import { drawScale } from "/scale.js";

/** The elements over the map. */
const overMap = () => [...document.querySelectorAll("header, .zoom button, #credit")];

export class Backdrop {
  #svg; #view; #ground; #places;

  constructor(svg, view) {
    [this.#svg, this.#view] = [svg, view];
    this.#places = new Places(svg, svg.querySelector("#places"), () => [...svg.querySelectorAll("#names text, .spot, #scale"), ...overMap()]);
    this.#ground = new Ground(svg.querySelector("#ground"), document.getElementById("credit"), (names) => this.#places.adopt(names, view));
  }

  /** Draws the map of the board, if there is one; adopted is called with its description. */
  open(isOther = false, adopted = undefined) { this.#ground.open(isOther, adopted); }

  /** Sets the point around which the world is drawn flat. */
  move(origin) { this.#ground.move(origin); }

  /** Draws it for what is shown. */
  draw() {
    this.#ground.setView(this.#view.part, this.#view.unit);
    drawScale(this.#svg.querySelector("#scale"), this.#view);
    this.#places.place(this.#view);
  }

  /** The boxes that no name may cover: what is over the map, the scale, and the elements of a selector. */
  taken(selector) {
    return boxesOn(this.#svg, [...overMap(), ...this.#svg.querySelectorAll(`#scale text, #scale path, ${selector}`)]);
  }
}
