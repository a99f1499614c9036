/** Places that are put in order, in place of the card of a region. */

import { buttonOf, make } from "/elements.js";
import { say } from "/say.js";
import { idOf, orderOf } from "/shapes.js";

/** Places are put in order in place of the card: they are tapped one after the other on the map. */
export class PlacesInOrder {
  #section; #page; #id; #before; #said; #finish; #places = null;

  /** page has: own(), the features of the board; number(ids or null), save(features), say(words, isBad), ended(id). */
  constructor(section, page) { [this.#section, this.#page] = [section, page]; }

  get isOpen() { return this.#places !== null; }

  /** Begins with the order of a region, or with the region. */
  begin(id) {
    [this.#id, this.#before] = [id, orderOf(this.#page.own(), id)];
    this.#said = make("p", { role: "status" });
    this.#finish = buttonOf(say("finish"), () => this.#save(), { "data-course": "finish" });
    this.#section.replaceChildren(make("h2", {}, say("Places in order")),
      make("p", {}, say("Tap them in order; a second tap takes one out. Each reports once, after the one before.")),
      this.#said, make("p", { class: "buttons" }, this.#finish,
        buttonOf(say("reset"), () => this.#set([]), { "data-course": "reset" }),
        buttonOf(say("discard"), () => this.#page.ended(id), { "data-course": "discard" })));
    this.#set(this.#before.length ? this.#before : [id]);
  }

  /** Adds a region at the end, or takes it out. */
  tap(id) {
    const isOwn = this.#page.own().some((one) => idOf(one) === id);
    if (!isOwn) return this.#page.say(say("{id} cannot be changed here", { id }), true);
    this.#set(this.#places.includes(id) ? this.#places.filter((one) => one !== id) : [...this.#places, id]);
  }

  end() { this.#page.number(this.#places = null); }

  #set(places) {
    this.#places = places;
    this.#finish.disabled = places.length === 1 || (!places.length && !this.#before.length);
    this.#said.textContent = places.join(" → ");
    this.#page.number(places);
  }

  /** Saves as `picket course make` does; what was taken out is in no order any more. */
  async #save() {
    const [places, all] = [this.#places, new Set([...this.#places, ...this.#before])];
    this.#finish.disabled = true;
    const [words, isBad] = await this.#page.save(this.#page.own().filter((one) => all.has(idOf(one))).map((one) => {
      const index = places.indexOf(idOf(one));
      const order = { after: places[index - 1], once: index < 0 ? undefined : true };
      return { ...one, properties: { ...one.properties, ...order } };
    }));
    this.#page.say(isBad ? words : say("saved: {id}", { id: [...all].join(", ") }), isBad);
    // Meanwhile another place may have been tapped, or the sheet closed.
    if (this.#places !== places) return;
    if (isBad) this.#finish.disabled = false; else this.#page.ended(this.#id);
  }
}
