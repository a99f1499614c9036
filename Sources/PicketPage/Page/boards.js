/** All boards of a broker: a map, and a list with the state and the last event of each. */

import { make } from "/elements.js";
import { eventWords } from "/events.js";
import { Pins } from "/pins.js";
import { reasonWords, reasonsOf } from "/reason.js";
import { say, translate } from "/say.js";
import { elapsed } from "/words.js";

translate();
const byId = (id) => document.getElementById(id);
const set = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// In ms: between two requests, and the longest time for an answer.
const [interval, patience] = [2000, 5000];

const rows = new Map();
let chosen = null;
let report = null;
// The time of the last answer in ms, and whether a later request had none.
let heardAt = Date.now();
let isLost = false;

// MARK: Words

const kindOf = (board) => !board.online ? "offline" : board.problem ? "trouble" : "online";
const ranks = { trouble: 0, offline: 1, online: 2 };

const stateWords = (board) => {
  if (!board.online) return say("offline");
  const reasons = [board.reason && reasonWords(board.reason_code, board.reason), ...(board.problem ? reasonsOf(board, "faults") : [])].filter(Boolean);
  if (reasons.length) return reasons.join("; ");
  if (board.sight === "blind") return say("no GPS");
  return board.sight === "waiting" ? say("no position yet") : say("online");
};

/** The age in seconds of something that the answer gave this age. */
const later = (age) => age + (Date.now() - heardAt) / 1000;
const ago = (age) => age === undefined ? say("time not known") : say("{time} ago", { time: elapsed(later(age)) });

// MARK: The list

const pick = (name) => {
  chosen = name;
  for (const [one, { button }] of rows) button.setAttribute("aria-pressed", String(one === name));
  map.choose(name);
};

const map = new Pins(byId("map"), (name) => {
  pick(name);
  rows.get(name)?.item.scrollIntoView({ block: "nearest" });
});

const add = (name) => {
  const parts = ["name", "state", "event more", "place more"].map((kind) => make("span", { class: kind }));
  const button = make("button", { type: "button", "aria-pressed": String(name === chosen) }, ...parts);
  button.addEventListener("click", () => pick(name));
  const row = { item: make("li", { "data-board": name }, button), button, parts };
  rows.set(name, row);
  return row;
};

const fill = (board) => {
  const { item, parts } = rows.get(board.board) ?? add(board.board);
  item.className = kindOf(board);
  const inside = board.inside.length && board.online ? say("inside {names}", { names: board.inside.join(", ") }) : "";
  set(parts[0], board.board);
  set(parts[1], [stateWords(board), inside].filter(Boolean).join(" · "));
  set(parts[2], board.event ? `${eventWords(board.event)} · ${ago(board.event_age)}` : "");
  set(parts[3], board.position ? say("position: {time}", { time: ago(board.position_age) }) : say("no position"));
};

/** Puts the rows in their order; the focus stays where it is. */
const order = (boards) => {
  const list = byId("boards");
  const items = boards.map(({ board }) => rows.get(board).item);
  if (items.length === list.childElementCount && items.every((item, index) => list.children[index] === item)) return;
  const focused = document.activeElement;
  list.replaceChildren(...items);
  if (focused && list.contains(focused)) focused.focus({ preventScroll: true });
};

// MARK: What is shown

const count = (boards) => boards.length === 1 ? say("1 board") : say("{count} boards", { count: boards.length });

const headline = (boards) => {
  if (isLost) return ["bad", say("the page cannot be reached"), ""];
  if (!report) return ["wait", say("connecting"), ""];
  if (!report.connected) return report.reason ? ["bad", say("no connection to the broker"), report.reason] : ["wait", say("connecting"), ""];
  if (!boards.length) return ["wait", say("no board has reported yet"), ""];
  const [trouble, offline] = ["trouble", "offline"].map((kind) => boards.filter((one) => kindOf(one) === kind).length);
  const more = [trouble && say("{count} with a problem", { count: trouble }), offline && say("{count} offline", { count: offline })];
  return [trouble ? "bad" : offline ? "unsure" : "inside", count(boards), more.filter(Boolean).join(" · ")];
};

const show = () => {
  const boards = report?.boards ?? [];
  const [kind, text, more] = headline(boards);
  document.body.dataset.kind = kind;
  set(byId("sight"), text);
  set(byId("sight-more"), more);
  boards.forEach(fill);
  map.age(isLost || report?.connected === false);
};

const adopt = (answer) => {
  [report, heardAt] = [answer, Date.now()];
  const { boards } = report;
  boards.sort((one, other) => ranks[kindOf(one)] - ranks[kindOf(other)] || (one.board < other.board ? -1 : 1));
  const names = new Set(boards.map((one) => one.board));
  for (const name of [...rows.keys()]) if (!names.has(name)) rows.delete(name);
  if (chosen !== null && !names.has(chosen)) chosen = null;
  show();
  order(boards);
  map.show(boards.filter((one) => one.position).map((one) =>
    ({ name: one.board, kind: kindOf(one), latitude: one.position.lat, longitude: one.position.lon })));
};

const load = async () => {
  const answer = await fetch("/api/boards", { signal: AbortSignal.timeout(patience) }).catch(() => null);
  // A device whose pairing has ended gets the page about pairing.
  if (answer?.status === 401) location.reload();
  const boards = answer?.ok ? await answer.json().catch(() => null) : null;
  isLost = boards === null;
  if (boards) adopt(boards); else show();
};

const turn = async () => {
  if (!document.hidden) await load();
  setTimeout(turn, interval);
};

document.addEventListener("visibilitychange", () => { if (!document.hidden) load(); });
setInterval(show, 1000);
turn();
