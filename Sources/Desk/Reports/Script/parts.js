/** The parts of a page: sections, tables and lists of facts. */

const section = (id, heading, ...content) => make("section", { id }, make("h2", {}, heading), ...content);
/** A part that unfolds; a printed page has it unfolded. */
const folded = (id, heading, ...content) => make("section", { id, "aria-label": heading }, make("details", {}, make("summary", {}, heading), ...content));
const foldedRest = (words, ...content) => make("details", { class: "rest" }, make("summary", {}, words), ...content);
const remark = (text) => make("p", { class: "none" }, text);
/** How many are not shown, if there are any. */
const andMore = (count) => count > 0 ? [remark(say("and {count} more", { count: grouped(count) }))] : [];
const named = (name) => make("bdi", {}, name);

/** A list of facts, each with its name; empty facts are left out. */
const facts = (all) => make("ul", { class: "facts" }, ...all.filter(([, value]) => value !== "" && value !== undefined)
  .map(([name, value]) => make("li", {}, make("small", {}, name), " ", ...[value].flat())));

/**
 * A table that a phone shows as cards: without a head, and with the name of its column before each cell.
 *
 * - rows: lists of cells; each is a text, an element or a list of both
 * - right: the columns of numbers
 */
const tableOf = (columns, rows, { style = "", right = [] } = {}) => {
  const number = (index) => right.includes(index) ? { class: "n" } : {};
  const head = columns.map((name, index) => make("th", { scope: "col", ...number(index) }, name));
  const body = rows.map((row) => make("tr", {}, ...row.map((cell, index) => make(
    index ? "td" : "th", { ...(index ? { "data-c": columns[index] } : { scope: "row" }), ...number(index) }, ...[cell].flat().filter((one) => one !== "")))));
  return make("div", { class: `table ${style}` }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body)));
};
