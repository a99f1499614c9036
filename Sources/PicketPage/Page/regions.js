/** The list of all regions, the nearest first, with a search. */

import { make } from "/elements.js";
import { reasonsOf } from "/reason.js";
import { joined, say } from "/say.js";
import { depth, share } from "/words.js";

// More rows make a phone slow; the search finds the others.
const most = 40;
// A list that is read at once needs no search.
const short = 6;

const states = { inside: say("inside"), outside: say("outside"), unsure: say("unsure"), unknown: say("not known yet") };

/** The state of a region in words. */
export const stateWords = ({ state, depth: metres, isAbout, was, holds }) => {
  // How far an anchor is: to it, and not to its circle.
  if (holds) return holds;
  const sure = state === "unsure" && was ? `${states.unsure}, ${say("{state} before", { state: states[was] })}` : states[state] ?? "";
  if (metres === undefined || metres === null) return sure;
  const words = isAbout ? say("about {depth}", { depth: depth(metres) }) : depth(metres);
  return state === "unsure" ? `${words}, ${states.unsure}` : words;
};

/** A crossing that is not confirmed yet. */
export const pendingWords = ({ pending }) => pending === "enter" ? say("entering?") : pending === "exit" ? say("leaving?") : pending ? `${pending}?` : null;

const row = (id) => make("li", { "data-region": id }, make("button", { type: "button" },
  make("span", { class: "row" }, make("span", { class: "name" }, id), make("span", { class: "how" })),
  make("span", { class: "depth" }, make("i")), make("span", { class: "missing" })));

export class RegionList {
  #list; #search; #rows = new Map(); #all = []; #isTouched = false;
  #more = make("li", { class: "missing" });

  /** choose(id) is called for a tapped region. */
  constructor(list, search, choose) {
    [this.#list, this.#search] = [list, search];
    list.addEventListener("click", (event) => {
      const id = event.target.closest("[data-region]")?.dataset.region;
      if (id !== undefined) choose(id);
    });
    // A row must not move away below a finger.
    list.addEventListener("pointerdown", () => { this.#isTouched = true; });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { this.#isTouched = false; });
    search.addEventListener("input", () => this.show(this.#all));
  }

  /** Shows regions, each with region, and as far as known: state, depth, pending, missing, active, note. */
  show(all) {
    this.#all = all;
    if (this.#isTouched) return;
    this.#search.hidden = all.length <= short;
    const asked = this.#search.hidden ? "" : this.#search.value.trim().toLowerCase();
    const found = all.filter(({ region, note }) => `${region} ${note ?? ""}`.toLowerCase().includes(asked));
    const far = (one) => Math.abs(one.depth ?? Infinity);
    found.sort((one, other) => (other.state === "inside") - (one.state === "inside") || far(one) - far(other) || one.region.localeCompare(other.region));
    const shown = found.slice(0, most).map((one) => this.#fill(one));
    const left = found.length - shown.length;
    this.#more.textContent = left ? say("{count} more: search for them", { count: left }) : all.length ? say("no region has this in its name or note") : say("no regions yet");
    if (left || !shown.length) shown.push(this.#more);
    const isSame = shown.length === this.#list.children.length && shown.every((one, index) => one === this.#list.children[index]);
    if (!isSame) {
      // A row that moves loses the focus of the keyboard.
      const focused = this.#list.contains(document.activeElement) ? document.activeElement : null;
      this.#list.replaceChildren(...shown);
      focused?.focus({ preventScroll: true });
    }
    const known = new Set(all.map((one) => one.region));
    for (const id of this.#rows.keys()) if (!known.has(id)) this.#rows.delete(id);
  }

  #fill(one) {
    const { region: id, state, depth: metres, active, isPaused } = one;
    if (!this.#rows.has(id)) this.#rows.set(id, row(id));
    const element = this.#rows.get(id);
    const set = (selector, text) => {
      const part = element.querySelector(selector);
      if (part.textContent !== text) part.textContent = text;
    };
    element.className = ["inside", "unsure"].includes(state) ? state : "";
    set(".how", isPaused ? say("paused") : stateWords(one));
    set(".missing", [pendingWords(one), joined(reasonsOf(one, "missing")), active === false && say("outside its hours")].filter(Boolean).join(" "));
    const scale = element.querySelector(".depth");
    scale.hidden = metres === undefined || metres === null || isPaused === true;
    if (!scale.hidden) scale.style.setProperty("--at", share(metres));
    return element;
  }
}
