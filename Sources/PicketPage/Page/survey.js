/** The way that a person walks. The board makes the outline of it, as `picket regions add --walk` does. */

import { post } from "/post.js";
import { say } from "/say.js";
import { decimal, metres } from "/units.js";

// The board reads at most this many positions.
const most = 4000;
// In seconds: a longer time between two fixes is not believed.
const longest = 3600;

/** The positions of a walk. */
export class Way {
  #positions = [];
  #time = null;
  // In seconds since the start.
  #seconds = 0;
  // In seconds: a very long walk keeps fewer positions.
  #interval = 0;
  /** Whether the board is making the outline. */
  isAsking = false;

  get places() { return this.#positions.map((position) => position.slice(0, 2)); }

  /** Adds a position at a time in milliseconds, with its standard deviation in metres. */
  add([longitude, latitude], time, deviation) {
    const passed = (time - (this.#time ?? time)) / 1000;
    this.#time = time;
    // The clock of a receiver may be set.
    if (passed > 0 && passed < longest) this.#seconds += passed;
    const last = this.#positions.at(-1)?.[2];
    if (last !== undefined && this.#seconds - last < this.#interval) return;
    this.#positions.push([longitude, latitude, Number(this.#seconds.toFixed(3)), deviation]);
    if (this.#positions.length < most) return;
    this.#positions = this.#positions.filter((_, index) => index % 2 === 0);
    this.#interval = 2 * this.#seconds / most;
  }

  /** Resolves to the corners and words about them, or only to the reason why there are none. */
  async outline(isCorridor) {
    this.isAsking = true;
    const answer = await post("/api/survey", { positions: this.#positions, corridor: isCorridor });
    this.isAsking = false;
    return answer.ok ? { corners: answer.corners, words: wordsOf(answer) } : { reason: answer.error };
  }
}

/** The sentences of the board about its outline, in the language of the page. */
const wordsOf = ({ corners, length, tolerance, noise, cushion, open, loops, gap }) => [
  say("walked {length}; drawn with {count} corners, to {metres}", { length: metres(length), count: corners.length, metres: metres(tolerance) }),
  open !== undefined && say("the end is {metres} from the beginning: closed by a straight line", { metres: metres(open) }),
  loops !== undefined && say("the outline crosses itself: loops of {area} m² were left out", { area: decimal(loops, 0) }),
  gap !== undefined && say("no fix for {seconds} s: the outline is a straight line there", { seconds: decimal(gap, 0) }),
  cushion !== undefined && say("the fixes were off by about {metres}: with a cushion of {cushion} m they cause no crossings", { metres: metres(noise), cushion }),
].filter(Boolean);
