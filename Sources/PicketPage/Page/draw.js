/** Draws, changes and removes regions; the board checks and writes them. */

import { isBand } from "/bands.js";
import { Feet } from "/feet.js";
import { RegionForm } from "/form.js";
import { Handles } from "/handles.js";
import { follows, hints, parts, whole } from "/hints.js";
import { makePanel } from "/panel.js";
import { Pointing } from "/pointing.js";
import { Saving } from "/saving.js";
import { joined, say } from "/say.js";
import { bandAround, draftOf, featureOf, newDraft } from "/shape.js";
import { idOf } from "/shapes.js";
import { Sketch } from "/sketch.js";

export class Drawing {
  #map; #svg; #panel; #form; #handles; #saving; #sheet; #pointing;
  #features = []; #base = "";
  #fleet = new Set();
  #isAllowed = false;
  #sketch = null;
  #feet; #page;

  /**
   * page has: reload(), which loads the regions again and resolves when they have arrived,
   * hear(signal), which resolves to [words, isBad], and saved(id, words).
   */
  constructor(section, svg, map, sheet, page) {
    [this.#map, this.#svg, this.#sheet] = [map, svg, sheet];
    this.#panel = makePanel(section, (name) => this.#press(name), (id) => this.edit(id));
    this.#feet = new Feet(this.#panel, {
      stood: (place, metres) => {
        if (!this.#sketch) return;
        this.#sketch.spread = { place, metres };
        this.#pointing.put(place);
      },
      walked: (places) => {
        if (!this.#sketch) return;
        this.#sketch.way = places;
        this.#show();
      },
    });
    this.#form = new RegionForm(this.#panel.form, () => { this.#form.read(this.#sketch.draft); this.#keep(); });
    this.#page = page;
    this.#pointing = new Pointing(this.#parts());
    this.#handles = new Handles(svg, map, {
      drag: (...all) => this.#pointing.drag(...all), dropped: (...all) => this.#pointing.dropped(...all),
      tap: (place) => this.#pointing.tap(place), key: (...all) => this.#pointing.key(...all),
    });
    this.#saving = new Saving(this.#panel, this.#form, {
      reload: page.reload, find: (id) => this.#find(id), base: () => this.#base, show: () => this.#show(),
      look: () => this.#press("shape"), finish: (words, id) => this.#finish(words, id), edit: (id) => this.edit(id),
    });
    this.load([], "");
    this.#show();
  }

  /** What a finger on the map needs of this. */
  #parts() {
    const drawing = this;
    return {
      get sketch() { return drawing.#sketch; }, get isWalking() { return drawing.#feet.isWalking; },
      get handles() { return drawing.#handles; }, panel: this.#panel, form: this.#form,
      show: () => this.#show(), keep: () => this.#keep(), press: (name) => this.#press(name),
    };
  }

  /** Adopts the regions of the board and the hash of their file, and the regions of the fleet. */
  load(features, base, fleet = []) {
    [this.#features, this.#base, this.#fleet] = [features, base, new Set(fleet.map((feature) => idOf(feature)))];
    const ids = features.map((feature) => idOf(feature)).filter(Boolean);
    this.#panel.list(ids);
    this.#form.setRegions(ids);
  }

  /** Sets whether the device may draw, or only look. */
  allow(isAllowed) { this.#isAllowed = isAllowed; }

  /** Adopts what the board can do: the names of its signals, and whether it may save regions. */
  adopt({ signals = [], writable = true }) {
    this.#form.setSignals(signals);
    this.#panel.offer(writable);
  }

  /** Receives a trusted fix. */
  add({ lat, lon, time, sd, receiver_lat: latitude = lat, receiver_lon: longitude = lon }) {
    this.#feet.add([lon, lat], Date.parse(time), sd, [longitude, latitude]);
  }

  #find(id) { return this.#features.find((feature) => idOf(feature) === id) ?? null; }

  // MARK: Begin and end

  #begin(draft, original) {
    this.#sketch = new Sketch(draft, original, this.#base);
    // The border of a band is drawn by the board, also while it is changed.
    this.#map.hide(original && draft.kind !== "band" ? idOf(original) : null);
    this.#map.hold(true);
    this.#sheet.show("draw");
    this.#form.clear();
    this.#form.show(draft);
    this.#panel.showText(!original && draft.kind !== "band" ? hints[draft.kind] : { band: follows, kept: parts }[draft.kind] ?? whole);
    this.#show();
  }

  /** Begins to change a region, which comes into view. */
  edit(id) {
    if (!this.#isAllowed) return;
    const feature = this.#find(id);
    if (this.#fleet.has(id)) return this.#panel.showText(say("{id} is a region of the fleet, which cannot be changed here", { id }), true);
    if (!feature?.geometry && !(feature && isBand(feature))) return this.#panel.showText(say("{id} is not among the regions any more", { id }), true);
    // The sheet makes the map smaller.
    this.#sheet.show("draw");
    this.#map.frame(id);
    this.#begin(draftOf(feature), feature);
  }

  /** Changes a region, unless another one is drawn: returns whether it began. */
  change(id) {
    if (!this.#sketch) {
      this.edit(id);
      return this.#sketch !== null;
    }
    this.#sheet.show("draw");
    this.#panel.showText(say("Save or discard this one first."), true);
    return false;
  }

  /** Asks whether to remove a region. */
  remove(id) { if (this.change(id)) this.#saving.remove(this.#sketch); }

  /** Watches a region no longer, or again; it stays in the file. Resolves to [words, isBad]. */
  pause(id, isPaused) {
    return this.#set(id, "enabled", isPaused ? false : undefined,
      isPaused ? say("{id} is paused: no beeps until you watch it again", { id }) : say("{id} is watched again", { id }));
  }

  /** Lets a region no longer sound, or again; its events go on. Resolves to [words, isBad]. */
  mute(id, isMuted) {
    return this.#set(id, "mute", isMuted ? true : undefined,
      isMuted ? say("{id} is muted: only lights show its events", { id }) : say("{id} is heard again", { id }));
  }

  /** Sets a property of a region, or removes it. */
  async #set(id, name, value, words) {
    const feature = this.#find(id);
    if (!feature) return [say("{id} is not among the regions any more", { id }), true];
    return this.#saving.put([{ ...feature, properties: { ...feature.properties, [name]: value } }], words);
  }

  /** Begins a circle around the place where the person stands. */
  startHere() {
    if (this.#sketch) return this.#sheet.show("draw");
    this.#begin(newDraft("circle"), null);
    this.#feet.stand();
  }

  /** Begins a band around a region, which warns before its border. */
  startBand(id) {
    if (this.#sketch) return this.change(id);
    this.#map.frame(id);
    this.#begin(bandAround(id), null);
  }

  /** Saves features that are not drawn here; resolves to [words, isBad]. */
  save(features) { return this.#saving.put(features, ""); }

  #finish(words, id) {
    this.#feet.stop();
    this.#sketch = null;
    this.#map.hide(null);
    this.#map.hold(false);
    this.#panel.closeQuestion();
    this.#panel.showText(words);
    this.#show();
    if (id) this.#page.saved(id, words);
  }

  // MARK: Show

  #show() {
    const sketch = this.#sketch;
    this.#panel.show({
      isEditing: sketch !== null, isOnMap: sketch?.isOnMap ?? false, isWalking: this.#feet.isWalking,
      can: sketch?.abilities(this.#feet.isWalking) ?? {},
    });
    this.#handles.show(sketch?.draft ?? null, sketch ?? {});
  }

  #keep() {
    this.#sketch.keep();
    this.#show();
  }

  // MARK: Buttons

  #press(name) {
    const sketch = this.#sketch;
    if (name in hints) return this.#begin(newDraft(name), null);
    if (!sketch) return;
    switch (name) {
    case "finish":
      this.#panel.showText("");
      sketch.isOnMap = false;
      sketch.close();
      return this.#keep();
    case "shape":
      sketch.isOnMap = sketch.draft.kind !== "band";
      this.#show();
      return this.#map.frame(null, featureOf(sketch.draft, null));
    case "middle": {
      const box = this.#svg.getBoundingClientRect();
      return this.#pointing.tap(this.#map.placeAt(box.x + box.width / 2, box.y + box.height / 2));
    }
    case "here": return this.#feet.stand();
    case "walk": return this.#walk();
    case "delete":
      sketch.delete();
      return this.#show();
    case "undo": case "redo":
      sketch[name]();
      this.#form.show(sketch.draft);
      return this.#show();
    case "hear": return this.#page.hear(this.#form.signal).then((said) => this.#panel.showText(...said));
    case "save": return this.#saving.save(sketch);
    case "remove": return this.#saving.remove(sketch);
    case "discard": return this.#finish(say("Nothing was changed."));
    }
  }

  async #walk() {
    const sketch = this.#sketch;
    if (!this.#feet.isWalking) {
      this.#feet.walk();
      // The map moves along.
      this.#map.hold(false);
      this.#panel.showText(say("Walk along the border, then end the walk."));
      return this.#show();
    }
    const outline = await this.#feet.endWalk(sketch.draft.kind === "corridor");
    if (!outline) return;
    this.#map.hold(true);
    sketch.adopt(outline.corners);
    this.#panel.showText(joined([...outline.words, whole]));
    this.#keep();
  }
}
