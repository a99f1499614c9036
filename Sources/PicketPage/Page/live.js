import { Drawing } from "/draw.js";
import { LiveMap } from "/map.js";
import { connectOrders } from "/orders.js";
import { pair } from "/pair.js";
import { Signals } from "/signals.js";
import { follow } from "/stream.js";
import { clock, depth, elapsed, make, metres, share } from "/words.js";

const byId = (id) => document.getElementById(id);
const map = new LiveMap(byId("map"));
const signals = new Signals();
let status = null;
let fix = null;
let isConnected = false;
let lostSince = null;
const levels = new Map();

// MARK: The state

const modes = ["no mode", "no fix", "2D fix", "3D fix"];

const showSight = () => {
  const line = byId("sight");
  let text = "connecting";
  let isBad = true;
  if (lostSince) text = `no connection to the board since ${clock(lostSince)}`;
  else if (!isConnected) text = status?.reason ?? "picket cannot be reached";
  else if (status?.reason) text = status.reason;
  else if (status) [text, isBad] = [`sighted${status.since ? ` since ${clock(status.since)}` : ""}`, false];
  line.textContent = text;
  line.classList.toggle("bad", isBad);
  map.age(isBad);
  const satellites = status?.satellites ? `${status.satellites.used} of ${status.satellites.seen} satellites` : null;
  const mode = status?.mode !== undefined ? modes[status.mode] : null;
  byId("receiver").textContent = [status?.device, mode, satellites].filter(Boolean).join(", ");
};

const showPosition = () => {
  const isBlind = status?.sight === "blind";
  const from = !isBlind && fix?.lat !== undefined ? fix : status;
  const parts = [];
  if (from?.lat !== undefined) {
    parts.push(`${from.lat.toFixed(6)}, ${from.lon.toFixed(6)}${from.sd !== undefined ? ` ± ${metres(from.sd)}` : ""}`);
    if (isBlind && from.age !== undefined) parts.push(`${elapsed(from.age)} ago`);
    if (!isBlind && from.speed !== undefined) parts.push(`${from.speed.toFixed(1)} m/s`);
  } else {
    parts.push("no position");
  }
  if (fix?.reason) parts.push(`fix rejected: ${fix.reason}`);
  byId("position").textContent = parts.join("   ");
  const cue = isBlind ? null : fix?.approach;
  byId("cue").hidden = !cue;
  byId("cue").textContent = !cue ? "" : cue.seconds >= 0.5 ? `approach: ${cue.region} in ${Math.round(cue.seconds)} s` : `at the border: ${cue.region}`;
};

const showRegions = () => {
  const near = fix?.regions ?? [];
  const known = new Set(near.map((one) => one.region));
  const all = [...near, ...(status?.near ?? []).filter((one) => !known.has(one.region))];
  const rows = all.map((one) => {
    const row = make("li", { class: one.state === "inside" ? "inside" : "" },
      make("div", { class: "row" },
        make("span", { class: "name" }, `${one.region}`),
        make("span", {}, one.depth === undefined ? one.state : depth(one.depth))));
    if (one.depth !== undefined) {
      const scale = make("div", { class: "depth" }, make("i"));
      scale.style.setProperty("--at", share(one.depth));
      row.append(scale);
    }
    const missing = (one.missing ?? []).join("; ");
    const words = [one.pending && `${one.pending}?`, missing, one.active === false && "outside its hours"].filter(Boolean);
    if (words.length) row.append(make("div", { class: "missing" }, words.join(" ")));
    return row;
  });
  for (const reminder of status?.reminders ?? []) {
    rows.push(make("li", { class: "bad" }, `reminder ${reminder.region}: ${reminder.count} of ${reminder.of}`));
  }
  byId("regions").replaceChildren(...rows);
  map.mark(new Set([...(status?.inside ?? []), ...all.filter((one) => one.state === "inside").map((one) => one.region)]));
};

const showOutputs = () => {
  const lamps = (status?.outputs ?? []).map((output) => make("span", {
    class: `lamp${levels.get(output.output) ? " on" : ""}${output.faulty ? " faulty" : ""}`,
  }, output.output));
  if (status?.muted) lamps.push(`muted${status.mute_left ? ` for ${elapsed(status.mute_left)}` : ""}`);
  else if (status?.quiet) lamps.push("quiet hours");
  byId("outputs").replaceChildren(...lamps);
  byId("walk").textContent = status?.walk ? `end the walk ${status.walk}` : "record a walk";
};

