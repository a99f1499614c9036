/** One region: where it is from here, what it reports, its day, and what can be done with it. */

import { partsOf } from "/border.js";
import { radii } from "/circle.js";
import { buttonOf, make, numberField } from "/elements.js";
import { shapeOf } from "/fields.js";
import { Flat } from "/flat.js";
import { ask, refusalOf } from "/post.js";
import { reasonWords, reasonsOf } from "/reason.js";
import { boxOf } from "/region.js";
import { pendingWords, stateWords } from "/regions.js";
import { joined, say } from "/say.js";
import { dayAndClock } from "/words.js";

/** The middle of a shape. */
const middle = (feature) => {
  const [longitude, latitude] = feature.geometry.coordinates.flat(Infinity);
  // Across the date line the mean of the degrees is on the other side of the earth.
  const flat = new Flat(latitude, longitude);
  const { left, right, top, bottom } = boxOf(partsOf(feature, (place) => flat.spot(...place)));
  return flat.place([(left + right) / 2, (top + bottom) / 2]);
};

export class RegionCard {
  #section; #act; #parts = {}; #id = null; #facts = null;

  /** act has, for an id: why, change, mute(id, isMuted), pause(id, isPaused), warn, order, remove, today, resize(id, radius); back(). */
  constructor(section, act) { [this.#section, this.#act] = [section, act]; }

  get id() { return this.#id; }

  /** Shows a region; canChange if this device may change it, canResize if it is an anchor with another radius on request. */
  show(id, feature, canChange, canResize = false) {
    // What the board has said of it stays while it is asked again.
    if (id !== this.#id) this.#facts = make("dl");
    this.#id = id;
    const own = feature.properties ?? {};
    const [isPaused, isMuted] = [own.enabled === false, own.mute === true];
    const part = (name, element) => { this.#parts[name] = element; return element; };
    // A band has no place until the board has drawn it.
    const [longitude, latitude] = feature.geometry ? middle(feature) : [];
    const place = feature.geometry ? `${latitude.toFixed(6)},${longitude.toFixed(6)}` : null;
    this.#section.replaceChildren(
      make("h2", {}, id), part("state", make("p", { class: "state" })), part("missing", make("p", { class: "missing" })),
      ...(own.note ? [make("p", {}, own.note)] : []),
      make("dl", {}, make("dt", {}, say("today")), part("today", make("dd"))),
      ...(canResize ? [this.#size(own.radius)] : []),
      make("p", { class: "buttons" },
        buttonOf(say("why no beep?"), () => this.#act.why(id), { "data-card": "why" }),
        ...(place ? [make("a", { class: "button", href: `geo:${place}?q=${place}(${encodeURIComponent(id)})` }, say("navigate to it"))] : []),
        ...(canChange ? [buttonOf(say("change"), () => this.#act.change(id), { "data-card": "change" }),
          buttonOf(isMuted ? say("unmute it") : say("mute it"), () => this.#act.mute(id, !isMuted), { "data-card": "mute" }),
          buttonOf(isPaused ? say("watch it again") : say("pause it"), () => this.#act.pause(id, !isPaused), { "data-card": "pause" }),
          ...(own.border === undefined && shapeOf(feature) !== "gate" ? [buttonOf(say("a warning around it"), () => this.#act.warn(id), { "data-card": "warn" })] : []),
          buttonOf(say("put in order"), () => this.#act.order(id), { "data-card": "order" }),
          buttonOf(say("remove"), () => this.#act.remove(id), { "data-card": "remove" })] : []),
        buttonOf(say("all regions"), () => this.#act.back(), { "data-card": "back" })),
      // They come later than the buttons, which must not move below a finger.
      this.#facts);
    this.#tell(id, this.#facts);
  }

  /** Shows what the board says of it. */
  async #tell(id, list) {
    const answer = await ask(`/api/facts?${new URLSearchParams({ region: id })}`).catch(() => null);
    const reply = await answer?.json().catch(() => null);
    if (list !== this.#facts) return;
    const facts = reply?.facts?.map((fact) => [reasonWords({ code: `fact.${fact.name}` }, fact.name), reasonWords(fact, fact.text)])
      ?? [["", refusalOf(reply) ?? say("the board cannot be reached")]];
    list.replaceChildren(...facts.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
  }

  /** The field for another radius. */
  #size(value) {
    const field = numberField(say("radius, metres"), "radius", { ...radii, value });
    const form = make("form", {}, field, make("button", { type: "submit", "data-card": "resize" }, say("change")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#act.resize(this.#id, Number(field.lastElementChild.value));
    });
    return form;
  }

  /** Shows where the carrier is from it: state, depth, pending, missing, active, changes. */
  update(one) {
    if (this.#id === null || !this.#parts.state) return;
    const set = (name, text) => { if (this.#parts[name].textContent !== text) this.#parts[name].textContent = text; };
    set("state", one.isPaused ? say("paused") : stateWords(one));
    this.#parts.state.classList.toggle("inside", one.state === "inside");
    const shut = one.active === false ? one.changes ? say("outside its hours until {time}", { time: dayAndClock(one.changes) }) : say("outside its hours") : null;
    set("missing", [one.isMuted && say("muted: its signals are for lights only"), pendingWords(one), joined(reasonsOf(one, "missing")), shut].filter(Boolean).join(" "));
    set("today", this.#act.today(this.#id));
  }
}
