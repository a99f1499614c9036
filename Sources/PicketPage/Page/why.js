/** Why an event came, or why there was none: one sentence, and behind it the words of `picket why` and a drawing of the depth. */

import { makeDepths } from "/depths.js";
import { buttonOf, make, tell } from "/elements.js";
import { ask, refusalOf } from "/post.js";
import { reasonWords, reasonsOf } from "/reason.js";
import { say } from "/say.js";
import { decimal, metres } from "/units.js";
import { clock } from "/words.js";

const minute = 60;
// The spans that can be asked for, in seconds.
const spans = [[10 * minute, "10 min"], [60 * minute, "1 h"], [24 * 60 * minute, say("1 day")]];

/** A reason and all reasons in its values. */
const within = (reason) => [reason, ...Object.values(reason?.values ?? {}).flat().filter((one) => one?.code !== undefined).flatMap(within)];

/** What became of the event of this number, or of the last crossing, in one sentence; null if the board sent nothing of it. */
const sentence = (lines, seq) => {
  const all = lines.map(within);
  const isAsked = ({ code, values }) => code?.startsWith("event.") && values?.number !== undefined && (seq === undefined || values.number === seq);
  const told = all.findLast((line) => line.some((one) => isAsked(one) || seq === undefined && /^(past|closest)\./.test(one.code)));
  const event = told?.find(isAsked);
  if (event) {
    const crossed = told.find((one) => one.code === "event.crossed")?.values;
    const [isMuted, time] = [all.flat().some((one) => one.code === "why.muted"), clock(event.values.time)];
    if (!crossed) return isMuted ? say("It was reported at {time}.", { time }) : say("It beeped at {time}.", { time });
    const values = { time, seconds: decimal(crossed.seconds) };
    return isMuted ? say("It was reported at {time}, {seconds} s after the border.", values) : say("It beeped at {time}, {seconds} s after the border.", values);
  }
  const past = told?.find((one) => one.code === "past.was" || one.code === "past.now");
  const lack = told?.find((one) => one.code?.startsWith("lack."));
  if (past && lack?.values?.metres !== undefined) {
    return say("No beep: {have} of the {needed} past the border that a beep needs here.", { have: metres(past.values.metres), needed: metres(lack.values.metres) });
  }
  const reason = lack ?? told?.find((one) => one.code?.startsWith("closest.")) ?? null;
  return reason && say("No beep: {reason}.", { reason: reasonWords(reason, "") });
};

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
      make("p", { class: "buttons" }, report, this.#backTo(line.region)));
  }

  /** Asks the board about a region over some seconds, and shows the answer: about the event of a number, if there is one. */
  async show(id, seconds = spans[0][0], seq = undefined) {
    const number = this.#number += 1;
    const text = make("p", { role: "status" }, say("asking the board …"));
    const choices = spans.map(([length, words]) => {
      const button = buttonOf(words, () => this.show(id, length, seq));
      button.setAttribute("aria-pressed", String(length === seconds));
      return button;
    });
    const buttons = make("p", { class: "buttons" }, ...choices, this.#backTo(id));
    this.#section.replaceChildren(make("h2", {}, say("Why: {name}", { name: id })), text, buttons);
    const answer = await ask(`/api/why?${new URLSearchParams({ region: id, last: seconds })}`).catch(() => null);
    const reply = await answer?.json().catch(() => null);
    if (number !== this.#number) return;
    if (!reply?.ok) return tell(text, refusalOf(reply) ?? say("the board cannot be reached"), true);
    const lines = make("ul", { class: "why" }, ...reasonsOf(reply, "lines").map((line) => make("li", {}, line)));
    const drawing = makeDepths(reply.steps ?? []);
    const first = sentence(reply.lines_code ?? [], seq);
    // Without a sentence the reasons are all that there is.
    const more = make("details", first ? {} : { open: "" }, make("summary", {}, say("more")), lines, ...(drawing ? [drawing] : []));
    text.textContent = first ?? "";
    text.className = "first";
    text.hidden = !first;
    this.#section.insertBefore(more, buttons);
  }

  #backTo(name) { return buttonOf(say("back to {name}", { name }), () => this.#back(name)); }
}
