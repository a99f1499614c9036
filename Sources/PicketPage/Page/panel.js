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
    button("finish", say("finish corners")), button("middle", say("middle of the map")), button("here", say("here")), button("walk", say("draw by walking")),
    button("delete", say("delete corner")), button("undo", say("undo")), button("redo", say("redo")));
  const form = make("form", { autocomplete: "off", novalidate: "" });
  const ends = make("p", { class: "buttons" },
    button("save", say("save")), button("discard", say("discard")), button("remove", say("remove")));
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
    show({ isEditing, can, isWalking }) {
      const hadFocus = section.contains(document.activeElement);
      [start.hidden, edit.hidden, ends.hidden] = [isEditing, !isEditing, !isEditing];
      if (!isEditing) choice.value = "";
      form.hidden = !can.save;
      // Until the form is of use, the map has the room.
      section.classList.toggle("corners", isEditing && !can.save);
      for (const name of ["finish", "middle", "here", "walk", "delete", "save", "remove"]) find(name).hidden = !can[name];
      for (const name of ["undo", "redo"]) find(name).disabled = !can[name];
      find("walk").textContent = isWalking ? say("end the walk") : say("draw by walking");
      // The keyboard must not lose the focus when a button disappears.
      if (!hadFocus || document.activeElement.offsetParent) return;
      [...section.querySelectorAll("button, input")].find((one) => one.offsetParent && !one.disabled)?.focus({ preventScroll: true });
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
