/** The place where a person stands, from the live fixes. */

import { mean } from "/shape.js";

const seconds = 10;

/** The mean of ten seconds of fixes. */
export class Standing {
  #places = [];
  #timer = 0;

  get isOn() { return this.#timer !== 0; }

  /** Begins; calls progress(seconds left, fixes) each second, and done(mean or null, fixes) at the end. */
  start(progress, done) {
    this.stop();
    this.#places = [];
    let left = seconds;
    progress(left, 0);
    this.#timer = setInterval(() => {
      left -= 1;
      if (left > 0) return progress(left, this.#places.length);
      this.stop();
      done(this.#places.length ? mean(this.#places) : null, this.#places.length);
    }, 1000);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  add(place) { if (this.isOn) this.#places.push(place); }
}
