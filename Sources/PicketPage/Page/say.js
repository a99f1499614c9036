/** Sentences in the language of the browser. Each is written in English where it is used. */

const known = ["en", "de", "fr", "es"];
const asked = [document.documentElement.dataset.language, ...(navigator.languages ?? [])];

/** The language of the page. */
export const language = asked.map((one) => (one ?? "").slice(0, 2).toLowerCase()).find((one) => known.includes(one)) ?? "en";

const { words } = await import(`/${language}.js`);

/** The sentences by their codes, or by the English ones. */
export { words };

/** A sentence; {name} in it stands for a value. */
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** Several sentences, one after the other. */
export const joined = (sentences) => sentences.filter(Boolean).join(words.joint);

/** Puts the elements of the page that are marked with data-say into the language. */
export const translate = () => {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.textContent);
  for (const element of document.querySelectorAll("[data-say-label]")) element.ariaLabel = say(element.ariaLabel);
  for (const element of document.querySelectorAll("[data-say-hint]")) element.placeholder = say(element.placeholder);
};
