/** Places from the live fixes: the place where a person stands, and the way that a person walks. */

import { between, mean, simplified } from "/shape.js";

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

/** The walked way, with as few corners as the noise of its fixes allows. */
export class Way {
  #path = null;
  #sigma = 2;

  get isOn() { return this.#path !== null; }

  start() { this.#path = []; }

  stop() { this.#path = null; }

  /** Adds a place; returns the corners so far, or null when the place is too near to the last one. */
  add(place, sigma) {
    if (!this.#path) return null;
    const last = this.#path.at(-1);
    if (last && Math.hypot(...between(last, place)) < 1) return null;
    this.#path.push(place);
    this.#sigma = Math.max(this.#sigma, Math.min(5, sigma ?? 0));
    return simplified(this.#path, this.#sigma / 2);
  }
}
