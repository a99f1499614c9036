/** Drawing on foot: the place where a person stands, and the border that a person walks along. */

import { say } from "/say.js";
import { Standing } from "/standing.js";
import { Way } from "/survey.js";
import { metres } from "/units.js";

const counted = (count) => count === 1 ? say("1 fix") : say("{count} fixes", { count });

// In milliseconds: the next fix must not replace the reason before somebody has read it.
const readable = 8000;

export class Feet {
  #standing = new Standing();
  #way = null;
  #readUntil = 0;
  #panel; #act;

  /** act has: stood(place, scatter in metres) and walked(places). */
  constructor(panel, act) { [this.#panel, this.#act] = [panel, act]; }

  get isWalking() { return this.#way !== null; }

  /** Receives the position after a trusted fix, with its time in milliseconds, its standard deviation in metres, and the fix itself. */
  add(place, time, deviation, fix) {
    this.#standing.add(fix);
    if (!this.#way) return;
    this.#way.add(place, time, deviation);
    const { places, isAsking } = this.#way;
    if (!isAsking && Date.now() >= this.#readUntil) this.#panel.showText(say("walking: {fixes} so far", { fixes: counted(places.length) }));
    this.#act.walked(places);
  }

  /** Takes the mean of ten seconds. */
  stand() {
    const progress = (seconds, count) => this.#panel.showText(say("Stand still for {seconds} s: {fixes} so far.", { seconds, fixes: counted(count) }));
    this.#standing.start(progress, (found, count) => {
      if (!found) return this.#panel.showText(say("No trusted fix arrived within 10 s; go to open sky and try again."), true);
      this.#act.stood(found.place, found.spread);
      this.#panel.showText(say("Here is the mean of {fixes}, which scatter by ± {metres}.", { fixes: counted(count), metres: metres(found.spread) }));
    });
  }

  walk() {
    this.#way = new Way();
    this.#readUntil = 0;
  }

  /** Ends the walk if the board makes an outline of it; resolves to its corners and words, or to null. */
  async endWalk(isCorridor) {
    const way = this.#way;
    if (way.isAsking) return null;
    this.#panel.showText(say("drawing the outline …"));
    const { corners, words, reason } = await way.outline(isCorridor);
    // Discarded meanwhile.
    if (this.#way !== way) return null;
    if (!corners) {
      this.#readUntil = Date.now() + readable;
      this.#panel.showText(say("no outline: {reason}; walk on, or end the walk again", { reason }), true);
      return null;
    }
    this.#way = null;
    return { corners, words };
  }

  stop() {
    this.#standing.stop();
    this.#way = null;
  }
}
