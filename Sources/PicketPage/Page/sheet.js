/** The sheet below the map: closed but for its bar, or open with one of its views. */

import { say } from "/say.js";

export class Sheet {
  #sheet; #views; #button; #closed;

  /** closed() is called when a person closes it. */
  constructor(sheet, views, button, closed) {
    [this.#sheet, this.#views, this.#button, this.#closed] = [sheet, views, button, closed];
    button.addEventListener("click", () => {
      if (!this.isOpen) return this.show("all");
      this.close();
      this.#closed();
    });
    this.close();
  }

  get isOpen() { return this.#sheet.classList.contains("open"); }
  get view() { return this.isOpen ? this.#views.dataset.view : null; }

  /** Opens it with a view: all, card, why or draw. */
  show(view) {
    if (this.#views.dataset.view !== view) this.#views.scrollTop = 0;
    this.#views.dataset.view = view;
    this.#toggle(true);
  }

  close() {
    this.#toggle(false);
    this.#views.dataset.view = "all";
  }

  #toggle(isOpen) {
    this.#sheet.classList.toggle("open", isOpen);
    this.#button.setAttribute("aria-expanded", String(isOpen));
    this.#button.textContent = isOpen ? say("close") : say("more");
  }
}
