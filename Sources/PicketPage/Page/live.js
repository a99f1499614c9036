import { Bands } from "/bands.js";
import { RegionCard } from "/card.js";
import { AnchorCircle } from "/circle.js";
import { Drawing } from "/draw.js";
import { Events } from "/events.js";
import { Exchange } from "/exchange.js";
import { FirstSteps, keep, kept } from "/first.js";
import { headline } from "/headline.js";
import { LiveMap } from "/map.js";
import { connectOrders } from "/orders.js";
import { pair } from "/pair.js";
import { Part } from "/post.js";
import { reasonWords } from "/reason.js";
import { RegionList } from "/regions.js";
import { say, translate } from "/say.js";
import { idOf } from "/shapes.js";
import { Sheet } from "/sheet.js";
import { Signals } from "/signals.js";
import { Sounds } from "/sounds.js";
import { cueWords, showFaults, showOutputs, showPosition } from "/state.js";
import { follow } from "/stream.js";
import { PlacesInOrder } from "/tour.js";
import { Upload } from "/upload.js";
import { Why } from "/why.js";

translate();
const byId = (id) => document.getElementById(id);
const map = new LiveMap(byId("map"), { chosen: (id) => {
  if (places.isOpen) { if (id !== null) places.tap(id); } else if (id !== null) openRegion(id);
  else if (sheet.view === "card") closeCard();
} });
const sheet = new Sheet(byId("sheet"), byId("views"), byId("more"), () => closeCard());
const signals = new Signals();
const events = new Events(byId("events"), (line, isLast) => explain(line, isLast));
const why = new Why(byId("why"), (id) => openRegion(id));
const list = new RegionList(byId("regions"), byId("search"), (id) => openRegion(id));
const bands = new Bands(() => showFeatures(newest));
const levels = new Map();
let features = [];
let newest = features;
let fleet = new Set();
let anchors = [];
let status = null;
let fix = null;
// Null before the first message.
let isConnected = null;
let mayChange = false;
let deviceName;
// What the board can do: its signals, and whether it may save regions.
let abilities = {};
// Times of the browser, in ms: of the last position, and of the last message.
let positionAt = null;
let heardAt = null;

// MARK: The state

/** The regions with a known state, those of the last fix first. */
const near = () => {
  const own = fix?.regions ?? [];
  const known = new Set(own.map((one) => one.region));
  return [...own, ...(status?.near ?? []).filter((one) => !known.has(one.region))];
};

const seconds = (since) => since === null ? null : Math.max(0, (Date.now() - since) / 1000);

const showSight = () => {
  const from = status && fix?.fix === "trusted" ? { ...status, sd: fix.sd ?? status.sd, apart: fix.apart, speed: fix.speed ?? status.speed } : status;
  const line = headline({
    status: from, near: fix?.regions ?? [], isConnected, silence: isConnected || lostAt ? seconds(heardAt) : null, gap: seconds(positionAt),
  });
  byId("sight").textContent = line.text;
  byId("sight-more").textContent = [cueWords(fix, status), ...(line.more ?? []), status?.muted && say("muted"), status?.quiet && say("quiet hours")].filter(Boolean).join(" · ");
  document.body.dataset.kind = line.kind;
  // A screen reader says what changes, but not each metre and second.
  const said = byId("sight-state");
  const state = line.state ?? line.text;
  if (said.dataset.state !== state) [said.dataset.state, said.textContent] = [state, line.text];
  map.age(line.kind === "blind");
};

const showRegions = () => {
  const known = new Map(near().map((one) => [one.region, one]));
  const inside = new Set([...(status?.inside ?? []), ...[...known.values()].filter((one) => one.state === "inside").map((one) => one.region)]);
  const holding = new Map((status?.matters ?? []).filter(({ kind }) => kind === "anchor")
    .map((one) => [one.region, reasonWords(one.text_code, one.text)]));
  const all = features.map((feature) => {
    const id = idOf(feature);
    const { note, enabled, mute } = feature.properties ?? {};
    const more = { holds: holding.get(id), note, isPaused: enabled === false, isMuted: mute === true };
    if (known.has(id)) return { ...known.get(id), ...more };
    return { region: id, state: inside.has(id) ? "inside" : undefined, depth: map.depth(id) ?? undefined, isAbout: true, ...more };
  });
  map.mark(inside, new Set([...(status?.unsure ?? []), ...all.filter((one) => one.state === "unsure").map((one) => one.region)]));
  list.show(all);
  const one = all.find(({ region }) => region === card.id);
  if (one) card.update(one);
  circle.show((mayChange && sheet.view === "card" && anchors.find((own) => idOf(own) === card.id)) || null);
};