const showFaults = () => {
  const faults = [...(status?.storage?.faults ?? [])];
  for (const output of status?.outputs ?? []) if (output.faulty) faults.push(`${output.output} is faulty`);
  const doubt = status?.accuracy_doubt;
  if (doubt) faults.push(`the receiver claims ±${doubt.claimed} m; its fixes scatter by ±${doubt.observed} m`);
  if (status?.gpsd) faults.push(`gpsd: ${status.gpsd.reception}`);
  if (status?.uptime !== undefined) faults.push(`picket ${status.versions?.picket ?? ""} runs for ${elapsed(status.uptime)}`);
  byId("faults").replaceChildren(...faults.map((text) => make("li", {}, text)));
};

// MARK: Events

const showLine = (line, id) => {
  if (byId("events").querySelector(`[data-id="${id}"]`)) return;
  const what = line.region ? `${line.event} ${line.region}` : `${line.event}${line.text ? `: ${line.text}` : ""}`;
  const row = make("li", { "data-id": id }, make("time", { datetime: line.time ?? "" }, line.time ? clock(line.time) : "time not known"), ` ${what}`);
  if (line.note) row.append(make("div", { class: "note" }, line.note));
  if (line.blind !== undefined) row.append(make("div", { class: "note" }, `not seen for ${elapsed(line.blind)}`));
  byId("events").prepend(row);
  while (byId("events").childElementCount > 100) byId("events").lastElementChild.remove();
};

// MARK: Messages

const receive = {
  journal: showLine,
  // Lines are missing, or those shown are of an earlier journal, whose numbers come again.
  cut: () => byId("events").replaceChildren(make("li", { class: "missing" }, "older lines are in the journal of the board")),
  track: (points) => map.follow(points),
  fix: (line) => {
    fix = line;
    if (line.fix === "trusted" && line.lat !== undefined) {
      map.add(line.time, line.lat, line.lon, line.sd);
      drawing.add(line.lat, line.lon, line.sd);
    }
    showPosition();
    showRegions();
  },
  output: (line) => {
    levels.set(line.output, line.active);
    const kind = status?.outputs?.find((one) => one.output === line.output)?.kind;
    if (kind !== "light") signals.follow(line.active);
    showOutputs();
  },
  status: (line) => {
    status = line;
    for (const output of line.outputs ?? []) levels.set(output.output, output.active);
    showPosition();
    showRegions();
    showOutputs();
    showFaults();
  },
  visitor: ({ scope }) => {
    const mayChange = scope === "control";
    drawing.allow(mayChange);
    for (const id of ["draw", "orders"]) byId(id).hidden = !mayChange;
  },
  controller: (line) => {
    if (line.connected && !isConnected) loadRegions();
    isConnected = line.connected;
    if (!line.connected) [status, fix] = [{ reason: line.reason }, null];
    showPosition();
  },
};

let regionsDue = 0;
/** Loads the regions soon, and only once for many causes at a time. */
const loadRegions = () => {
  clearTimeout(regionsDue);
  regionsDue = setTimeout(fetchRegions, 200);
};
const fetchRegions = async () => {
  map.openGround();
  const [own, fleet] = await Promise.all(["/api/regions", "/api/fleet"].map((path) => fetch(path).catch(() => null)));
  if (!own?.ok) return;
  const features = (await own.json()).features ?? [];
  const others = fleet?.ok ? (await fleet.json()).features ?? [] : [];
  map.show([...features, ...others]);
  drawing.load(features, own.headers.get("ETag")?.replaceAll('"', "") ?? "", others);
  showRegions();
};

const drawing = new Drawing(byId("draw"), byId("map"), map, fetchRegions);
byId("beep").addEventListener("change", (event) => signals.beep(event.target.checked));
byId("vibrate").addEventListener("change", (event) => signals.vibrate(event.target.checked));
connectOrders(byId("orders"), byId("answer"), () => status);
await pair().catch(() => null);
follow((kind, line, id) => {
  lostSince = null;
  receive[kind](line, id);
  // The regions were changed.
  if (kind === "journal" && line.event === "configuration") loadRegions();
  showSight();
}, () => {
  lostSince ??= Date.now();
  showSight();
});
