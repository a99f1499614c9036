/** The circle of a dropped anchor: its edge is dragged, or moved by keys, for another radius. */

import { Handles } from "/handles.js";
import { arrows } from "/pointing.js";
import { Sketch } from "/sketch.js";
import { metres } from "/units.js";

/** The bounds of its radius, in metres. */
export const radii = { min: 5, max: 5000 };
// In milliseconds, from the last key to the order.
const pause = 1000;

export class AnchorCircle {
  #handles; #resize; #anchor = null; #sketch = null; #due = 0;
  #isMoved = false;

  /** resize(id, radius) is asked for at the end; it resolves when the board has answered. */
  constructor(svg, map, resize) {
    this.#resize = resize;
    this.#handles = new Handles(svg, map, {
      drag: (...all) => this.#move(() => this.#sketch.drag(...all)),
      dropped: (_, isTap, isCancelled) => isCancelled ? this.#begin() : isTap || this.#send(),
      key: (name, event) => this.#key(name, event),
    });
  }

  /** Shows the handle of an anchor, or of none; one that is being moved stays where it is. */
  show(anchor) {
    const stays = anchor === this.#anchor || (this.#isMoved && anchor?.id === this.#anchor?.id);
    this.#anchor = anchor;
    if (!stays) this.#begin();
  }

  #begin() {
    clearTimeout(this.#due);
    this.#isMoved = false;
    const { geometry, properties } = this.#anchor ?? {};
    const draft = geometry && { kind: "circle", points: [geometry.coordinates], size: properties.radius };
    this.#sketch = draft ? new Sketch(draft, this.#anchor, "") : null;
    this.#draw();
  }

  #draw() {
    const marks = { isEdge: true, isMoved: this.#isMoved, says: this.#isMoved ? metres(this.#sketch.draft.size) : "" };
    this.#handles.show(this.#sketch?.draft ?? null, marks);
  }

  #move(step) {
    clearTimeout(this.#due);
    if (!this.#sketch) return;
    step();
    const { draft } = this.#sketch;
    draft.size = Math.min(radii.max, Math.max(radii.min, Math.round(draft.size)));
    this.#isMoved = true;
    this.#draw();
  }

  #key(name, event) {
    const arrow = arrows[event.key];
    if (arrow) {
      this.#move(() => this.#sketch.nudge(name, ...arrow.map((one) => one * (event.shiftKey ? 10 : 1))));
      this.#due = setTimeout(() => this.#send(), pause);
    } else if (event.key === "Enter") this.#send();
    else if (event.key === "Escape") this.#begin();
    else return;
    event.preventDefault();
    // The map would move with the arrows.
    event.stopPropagation();
  }

  async #send() {
    clearTimeout(this.#due);
    if (!this.#isMoved) return;
    const [sketch, radius] = [this.#sketch, this.#sketch.draft.size];
    if (radius !== this.#anchor.properties.radius) await this.#resize(this.#anchor.id, radius);
    // Refused, it is where it was; moved meanwhile, it stays.
    if (sketch === this.#sketch && radius === sketch.draft.size) this.#begin();
  }
}
