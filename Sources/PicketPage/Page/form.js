/** The form of a region: what a person asks first, the rest behind *more*; each problem is at its field. */

import { arcOf } from "/arc.js";
import { areaOf } from "/area.js";
import { make } from "/elements.js";
import { choiceWords, fieldsOf, labels, shapeOf, textOf, valueOf } from "/fields.js";
import { properties } from "/properties.js";
import { reasonWords } from "/reason.js";
import { joined, say } from "/say.js";
import { signalWords } from "/sounds.js";
import { typed } from "/words.js";

// What a person asks first.
const first = ["note", "notifyOnEntry", "notifyOnExit", "dwell", "maxSpeed", "latch"];
const fields = properties.filter(({ name }) => labels[name]);
const all = ["id", "size", ...fields.map(({ name }) => name)];
const find = (wanted) => fields.find(({ name }) => name === wanted);

const hints = {
  note: say("shown with its events"), dwell: say("no such beep"), approach: say("none"), remind: say("never"),
  active: say("always; Mo-Fr 07:00-16:00"), heading: "315-45", expires: "2026-07-01T00:00:00Z", maxSpeed: say("none"),
};

const problemOf = (field, kind) => {
  if (["radius", "width", "offset"].includes(field)) return kind === "kept" ? null : "size";
  return all.includes(field) ? field : null;
};

/** A mistake in the words of the form; null if the board has better ones. */
const mistake = (name, value) => {
  if (name === "id" && !value) return say("Give it a name.");
  if (name === "size" && !(typed(value) > 0)) return say("Not {value}: give metres, such as 20.", { value: JSON.stringify(value) });
  return name === "active" ? say("Not {value}: give hours such as Mo-Fr 07:00-16:00, or nothing.", { value: JSON.stringify(value) }) : null;
};

/** A problem and what to do, in words. */
export const problemWords = (one) =>
  joined(["problem", "remedy"].map((key) => one[key] && reasonWords(one[`${key}_code`], one[key])));

const row = (name, words, attributes, ...children) => [
  make("label", { for: `draw-${name}` }, make("span", {}, words),
    make(attributes.as ?? "input", { id: `draw-${name}`, name, autocomplete: "off", "aria-describedby": `draw-${name}-problem`, ...attributes.more }, ...children)),
  make("p", { class: "problem", id: `draw-${name}-problem` }),
];
const number = (name, words, hint) => row(name, words, { more: { inputmode: "decimal", placeholder: hint } });
const box = (name, words) => [make("label", { class: "check", for: `draw-${name}` },
  make("input", { id: `draw-${name}`, name, type: "checkbox" }), make("span", {}, words)),
make("p", { class: "problem", id: `draw-${name}-problem` })];

/** The elements of a property. */
const rowOf = ({ name, kind, choices, standard }) => {
  const [words, hint] = [labels[name], hints[name] ?? (/^\d/.test(standard ?? "") ? standard : "")];
  switch (kind) {
  case "boolean": return box(name, words);
  case "number": return number(name, words, hint);
  case "choice": return row(name, words, { as: "select" }, make("option", { value: "" }, say("as the others")),
    ...choices.map((value) => make("option", { value }, choiceWords(value))));
  case "region": return row(name, words, { as: "select" }, make("option", { value: "" }, say("none")));
  default: {
    const [label, problem] = row(name, words, { more: { placeholder: hint } });
    return kind === "courses" ? [label, arcOf(label.lastElementChild, words), problem] : [label, problem];
  }
  }
};

/** The elements of the form. */
const formRows = () => [
  ...row("id", say("name"), { more: { required: "" } }),
  ...first.flatMap((name) => rowOf(find(name))),
  make("label", { for: "draw-signal" }, make("span", {}, labels.signal), make("span", { class: "sound" },
    make("select", { id: "draw-signal", name: "signal", "aria-describedby": "draw-signal-problem" },
      make("option", { value: "" }, say("the usual sounds"))),
    make("button", { type: "button", "data-do": "hear" }, say("hear it")))),
  make("p", { class: "problem", id: "draw-signal-problem" }),
  ...number("size", say("radius, metres"), ""),
  make("p", { id: "draw-area", class: "missing" }),
  make("details", {}, make("summary", {}, say("more")),
    ...fields.filter(({ name }) => name !== "signal" && !first.includes(name)).flatMap(rowOf)),
];

