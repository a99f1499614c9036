/** A map of the ground from the phone to the board, in parts, or cut out of the board's extract; the old one stays until the new one is whole. */

import { make } from "/elements.js";
import { post, send } from "/post.js";
import { say } from "/say.js";
import { number } from "/words.js";

const mega = 1 << 20;

// Why the board cuts no map, with what to do.
const refusals = {
  __proto__: null,
  "a map ends at the date line: move to one side of it, or zoom in": say("a map ends at the date line: move to one side of it, or zoom in"),
  "the area is too large for a map; zoom in": say("the area is too large for a map; zoom in"),
  "the extract has nothing here": say("the extract has nothing here"),
};

export class Upload {
  #section; #input; #cut; #answer; #page; #limits = null; #mayAdd = false;

  /** page has: area(), the sides of the map that is shown, in degrees, and done(), for a new map on the board. */
  constructor(section, page) {
    [this.#section, this.#page] = [section, page];
    this.#answer = make("p", { role: "status", class: "missing" });
    this.#input = make("input", { type: "file", id: "ground-file", accept: ".pmtiles" });
    this.#input.addEventListener("change", () => this.#send(this.#input.files[0]));
    this.#cut = make("button", { type: "button", id: "ground-cut" }, say("map of this area"));
    this.#cut.addEventListener("click", () => this.#cutOut());
    section.append(make("label", { for: "ground-file" }), this.#input, this.#cut, this.#answer);
    this.#show();
  }

  /** Adopts what the board says about its map. */
  adopt(info) {
    this.#limits = info;
    this.#show();
  }

  allow(mayAdd) {
    this.#mayAdd = mayAdd;
    this.#show();
  }

  #show() {
    this.#section.hidden = !this.#mayAdd || !this.#limits?.most;
    this.#cut.hidden = !this.#limits?.extract;
    const size = Math.floor((this.#limits?.most ?? 0) / mega);
    this.#section.querySelector("label").textContent = say("a map of the ground: PMTiles of at most {size} MB", { size });
  }

  #report(text, isBad = false) {
    this.#answer.textContent = text;
    this.#answer.classList.toggle("bad", isBad);
  }

  async #send(file) {
    if (!file) return;
    const { most, part } = this.#limits;
    if (file.size > most) return this.#report(say("{name} is too large: the board has room for {size} MB", { name: file.name, size: Math.floor(most / mega) }), true);
    const upload = String(Math.random()).slice(2);
    let at = 0;
    this.#begin("");
    let answer = { ok: true };
    while (answer.ok && at < file.size) {
      this.#report(say("sending {name}: {percent} %", { name: file.name, percent: number(at / file.size * 100) }));
      const body = file.slice(at, at + part);
      answer = await send(`/api/ground?${new URLSearchParams({ upload, at, size: file.size })}`, "application/octet-stream", body);
      at += body.size;
    }
    this.#end(answer);
  }

  async #cutOut() {
    const area = this.#page.area();
    if (!area) return this.#report(say("the map does not know yet where it is"), true);
    this.#begin(say("cutting the map …"));
    this.#end(await post("/api/cut", area));
  }

  #begin(text) {
    [this.#input.disabled, this.#cut.disabled] = [true, true];
    this.#report(text);
  }

  #end({ ok, error }) {
    [this.#input.disabled, this.#cut.disabled, this.#input.value] = [false, false, ""];
    if (!ok) return this.#report(say("the old map stays: {reason}", { reason: refusals[error] ?? error }), true);
    this.#report(say("the board has the map"));
    this.#page.done();
  }
}
