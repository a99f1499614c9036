/** The first start: does each output work, the first region here, and a name for the phone. */

import { buttonOf, make, tell } from "/elements.js";
import { say } from "/say.js";

const key = "picket-first";
// Some browsers keep nothing for a page.
export const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
export const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* It asks again. */ } };

const button = (words, name, act) => buttonOf(words, act, { "data-first": name });

export class FirstSteps {
  #section; #page; #outputs = ""; #isOver = kept(key) !== null; #name = null;
  #list = make("ul", {});
  #region; #phone;

  /** page has: play(output) and name(text), which resolve to [words, isBad], here(), and opened(). */
  constructor(section, page) {
    [this.#section, this.#page] = [section, page];
    const hint = make("p", { class: "missing" }, say("Stand where the middle of it is to be; it is drawn around you."));
    this.#region = make("div", {}, button(say("a region here"), "here", () => page.here()), hint);
    const input = make("input", { id: "first-name", autocomplete: "off", maxlength: "60" });
    const said = make("p", { role: "status", class: "missing" });
    this.#phone = make("div", {}, make("label", { for: "first-name" }, say("the name of this phone")), input, button(say("save the name"), "name", async () => {
      tell(said, ...await page.name(input.value.trim()));
    }), said);
    section.append(make("h2", {}, say("Welcome: three things to begin with")),
      make("h3", {}, say("1. Does each of them beep or shine?")), this.#list,
      make("h3", {}, say("2. The first region")), this.#region,
      make("h3", {}, say("3. This phone")), this.#phone,
      make("p", { class: "buttons" }, button(say("done"), "done", () => this.#end())));
    section.hidden = true;
  }

  /** Shows the steps where a device that may change the board finds no region, until a person ends them. */
  adopt(status, mayChange, name) {
    if (this.#isOver || !mayChange || !status || status.watched === undefined) return;
    if (this.#section.hidden) {
      if (status.watched > 0) return;
      this.#section.hidden = false;
      this.#page.opened();
    }
    this.#phone.hidden = name === undefined;
    this.#phone.previousElementSibling.hidden = name === undefined;
    if (name !== this.#name) [this.#name, this.#phone.querySelector("input").value] = [name, name ?? ""];
    const outputs = (status.outputs ?? []).map((one) => one.output);
    if (outputs.join() === this.#outputs) return;
    this.#outputs = outputs.join();
    this.#list.replaceChildren(...outputs.map((output) => this.#row(output)));
    if (!outputs.length) this.#list.append(make("li", { class: "missing" }, say("No buzzer or light is set up on the board yet.")));
  }

  #row(output) {
    const said = make("span", { role: "status" });
    const answers = make("span", { class: "buttons", hidden: "" },
      button(say("yes"), "yes", () => { said.textContent = say("{name} works", { name: output }); answers.hidden = true; }),
      button(say("no"), "no", () => { said.textContent = say("Compare its wires with the wiring sheet of your board, and try again."); answers.hidden = true; }));
    return make("li", {}, make("span", { class: "row" }, make("span", { class: "name" }, output), button(say("try it"), "try", async () => {
      const [words, isBad] = await this.#page.play(output);
      said.textContent = isBad ? words : say("Did it beep or shine?");
      answers.hidden = isBad;
    })), said, answers);
  }

  #end() {
    this.#isOver = true;
    this.#section.hidden = true;
    keep(key, "done");
  }
}
