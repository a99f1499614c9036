/** Sends regions to the board, shows the faults from its check, and asks if another device was first. */

import { problemWords } from "/form.js";
import { post } from "/post.js";
import { joined, say } from "/say.js";
import { featureOf } from "/shape.js";

/** The differences of another device's region from one's own, in words. */
const differences = (theirs, mine) => {
  const [one, other] = [theirs.properties ?? {}, mine.properties];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const words = names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .map((name) => `${name} ${one[name] === undefined ? say("not set") : JSON.stringify(one[name])}`);
  if (JSON.stringify(theirs.geometry?.coordinates) !== JSON.stringify(mine.geometry?.coordinates)) words.push(say("the shape, dashed on the map"));
  return words.length ? say("Theirs of {id} has {words}.", { id: mine.id, words: words.join(", ") }) : say("Theirs of {id} is the same as yours.", mine);
};

// The answer to a body that is larger than the page accepts.
const tooLarge = 413;

export class Saving {
  #panel; #form; #page; #isSending = false;

  /** page has: reload(), find(id), base(), show(), look() at its shape, finish(words, id or none), edit(id). */
  constructor(panel, form, page) {
    [this.#panel, this.#form, this.#page] = [panel, form, page];
  }

  async save(sketch) {
    this.#form.read(sketch.draft);
    this.#form.clear();
    sketch.wrong = [];
    const { draft, original } = sketch;
    const old = original ? String(original.id ?? original.properties?.id ?? "") : draft.id;
    if (!original && this.#page.find(draft.id)) {
      return this.#report(sketch, { problems: [{ field: "id", problem: say("there is a region with this name; give another") }] });
    }
    const rename = old === draft.id ? {} : { rename: { [old]: draft.id } };
    await this.#send(sketch, { ...rename, put: [featureOf(draft, original)] }, say("saved: {id}", draft));
  }

  /** Saves features that are not drawn; returns [words, isBad]. */
  async put(features, words) {
    const areNew = () => features.every((one) => !this.#page.find(String(one.id ?? one.properties?.id)));
    if (!this.#page.base()) await this.#page.reload();
    const wereNew = areNew();
    let reply;
    for (let tries = 3; tries > 0; tries -= 1) {
      reply = await this.#post({ base: this.#page.base(), put: features });
      await this.#page.reload();
      // What another device saved meanwhile is not touched by regions that only come in addition.
      if (!reply.conflict || !wereNew || !areNew()) break;
    }
    if (reply.applied) return [words, false];
    if (reply.conflict) return [say("not changed: the regions were changed on another device meanwhile; try again"), true];
    return [say("not changed: {reason}", { reason: joined([reply.error, ...(reply.refused ?? [])]) }), true];
  }

  /** Removes the region, after two questions. */
  remove(sketch) {
    const id = String(sketch.original.id ?? sketch.original.properties?.id);
    const keep = [say("keep it"), () => this.#panel.focus("remove")];
    this.#panel.askQuestion(say("Remove {id}?", { id }), keep, [say("remove"), () => {
      this.#panel.askQuestion(say("{id} is not watched then, and cannot be brought back here. Really remove it?", { id }), keep,
        [say("really remove"), () => this.#send(sketch, { remove: [id] }, say("removed: {id}", { id }))]);
    }]);
  }

  async #send(sketch, change, done) {
    if (this.#isSending) return;
    // The regions arrived after the drawing was begun.
    sketch.base ||= this.#page.base();
    if (!sketch.base) return this.#panel.showText(say("not saved: the regions of the board are not loaded yet; try again"), true);
    this.#isSending = true;
    this.#panel.showText(say("saving …"));
    const reply = await this.#post({ base: sketch.base, ...change }).finally(() => { this.#isSending = false; });
    if (reply.applied) {
      await this.#page.reload();
      // The first warnings are about regions: those of others were told when they were saved.
      const { warnings = [], problems = [] } = reply;
      const id = change.put?.[0].id;
      const own = problems.filter(({ region }) => region === undefined || region === id).map(problemWords);
      this.#page.finish(joined([done, ...own, ...warnings.slice(problems.length)]), id);
    } else if (reply.conflict) await this.#conflict(sketch);
    else this.#report(sketch, reply);
  }

  #post(change) {
    return post("/api/edit", change, say("the board cannot be reached; it is not known whether it was saved"));
  }

  // MARK: Problems

  /** Shows each problem at its field, at its place on the map, or in words. */
  #report(sketch, { error, status, refused = [], problems = [] }) {
    const rest = [];
    if (status === tooLarge) error = say("too many corners for the page: change it with picket regions on the board");
    for (const problem of problems.filter((one) => one.severity !== "warning")) {
      const isShown = this.#form.report(problem, sketch.draft.kind);
      const { corners = [] } = problem;
      sketch.wrong = [...sketch.wrong, ...corners];
      if (!isShown) rest.push(problemWords(problem));
    }
    const all = problems.length ? rest : [error, ...refused].filter(Boolean);
    this.#panel.showText(all.length ? say("not saved: {reason}", { reason: joined(all) }) : say("not saved: see the marked fields"), true);
    if (sketch.wrong.length && rest.length) this.#page.look(); else this.#page.show();
    this.#form.focus();
  }

  // MARK: Another device

  /** Shows both versions; nothing is saved before one of them is chosen. */
  async #conflict(sketch) {
    await this.#page.reload();
    const id = sketch.original ? String(sketch.original.id ?? sketch.original.properties?.id) : sketch.draft.id;
    const theirs = this.#page.find(id);
    sketch.theirs = theirs;
    this.#panel.showText(say("not saved: the regions were changed on another device meanwhile"), true);
    this.#page.look();
    const isSame = JSON.stringify(theirs) === JSON.stringify(sketch.original);
    const what = isSame ? say("Another region was changed, {id} was not.", { id }) : theirs ? differences(theirs, featureOf(sketch.draft, theirs)) : say("There is no {id} there.", { id });
    this.#panel.askQuestion(`${say("The regions were changed on another device.")} ${what}`,
      [say("use theirs"), () => {
        if (theirs) this.#page.edit(id); else this.#page.finish(say("theirs is used; yours was discarded"));
      }],
      [say("keep mine and look"), () => {
        sketch.base = this.#page.base();
        // A region that is renamed or removed must exist.
        sketch.original = theirs;
        this.#panel.showText(say("Yours is kept and not saved yet: look at both, then save or discard."));
        this.#page.show();
      }]);
  }
}
