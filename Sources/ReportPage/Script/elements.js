const byId = (id) => document.getElementById(id);
const make = (name, attributes = {}, text = "") => {
  const isSVG = ["g", "path", "circle", "rect", "style", "text"].includes(name);
  const element = isSVG ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  // Names of regions are set as text, never as markup.
  element.textContent = text;
  return element;
};
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
const tenths = (value) => String(Math.round(value) / 10);
/** A length of time: 0:09, 12:34, 1:02:03. */
const spanText = (seconds) => {
  const [whole, sign] = [Math.floor(Math.abs(seconds)), seconds < 0 ? "-" : ""];
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return sign + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(whole % 60)}`;
};
