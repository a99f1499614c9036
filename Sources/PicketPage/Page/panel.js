/** The buttons of the section in which regions are drawn. */

import { make } from "/words.js";

const button = (name, words, more = {}) => make("button", { type: "button", "data-do": name, ...more }, words);

/** Builds the section; press(name) is called for each button, choose(id) for a region of the list. */
export const makePanel = (section, press, choose) => {
  const choice = make("select", { id: "draw-choice", "aria-label": "change a region" });
  const start = make("p", { class: "buttons" },
    button("circle", "circle"), button("polygon", "polygon"), button("corridor", "corridor"), choice);
  const tools = make("p", { class: "buttons", role: "toolbar", "aria-label": "Drawing" },
    button("finish", "finish corners"), button("middle", "middle of the map"), button("here", "here"), button("walk", "draw by walking"),
    button("delete", "delete corner"), button("undo", "undo"), button("redo", "redo"));
  const form = make("form", { autocomplete: "off", novalidate: "" });
  const ends = make("p", { class: "buttons" },
    button("save", "save"), button("discard", "discard"), button("remove", "remove"));
  const edit = make("div", { hidden: "" }, tools, form, ends);
  const message = make("p", { id: "draw-says", role: "status" });
  const question = make("p", {});
  const answers = make("p", { class: "buttons" });
  const asked = make("div", { id: "draw-asked", role: "alertdialog", "aria-label": "Question", hidden: "" }, question, answers);
  section.append(start, message, asked, edit);
  section.addEventListener("click", (event) => {
    const name = event.target.closest("[data-do]")?.dataset.do;
    if (name) press(name);
  });
  choice.addEventListener("change", () => { if (choice.value) choose(choice.value); });
  const find = (name) => section.querySelector(`[data-do="${name}"]`);

  return {
    form,
    /** Lists the regions that can be changed. */
    list(ids) {
      choice.replaceChildren(make("option", { value: "" }, ids.length ? "change a region" : "no regions yet"),
        ...ids.map((id) => make("option", { value: id }, id)));
    },
    /** Shows the buttons for the present state. */
    show({ isEditing, can, isWalking }) {
      const hadFocus = section.contains(document.activeElement);
      [start.hidden, edit.hidden] = [isEditing, !isEditing];
      if (!isEditing) choice.value = "";
      form.hidden = !can.save;
      for (const name of ["finish", "middle", "here", "walk", "delete", "save", "remove"]) find(name).hidden = !can[name];
      for (const name of ["undo", "redo"]) find(name).disabled = !can[name];
      find("walk").textContent = isWalking ? "end the walk" : "draw by walking";
      // The keyboard must not lose the focus when a button disappears.
      if (!hadFocus || document.activeElement.offsetParent) return;
      [...section.querySelectorAll("button, input")].find((one) => one.offsetParent && !one.disabled)?.focus({ preventScroll: true });
    },
    showText(text, isBad = false) {
      message.textContent = text;
      message.classList.toggle("bad", isBad);
    },
    /** Asks a question; each answer is [words, action]. */
    askQuestion(text, ...all) {
      question.textContent = text;
      answers.replaceChildren(...all.map(([words, act]) => {
        const answer = make("button", { type: "button" }, words);
        answer.addEventListener("click", () => { asked.hidden = true; act(); });
        return answer;
      }));
      asked.hidden = false;
      answers.firstElementChild.focus();
    },
    closeQuestion() { asked.hidden = true; },
    get isQuestionOpen() { return !asked.hidden; },
    focus(name) { find(name).focus(); },
  };
};
