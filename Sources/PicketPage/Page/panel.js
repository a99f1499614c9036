/** The buttons of the section in which regions are drawn. */

import { buttonOf, make, tell } from "/elements.js";
import { say } from "/say.js";

const button = (name, words, more = {}) => make("button", { type: "button", "data-do": name, ...more }, words);

/** Builds the section; press(name) is called for each button, choose(id) for a region of the list. */
export const makePanel = (section, press, choose) => {
  const choice = make("select", { id: "draw-choice", "aria-label": say("change a region") });
  const start = make("p", { class: "buttons" },
    button("circle", say("circle")), button("polygon", say("polygon")), button("corridor", say("corridor")), button("gate", say("gate")), choice);
  const tools = make("p", { class: "buttons", role: "toolbar", "aria-label": say("Drawing") },
    button("middle", say("middle of the map")), button("here", say("here")), button("walk", say("draw by walking")),
    button("delete", say("delete corner")));
  const form = make("form", { autocomplete: "off", novalidate: "" });
  const ends = make("p", { class: "buttons" },
    button("save", say("save")), button("finish", say("finish")), button("shape", say("shape")),
    button("undo", say("undo")), button("redo", say("redo")),
    button("discard", "✕", { "aria-label": say("discard") }), button("remove", say("remove")));
  const edit = make("div", { hidden: "" }, tools, form);
  const message = make("p", { id: "draw-says", role: "status" });
  const question = make("p", {});
  const answers = make("p", { class: "buttons" });
  const asked = make("div", { id: "draw-asked", role: "alertdialog", "aria-label": say("Question"), hidden: "" }, question, answers);
  // What is answered is next to the buttons that are pressed for it, and always in view.
  const foot = make("div", { class: "foot" }, asked, message, ends);
  const refusal = make("p", { class: "missing", hidden: "" },
    say("Regions cannot be drawn here: Picket may not write the file that has them. The guide of the page says how to move it."));
  section.append(refusal, start, edit, foot);
  section.addEventListener("click", (event) => {
    const name = event.target.closest("[data-do]")?.dataset.do;
    if (name) press(name);
  });
  choice.addEventListener("change", () => { if (choice.value) choose(choice.value); });
  const find = (name) => section.querySelector(`[data-do="${name}"]`);

  return {
    form,
    /** Offers to draw, or says why not. */
    offer(isWritable) {
      refusal.hidden = isWritable;
      section.classList.toggle("refused", !isWritable);
    },
    /** Lists the regions that can be changed. */
    list(ids) {
      choice.replaceChildren(make("option", { value: "" }, ids.length ? say("change a region") : say("no regions yet")),
        ...ids.map((id) => make("option", { value: id }, id)));
    },
    /** Shows the buttons for the present state. */
    show({ isEditing, isOnMap, can, isWalking }) {
      const hadFocus = section.contains(document.activeElement);
      [start.hidden, edit.hidden, ends.hidden] = [isEditing, !isEditing, !isEditing];
      if (!isEditing) choice.value = "";
      form.hidden = !can.save;
      // On a phone either the map has the room, or the form.
      if (isEditing) document.body.dataset.draw = isOnMap ? "map" : "form"; else delete document.body.dataset.draw;
      for (const name of "shape middle here walk delete save remove redo".split(" ")) find(name).hidden = !can[name];
      find("finish").hidden = !isOnMap;
      for (const name of ["finish", "undo"]) find(name).disabled = !can[name];
      find("walk").textContent = isWalking ? say("end the walk") : say("draw by walking");
      // The keyboard must not lose the focus when a button disappears.
      if (!hadFocus || document.activeElement.offsetParent) return;
      [...section.querySelectorAll("p button:enabled")].find((one) => one.offsetParent)?.focus({ preventScroll: true });
    },
    showText(...all) { tell(message, ...all); },
    /** Asks a question; each answer is [words, action]. */
    askQuestion(text, ...all) {
      question.textContent = text;
      answers.replaceChildren(...all.map(([words, act]) => buttonOf(words, () => { asked.hidden = true; act(); })));
      asked.hidden = false;
      answers.firstElementChild.focus();
    },
    closeQuestion() { asked.hidden = true; },
    get isQuestionOpen() { return !asked.hidden; },
    focus(name) { find(name).focus(); },
  };
};