const shapeOfDraft = (draft) => draft.kind === "kept" ? shapeOf({ geometry: draft.kept, properties: draft.properties }) : draft.kind;
/** Whether a box is checked for a value. */
const isOn = ({ standard }, value) => value ?? standard === "true";

export class RegionForm {
  #form;

  /** onInput() is called after each change that a person makes. */
  constructor(form, onInput) {
    this.#form = form;
    form.prepend(...formRows());
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const name of all) this.#field(name).addEventListener("change", () => { this.#clear(name); onInput(); });
  }

  #field(name) { return this.#form.querySelector(`[name="${name}"]`); }
  #problem(name) { return this.#form.querySelector(`#draw-${name}-problem`); }

  /** The signal of the region; that of an entry if it has none of its own. */
  get signal() { return this.#field("signal").value || "enter"; }

  /** Offers the signals of the board by their names. */
  setSignals(names) { this.#offer("signal", names, signalWords); }

  /** Offers the regions after which one can come. */
  setRegions(ids) { this.#offer("after", ids, (id) => id); }

  #offer(name, values, wordsOf) {
    const field = this.#field(name);
    const { value } = field;
    const options = values.map((one) => make("option", { value: one }, wordsOf(one)));
    field.replaceChildren(field.firstElementChild, ...options);
    this.#choose(field, value);
  }

  // A region may have a signal that the board does not have by now.
  #choose(field, value) {
    if (![...field.options].some((one) => one.value === value)) field.append(make("option", { value }, value));
    field.value = value;
  }

  /** Shows a draft. */
  show(draft) {
    this.#field("id").value = draft.id;
    const size = this.#field("size");
    size.value = draft.size ?? "";
    const word = { circle: say("radius, metres"), corridor: say("width, metres"), band: say("metres outside of the other border; inside it with a minus") }[draft.kind];
    size.closest("label").hidden = !word;
    this.#problem("size").hidden = !word;
    size.closest("label").firstElementChild.textContent = word ?? "";
    this.#form.querySelector("#draw-area").textContent = areaOf(draft);
    const shown = new Set(fieldsOf(shapeOfDraft(draft)));
    for (const property of fields) {
      const [field, value] = [this.#field(property.name), draft.properties[property.name]];
      [field.closest("label").hidden, this.#problem(property.name).hidden] = [!shown.has(property), !shown.has(property)];
      if (property.kind === "boolean") field.checked = isOn(property, value);
      else if (field.options) this.#choose(field, textOf(property, value));
      else field.value = textOf(property, value);
      // What shows the value in another way follows.
      field.dispatchEvent(new Event("input"));
    }
  }

  /** Puts the typed values into a draft; a wrong value is left to the check of the board. */
  read(draft) {
    draft.id = this.#field("id").value.trim();
    if (["circle", "corridor", "band"].includes(draft.kind)) draft.size = typed(this.#field("size").value);
    // Only a changed value is set; the others stay as they are in the file.
    for (const property of fieldsOf(shapeOfDraft(draft))) {
      const [field, value] = [this.#field(property.name), draft.properties[property.name]];
      const text = field.value.trim();
      if (property.kind === "boolean") {
        if (field.checked !== isOn(property, value)) this.#put(draft, property.name, field.checked === isOn(property) ? undefined : field.checked);
      } else if (text !== textOf(property, value)) this.#put(draft, property.name, text === "" ? undefined : valueOf(property, text, typed));
    }
    this.#form.querySelector("#draw-area").textContent = areaOf(draft);
  }

  #put(draft, name, value) {
    if (value === undefined) delete draft.properties[name]; else draft.properties[name] = value;
  }

  #clear(name) {
    this.#problem(name).textContent = "";
    this.#field(name).removeAttribute("aria-invalid");
  }

  clear() { for (const name of all) this.#clear(name); }

  /** Shows a problem at its field; returns whether it has a field. */
  report(problem, kind) {
    const { field } = problem;
    const name = problemOf(field, kind);
    if (!name) return false;
    const words = name === field || (name === "size" && kind !== "band") ? mistake(name, this.#field(name).value.trim()) : null;
    this.#problem(name).textContent = words ?? problemWords(problem);
    this.#field(name).setAttribute("aria-invalid", "true");
    const more = this.#field(name).closest("details");
    if (more) more.open = true;
    return true;
  }

  /** Moves the focus to the first field with a problem. */
  focus() { this.#form.querySelector("[aria-invalid]")?.focus(); }
}