const showAll = () => {
  showSight();
  showPosition(byId("position"), byId("receiver"), status, fix);
  showRegions();
  showOutputs(byId("outputs"), status, levels);
  showFaults(byId("faults"), status);
  first.adopt(status, mayChange, deviceName);
  const isMuted = status?.muted === true;
  // What ends an alarm has the place of mute: silence alone does not end it.
  const isAlarm = (status?.matters ?? []).some((one) => one.ends === "acknowledge");
  const ends = isAlarm || (status?.reminders ?? []).length > 0;
  for (const button of document.querySelectorAll("[data-order]")) button.hidden = !mayChange;
  // On the socket another drop lifts: here it must not, without a question.
  const isDown = anchors.some((one) => idOf(one) === "anchor");
  byId("orders").querySelector("[data-order=drop]").hidden = !mayChange || isDown;
  byId("orders").querySelector("[data-order=lift]").hidden = !mayChange || !anchors.length;
  const end = byId("end");
  [end.hidden, end.className] = [!mayChange || !ends, isAlarm ? "alarm" : ""];
  const words = isAlarm ? say("acknowledge") : say("end reminders");
  if (end.textContent !== words) end.textContent = words;
  byId("bar").querySelector("[data-order=mute]").hidden = !mayChange || isMuted || ends;
  const unmute = byId("bar").querySelector("[data-order=unmute]");
  unmute.hidden = !mayChange || !isMuted || ends;
  unmute.textContent = status?.mute_left ? say("unmute ({minutes} min)", { minutes: Math.ceil(status.mute_left / 60) }) : say("unmute");
  byId("walk").textContent = status?.walk ? say("end the walk {walk}", status) : say("record a walk");
};

// MARK: Regions

const openRegion = (id) => {
  const feature = features.find((one) => idOf(one) === id);
  if (!feature) return;
  const isAnchor = anchors.includes(feature);
  card.show(id, feature, mayChange && abilities.writable !== false && !fleet.has(id) && !isAnchor, mayChange && isAnchor);
  sheet.show("card");
  map.choose(id);
  map.frame(id);
  showRegions();
};

const closeCard = () => {
  places.end();
  map.choose(null);
  sheet.close();
  showRegions();
};

const explain = (line, isLast) => {
  sheet.show("why");
  const ago = status?.time ? (new Date(status.time) - new Date(line.time)) / 1000 : 0;
  if (isLast && ago < 86_000) return why.show(line.region, Math.max(600, Math.ceil(ago) + 120), line.seq);
  // The days of the journal are those of the board, whose zone is that of its carrier.
  why.showOld(line, lineWords(line), new Date(line.time).toLocaleDateString("sv"));
};

/** Says what became of a change of a region, and shows its card again. */
const changed = (id, said) => {
  orders.show(...said);
  if (sheet.view === "card" && !places.isOpen) openRegion(id);
};

const card = new RegionCard(byId("card"), {
  why: (id) => { sheet.show("why"); why.show(id); },
  change: (id) => drawing.change(id),
  mute: (id, isMuted) => drawing.mute(id, isMuted).then((said) => changed(id, said)),
  pause: (id, isPaused) => drawing.pause(id, isPaused).then((said) => changed(id, said)),
  warn: (id) => drawing.startBand(id),
  // While a region is drawn, a tap on the map is for it.
  order: (id) => { if (byId("map").matches(".drawing")) drawing.change(id); else places.begin(id); },
  remove: (id) => drawing.remove(id),
  today: (id) => events.today(id, status?.time ? new Date(status.time).getTime() : Date.now()),
  resize: (id, radius) => resize(id, radius),
  back: () => { map.choose(null); sheet.show("all"); showRegions(); },
});

const places = new PlacesInOrder(byId("card"), {
  own: () => own.features, number: (ids) => map.number(ids), save: (all) => drawing.save(all),
  say: (...said) => orders.show(...said), ended: (id) => { closeCard(); openRegion(id); },
});

// MARK: Messages

let lostAt = null;
const receive = {
  journal: (line, id) => events.add(line, id),
  cut: () => {
    events.cut();
    // A change of the regions may be among the missing lines.
    loadRegions();
  },
  track: (points) => map.follow(points),
  swing: (points) => map.swing(points),
  fix: (line) => {
    fix = line;
    if (line.fix !== "trusted" || line.lat === undefined) return;
    positionAt = Date.now();
    map.add(line.time, line.lat, line.lon, line.sd);
    drawing.add(line);
  },
  output: (line) => {
    levels.set(line.output, line.active);
    const kind = status?.outputs?.find((one) => one.output === line.output)?.kind;
    if (kind !== "light") signals.follow(line.active);
  },
  status: (line) => {
    status = line;
    if (line.age !== undefined) positionAt = Math.max(positionAt ?? 0, Date.now() - line.age * 1000);
    anchor(line.anchors ?? []);
    for (const output of line.outputs ?? []) levels.set(output.output, output.active);
  },
  visitor: ({ scope, name }) => {
    [mayChange, deviceName] = [scope === "control", name];
    drawing.allow(mayChange);
    exchange.allow(mayChange && abilities.writable !== false);
    upload.allow(mayChange);
    for (const id of ["draw", "orders"]) byId(id).hidden = !mayChange;
  },
  controller: (line) => {
    if (line.connected && isConnected === false) loadRegions();
    isConnected = line.connected;
    if (!line.connected) [status, fix, positionAt] = [{ reason: line.reason }, null, null];
  },
};

