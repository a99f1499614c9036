/** One region: where it is from here, what it reports, its day, and what can be done with it. */

import { make } from "/elements.js";
import { factsOf } from "/facts.js";
import { shapeOf } from "/fields.js";
import { Flat } from "/flat.js";
import { dayAndClock } from "/words.js";
import { reasonsOf } from "/reason.js";
import { pendingWords, stateWords } from "/regions.js";
import { say } from "/say.js";

/** The middle of all places of a shape. */
const middle = (coordinates) => {
  const places = [];
  const collect = (part) => typeof part[0] === "number" ? places.push(part) : part.forEach(collect);
  collect(coordinates);
  // Across the date line the mean of the degrees is on the other side of the earth.
  const flat = new Flat(places[0][1], places[0][0]);
  const spots = places.map(([longitude, latitude]) => flat.spot(longitude, latitude));
  const mean = (index) => (Math.min(...spots.map((one) => one[index])) + Math.max(...spots.map((one) => one[index]))) / 2;
  return flat.place([mean(0), mean(1)]);
};

export class RegionCard {
  #section; #act; #parts = {}; #id = null;

  /** act has: why(id), change(id), mute(id, isMuted), pause(id, isPaused), warn(id), remove(id), today(id), back(). */
  constructor(section, act) { [this.#section, this.#act] = [section, act]; }

  get id() { return this.#id; }

  /** Shows a region; canChange if this device may change it. */
  show(id, feature, canChange) {
    this.#id = id;
    const own = feature.properties ?? {};
    const [isPaused, isMuted] = [own.enabled === false, own.mute === true];
    const part = (name, element) => { this.#parts[name] = element; return element; };
    const fact = (word, text, name = word) => [make("dt", {}, word), part(name, make("dd", {}, text))];
    const button = (words, act, more = {}) => {
      const element = make("button", { type: "button", ...more }, words);
      element.addEventListener("click", act);
      return element;
    };
    // A band has no place until the board has drawn it.
    const [longitude, latitude] = feature.geometry ? middle(feature.geometry.coordinates) : [];
    const place = feature.geometry ? `${latitude.toFixed(6)},${longitude.toFixed(6)}` : null;
    this.#section.replaceChildren(
      make("h2", {}, id), part("state", make("p", { class: "state" })), part("missing", make("p", { class: "missing" })),
      ...(own.note ? [make("p", {}, own.note)] : []),
      make("dl", {}, ...fact(say("today"), "", "today"), ...factsOf(feature).flatMap(([word, text]) => fact(word, text))),
      make("p", { class: "buttons" },
        button(say("why no beep?"), () => this.#act.why(id), { "data-card": "why" }),
        ...(place ? [make("a", { class: "button", href: `geo:${place}?q=${place}(${encodeURIComponent(id)})` }, say("navigate to it"))] : []),
        ...(canChange ? [button(say("change"), () => this.#act.change(id), { "data-card": "change" }),
          button(isMuted ? say("unmute it") : say("mute it"), () => this.#act.mute(id, !isMuted), { "data-card": "mute" }),
          button(isPaused ? say("watch it again") : say("pause it"), () => this.#act.pause(id, !isPaused), { "data-card": "pause" }),
          ...(own.border === undefined && shapeOf(feature) !== "gate" ? [button(say("a warning around it"), () => this.#act.warn(id), { "data-card": "warn" })] : []),
          button(say("remove"), () => this.#act.remove(id), { "data-card": "remove" })] : []),
        button(say("all regions"), () => this.#act.back(), { "data-card": "back" })));
    return isPaused;
  }

  /** Shows where the carrier is from it: state, depth, pending, missing, active, changes. */
  update(one) {
    if (this.#id === null || !this.#parts.state) return;
    const set = (name, text) => { if (this.#parts[name].textContent !== text) this.#parts[name].textContent = text; };
    set("state", one.isPaused ? say("paused") : stateWords(one));
    this.#parts.state.classList.toggle("inside", one.state === "inside");
    const shut = one.active === false ? one.changes ? say("outside its hours until {time}", { time: dayAndClock(one.changes) }) : say("outside its hours") : null;
    set("missing", [one.isMuted && say("muted: its signals are for lights only"), pendingWords(one), reasonsOf(one, "missing").join("; "), shut].filter(Boolean).join(" "));
    set("today", this.#act.today(this.#id));
  }
}
