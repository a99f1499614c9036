/** Regions as a file: those of the board to the phone, and those of another program to the board. */

import { buttonOf, make, tell } from "/elements.js";
import { send } from "/post.js";
import { say } from "/say.js";

const formats = ["geojson", "gpx", "kml"];
// In bytes: the board reads this much, and saves this much at a time.
const most = 2_000_000;
const mostAtOnce = 150_000;
// The board reads one file at a time, each for at most 30 s.
const mostTries = 30;
// More names than this are not read.
const mostShown = 12;

const counted = (count) => count === 1 ? say("1 region") : say("{count} regions", { count });

/** The features in groups that the board saves at a time. */
const groups = (features) => {
  const all = [];
  let room = 0;
  for (const feature of features) {
    const size = new TextEncoder().encode(JSON.stringify(feature)).length + 1;
    if (!all.length || size > room) {
      all.push([]);
      room = mostAtOnce;
    }
    all.at(-1).push(feature);
    room -= size;
  }
  return all;
};

export class Exchange {
  #page; #offer; #answer; #input;

  /** page has: save(features), which resolves to [words, isBad]; regions are offered to be added only if mayAdd is set. */
  constructor(section, page) {
    this.#page = page;
    this.#answer = make("p", { role: "status", class: "missing" });
    this.#offer = make("div", { hidden: "" });
    this.#input = make("input", { type: "file", id: "import", accept: ".geojson,.json,.umap,.gpx,.kml,.kmz,.yaml,.yml,application/json" });
    this.#input.addEventListener("change", () => this.#read(this.#input.files[0]));
    const links = formats.map((format) => make("a", { class: "button", href: `/regions?format=${format}`, download: `regions.${format}` }, say("save as {format}", { format: { geojson: "GeoJSON" }[format] ?? format.toUpperCase() })));
    section.append(make("p", { class: "buttons" }, ...links),
      make("p", { id: "import-row" }, make("label", { for: "import" }, say("add the regions of a file: GeoJSON, GPX, KML, KMZ, uMap")), this.#input),
      this.#offer, this.#answer);
  }

  /** Sets whether regions of a file may be added. */
  allow(mayAdd) { this.#input.parentElement.hidden = !mayAdd; }

  #report(...all) { tell(this.#answer, ...all); }

  async #read(file, replaces = false) {
    this.#offer.hidden = true;
    if (!file) return;
    if (file.size > most) return this.#report(say("{name} is too large for the phone: at most {most} MB", { name: file.name, most: 2 }), true);
    this.#report(say("reading {name} …", file));
    const query = new URLSearchParams({ name: file.name, replace: String(replaces) });
    const answer = await send(`/api/import?${query}`, "application/octet-stream", file, undefined, undefined, mostTries);
    // The same file can be chosen again.
    this.#input.value = "";
    if (!answer.ok) return this.#report(say("nothing was added: {reason}", { reason: answer.error }), true);
    this.#show(answer, file, replaces);
  }

  #show({ features, left_out: left, problems }, file, replaces) {
    const names = features.slice(0, mostShown).map((one) => String(one.id ?? one.properties?.id)).join(", ");
    const more = features.length > mostShown ? ` ${say("and {count} more", { count: features.length - mostShown })}` : "";
    const button = (words, name, act) => buttonOf(words, act, { "data-import": name });
    const buttons = [];
    if (features.length) buttons.push(button(replaces ? say("add or replace {what}", { what: counted(features.length) }) : say("add {what}", { what: counted(features.length) }), "add", () => this.#add(features)));
    if (left && !replaces) buttons.push(button(say("replace regions of the same name"), "replace", () => this.#read(file, true)));
    buttons.push(button(say("discard"), "discard", () => { this.#offer.hidden = true; this.#report(say("Nothing was changed.")); }));
    this.#offer.replaceChildren(...(names ? [make("p", {}, names + more)] : []), ...(left ? [make("p", { class: "bad" }, say("not read: {count}", { count: left }))] : []),
      make("ul", {}, ...problems.map((one) => make("li", { class: "missing" }, one))), make("p", { class: "buttons" }, ...buttons));
    this.#offer.hidden = false;
    this.#report("");
  }

  async #add(features) {
    this.#offer.hidden = true;
    this.#report(say("saving …"));
    let count = 0;
    for (const group of groups(features)) {
      const [words, isBad] = await this.#page.save(group);
      if (isBad) return this.#report(count ? `${say("added: {what}", { what: counted(count) })}; ${words}` : words, true);
      count += group.length;
    }
    this.#report(say("added: {what}", { what: counted(count) }));
  }
}
