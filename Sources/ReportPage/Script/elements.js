const filled = (element, attributes, children) => {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
/** Creates an element; names of regions are set as text, never as markup. */
export const make = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);
/** Creates an element of a drawing. */
export const drawn = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
const byId = (id) => document.getElementById(id);
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
const tenths = (value) => String(Math.round(value) / 10);
/** A length of time: 0:09, 12:34, 1:02:03. */
const spanText = (seconds) => {
  const [whole, sign] = [Math.floor(Math.abs(seconds)), seconds < 0 ? "-" : ""];
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return sign + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(whole % 60)}`;
};
