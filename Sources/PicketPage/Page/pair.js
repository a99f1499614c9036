/** Takes the token out of a link and exchanges it for a cookie. */

export const pair = async () => {
  const token = /^#([0-9a-f]{40})$/.exec(location.hash)?.[1];
  if (!token) return null;
  // The link must not stay in the list of visited pages.
  history.replaceState(null, "", "/");
  const answer = await fetch("/api/pair", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }),
  });
  return answer.ok ? "" : (await answer.json()).error;
};

const words = document.getElementById("pairing");
if (words) {
  const start = async () => {
    const refusal = await pair().catch(() => "the board cannot be reached");
    if (refusal === "") return location.reload();
    if (refusal) words.textContent = `The link is not valid: ${refusal}. On the board, run`;
    // A link on another page led here, for which the browser did not send the cookie.
    else if (refusal === null) {
      const answer = await fetch("/api/status").catch(() => null);
      if (answer?.status === 200) location.reload();
    }
  };
  start();
  addEventListener("hashchange", start);
}
