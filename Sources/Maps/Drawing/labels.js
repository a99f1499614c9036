/** The words on a map: none covers another, or anything that is in their way. */

import { drawn } from "/elements.js";
import { Placement } from "/placement.js";

const pen = document.createElement("canvas").getContext("2d");
// More words than this are not read on a map.
const most = 60;

/** The boxes of elements, in pixels from a corner of the map. */
export const boxesOn = (svg, elements) => {
  const map = svg.getBoundingClientRect();
  return elements.map((one) => one.getBoundingClientRect()).filter((box) => box.width)
    .map((box) => ({ left: box.left - map.left, right: box.right - map.left, top: box.top - map.top, bottom: box.bottom - map.top }));
};

export class Labels {
  #svg; #view; #ask;
  #family;
  #widths = new Map();
  #elements = new Map();
  #isDue = false;

  /**
   * ask(window) is called for each picture on the screen, and returns
   *
   * - labels: the words, the most important first, each with its key, and
   *   - text, font, height, group: an element of the map, style: its class
   *   - spots(window, width, height): the middles for it in pixels, the best first
   *   - settle(offset or null), if something other than its text is drawn: at is then its place on the map,
   *     size its [width, height], and the offset that of the middle from the place, in pixels
   * - taken: the boxes of what must not be covered, and line: the points that words avoid
   *
   * A window has the part of the map in metres, converts metres to pixels by across(x) and down(y), and has
   * the frame in which words must be.
   */
  constructor(svg, view, ask) {
    [this.#svg, this.#view, this.#ask] = [svg, view, ask];
    this.#family = getComputedStyle(svg).fontFamily;
  }

  /** The width of a text in pixels. */
  #widthOf(text, font) {
    const key = `${font} ${text}`;
    if (!this.#widths.has(key)) {
      pen.font = `${font} ${this.#family}`;
      this.#widths.set(key, Math.ceil(pen.measureText(text).width) + 6);
    }
    return this.#widths.get(key);
  }

  /** Places the words once for the next picture on the screen. */
  place() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#placeNow();
    });
  }

  #placeNow() {
    const { part: { x: left, y: top, width: wide, height: high }, unit, size: [width, height] } = this.#view;
    const window = {
      part: { left, right: left + wide, top, bottom: top + high },
      across: (x) => (x - left) / unit, down: (y) => (y - top) / unit,
      frame: { left: 4, right: width - 4, top: 4, bottom: height - 4 },
    };
    const { labels, taken, line } = this.#ask(window);
    const placement = new Placement(window.frame, taken, line);
    const shown = new Set();
    for (const label of labels) {
      if (!label.settle && shown.size >= most) continue;
      const size = label.size ?? [this.#widthOf(label.text, label.font), label.height];
      const spot = placement.reserve(label.spots(window, ...size), ...size);
      if (label.settle) label.settle(spot && [spot[0] - window.across(label.at[0]), spot[1] - window.down(label.at[1])]);
      else if (spot) {
        shown.add(label.key);
        this.#show(label, left + spot[0] * unit, top + (spot[1] + 4.5) * unit);
      }
    }
    for (const [key, element] of this.#elements) {
      if (shown.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
  }

  #show({ key, text, group, style = "" }, x, y) {
    let element = this.#elements.get(key);
    if (!element) {
      element = drawn("g", {}, drawn("g", { class: "k" }, drawn("text", {}, text)));
      this.#elements.set(key, element);
      group.append(element);
    }
    element.setAttribute("transform", `translate(${x} ${y})`);
    element.setAttribute("class", style);
  }
}
