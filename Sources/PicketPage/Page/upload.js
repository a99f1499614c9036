/** A map of the ground from the phone to the board, in parts; the old one stays until the new one is whole. */

import { make, tell } from "/elements.js";
import { send } from "/post.js";
import { say } from "/say.js";
import { decimal } from "/units.js";

const mega = 1 << 20;

export class Upload {
  #section; #input; #answer; #done; #limits = null; #mayAdd = false;

  /** done is called for a new map on the board. */
  constructor(section, done) {
    [this.#section, this.#done] = [section, done];
    this.#answer = make("p", { role: "status", class: "missing" });
    this.#input = make("input", { type: "file", id: "ground-file", accept: ".pmtiles" });
    this.#input.addEventListener("change", () => this.#send(this.#input.files[0]));
    section.append(make("label", { for: "ground-file" }), this.#input, this.#answer);
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
    const size = Math.floor((this.#limits?.most ?? 0) / mega);
    this.#section.querySelector("label").textContent = say("a map of the ground: PMTiles of at most {size} MB", { size });
  }

  #report(...all) { tell(this.#answer, ...all); }

  async #send(file) {
    if (!file) return;
    const { most, part } = this.#limits;
    if (file.size > most) return this.#report(say("{name} is too large: the board has room for {size} MB", { name: file.name, size: Math.floor(most / mega) }), true);
    const upload = String(Math.random()).slice(2);
    let at = 0;
    this.#input.disabled = true;
    let answer = { ok: true };
    while (answer.ok && at < file.size) {
      this.#report(say("sending {name}: {percent} %", { name: file.name, percent: decimal(at / file.size * 100, 0) }));
      const body = file.slice(at, at + part);
      answer = await send(`/api/ground?${new URLSearchParams({ upload, at, size: file.size })}`, "application/octet-stream", body);
      at += body.size;
    }
    this.#end(answer);
  }

  #end({ ok, error }) {
    [this.#input.disabled, this.#input.value] = [false, ""];
    if (!ok) return this.#report(say("the old map stays: {reason}", { reason: error }), true);
    this.#report(say("the board has the map"));
    this.#done();
  }
}
