/** Drawing on foot: the place where a person stands, and the border that a person walks along. */

import { say } from "/say.js";
import { Standing, Way } from "/standing.js";
import { metres } from "/words.js";

const counted = (count) => count === 1 ? say("1 fix") : say("{count} fixes", { count });

export class Feet {
  #standing = new Standing();
  #way = new Way();
  #panel; #act;

  /** act has: stood(place, scatter in metres) and walked(corners). */
  constructor(panel, act) { [this.#panel, this.#act] = [panel, act]; }

  get isWalking() { return this.#way.isOn; }

  /** Receives a trusted fix. */
  add(place, sigma) {
    this.#standing.add(place);
    const corners = this.#way.add(place, sigma);
    if (!corners) return;
    this.#panel.showText(corners.length === 1 ? say("walking: 1 corner") : say("walking: {count} corners", { count: corners.length }));
    this.#act.walked(corners);
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

  walk() { this.#way.start(); }
  endWalk() { this.#way.stop(); }

  stop() {
    this.#standing.stop();
    this.#way.stop();
  }
}
