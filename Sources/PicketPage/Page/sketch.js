/** One region while it is drawn: its draft, the selected handle, and the steps so far. */

import { between, fewest, moved, shift } from "/shape.js";
import { Steps } from "/steps.js";

const tenth = (metres) => Math.max(1, Math.round(metres * 10) / 10);

export class Sketch {
  draft;
  /** The feature in the file; null for a new region. */
  original;
  /** The hash of the file on which it is based. */
  base;
  /** Whether further corners are added at the end. */
  isOpen;
  /** Whether its points are put, on a phone with the whole screen; otherwise its form is filled. */
  isOnMap;
  /** The selected handle. */
  selected = null;
  /** The corners at which the check has found a fault. */
  wrong = [];
  /** The place where somebody stood, and the scatter of its fixes. */
  spread = null;
  /** The places of the walk that goes on; empty without one. */
  way = [];
  /** The region as another device has saved it. */
  theirs = null;
  #steps;
  #last = null;
  #grab = 0;

  constructor(draft, original, base) {
    [this.draft, this.original, this.base, this.isOpen] = [draft, original, base, original === null && draft.kind !== "band"];
    this.isOnMap = this.isOpen;
    this.#steps = new Steps(this.#state);
  }

  get #state() { return { draft: this.draft, isOpen: this.isOpen }; }
  get count() { return this.draft.points.length; }
  get hasCorners() { return ["polygon", "corridor", "gate"].includes(this.draft.kind); }
  get isWhole() { return this.count >= fewest[this.draft.kind]; }
  get corner() { return this.selected?.startsWith("corner") && this.#has(this.selected) ? Number(this.selected.slice(7)) : null; }
  get canDelete() { return this.hasCorners && this.corner !== null && (this.isOpen || this.count > fewest[this.draft.kind]); }
  get canUndo() { return this.#steps.canUndo; }
  get canRedo() { return this.#steps.canRedo; }

  /** What can be done next, by the names of the buttons. */
  abilities(isWalking) {
    return {
      finish: this.isOnMap && this.isWhole && !isWalking, shape: !this.isOnMap && this.draft.kind !== "band",
      middle: this.isOpen && !isWalking, here: !["band", "kept"].includes(this.draft.kind) && !isWalking,
      walk: this.hasCorners && (this.isOpen || isWalking), delete: this.canDelete,
      save: this.isWhole && !this.isOpen, remove: this.original !== null,
      undo: this.canUndo && !isWalking, redo: this.canRedo && !isWalking,
    };
  }

  // MARK: Steps

  /** Keeps the present state as a step. */
  keep() {
    this.wrong = [];
    this.#steps.keep(this.#state);
  }

  undo() { this.#go(this.#steps.undo()); }
  redo() { this.#go(this.#steps.redo()); }

  #go(state) {
    [this.draft, this.isOpen] = [state.draft, state.isOpen];
    this.isOnMap ||= this.isOpen;
    [this.selected, this.wrong, this.spread] = [null, [], null];
  }

  // MARK: Points

  /** Puts the selected corner, the circle or a new corner at a place; returns whether there was one. */
  put(place) {
    if (this.draft.kind === "circle") this.draft.points = [place];
    else if (this.corner !== null) this.draft.points[this.corner] = place;
    else if (this.isOpen) this.draft.points.push(place);
    else return false;
    if (this.draft.kind === "circle" || (this.draft.kind === "gate" && this.count === 2)) this.close();
    this.keep();
    return true;
  }

  /** Ends a walk with the corners of its outline. */
  adopt(corners) {
    this.draft.points = corners;
    this.way = [];
    this.close();
  }

  /** Ends adding corners. */
  close() {
    this.isOpen = false;
    this.selected = null;
  }

  /** Puts a new corner in the middle of the edge after another, and selects it. */
  insert(after) {
    const { points } = this.draft;
    const [from, to] = [points[after], points[(after + 1) % points.length]];
    points.splice(after + 1, 0, moved(from, ...between(from, to).map((one) => one / 2)));
    this.selected = `corner-${after + 1}`;
  }

  delete() {
    if (!this.canDelete) return;
    this.draft.points.splice(this.corner, 1);
    this.selected = null;
    this.keep();
  }

  // MARK: Handles

  /** Whether there is a handle: another finger may have taken its points back. */
  #has(name) {
    const [kind, index] = name.split("-");
    return kind === "size" ? this.isWhole : index === undefined || Number(index) < this.count;
  }

  /** The size with which the handle of the size would be at a place. */
  #reach(place) {
    const [first, second] = this.draft.points;
    const [x, y] = between(first, place);
    if (this.draft.kind === "circle") return Math.hypot(x, y);
    const [east, north] = between(first, second);
    return 2 * Math.abs(x * north - y * east) / (Math.hypot(east, north) || 1);
  }

  /** Moves a handle to a place, the first time from a start; returns the new name of the handle. */
  drag(name, place, start) {
    if (!this.#has(name)) return name;
    if (start) this.#last = start;
    if (start && name === "size") this.#grab = this.#reach(start) - (Number(this.draft.size) || 0);
    if (name === "whole") shift(this.draft, ...between(this.#last, place));
    else if (name === "size") this.draft.size = tenth(this.#reach(place) - this.#grab);
    else {
      if (name.startsWith("between")) this.insert(Number(name.slice(8)));
      else this.selected = name;
      this.draft.points[this.corner] = place;
    }
    this.#last = place;
    return name.startsWith("between") ? this.selected : name;
  }

  /** Moves a handle by some metres. */
  nudge(name, east, north) {
    if (name === "size") this.draft.size = tenth((Number(this.draft.size) || 0) + east + north);
    else if (name === "whole") shift(this.draft, east, north);
    else if (name.startsWith("corner")) {
      this.selected = name;
      this.draft.points[this.corner] = moved(this.draft.points[this.corner], east, north);
    }
    this.keep();
  }

  /** Taps a handle: selects or deselects a corner, and makes a corner of a handle between two. */
  tap(name) {
    if (!this.#has(name)) return;
    if (this.isOpen && name === "corner-0" && this.draft.kind === "polygon" && this.isWhole) this.close();
    else if (name.startsWith("between")) this.insert(Number(name.slice(8)));
    else this.selected = this.selected === name ? null : name;
  }
}
