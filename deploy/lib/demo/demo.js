/** Answers the page from the files of a recorded walk, in place of a board. */
(() => {
  const before = Number(new URLSearchParams(location.search).get("at")) || 0;
  const began = Date.now() - 1000 * before;
  /** Seconds since the walk began. */
  const now = () => (Date.now() - began) / 1000;
  const load = window.fetch.bind(window);
  const recorded = load("api/stream.json").then((answer) => answer.json());
  const json = (value, status = 200) => new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });

  window.fetch = async (path, options = {}) => {
    const url = new URL(path, location.origin);
    const name = url.pathname.match(/^\/api\/(\w+)$/)?.[1];
    if (options.method === "POST") return json({ error: "this is a recorded walk: only a board takes orders" }, 403);
    if (options.method === "HEAD") return new Response(null);
    if (name === "why") {
      const region = url.searchParams.get("region");
      const known = (await recorded).reasons.filter(([at, of]) => of === region && at <= now()).at(-1);
      return known ? json(known[2]) : json({ error: "not yet" }, 404);
    }
    if (name === "facts") return load(`api/facts-${url.searchParams.get("region")}.json`);
    return name ? load(`api/${name}.json`) : json({}, 404);
  };

  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    static OPEN = 1;
    readyState = 1;
    #due = 0;

    constructor(path) {
      super();
      this.#play(new URL(path, location.origin).searchParams.get("last"));
    }

    close() {
      clearTimeout(this.#due);
      this.readyState = 2;
    }

    #send([, kind, id, line]) {
      this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(line), lastEventId: id }));
    }

    async #play(last) {
      const { messages } = await recorded;
      const past = messages.filter(([at]) => at <= now());
      // What came before is sent at once: each line of the journal behind the last one, and the newest of the rest.
      const seen = past.findLastIndex(([, kind, id]) => kind === "journal" && id === last);
      const newest = new Map(past.map((one, at) => [one[1], at]));
      past.forEach((one, at) => { if (one[1] === "journal" ? at > seen : one[1] === "fix" || newest.get(one[1]) === at) this.#send(one); });
      this.#next(messages, past.length);
    }

    #next(messages, at) {
      if (this.readyState === 2) return;
      if (at === messages.length) {
        // The walk begins again.
        this.#due = setTimeout(() => location.replace(location.pathname), 20_000);
        return;
      }
      this.#due = setTimeout(() => {
        this.#send(messages[at]);
        this.#next(messages, at + 1);
      }, Math.max(0, 1000 * (messages[at][0] - now())));
    }
  };
})();
