/** One region: where it is from here, what it reports, its day, and what can be done with it. */

import { make } from "/elements.js";
import { Flat } from "/flat.js";
import { dayAndClock, elapsed, metres } from "/words.js";
import { reasonsOf } from "/reason.js";
import { pendingWords, stateWords } from "/regions.js";
import { language, say } from "/say.js";

const listed = (words) => words.length > 1 ? say("{first} and {last}", { first: words.slice(0, -1).join(", "), last: words.at(-1) }) : words[0] ?? "";

/** What a region reports, in words. */
const reports = (own) => {
  const beeps = [own.notifyOnEntry !== false && say("on entering"), own.notifyOnExit !== false && say("on leaving"),
    own.dwell > 0 && say("after {time} inside", { time: elapsed(own.dwell) })].filter(Boolean);
  const words = [beeps.length ? say("beeps {when}", { when: listed(beeps) }) : say("no beep on entering or leaving")];
  if (own.approach) words.push(say("a cue {seconds} s before the border", { seconds: own.approach }));
  if (own.remind) words.push(own.remindSide === "inside" ? say("reminds every {time} while inside", { time: elapsed(own.remind) }) : say("reminds every {time} while outside", { time: elapsed(own.remind) }));
  return words.join("; ");
};

const hours = (own) => {
  const end = own.expires ? say("until {time}", { time: new Date(own.expires).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) }) : null;
  return [own.active ?? say("always"), end].filter(Boolean).join(", ");
};

const size = ({ geometry, properties: own = {} }) => {
  if (own.border !== undefined) {
    const values = { metres: metres(Number(own.offset) || 0), name: String(own.border) };
    return own.offset < 0 ? say("{metres} inside the border of {name}", values) : say("{metres} outside the border of {name}", values);
  }
  const type = geometry?.type ?? "";
  return type === "Point" ? say("circle, {metres} around its middle", { metres: metres(own.radius ?? 0) })
    : type.endsWith("LineString") ? say("corridor, {metres} wide", { metres: metres(own.width ?? 0) }) : say("drawn along its border");
};

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

  /** act has: why(id), change(id), mute(id, isMuted), pause(id, isPaused), remove(id), today(id), back(). */
  constructor(section, act) { [this.#section, this.#act] = [section, act]; }

  get id() { return this.#id; }

  /** Shows a region; canChange if this device may change it. */
  show(id, feature, canChange) {
    this.#id = id;
    const own = feature.properties ?? {};
    const [isPaused, isMuted] = [own.enabled === false, own.mute === true];
    const part = (name, element) => { this.#parts[name] = element; return element; };
    const fact = (word, text, name) => [make("dt", {}, word), part(name, make("dd", {}, text))];
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
      make("dl", {}, ...fact(say("today"), "", "today"), ...fact(say("reports"), isPaused ? say("paused: not watched until it is watched again") : reports(own)),
        ...fact(say("hours"), hours(own)), ...fact(say("shape"), size(feature))),
      make("p", { class: "buttons" },
        button(say("why no beep?"), () => this.#act.why(id), { "data-card": "why" }),
        ...(place ? [make("a", { class: "button", href: `geo:${place}?q=${place}(${encodeURIComponent(id)})` }, say("navigate to it"))] : []),
        ...(canChange ? [button(say("change"), () => this.#act.change(id), { "data-card": "change" }),
          button(isMuted ? say("unmute it") : say("mute it"), () => this.#act.mute(id, !isMuted), { "data-card": "mute" }),
          button(isPaused ? say("watch it again") : say("pause it"), () => this.#act.pause(id, !isPaused), { "data-card": "pause" }),
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
