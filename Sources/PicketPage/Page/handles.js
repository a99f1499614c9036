/** The outline of a draft on the map and its handles, which are moved by touch, mouse and keys. */

import { drawn } from "/elements.js";
import { outline } from "/outline.js";
import { say } from "/say.js";
import { placesOf } from "/shape.js";

// In pixels: from the middle of a handle to that of the next, so that a finger touches only one.
const apart = 48;
// With more corners than this, only some of them have handles.
const many = 100;

export class Handles {
  #map;
  #svg;
  #layer = drawn("g");
  #act;
  #draft = null;
  #marks = {};
  #drag = null;
  #pointers = new Set();
  #tap = null;

  /** act has: drag(handle, place, isFirst), dropped(handle, isTap, isCancelled), key(handle, event), and while drawing tap(place or null). */
  constructor(svg, map, act) {
    [this.#svg, this.#map, this.#act] = [svg, map, act];
    svg.querySelector("#drawing").append(this.#layer);
    map.followWorld(() => this.draw());
    // The handles have the size of a finger at each zoom.
    new MutationObserver(() => this.draw()).observe(svg, { attributes: true, attributeFilter: ["viewBox"] });
    this.#layer.addEventListener("pointerdown", (event) => this.#begin(event));
    // Otherwise the browser takes a finger on a handle for a gesture, and ignores the next tap.
    this.#layer.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    this.#layer.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) this.#layer.addEventListener(name, (event) => this.#end(event));
    this.#layer.addEventListener("keydown", (event) => {
      const handle = event.target.dataset.handle;
      if (handle) this.#act.key(handle, event);
    });
    svg.addEventListener("pointerdown", (event) => {
      this.#pointers.add(event.pointerId);
      this.#tap = this.#pointers.size === 1 ? { x: event.clientX, y: event.clientY } : null;
    });
    svg.addEventListener("pointerup", (event) => this.#lift(event));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => this.#pointers.delete(event.pointerId));
  }

  /** Shows a draft, or nothing; marks: selected, wrong (corners), spread ({ place, metres }), isOpen, theirs, way; isEdge, isMoved and says for an edge alone. */
  show(draft, marks = {}) {
    [this.#draft, this.#marks] = [draft, marks];
    if (this.#act.tap) this.#svg.classList.toggle("drawing", draft !== null);
    this.draw();
  }

  focus(handle) { this.#layer.querySelector(`[data-handle="${handle}"]`)?.focus({ preventScroll: true }); }

  get #unit() { return Number(this.#svg.style.getPropertyValue("--u")) || 1; }

  draw() {
    if (!this.#draft || !this.#map.spot([0, 0])) return this.#layer.replaceChildren();
    const focused = this.#layer.contains(document.activeElement) ? document.activeElement.dataset.handle : null;
    const { isEdge, isMoved = !isEdge } = this.#marks;
    this.#layer.replaceChildren(
      ...isMoved ? outline(this.#draft, this.#marks, (place) => this.#map.spot(place)) : [], ...this.#handles().map((handle) => this.#handle(handle)));
    if (focused) this.focus(focused);
  }

  // MARK: Handles

  /** The handles; the last ones are on top, where a finger touches them first. */
  #handles() {
    const { kind, points, size } = this.#draft;
    const metres = Number(size) > 0 ? Number(size) : 0;
    const spots = points.map((place) => this.#map.spot(place));
    if (kind === "circle") {
      if (!spots[0]) return [];
      const [x, y] = spots[0];
      const edge = { name: "size", x: x + Math.max(metres, apart * this.#unit), y, words: say("the radius") };
      return this.#marks.isEdge ? [edge] : [{ name: "whole", x, y, words: say("the middle of the circle") }, edge];
    }
    if (kind === "kept") return this.#whole(placesOf(this.#draft).map((place) => this.#map.spot(place)));
    const corners = spots.map(([x, y], index) => ({ name: `corner-${index}`, x, y, words: say("corner {number} of {count}", { number: index + 1, count: spots.length }) }));
    // While corners are added, the next one may be where another handle would be.
    const others = this.#marks.isOpen ? [] : [...this.#whole(spots), ...this.#reachable(this.#betweens(spots, kind)), ...this.#width(spots, kind, metres)];
    return [...others, ...this.#reachable(corners)];
  }

  /** The handles that a finger can touch: of many corners those in view, one in each place; all when the map is closer. */
  #reachable(handles) {
    if (this.#draft.points.length <= many) return handles;
    const { x: left, y: top, width, height } = this.#svg.viewBox.baseVal;
    const cell = apart * this.#unit;
    const taken = new Set();
    const { selected, wrong = [] } = this.#marks;
    return handles.filter(({ name, x, y }) => {
      if (name === selected || wrong.some((index) => name === `corner-${index}`)) return true;
      const place = `${Math.round(x / cell)} ${Math.round(y / cell)}`;
      if (x < left || x > left + width || y < top || y > top + height || taken.has(place)) return false;
      return taken.add(place);
    });
  }

  #whole(spots) {
    if (spots.length < 2) return [];
    const middle = (index) => spots.reduce((sum, spot) => sum + spot[index], 0) / spots.length;
    // Below the shape, where no corner is.
    const low = Math.max(...spots.map(([, y]) => y));
    return [{ name: "whole", x: middle(0), y: low + apart * this.#unit, words: say("the whole region") }];
  }

  #betweens(spots, kind) {
    const ends = kind === "polygon" && spots.length > 2 ? [...spots, spots[0]] : spots;
    return ends.slice(1).flatMap(([x, y], index) => {
      const [fromX, fromY] = ends[index];
      const isShort = Math.hypot(x - fromX, y - fromY) < 2 * apart * this.#unit;
      return isShort ? [] : [{ name: `between-${index}`, x: (x + fromX) / 2, y: (y + fromY) / 2, words: say("a new corner after corner {number}", { number: index + 1 }) }];
    });
  }

  #width([first, second], kind, metres) {
    if (kind !== "corridor" || !second) return [];
    const [x, y] = [second[0] - first[0], second[1] - first[1]];
    // Across the first edge, beyond the border.
    const length = Math.hypot(x, y) || 1;
    const away = metres / 2 + apart * this.#unit;
    return [{ name: "size", x: first[0] + x / 3 - y / length * away, y: first[1] + y / 3 + x / length * away, words: say("the width") }];
  }

  #handle({ name, x, y, words }) {
    const kind = name.split("-")[0];
    const isSelected = this.#marks.selected === name;
    const isWrong = kind === "corner" && this.#marks.wrong?.includes(Number(name.slice(7)));
    const sign = { whole: "M-6 0h12M0-6v12", size: "M-6 0h12M-6 0l3-3M-6 0l3 3M6 0l-3-3M6 0l-3 3", between: "M-3 0h6M0-3v6" }[kind];
    return drawn("g", { transform: `translate(${x} ${y})` }, drawn("g", {
      class: `k handle ${kind}${isSelected ? " selected" : ""}${isWrong ? " wrong" : ""}`,
      "data-handle": name, tabindex: "0", role: "button", "aria-label": words, "aria-pressed": String(isSelected),
    }, drawn("circle", { class: "reach", r: 22 }), drawn("circle", { class: "dot", r: kind === "between" ? 6 : 9 }),
    ...(sign ? [drawn("path", { d: sign })] : []), ...(this.#marks.says ? [drawn("text", { y: -30 }, this.#marks.says)] : [])));
  }

  // MARK: Pointers

  #begin(event) {
    const element = event.target.closest("[data-handle]");
    if (!element || this.#drag) return;
    // The map must not move below the handle.
    event.stopPropagation();
    this.#layer.setPointerCapture(event.pointerId);
    const box = element.querySelector(".reach").getBoundingClientRect();
    this.#drag = {
      pointer: event.pointerId, name: element.dataset.handle, hasMoved: false, x: event.clientX, y: event.clientY,
      off: [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2],
    };
  }

  #move(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    if (!drag.hasMoved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
    const place = this.#map.placeAt(event.clientX - drag.off[0], event.clientY - drag.off[1]);
    const start = this.#map.placeAt(drag.x - drag.off[0], drag.y - drag.off[1]);
    // A handle between two corners becomes a corner.
    drag.name = this.#act.drag(drag.name, place, drag.hasMoved ? null : start) ?? drag.name;
    drag.hasMoved = true;
  }

  #end(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.#drag = null;
    const isCancelled = event.type === "pointercancel";
    this.#act.dropped(drag.name, !drag.hasMoved && !isCancelled, isCancelled);
  }

  /** Reports a tap on the map, but not a finger that moves the map. */
  #lift(event) {
    const tap = this.#tap;
    this.#tap = null;
    if (!this.#draft || !tap || Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > 8) return;
    this.#act.tap?.(this.#map.placeAt(event.clientX, event.clientY));
  }
}
