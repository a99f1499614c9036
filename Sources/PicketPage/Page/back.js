import { buttonOf, make, tell } from "/elements.js";
import { ask, refusalOf } from "/post.js";
import { language, say, translate } from "/say.js";
import { decimal } from "/units.js";
import { elapsed } from "/words.js";

translate();

const byId = (id) => document.getElementById(id);

const show = (...all) => tell(byId("answer"), ...all);

/** The answer to a request; a refusal is thrown as an error with its reason. */
const request = async (path, options) => {
  const answer = await ask(path, options).catch(() => { throw new Error(say("the board cannot be reached")); });
  if (answer.status === 401) location.href = "/";
  if (answer.ok) return answer;
  throw new Error(refusalOf(await answer.json().catch(() => null)) ?? say("refused ({status})", { status: answer.status }));
};

const size = (bytes) => bytes < 1e5 ? `${Math.ceil(bytes / 1000)} kB` : `${decimal(bytes / 1e6)} MB`;

const events = (count) => count === 1 ? say("1 event") : say("{count} events", { count });
const lines = (count) => count === 1 ? say("1 line") : say("{count} lines", { count });

const when = (text) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? say("time not known") : time.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
};

// MARK: Downloads

/** Saves a file that the board makes, or shows the reason why it does not. */
const save = async (path, name, button) => {
  button.disabled = true;
  show(say("making {name} …", { name }));
  try {
    const answer = await request(path);
    const url = URL.createObjectURL(await answer.blob());
    const file = /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? name;
    make("a", { href: url, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    show(say("saved {file}", { file }));
  } catch (error) {
    show(error.message, true);
  }
  button.disabled = false;
};

const address = (path, fields) => `${path}?${new URLSearchParams(fields)}`;

const button = (words, label, act, style = "") => buttonOf(words, act, { "aria-label": label, class: style });

/** The links of a recording: to its report, and to files to save. */
const links = (what, fields, forms) => {
  const row = make("div", { class: "links" }, make("a", { href: address("/report", { ...fields, language }), "aria-label": say("report of {what}", { what }) }, say("report")));
  for (const [form, words] of forms) {
    const path = address("/download", { ...fields, format: form, ...(form === "html" ? { language } : {}) });
    row.append(button(words, say("save {what} as {form}", { what, form: words }), (element) => save(path, `${what} (${words})`, element)));
  }
  return row;
};

const forms = [["html", "HTML"], ["gpx", "GPX"], ["geojson", "GeoJSON"]];

// MARK: Recordings of the phone

// In bytes: the board keeps one recording, for half an hour.
const most = 8 << 20;

/** Sends a recording, and offers its report. */
const bring = async (file) => {
  if (!file) return;
  const { name } = file;
  if (file.size > most) {
    show(say("{name} is too large for the phone: at most {most} MB", { name, most: most >> 20 }), true);
    return;
  }
  show(say("reading {name} …", { name }));
  try {
    await request(address("/api/recording", { name }), { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
    const item = make("li", { class: "walk" }, make("div", { class: "name" }, name), links(name, { recording: name }, forms));
    byId("recordings").replaceChildren(item);
    show("");
    item.querySelector("a").focus();
  } catch (error) {
    show(error.message, true);
  }
  // The same file can be chosen again.
  byId("recording").value = "";
};

byId("recording").addEventListener("change", ({ target }) => bring(target.files[0]));

// MARK: Walks

/** Asks twice, and then removes a walk. */
const removal = (walk, row) => {
  const confirm = (question, yes, act) => {
    const words = make("p", { class: "question", tabindex: "-1" }, question);
    const rest = [...row.children];
    const keep = button(say("keep it"), say("keep {name}", { name: walk.walk }), () => {
      row.replaceChildren(...rest);
      rest.at(-1).focus();
    });
    const go = button(yes, `${yes}: ${walk.walk}`, () => {
      row.replaceChildren(...rest);
      act();
    }, "remove");
    row.replaceChildren(words, keep, go);
    words.focus();
  };
  const last = () => confirm(say("It cannot be brought back. Delete it?"), say("yes, delete it"), () => remove(walk.walk));
  return () => confirm(say("Delete {name}, {size}?", { name: walk.walk, size: size(walk.bytes) }), say("delete"), last);
};

const remove = async (name) => {
  show(say("deleting {name} …", { name }));
  try {
    await request("/api/walk", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ remove: name }),
    });
    await showWalks();
    show(say("deleted {name}", { name }));
  } catch (error) {
    show(error.message, true);
  }
};

const facts = (walk, isRecorded) => {
  const from = walk.started ? when(walk.started) : say("time not known");
  const seconds = (new Date(walk.ended) - new Date(walk.started)) / 1000;
  const end = isRecorded ? say("being recorded") : walk.isEnded ? "" : say("its end is missing");
  return [from, seconds >= 0 ? elapsed(seconds) : "", end, size(walk.bytes), events(walk.events)].filter(Boolean).join(" · ");
};

const showWalks = async () => {
  const list = await (await request("/api/walks")).json();
  byId("own").hidden = list.scope !== "control";
  const time = (walk) => walk.started ?? walk.ended ?? "";
  const walks = [...list.walks].sort((one, other) => time(other).localeCompare(time(one)));
  const rows = walks.map((walk) => {
    const isRecorded = walk.walk === list.recording;
    const row = links(walk.walk, { walk: walk.walk }, forms);
    const capture = address("/download", { walk: walk.walk, format: "capture" });
    row.append(make("a", { href: capture, download: "", "aria-label": say("save the capture of {name}", { name: walk.walk }) }, say("capture")));
    if (list.scope === "control" && !isRecorded) {
      row.append(button(say("delete"), say("delete {name}", { name: walk.walk }), removal(walk, row), "remove"));
    }
    return make("li", { class: "walk", "data-walk": walk.walk }, make("div", { class: "name" }, walk.walk),
      make("div", { class: "facts" }, facts(walk, isRecorded)), row);
  });
  byId("walks").replaceChildren(...(rows.length ? rows : [make("li", { class: "facts" }, say("no walk is recorded"))]));
};

// MARK: Journal

const showDays = async () => {
  const list = await (await request("/api/journal")).json();
  const rows = [...list.days].reverse().map((day) => make("li", { class: "day", "data-day": day.day ?? "" },
    make("div", { class: "name" }, day.day ?? say("time not known")),
    make("div", { class: "facts" }, `${events(day.events)} · ${lines(day.lines)}`),
    links(day.day ? say("the journal of {day}", day) : say("the journal"), day.day ? { day: day.day } : {}, [["html", "HTML"], ["jsonl", say("JSON lines")]])));
  if (list.days.length > 1) {
    rows.push(make("li", { class: "day" }, make("div", { class: "name" }, say("all days")),
      links(say("the whole journal"), {}, [["html", "HTML"], ["jsonl", say("JSON lines")]])));
  }
  byId("days").replaceChildren(...(rows.length ? rows : [make("li", { class: "facts" }, say("the journal is empty"))]));
};

const results = await Promise.allSettled([showWalks(), showDays()]);
const failed = results.find((one) => one.status === "rejected");
show(failed ? failed.reason.message : "", Boolean(failed));
