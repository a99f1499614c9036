/** Takes the token out of a link and exchanges it for a cookie. */

import { post } from "/post.js";
import { say, translate } from "/say.js";

/** Resolves to whether it was taken; null without a token, undefined when the board cannot be reached. */
export const pair = async () => {
  const token = /^#([0-9a-f]{40})$/.exec(location.hash)?.[1];
  if (!token) return null;
  // The link must not stay in the list of visited pages.
  history.replaceState(null, "", "/");
  const { ok, status } = await post("/api/pair", { token });
  return status && ok;
};

const words = document.getElementById("pairing");
if (words) {
  translate();
  const start = async () => {
    const isPaired = await pair();
    if (isPaired) return location.reload();
    if (isPaired === false) words.textContent = say("The link is not valid any more. On the board, run");
    else if (isPaired === undefined) words.textContent = say("The board cannot be reached. Try again, or on the board, run");
    // A link on another page led here, for which the browser did not send the cookie.
    else {
      const answer = await fetch("/api/status").catch(() => null);
      if (answer?.status === 200) location.reload();
    }
  };
  start();
  addEventListener("hashchange", start);
}
