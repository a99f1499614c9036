/** Why an event came, or why there was none: the words of `picket why`, and a drawing of the depth. */

import { makeDepths } from "/depths.js";
import { make } from "/elements.js";
import { ask } from "/post.js";
import { reasonsOf } from "/reason.js";
import { say } from "/say.js";

const minute = 60;
// The spans that can be asked for, in seconds.
const spans = [[10 * minute, "10 min"], [60 * minute, "1 h"], [24 * 60 * minute, say("1 day")]];

export class Why {
  #section; #back; #number = 0;

  /** back(id) leads to the region that was explained. */
  constructor(section, back) { [this.#section, this.#back] = [section, back]; }

  /** Shows an event that is not the last of its region: the board keeps the reasons of the last one. */
  showOld(line, words, day) {
    this.#number += 1;
    const report = make("a", { class: "button", href: `/report?day=${day}` }, say("report of that day"));
    this.#section.replaceChildren(make("h2", {}, words),
      make("p", {}, say("The board explains the last crossing of each region here. The report of that day explains this one.")),
      make("p", { class: "buttons" }, report, this.#button(say("back to {name}", { name: line.region }), () => this.#back(line.region))));
  }

  /** Asks the board about a region over some seconds, and shows the answer. */
  async show(id, seconds = spans[0][0]) {
    const number = this.#number += 1;
    const text = make("p", { role: "status" }, say("asking the board …"));
    const choices = spans.map(([length, words]) => {
      const button = this.#button(words, () => this.show(id, length));
      button.setAttribute("aria-pressed", String(length === seconds));
      return button;
    });
    const buttons = make("p", { class: "buttons" }, ...choices, this.#button(say("back to {name}", { name: id }), () => this.#back(id)));
    this.#section.replaceChildren(make("h2", {}, say("Why: {name}", { name: id })), text, buttons);
    const answer = await ask(`/api/why?${new URLSearchParams({ region: id, last: seconds })}`).catch(() => null);
    const reply = await answer?.json().catch(() => null);
    if (number !== this.#number) return;
    if (!reply?.ok) {
      text.textContent = reply?.error ?? say("the board cannot be reached");
      text.className = "bad";
      return;
    }
    const lines = make("ul", { class: "why" }, ...reasonsOf(reply, "lines").map((line) => make("li", {}, line)));
    const drawing = makeDepths(reply.steps ?? []);
    text.remove();
    this.#section.insertBefore(lines, buttons);
    if (drawing) this.#section.insertBefore(drawing, buttons);
  }

  #button(words, act) {
    const button = make("button", { type: "button" }, words);
    button.addEventListener("click", act);
    return button;
  }
}
