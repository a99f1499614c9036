/** The form of a region, which shows each problem at its field. */

import { make } from "/words.js";

const texts = ["note", "active", "sense"];
const numbers = ["dwell", "approach", "remind"];
const all = ["id", "size", ...texts, ...numbers];

const problemOf = (field, kind) => {
  if (field === "radius" || field === "width") return "size";
  if (field === "remindSide" || field === "remindAtMost") return "remind";
  if (field === "approachFrom" || field === "approachLongest") return "approach";
  return all.includes(field) && (field !== "size" || kind !== "kept") ? field : null;
};

const row = (name, words, attributes, ...children) => [
  make("label", { for: `draw-${name}` }, make("span", {}, words),
    make(attributes.as ?? "input", { id: `draw-${name}`, name, autocomplete: "off", "aria-describedby": `draw-${name}-problem`, ...attributes.more }, ...children)),
  make("p", { class: "problem", id: `draw-${name}-problem` }),
];
const number = (name, words, hint) => row(name, words, { more: { inputmode: "decimal", placeholder: hint } });

/** The elements of the form. */
const formRows = () => [
  ...row("id", "name", { more: { required: "" } }),
  ...number("size", "radius, metres", ""),
  ...row("note", "note", { more: { placeholder: "shown with its events" } }),
  ...number("dwell", "dwell, seconds", "none"),
  ...number("approach", "approach cue, seconds before", "none"),
  ...number("remind", "remind, seconds between", "never"),
  ...row("active", "hours", { more: { placeholder: "always; Mo-Fr 07:00-16:00" } }),
  ...row("sense", "sense", { as: "select" }, make("option", { value: "" }, "as the others"),
    ...["quick", "even", "quiet"].map((one) => make("option", { value: one }, one))),
];

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

  /** Shows a draft. */
  show(draft) {
    this.#field("id").value = draft.id;
    const size = this.#field("size");
    size.value = draft.size ?? "";
    const word = { circle: "radius", corridor: "width" }[draft.kind];
    size.closest("label").hidden = !word;
    this.#problem("size").hidden = !word;
    size.closest("label").firstElementChild.textContent = `${word}, metres`;
    for (const name of [...texts, ...numbers]) this.#field(name).value = draft.properties[name] ?? "";
  }

  /** Puts the typed values into a draft; a wrong number is left to the check of the board. */
  read(draft) {
    const value = (text) => text.trim() === "" || Number.isNaN(Number(text)) ? text.trim() : Number(text);
    draft.id = this.#field("id").value.trim();
    if (draft.kind === "circle" || draft.kind === "corridor") draft.size = value(this.#field("size").value);
    for (const name of texts) this.#put(draft, name, this.#field(name).value.trim());
    for (const name of numbers) this.#put(draft, name, value(this.#field(name).value));
  }

  #put(draft, name, value) {
    // Only a changed value is set; the others stay as they are in the file.
    if (String(draft.properties[name] ?? "") === String(value)) return;
    if (value === "") delete draft.properties[name]; else draft.properties[name] = value;
  }

  #clear(name) {
    this.#problem(name).textContent = "";
    this.#field(name).removeAttribute("aria-invalid");
  }

  clear() { for (const name of all) this.#clear(name); }

  /** Shows a problem at its field; returns whether it has a field. */
  report({ field, problem, remedy }, kind) {
    const name = problemOf(field, kind);
    if (!name) return false;
    this.#problem(name).textContent = [problem, remedy].filter(Boolean).join("; ");
    this.#field(name).setAttribute("aria-invalid", "true");
    return true;
  }

  /** Moves the focus to the first field with a problem. */
  focus() { this.#form.querySelector("[aria-invalid]")?.focus(); }
}
