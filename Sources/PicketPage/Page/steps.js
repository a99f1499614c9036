/** The steps of a drawing, which can be undone and done again. */

export class Steps {
  #past = [];
  #future = [];
  #now;

  constructor(value) { this.#now = JSON.stringify(value); }

  /** Keeps a value as the present one; an equal one is not a step. */
  keep(value) {
    const text = JSON.stringify(value);
    if (text === this.#now) return;
    this.#past.push(this.#now);
    // A phone has little memory, and nobody goes back further.
    if (this.#past.length > 200) this.#past.shift();
    this.#future = [];
    this.#now = text;
  }

  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  undo() { return this.#go(this.#past, this.#future); }
  redo() { return this.#go(this.#future, this.#past); }

  #go(from, to) {
    if (from.length) {
      to.push(this.#now);
      this.#now = from.pop();
    }
    return JSON.parse(this.#now);
  }
}
