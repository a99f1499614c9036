/** The form of a region: what a person asks first, the rest behind *more*; each problem is at its field. */

import { areaOf } from "/area.js";
import { make } from "/elements.js";
import { say } from "/say.js";
import { signalWords } from "/sounds.js";
import { typed } from "/words.js";

const texts = ["note", "signal", "active", "sense"];
const numbers = ["dwell", "approach", "remind"];
// The boxes that are checked unless the region says otherwise, and their properties.
const boxes = { enter: "notifyOnEntry", leave: "notifyOnExit" };
const all = ["id", "size", ...texts, ...numbers];
// The seconds that the board accepts.
const ranges = { dwell: [0, 31_536_000], approach: [2, 120], remind: [5, 86_400] };

const problemOf = (field, kind) => {
  if (["radius", "width", "offset"].includes(field)) return "size";
  if (field === "remindSide" || field === "remindAtMost") return "remind";
  if (field === "approachFrom" || field === "approachLongest") return "approach";
  return all.includes(field) && (field !== "size" || kind !== "kept") ? field : null;
};

/** A mistake in the words of the form; null if the board has better ones. */
const mistake = (name, value) => {
  if (name === "id" && !value) return say("Give it a name.");
  if (name === "size" && !(typed(value) > 0)) return say("Not {value}: give metres, such as 20.", { value: JSON.stringify(value) });
  if (name === "active") return say("Not {value}: give hours such as Mo-Fr 07:00-16:00, or nothing.", { value: JSON.stringify(value) });
  const range = ranges[name];
  if (!range || (typed(value) >= range[0] && typed(value) <= range[1])) return null;
  return say("Not {value}: give seconds from {least} to {most}, or nothing.", { value: JSON.stringify(value), least: range[0], most: range[1] });
};

const row = (name, words, attributes, ...children) => [
  make("label", { for: `draw-${name}` }, make("span", {}, words),
    make(attributes.as ?? "input", { id: `draw-${name}`, name, autocomplete: "off", "aria-describedby": `draw-${name}-problem`, ...attributes.more }, ...children)),
  make("p", { class: "problem", id: `draw-${name}-problem` }),
];
const number = (name, words, hint) => row(name, words, { more: { inputmode: "decimal", placeholder: hint } });
const box = (name, words) => make("label", { class: "check", for: `draw-${name}` },
  make("input", { id: `draw-${name}`, name, type: "checkbox" }), make("span", {}, words));

const usual = () => make("option", { value: "" }, say("the usual sounds"));

/** The elements of the form. */
const formRows = () => [
  ...row("id", say("name"), { more: { required: "" } }),
  ...row("note", say("note"), { more: { placeholder: say("shown with its events") } }),
  box("enter", say("beep on entering")), box("leave", say("beep on leaving")),
  ...number("dwell", say("beep after staying for, seconds"), say("no such beep")),
  make("label", { for: "draw-signal" }, make("span", {}, say("its sound")), make("span", { class: "sound" },
    make("select", { id: "draw-signal", name: "signal", "aria-describedby": "draw-signal-problem" }, usual()),
    make("button", { type: "button", "data-do": "hear" }, say("hear it")))),
  make("p", { class: "problem", id: "draw-signal-problem" }),
  ...number("size", say("radius, metres"), ""),
  make("p", { id: "draw-area", class: "missing" }),
  make("details", {}, make("summary", {}, say("more")),
    ...number("approach", say("a cue before the border, seconds"), say("none")),
    ...number("remind", say("remind while outside, every, seconds"), say("never")),
    ...row("active", say("hours"), { more: { placeholder: say("always; Mo-Fr 07:00-16:00") } }),
    ...row("sense", say("how sure before a beep"), { as: "select" }, make("option", { value: "" }, say("as the others")),
      ...[["quick", say("quick: sooner, and wrong more often")], ["even", say("even")], ["quiet", say("quiet: later, and wrong less often")]]
        .map(([value, words]) => make("option", { value }, words)))),
];

export class RegionForm {
  #form;

  /** onInput() is called after each change that a person makes. */
  constructor(form, onInput) {
    this.#form = form;
    form.prepend(...formRows());
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const name of all) this.#field(name).addEventListener("change", () => { this.#clear(name); onInput(); });
    for (const name of Object.keys(boxes)) this.#field(name).addEventListener("change", onInput);
  }

  #field(name) { return this.#form.querySelector(`[name="${name}"]`); }
  #problem(name) { return this.#form.querySelector(`#draw-${name}-problem`); }

  /** The signal of the region; that of an entry if it has none of its own. */
  get signal() { return this.#field("signal").value || "enter"; }

  /** Offers the signals of the board by their names. */
  setSignals(names) {
    const field = this.#field("signal");
    const { value } = field;
    field.replaceChildren(usual(), ...names.map((name) => make("option", { value: name }, signalWords(name))));
    this.#choose(field, value);
  }

  // A region may have a signal that the board does not have by now.
  #choose(field, value) {
    if (![...field.options].some((one) => one.value === value)) field.append(make("option", { value }, value));
    field.value = value;
  }

  /** Shows a draft. */
  show(draft) {
    this.#choose(this.#field("signal"), String(draft.properties.signal ?? ""));
    this.#field("id").value = draft.id;
    const size = this.#field("size");
    size.value = draft.size ?? "";
    const word = { circle: say("radius, metres"), corridor: say("width, metres"), band: say("metres outside of the other border; inside it with a minus") }[draft.kind];
    size.closest("label").hidden = !word;
    this.#problem("size").hidden = !word;
    size.closest("label").firstElementChild.textContent = word ?? "";
    this.#form.querySelector("#draw-area").textContent = areaOf(draft);
    for (const [name, property] of Object.entries(boxes)) this.#field(name).checked = draft.properties[property] !== false;
    for (const name of [...texts, ...numbers].filter((one) => one !== "signal")) this.#field(name).value = draft.properties[name] ?? "";
  }

  /** Puts the typed values into a draft; a wrong number is left to the check of the board. */
  read(draft) {
    draft.id = this.#field("id").value.trim();
    if (["circle", "corridor", "band"].includes(draft.kind)) draft.size = typed(this.#field("size").value);
    for (const [name, property] of Object.entries(boxes)) {
      const isOn = this.#field(name).checked;
      // Only a changed value is set; the others stay as they are in the file.
      if (isOn === (draft.properties[property] !== false)) continue;
      if (isOn) delete draft.properties[property]; else draft.properties[property] = false;
    }
    for (const name of texts) this.#put(draft, name, this.#field(name).value.trim());
    for (const name of numbers) this.#put(draft, name, typed(this.#field(name).value));
    this.#form.querySelector("#draw-area").textContent = areaOf(draft);
  }

  #put(draft, name, value) {
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
    const words = name === field || (name === "size" && kind !== "band") ? mistake(name, this.#field(name).value.trim()) : null;
    this.#problem(name).textContent = words ?? [problem, remedy].filter(Boolean).join("; ");
    this.#field(name).setAttribute("aria-invalid", "true");
    const more = this.#field(name).closest("details");
    if (more) more.open = true;
    return true;
  }

  /** Moves the focus to the first field with a problem. */
  focus() { this.#form.querySelector("[aria-invalid]")?.focus(); }
}