let regionsDue = 0;
/** Loads the regions soon, and only once for many causes at a time. */
const loadRegions = (delay = 200) => {
  clearTimeout(regionsDue);
  regionsDue = setTimeout(fetchRegions, delay);
};

// What the board has; null before it has come.
let own = null;
let theirs = [];
let loads = 0;
/** Adopts a part that came after it was refused; those that are asked together are adopted together. */
const adoptLate = () => { if (loads === 0) adopt(); };
const answers = [
  new Part("/api/regions", (json, tag) => { own = { features: json.features ?? [], tag }; adoptLate(); }),
  new Part("/api/fleet", (json) => { theirs = json.features ?? []; adoptLate(); }),
  new Part("/api/settings", (json) => { abilities = json; adoptLate(); }),
];
const fetchRegions = async () => {
  map.openGround(false, (info) => upload.adopt(info));
  loads += 1;
  await Promise.all(answers.map((part) => part.load()));
  loads -= 1;
  adopt();
};
const adopt = () => {
  drawing.adopt(abilities);
  exchange.allow(mayChange && abilities.writable !== false);
  sounds.setSignals(abilities.signals ?? []);
  if (!own) return;
  fleet = new Set(theirs.map(idOf));
  drawing.load(own.features, own.tag, theirs);
  newest = [...own.features, ...theirs];
  showFeatures(newest);
  bands.load(newest);
};

/** Adopts the anchors that are dropped: they are on the map and in the list as other regions. */
const anchor = (dropped) => {
  const now = dropped.map(({ region, lat, lon, radius }) => ({
    type: "Feature", id: region, properties: { radius, anchor: true, notifyOnEntry: false, latch: true },
    geometry: { type: "Point", coordinates: [lon, lat] },
  }));
  if (JSON.stringify(now) === JSON.stringify(anchors)) return;
  anchors = now;
  if (!anchors.length) map.swing(null);
  // The map opens on the regions.
  if (own) showFeatures(newest);
};

/** Asks the board for another radius of an anchor, and shows what became of it. */
const resize = async (id, radius) => {
  const said = await orders.give("anchor", { region: id, radius });
  // The next status has it, too.
  if (!said[1]) anchor((status?.anchors ?? []).map((one) => one.region === id ? { ...one, radius } : one));
  const isTyped = byId("card").contains(document.activeElement);
  if (card.id === id) changed(id, said); else orders.show(...said);
  if (isTyped) byId("card").querySelector("input")?.focus();
};

const showFeatures = (all) => {
  features = [...bands.fill(all), ...anchors];
  map.show(features);
  showRegions();
};

const hear = (signal) => orders.give("play", { signal });
const saved = (id, words) => { orders.show(words); openRegion(id); };
const drawing = new Drawing(byId("draw"), byId("map"), map, sheet, { reload: fetchRegions, hear, saved });
if (matchMedia("(min-width: 900px)").matches) sheet.show("all");
byId("rest").addEventListener("change", (event) => byId("events").classList.toggle("brief", !event.target.checked));
const light = (isRed) => document.documentElement.classList.toggle("red", isRed);
byId("red").checked = light(kept("picket-red") === "yes");
byId("red").addEventListener("change", (event) => keep("picket-red", light(event.target.checked) ? "yes" : "no"));
byId("beep").addEventListener("change", (event) => signals.beep(event.target.checked));
byId("vibrate").addEventListener("change", (event) => signals.vibrate(event.target.checked));
const circle = new AnchorCircle(byId("map"), map, resize);
const orders = connectOrders(document, byId("answer"), () => status);
const exchange = new Exchange(byId("exchange"), { save: (all) => drawing.save(all) });
const upload = new Upload(byId("upload"), () => map.openGround(true));
const first = new FirstSteps(byId("first"), {
  play: (output) => orders.give("play", { output }), name: (name) => orders.give("name", { name }),
  here: () => drawing.startHere(), opened: () => sheet.show("all"),
});
const sounds = new Sounds(byId("sounds"), (signal) => orders.send("play", { signal }));
await pair();
fetchRegions();
follow((kind, line, id) => {
  [lostAt, heardAt] = [null, Date.now()];
  receive[kind](line, id);
  // The regions were changed.
  if (kind === "journal" && line.event === "configuration") loadRegions();
  if (kind !== "journal") showAll();
}, () => {
  lostAt ??= Date.now();
  showSight();
});
setInterval(showSight, 1000);
