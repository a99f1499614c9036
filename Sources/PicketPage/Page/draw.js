/** Draws, changes and removes regions; the board checks and writes them. */

import { Feet } from "/feet.js";
import { RegionForm } from "/form.js";
import { Handles } from "/handles.js";
import { hints, parts, whole } from "/hints.js";
import { makePanel } from "/panel.js";
import { Saving } from "/saving.js";
import { say } from "/say.js";
import { draftOf, newDraft } from "/shape.js";
import { idOf } from "/shapes.js";
import { Sketch } from "/sketch.js";

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Drawing {
  #map; #svg; #panel; #form; #handles; #saving; #sheet;
  #features = []; #base = "";
  #fleet = new Set();
  #isAllowed = false;
  #sketch = null;
  #feet;

  /** reload() loads the regions again and resolves when they have arrived. */
  constructor(section, svg, map, reload, sheet) {
    [this.#map, this.#svg, this.#sheet] = [map, svg, sheet];
    this.#panel = makePanel(section, (name) => this.#press(name), (id) => this.edit(id));
    this.#feet = new Feet(this.#panel, {
      stood: (place, metres) => {
        if (!this.#sketch) return;
        this.#sketch.spread = { place, metres };
        this.#put(place);
      },
      walked: (corners) => {
        if (!this.#sketch) return;
        this.#sketch.draft.points = corners;
        this.#show();
      },
    });
    this.#form = new RegionForm(this.#panel.form, () => { this.#form.read(this.#sketch.draft); this.#keep(); });
    this.#handles = new Handles(svg, map, {
      drag: (name, place, start) => { const now = this.#sketch?.drag(name, place, start); this.#show(); return now; },
      dropped: (name, isTap) => this.#dropped(name, isTap),
      tap: (place) => this.#tap(place),
      key: (name, event) => this.#key(name, event),
    });
    this.#saving = new Saving(this.#panel, this.#form, {
      reload, find: (id) => this.#find(id), base: () => this.#base, show: () => this.#show(),
      finish: (words) => this.#finish(words), edit: (id) => this.edit(id),
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#escape(); });
    this.load([], "");
    this.#show();
  }

  /** Adopts the regions of the board and the hash of their file, and the regions of the fleet. */
  load(features, base, fleet = []) {
    [this.#features, this.#base, this.#fleet] = [features, base, new Set(fleet.map((feature) => idOf(feature)))];
    this.#panel.list(features.map((feature) => idOf(feature)).filter(Boolean));
  }

  /** Sets whether the device may draw, or only look. */
  allow(isAllowed) { this.#isAllowed = isAllowed; }

  /** Receives a trusted fix. */
  add(latitude, longitude, sigma) {
    this.#feet.add([longitude, latitude], sigma);
  }

  #find(id) { return this.#features.find((feature) => idOf(feature) === id) ?? null; }

  // MARK: Begin and end

  #begin(draft, original) {
    this.#sketch = new Sketch(draft, original, this.#base);
    this.#map.hide(original ? idOf(original) : null);
    this.#map.hold(true);
    this.#sheet.show("draw");
    this.#form.clear();
    this.#form.show(draft);
    this.#panel.showText(!original ? hints[draft.kind] : draft.kind === "kept" ? parts : whole);
    this.#show();
  }

  /** Begins to change a region, which comes into view. */
  edit(id) {
    if (!this.#isAllowed) return;
    const feature = this.#find(id);
    if (this.#fleet.has(id)) return this.#panel.showText(say("{id} is a region of the fleet, which cannot be changed here", { id }), true);
    if (!feature?.geometry) return this.#panel.showText(say("{id} is not among the regions any more", { id }), true);
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

  /** Watches a region no longer, or again; it stays in the file. Returns [words, isBad]. */
  async pause(id, isPaused) {
    const feature = this.#find(id);
    if (!feature) return [say("{id} is not among the regions any more", { id }), true];
    const { enabled: _, ...own } = feature.properties ?? {};
    const properties = isPaused ? { ...own, enabled: false } : own;
    return this.#saving.put({ ...feature, properties }, isPaused ? say("{id} is paused: no beeps until you watch it again", { id }) : say("{id} is watched again", { id }));
  }

  #finish(words) {
    this.#feet.stop();
    this.#sketch = null;
    this.#map.hide(null);
    this.#map.hold(false);
    this.#panel.closeQuestion();
    this.#panel.showText(words);
    this.#show();
  }

  // MARK: Show

  #show() {
    const sketch = this.#sketch;
    this.#panel.show({
      isEditing: sketch !== null, isWalking: this.#feet.isWalking,
      can: sketch?.abilities(this.#feet.isWalking) ?? {},
    });
    this.#handles.show(sketch?.draft ?? null, sketch ?? {});
  }

  #keep() {
    this.#sketch.keep();
    this.#show();
  }

  // MARK: The map

  #tap(place) {
    const sketch = this.#sketch;
    if (!sketch) return;
    if (sketch.isOpen && !this.#feet.isWalking) this.#put(place);
    else if (sketch.selected) {
      sketch.selected = null;
      this.#show();
    }
  }

  #put(place) {
    if (!this.#sketch.put(place)) this.#panel.showText(say("Select the corner to put there."), true);
    else if (!this.#sketch.isOpen) this.#panel.showText(whole);
    this.#form.show(this.#sketch.draft);
    this.#show();
  }

  #dropped(name, isTap) {
    const sketch = this.#sketch;
    if (!sketch) return;
    if (isTap) sketch.tap(name);
    this.#form.show(sketch.draft);
    this.#keep();
    this.#handles.focus(sketch.selected ?? name);
  }

  #key(name, event) {
    const arrow = arrows[event.key];
    if (arrow) {
      this.#sketch.nudge(name, ...arrow.map((one) => one * (event.shiftKey ? 10 : 1)));
      this.#form.show(this.#sketch.draft);
      this.#show();
    } else if (event.key === "Enter" || event.key === " ") this.#dropped(name, true);
    else if (event.key === "Delete" || event.key === "Backspace") {
      this.#sketch.selected = name;
      this.#press("delete");
    } else return;
    event.preventDefault();
  }

  #escape() {
    if (this.#panel.isQuestionOpen) return this.#panel.closeQuestion();
    if (!this.#sketch) return;
    if (this.#sketch.selected) this.#sketch.selected = null;
    else if (this.#sketch.isOpen && this.#sketch.isWhole && !this.#feet.isWalking) this.#press("finish");
    // A region of the file stays: its changes are discarded only by the button.
    else if (this.#sketch.isOpen && this.#sketch.count === 0) return this.#press("discard");
    this.#show();
  }

  // MARK: Buttons

  #press(name) {
    const sketch = this.#sketch;
    if (name in hints) return this.#begin(newDraft(name), null);
    if (!sketch) return;
    switch (name) {
    case "finish":
      sketch.close();
      this.#panel.showText(whole);
      return this.#keep();
    case "middle": {
      const box = this.#svg.getBoundingClientRect();
      if (!this.#map.spot([0, 0])) return this.#panel.showText(say("The map needs a position or a region first."), true);
      return this.#put(this.#map.placeAt(box.x + box.width / 2, box.y + box.height / 2));
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
    case "save": return this.#saving.save(sketch);
    case "remove": return this.#saving.remove(sketch);
    case "discard": return this.#finish(say("Nothing was changed."));
    }
  }

  #walk() {
    if (!this.#feet.isWalking) {
      this.#feet.walk();
      // The map moves along.
      this.#map.hold(false);
      this.#panel.showText(say("Walk; corners are added behind you."));
      return this.#show();
    }
    this.#feet.endWalk();
    this.#map.hold(true);
    if (this.#sketch.isWhole) this.#sketch.close();
    this.#panel.showText(this.#sketch.isWhole ? whole : say("That was too short for a shape; tap further corners or walk on."), !this.#sketch.isWhole);
    this.#keep();
  }
}
