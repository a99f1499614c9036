/** Draws, changes and removes regions; the board checks and writes them. */

import { RegionForm } from "/form.js";
import { Handles } from "/handles.js";
import { makePanel } from "/panel.js";
import { Saving } from "/saving.js";
import { draftOf, newDraft } from "/shape.js";
import { Sketch } from "/sketch.js";
import { Standing, Way } from "/standing.js";
import { metres } from "/words.js";

const hints = {
  circle: "Tap the middle of the circle on the map.",
  polygon: "Tap the corners one after the other, or walk along the border.",
  corridor: "Tap the corners of its middle line, or walk along it.",
};
const whole = "Drag the handles; then give it a name and save.";
const parts = "This shape has several parts: here its properties can be changed, and the whole can be moved.";
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Drawing {
  #map; #svg; #panel; #form; #handles; #saving;
  #features = []; #base = "";
  #fleet = new Set();
  #isAllowed = false;
  #sketch = null;
  #standing = new Standing();
  #way = new Way();

  /** reload() loads the regions again and resolves when they have arrived. */
  constructor(section, svg, map, reload) {
    [this.#map, this.#svg] = [map, svg];
    this.#panel = makePanel(section, (name) => this.#press(name), (id) => this.#edit(id));
    this.#form = new RegionForm(this.#panel.form, () => { this.#form.read(this.#sketch.draft); this.#keep(); });
    this.#handles = new Handles(svg, map, {
      drag: (name, place, start) => { const now = this.#sketch?.drag(name, place, start); this.#show(); return now; },
      dropped: (name, isTap) => this.#dropped(name, isTap),
      tap: (place, element) => this.#tap(place, element),
      key: (name, event) => this.#key(name, event),
    });
    this.#saving = new Saving(this.#panel, this.#form, {
      reload, find: (id) => this.#find(id), base: () => this.#base, show: () => this.#show(),
      finish: (words) => this.#finish(words), edit: (id) => this.#edit(id),
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#escape(); });
    this.load([], "");
    this.#show();
  }

  /** Adopts the regions of the board and the hash of their file, and the regions of the fleet. */
  load(features, base, fleet = []) {
    [this.#features, this.#base, this.#fleet] = [features, base, new Set(fleet.map((feature) => this.#id(feature)))];
    this.#panel.list(features.map((feature) => this.#id(feature)).filter(Boolean));
  }

  /** Sets whether the device may draw, or only look. */
  allow(isAllowed) { this.#isAllowed = isAllowed; }

  /** Receives a trusted fix. */
  add(latitude, longitude, sigma) {
    const place = [longitude, latitude];
    this.#standing.add(place);
    const corners = this.#way.add(place, sigma);
    if (!corners || !this.#sketch) return;
    this.#sketch.draft.points = corners;
    this.#panel.showText(`walking: ${corners.length} ${corners.length === 1 ? "corner" : "corners"}`);
    this.#show();
  }

  #id(feature) { return String(feature.id ?? feature.properties?.id ?? ""); }
  #find(id) { return this.#features.find((feature) => this.#id(feature) === id) ?? null; }

  // MARK: Begin and end

  #begin(draft, original) {
    this.#sketch = new Sketch(draft, original, this.#base);
    this.#map.hide(original ? this.#id(original) : null);
    this.#map.hold(true);
    this.#form.clear();
    this.#form.show(draft);
    this.#panel.showText(!original ? hints[draft.kind] : draft.kind === "kept" ? parts : whole);
    this.#show();
  }

  #edit(id) {
    const feature = this.#find(id);
    if (this.#fleet.has(id)) return this.#panel.showText(`${id} is a region of the fleet, which cannot be changed here`, true);
    if (!feature?.geometry) return this.#panel.showText(`${id} is not in the file any more`, true);
    this.#begin(draftOf(feature), feature);
  }

  #finish(words) {
    this.#standing.stop();
    this.#way.stop();
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
      isEditing: sketch !== null, isWalking: this.#way.isOn,
      can: sketch === null ? {} : {
        finish: sketch.hasCorners && sketch.isOpen && sketch.isWhole && !this.#way.isOn,
        middle: sketch.isOpen && !this.#way.isOn, here: sketch.draft.kind !== "kept" && !this.#way.isOn,
        walk: sketch.hasCorners && (sketch.isOpen || this.#way.isOn), delete: sketch.canDelete,
        save: sketch.isWhole && !sketch.isOpen, remove: sketch.original !== null,
        undo: sketch.canUndo && !this.#way.isOn, redo: sketch.canRedo && !this.#way.isOn,
      },
    });
    this.#handles.show(sketch?.draft ?? null, sketch ?? {});
  }

  #keep() {
    this.#sketch.keep();
    this.#show();
  }

  // MARK: The map

  #tap(place, element) {
    const sketch = this.#sketch;
    if (!sketch) {
      if (!this.#isAllowed) return;
      const id = element.closest?.("[data-id]")?.dataset.id;
      if (id) this.#edit(id);
    } else if (sketch.isOpen && !this.#way.isOn) this.#put(place);
    else if (sketch.selected) {
      sketch.selected = null;
      this.#show();
    }
  }

  #put(place) {
    if (!this.#sketch.put(place)) this.#panel.showText("Select the corner to put there.", true);
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
    else if (this.#sketch.isOpen && this.#sketch.isWhole && !this.#way.isOn) this.#press("finish");
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
      if (!this.#map.spot([0, 0])) return this.#panel.showText("The map needs a position or a region first.", true);
      return this.#put(this.#map.placeAt(box.x + box.width / 2, box.y + box.height / 2));
    }
    case "here": return this.#stand();
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
    case "discard": return this.#finish("Nothing was changed.");
    }
  }

  /** Puts a corner or the middle at the place where the person stands. */
  #stand() {
    this.#standing.start((left, count) => this.#panel.showText(`Stand still for ${left} s: ${count} ${count === 1 ? "fix" : "fixes"} so far.`), (found, count) => {
      if (!this.#sketch) return;
      if (!found) return this.#panel.showText("No trusted fix arrived within 10 s; go to open sky and try again.", true);
      this.#sketch.spread = { place: found.place, metres: found.spread };
      this.#put(found.place);
      this.#panel.showText(`Here is the mean of ${count} ${count === 1 ? "fix" : "fixes"}, which scatter by ± ${metres(found.spread)}.`);
    });
  }

  #walk() {
    if (!this.#way.isOn) {
      this.#way.start();
      // The map moves along.
      this.#map.hold(false);
      this.#panel.showText("Walk; corners are added behind you.");
      return this.#show();
    }
    this.#way.stop();
    this.#map.hold(true);
    if (this.#sketch.isWhole) this.#sketch.close();
    this.#panel.showText(this.#sketch.isWhole ? whole : "That was too short for a shape; tap further corners or walk on.", !this.#sketch.isWhole);
    this.#keep();
  }
}
