/** Requests to the board. One that is refused for want of a place is asked again. */

import { reasonWords } from "/reason.js";
import { say } from "/say.js";

// In milliseconds, before a part is asked again.
const [shortest, longest] = [1000, 60_000];

/** The answer to a request. One that has no place now was not begun, and is asked again some times. */
export const ask = async (path, options, tries = 5) => {
  const { body } = options ?? {};
  // What has the time since a tap is written anew for each try.
  const answer = await fetch(path, typeof body === "function" ? { ...options, body: body() } : options);
  const seconds = Number(answer.headers.get("Retry-After"));
  if (answer.status !== 503 || !seconds || tries < 2) return answer;
  await new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
  return ask(path, options, tries - 1);
};

/** A part of what the board has. If it is refused, what was there stays, and it is asked again until it comes. */
export class Part {
  #path; #adopt; #load = null; #due = 0; #wait = shortest;

  /** adopt(json, tag) is called with each answer. */
  constructor(path, adopt) { [this.#path, this.#adopt] = [path, adopt]; }

  /** Loads it; resolves when it has come or was refused. */
  load() {
    clearTimeout(this.#due);
    // Answers may overtake one another: an older one would be taken for that of the board.
    const load = this.#ask().then((answer) => load === this.#load ? this.#settle(answer) : this.#load);
    this.#load = load;
    return load;
  }

  async #ask() {
    const answer = await fetch(this.#path).catch(() => null);
    const json = answer?.ok ? await answer.json().catch(() => null) : null;
    return json && { json, tag: answer.headers.get("ETag")?.replaceAll('"', "") ?? "" };
  }

  #settle(answer) {
    if (answer) {
      this.#wait = shortest;
      this.#adopt(answer.json, answer.tag);
      return;
    }
    // Phones that were refused at the same moment do not come back at the same moment.
    this.#due = setTimeout(() => this.load(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(2 * this.#wait, longest);
  }
}

/** The reason for which the board refused a request; null without one. */
export const refusalOf = (fields) => fields?.error ? reasonWords(fields.error_code, fields.error) : null;

/**
 * Sends a body of a type; resolves to the fields of the board's answer, with its status.
 * Without an answer it resolves to the words for that, as the error, and to no status.
 */
export const send = async (path, type, body, lost = say("the board cannot be reached"), signal = undefined, tries = 5) => {
  try {
    const answer = await ask(path, { method: "POST", headers: { "Content-Type": type }, body, signal }, tries);
    const fields = await answer.json();
    return { ...fields, error: refusalOf(fields), status: answer.status };
  } catch {
    return { error: lost };
  }
};

/** Sends fields as JSON. */
export const post = (path, fields, lost, signal) => send(path, "application/json", () => JSON.stringify(fields), lost, signal);
