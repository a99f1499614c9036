const filled = (element, attributes, children) => {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
/** Creates an element; names are set as text, never as markup. */
export const make = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);
/** Creates an element of a drawing. */
export const drawn = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
/** Creates a button; act(button) is called when it is pressed. */
export const buttonOf = (words, act, attributes = {}) => {
  const button = make("button", { type: "button", ...attributes }, words);
  button.addEventListener("click", () => act(button));
  return button;
};
/** Creates a field with its words. */
export const fieldOf = (words, more) => make("label", {}, words, make("input", { autocomplete: "off", ...more }));
/** Creates a field for metres, or for a direction. */
export const numberField = (words, name, more) =>
  fieldOf(words, { name, type: "number", inputmode: "decimal", step: "any", required: "", ...more });
/** Shows an answer, or a refusal. */
export const tell = (element, text, isBad = false) => {
  element.textContent = text;
  element.classList.toggle("bad", isBad);
};
