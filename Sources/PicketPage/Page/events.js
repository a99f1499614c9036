/** The events and notes of the journal, and the visits of today. */

import { make } from "/elements.js";
import { doneWords, lineWords } from "/reason.js";
import { language, say } from "/say.js";
import { clock, dayAndClock, elapsed } from "/words.js";

const mostShown = 100;
// A stay of which the page knows more lines than these began long ago.
const mostKept = 2000;

/** Whether a line is about a crossing, an alarm or a mark; the switch shows the others. */
const isMain = (line) => doneWords(line) !== null || ["alarm", "acknowledged", "mark"].includes(line.event);

export class Events {
  #list; #choose;
  #crossings = [];
  #oldest = null;

  /** choose(line, isLast) is called for a tapped event of a region; isLast if its region has no later one. */
  constructor(list, choose) {
    [this.#list, this.#choose] = [list, choose];
  }

  add(line, id) {
    if (this.#list.querySelector(`[data-id="${id}"]`)) return;
    this.#oldest ??= line.time ?? null;
    if (line.region && line.time && ["enter", "exit", "dwell"].includes(line.event)) this.#crossings.push(line);
    if (this.#crossings.length > mostKept) this.#crossings.shift();
    const time = make("time", { datetime: line.time ?? "" }, line.time ? clock(line.time) : say("time not known"));
    const more = [line.note, line.scheduled ? say("its hours have begun") : null, line.blind === undefined ? null : say("not seen for {time}", { time: elapsed(line.blind) })].filter(Boolean)
      .map((text) => make("span", { class: "note" }, text));
    const row = make("li", { "data-id": id, ...(isMain(line) ? {} : { "data-rest": "" }) });
    if (doneWords(line)) {
      const button = make("button", { type: "button", "aria-label": say("{event} at {time}: why?", { event: lineWords(line), time: time.textContent }) }, time, ` ${lineWords(line)}`, ...more);
      button.addEventListener("click", () => this.#choose(line, this.#crossings.findLast((one) => one.region === line.region) === line));
      row.append(button);
    } else row.append(time, ` ${lineWords(line)}`, ...more);
    this.#put(row, line);
    this.#trim();
  }

  /** Puts a line below the heading of its day; one without a time belongs to the day before it. */
  #put(row, { time }) {
    const top = this.#list.firstElementChild;
    const day = time ? new Date(time).toLocaleDateString(language, { dateStyle: "full" }) : null;
    const heading = top?.matches(".day") && (day ?? top.textContent) === top.textContent ? top : null;
    const rest = row.matches("[data-rest]") ? { "data-rest": "" } : {};
    if (heading) heading.after(row);
    else this.#list.prepend(...(day ? [make("li", { class: "day", ...rest }, day)] : []), row);
    // A day is shown with its first line that is.
    if (!row.matches("[data-rest]")) heading?.removeAttribute("data-rest");
  }

  /** Removes the oldest lines beyond the most, and the headings of days without any. */
  #trim() {
    for (const kind of ["[data-rest]", ":not([data-rest])"]) {
      for (const one of [...this.#list.querySelectorAll(`li[data-id]${kind}`)].slice(mostShown)) one.remove();
    }
    for (const one of this.#list.querySelectorAll(".day")) if (!one.nextElementSibling?.dataset.id) one.remove();
  }

  /** Lines are missing, or those shown are of an earlier journal, whose numbers come again. */
  cut() {
    this.#list.replaceChildren(make("li", { class: "missing" }, say("older lines are in the journal of the board")));
    [this.#crossings, this.#oldest] = [[], null];
  }

  /** The visits of a region today, in words. */
  today(id, now) {
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    let [count, seconds, since, left] = [0, 0, null, null];
    for (const line of this.#crossings.filter((one) => one.region === id && one.event !== "dwell")) {
      const at = new Date(line.time).getTime();
      if (line.event === "enter") [since, count] = [Math.max(at, midnight), count + Number(at >= midnight)];
      else {
        const stay = (at - (since ?? midnight)) / 1000;
        if (at >= midnight) [count, seconds, left] = [count || 1, seconds + stay, line.time];
        since = null;
      }
    }
    if (since !== null) [count, seconds] = [count || 1, seconds + Math.max(0, now - since) / 1000];
    if (count === 0) return say("no visit yet");
    const end = since !== null ? say("inside since {time}", { time: dayAndClock(since) })
      : left ? say("left at {time}", { time: clock(left) }) : "";
    return [count === 1 ? say("1 visit") : say("{count} visits", { count }), say("{time} inside", { time: elapsed(seconds) }), end].filter(Boolean).join(", ");
  }
}
