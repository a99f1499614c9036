import { elapsed, make } from "/words.js";

const byId = (id) => document.getElementById(id);

const show = (text, isBad = false) => {
  byId("answer").textContent = text;
  byId("answer").classList.toggle("bad", isBad);
};

/** The answer to a request; a refusal is thrown as an error with its reason. */
const ask = async (path, options) => {
  const answer = await fetch(path, options).catch(() => { throw new Error("the board cannot be reached"); });
  if (answer.status === 401) location.href = "/";
  if (answer.ok) return answer;
  const refusal = await answer.json().catch(() => ({}));
  throw new Error(refusal.error ?? `refused (${answer.status})`);
};

const size = (bytes) => bytes < 1e5 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const when = (text) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? "time not known" : time.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
};

// MARK: Downloads

/** Saves a file that the board makes, or shows the reason why it does not. */
const save = async (path, name, button) => {
  button.disabled = true;
  show(`making ${name} …`);
  try {
    const answer = await ask(path);
    const url = URL.createObjectURL(await answer.blob());
    const file = /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? name;
    make("a", { href: url, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    show(`saved ${file}`);
  } catch (error) {
    show(error.message, true);
  }
  button.disabled = false;
};

const address = (path, fields) => `${path}?${new URLSearchParams(fields)}`;

const button = (words, label, act) => {
  const element = make("button", { type: "button", "aria-label": label }, words);
  element.addEventListener("click", () => act(element));
  return element;
};

/** The links of a recording: to its report, and to files to save. */
const links = (what, fields, forms) => {
  const row = make("div", { class: "links" }, make("a", { href: address("/report", fields), "aria-label": `report of ${what}` }, "report"));
  for (const [form, words] of forms) {
    const path = address("/download", { ...fields, format: form });
    row.append(button(words, `save ${what} as ${words}`, (element) => save(path, `${what} as ${words}`, element)));
  }
  return row;
};

// MARK: Walks

/** Asks twice, and then removes a walk. */
const removal = (walk, row) => {
  const ask = (question, yes, act) => {
    const words = make("p", { class: "question", tabindex: "-1" }, question);
    const rest = [...row.children];
    const keep = button("keep it", `keep ${walk.walk}`, () => {
      row.replaceChildren(...rest);
      rest.at(-1).focus();
    });
    const go = button(yes, `${yes}: ${walk.walk}`, () => {
      row.replaceChildren(...rest);
      act();
    });
    go.classList.add("remove");
    row.replaceChildren(words, keep, go);
    words.focus();
  };
  const last = () => ask("It cannot be brought back. Delete it?", "yes, delete it", () => remove(walk.walk));
  return () => ask(`Delete ${walk.walk}, ${size(walk.bytes)}?`, "delete", last);
};

const remove = async (name) => {
  show(`deleting ${name} …`);
  try {
    await ask("/api/walk", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ remove: name }),
    });
    await showWalks();
    show(`deleted ${name}`);
  } catch (error) {
    show(error.message, true);
  }
};

const facts = (walk, isRecorded) => {
  const from = walk.started ? when(walk.started) : "time not known";
  const seconds = (new Date(walk.ended) - new Date(walk.started)) / 1000;
  const end = isRecorded ? "being recorded" : walk.isEnded ? "" : "its end is missing";
  return [from, seconds >= 0 ? elapsed(seconds) : "", end, size(walk.bytes), counted(walk.events, "event")].filter(Boolean).join(" · ");
};

const showWalks = async () => {
  const list = await (await ask("/api/walks")).json();
  const time = (walk) => walk.started ?? walk.ended ?? "";
  const walks = list.walks.toSorted((one, other) => time(other).localeCompare(time(one)));
  const rows = walks.map((walk) => {
    const isRecorded = walk.walk === list.recording;
    const forms = [["html", "HTML"], ["gpx", "GPX"], ["geojson", "GeoJSON"]];
    const row = links(walk.walk, { walk: walk.walk }, forms);
    const capture = address("/download", { walk: walk.walk, format: "capture" });
    row.append(make("a", { href: capture, download: "", "aria-label": `save the capture of ${walk.walk}` }, "capture"));
    if (list.scope === "control" && !isRecorded) {
      const element = button("delete", `delete ${walk.walk}`, removal(walk, row));
      element.classList.add("remove");
      row.append(element);
    }
    return make("li", { class: "walk", "data-walk": walk.walk }, make("div", { class: "name" }, walk.walk),
      make("div", { class: "facts" }, facts(walk, isRecorded)), row);
  });
  byId("walks").replaceChildren(...(rows.length ? rows : [make("li", { class: "facts" }, "no walk is recorded")]));
};

// MARK: Journal

const showDays = async () => {
  const list = await (await ask("/api/journal")).json();
  const rows = list.days.toReversed().map((day) => make("li", { class: "day", "data-day": day.day ?? "" },
    make("div", { class: "name" }, day.day ?? "time not known"),
    make("div", { class: "facts" }, `${counted(day.events, "event")} · ${counted(day.lines, "line")}`),
    links(day.day ? `the journal of ${day.day}` : "the journal", day.day ? { day: day.day } : {}, [["html", "HTML"], ["jsonl", "JSON lines"]])));
  if (list.days.length > 1) {
    rows.push(make("li", { class: "day" }, make("div", { class: "name" }, "all days"),
      links("the whole journal", {}, [["html", "HTML"], ["jsonl", "JSON lines"]])));
  }
  byId("days").replaceChildren(...(rows.length ? rows : [make("li", { class: "facts" }, "the journal is empty")]));
};

const results = await Promise.allSettled([showWalks(), showDays()]);
const failed = results.find((one) => one.status === "rejected");
show(failed ? failed.reason.message : "", Boolean(failed));
