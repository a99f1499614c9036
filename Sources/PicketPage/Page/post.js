/** Requests that have the board do something. */

import { say } from "/say.js";

/**
 * Sends a body of a type; resolves to the fields of the board's answer, with its status.
 * Without an answer it resolves to the words for that, as the error, and to no status.
 */
export const send = async (path, type, body, lost = say("the board cannot be reached")) => {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
    return { ...await answer.json(), status: answer.status };
  } catch {
    return { error: lost };
  }
};

/** Sends fields as JSON. */
export const post = (path, fields, lost) => send(path, "application/json", JSON.stringify(fields), lost);
