/** The units of the drawing of a row, which is stretched over its element. */
const drawing = { width: 4000, height: 1200, floor: 1000, ceiling: 20 };

/** A row of the timelines: a caption, a drawing over the axis of time, and what is over the drawing. */
class Plot {
  #axis; #caption; #style; #isLow;
  #paths = []; #labels = []; #ends = []; #overlay = [];
  // The places of the numbers in each line above the drawing.
  #taken = [];

  /** caption has title, about and names of two lines; a time on the axis is in seconds. */
  constructor(axis, caption, { style = "", isLow = false } = {}) {
    [this.#axis, this.#caption, this.#style, this.#isLow] = [axis, caption, style, isLow];
  }

  #share(at) { return clamp((at - this.#axis.start) / this.#axis.length, 0, 1); }

  /** The place of a time in the drawing. */
  x(at) { return this.#share(at) * drawing.width; }

  /** Adds a path to the drawing. */
  path(style, d, attributes = {}) { this.#paths.push(drawn("path", { class: style, d, ...attributes })); }

  /** Adds any element to the drawing. */
  add(element) { this.#paths.push(element); }

  /** Adds a line across the drawing at a height. */
  across(style, y) { this.path(style, `M0 ${y.toFixed(1)}h${drawing.width}`); }

  /** Adds bars at a height, each at least some units wide. */
  bars(style, times, y, least = 1) {
    if (!times.length) return;
    this.path(style, times.map(({ from, to }) => {
      const left = this.x(from);
      return `M${left.toFixed(1)} ${y}H${Math.max(this.x(to), left + least).toFixed(1)}`;
    }).join(""));
  }

  /** Adds words at the left or the right side, unless they are too near to the others there. */
  label(y, text, { isEnd = false, apart = 0 } = {}) {
    const labels = isEnd ? this.#ends : this.#labels;
    const place = y / drawing.height;
    if (apart && labels.length && place - labels.at(-1).place < apart) return;
    labels.push({ place, text });
  }

  #over(name, style, at, attributes = {}, ...children) {
    const element = make(name, { class: style, ...attributes }, ...children);
    element.style.left = `${this.#share(at) * 100}%`;
    this.#overlay.push(element);
    return element;
  }

  /** Writes the meaning of a stretch of a bar on it, where there is room for the words. */
  say(words, { from, to }, y, least = 0.12) {
    if (to - from < least * this.#axis.length) return;
    this.#over("i", "said", from, {}, words).style.setProperty("--y", y / drawing.height);
  }

  /** Writes words at the beginning, at a share of the height. */
  note(style, words, share) {
    const element = make("i", { class: style }, words);
    element.style.left = "0%";
    element.style.setProperty("--y", share);
    this.#overlay.push(element);
  }

  /** Shades stretches of time, with the words where there is room for them. */
  cover(times, style, words, namedFrom) {
    for (const { from, to } of times) {
      const share = (to - from) / this.#axis.length;
      const name = share > namedFrom ? [make("b", {}, words)] : [];
      this.#over("i", style, from, { title: say("{what} for {time}", { what: words, time: lengthWords(to - from) }) }, ...name).style.width = `${share * 100}%`;
    }
  }

  /** Puts signs over the drawing, each with a title. */
  flags(style, flags, name) {
    for (const { at, text } of flags) this.#over("i", style, at, { title: `${name} ${text}` });
  }

  /** Puts the number of an event over the drawing; of another account it is no link. */
  pin({ seq, event, at, crossed }, isOther = false) {
    if (crossed !== undefined && crossed >= this.#axis.start) this.#over("i", "crossed", crossed, { title: say("the border was passed") });
    const share = this.#share(at);
    // Numbers that would overlap on a phone are put into further lines.
    const free = this.#taken.findIndex((line) => line.every((other) => Math.abs(share - other) > 0.13));
    const line = free < 0 ? this.#taken.length : free;
    if (line >= 4) return this.#over("i", isOther ? "when other" : "when", at);
    (this.#taken[line] ??= []).push(share);
    // Near an end of the axis the number stays within it.
    const side = share < 0.06 ? " early" : share > 0.94 ? " late" : "";
    const pin = isOther ? this.#over("span", `pin other${side}`, at, {}, `B${seq} ${shortWord(event)}`)
      : this.#over("a", `pin ${event}${side}`, at, { href: `#e${seq}`, "data-e": seq }, `${seq} ${shortWord(event)}`);
    pin.style.setProperty("--r", line);
  }

  #side(labels, style) {
    return make("div", { class: style }, ...labels.filter(({ place }) => place > 0.04).map(({ place, text }) => {
      const label = make("span", {}, text);
      label.style.top = `${place * 100}%`;
      return label;
    }));
  }

  /** The row. */
  get element() {
    const { title, about, names } = this.#caption;
    const caption = make("figcaption", {}, make("b", {}, make("bdi", {}, title)), " ", make("small", {}, about));
    if (names) {
      caption.append(" ", make("small", { class: "names" }, make("span", { class: "own" }, names[0]), " ", make("span", { class: "other" }, names[1])));
    }
    const figure = make(
      "figure", { class: ["plot", this.#isLow ? "low" : "", this.#style].filter(Boolean).join(" ") }, caption,
      make("div", { class: "body" }, this.#side(this.#labels, "side"), this.#side(this.#ends, "side ends"),
        drawn("svg", { viewBox: `0 0 ${drawing.width} ${drawing.height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
          drawn("path", { class: "ticks" }), ...this.#paths),
        ...this.#overlay, make("i", { class: "cursor" })));
    figure.style.setProperty("--rows", this.#taken.length);
    return figure;
  }
}
