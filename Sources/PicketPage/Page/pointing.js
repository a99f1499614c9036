/** Fingers, the mouse and keys on the map while a region is drawn. */

import { whole } from "/hints.js";
import { say } from "/say.js";

/** The metres to the east and north of each key. */
export const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Pointing {
  #drawing;

  /** drawing has: sketch (or null), isWalking, panel, form, handles, show(), keep(), press(name). */
  constructor(drawing) {
    this.#drawing = drawing;
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#escape(); });
  }

  /** A tap on the map beside the handles; no place before the map has one. */
  tap(place) {
    const { sketch, isWalking, panel } = this.#drawing;
    if (!sketch) return;
    if (!place) return panel.showText(say("The map needs a position or a region first."), true);
    if (sketch.isOpen && !isWalking) this.put(place);
    else if (sketch.selected) {
      sketch.selected = null;
      this.#drawing.show();
    }
  }

  /** Puts the next or the selected point of the sketch at a place. */
  put(place) {
    const { sketch, panel, form } = this.#drawing;
    if (!sketch.put(place)) panel.showText(say("Select the corner to put there."), true);
    else if (!sketch.isOpen) panel.showText(whole);
    form.show(sketch.draft);
    this.#drawing.show();
  }

  drag(name, place, start) {
    const now = this.#drawing.sketch?.drag(name, place, start);
    this.#drawing.show();
    return now;
  }

  /** A handle was released, or tapped. */
  dropped(name, isTap) {
    const { sketch, form, handles } = this.#drawing;
    if (!sketch) return;
    if (isTap) sketch.tap(name);
    form.show(sketch.draft);
    this.#drawing.keep();
    handles.focus(sketch.selected ?? name);
  }

  key(name, event) {
    const { sketch, form } = this.#drawing;
    const arrow = arrows[event.key];
    if (arrow) {
      sketch.nudge(name, ...arrow.map((one) => one * (event.shiftKey ? 10 : 1)));
      form.show(sketch.draft);
      this.#drawing.show();
    } else if (event.key === "Enter" || event.key === " ") this.dropped(name, true);
    else if (event.key === "Delete" || event.key === "Backspace") {
      sketch.selected = name;
      this.#drawing.press("delete");
    } else return;
    event.preventDefault();
  }

  #escape() {
    const { sketch, panel, isWalking } = this.#drawing;
    if (panel.isQuestionOpen) return panel.closeQuestion();
    if (!sketch) return;
    if (sketch.selected) sketch.selected = null;
    else if (sketch.isOpen && sketch.isWhole && !isWalking) this.#drawing.press("finish");
    // A region of the file stays: its changes are discarded only by the button.
    else if (sketch.isOpen && sketch.count === 0 && !isWalking) return this.#drawing.press("discard");
    this.#drawing.show();
  }
}
