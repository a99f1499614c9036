/** A map of the ground from the phone to the board, in parts; the old one stays until the new one is whole. */

import { say } from "/say.js";
import { make, number } from "/words.js";

const mega = 1 << 20;

export class Upload {
  #section; #input; #answer; #done; #limits = null; #mayAdd = false;

  /** done() is called when the board has a new map. */
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
    this.#input.disabled = true;
    while (at < file.size) {
      this.#report(say("sending {name}: {percent} %", { name: file.name, percent: number(at / file.size * 100) }));
      const body = file.slice(at, at + part);
      const answer = await fetch(`/api/ground?${new URLSearchParams({ upload, at, size: file.size })}`, {
        method: "POST", headers: { "Content-Type": "application/octet-stream" }, body,
      }).then((one) => one.json()).catch(() => ({ error: say("the board cannot be reached") }));
      if (!answer.ok) {
        this.#end(say("the old map stays: {reason}", { reason: answer.error }), true);
        return;
      }
      at += body.size;
    }
    this.#end(say("the board has the map"));
    this.#done();
  }

  #end(text, isBad) {
    [this.#input.disabled, this.#input.value] = [false, ""];
    this.#report(text, isBad);
  }
}
