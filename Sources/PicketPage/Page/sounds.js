/** The signals of the board by name, each to be heard before a walk. */

import { buttonOf, make } from "/elements.js";
import { say } from "/say.js";

const usual = {
  enter: say("entering"), exit: say("leaving"), dwell: say("staying"), again: say("an event from before a crash"),
  blind: say("no GPS"), speeding: say("too fast"), sighted: say("GPS is back"), fault: say("a fault"),
  reminder: say("reminder"), last_reminder: say("last reminder"),
  backlog: say("too many signals"), ready: say("picket started"), mark: say("marked"), inside: say("state: inside"),
  outside: say("state: outside"), unknown: say("state: not known"),
};

/** A signal in words; one of the owner's own keeps its name. */
export const signalWords = (name) => usual[name] ? `${usual[name]} (${name})` : name;

export class Sounds {
  #choice; #play;

  /** Shows the choice in a paragraph; play(signal) sounds one. */
  constructor(paragraph, play) {
    this.#choice = make("select", { "aria-label": say("a signal") });
    const hear = () => { if (this.#choice.value) play(this.#choice.value); };
    this.#play = buttonOf(say("hear it"), hear, { "data-sound": "hear" });
    paragraph.append(this.#choice, this.#play);
    this.setSignals([]);
  }

  setSignals(names) {
    const { value } = this.#choice;
    this.#choice.replaceChildren(...names.map((name) => make("option", { value: name }, signalWords(name))));
    const first = names.includes(value) ? value : "enter";
    if (names.includes(first)) this.#choice.value = first;
    this.#choice.parentElement.hidden = names.length === 0;
  }
}
