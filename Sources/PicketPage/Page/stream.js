/** The messages of the board, without gaps or repetitions. */

const kinds = ["journal", "fix", "output", "status", "track", "swing", "controller", "cut", "visitor"];

// While picket runs the board sends something every 2 s, and otherwise every 17 s. A phone that slept
// may have a dead connection.
const patience = (isWatched) => isWatched ? 12_000 : 40_000;

export const follow = (receive, lost) => {
  let source = null;
  let last = null;
  let heard = 0;
  let again = 0;
  let isWatched = false;

  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
  };

  /** Opens the stream, unless the page is hidden: the board has places for few. */
  const open = () => {
    close();
    if (document.hidden) return;
    heard = Date.now();
    const from = source = new EventSource(last === null ? "/events" : `/events?last=${encodeURIComponent(last)}`);
    for (const kind of kinds) {
      from.addEventListener(kind, (event) => {
        if (from !== source) return;
        heard = Date.now();
        // Only lines of the journal have a place; a browser repeats the last one with each message.
        if (kind === "status") isWatched = true;
        if (kind === "controller") isWatched = false;
        if (kind === "journal") last = event.lastEventId;
        // Behind the number is the time of the event, by which the board knows another journal.
        receive(kind, JSON.parse(event.data), event.lastEventId.split("-")[0]);
      });
    }
    from.addEventListener("error", () => {
      if (from !== source) return;
      // After an answer such as 401 or 503 a browser does not connect again by itself.
      if (from.readyState === EventSource.CLOSED) again = setTimeout(check, 3000);
      lost();
    });
  };

  /** Opens the stream again; a device whose pairing has ended gets the page about pairing. */
  const check = async () => {
    const answer = await fetch("/events", { method: "HEAD" }).catch(() => null);
    if (answer?.status === 401) location.reload(); else open();
  };

  // A phone ends the connection of a hidden page some seconds later and reports nothing.
  document.addEventListener("visibilitychange", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("online", open);
  setInterval(() => {
    if (source && source.readyState === EventSource.OPEN && Date.now() - heard > patience(isWatched)) {
      lost();
      open();
    }
  }, 2000);
  open();
};
