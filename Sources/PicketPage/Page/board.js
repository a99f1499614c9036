/**
 * The sentences of the board, as those of `picket why`, in the language of the page.
 *
 * The board writes them in English; each is found by its form and said again. A sentence that is not here stays as
 * it is.
 */

import { language, say } from "/say.js";

const plain = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const numbers = ["metres", "have", "needed", "run", "seconds", "length", "count", "number", "most", "step", "steps"];
// Only a reason has several parts.
const form = (name) => numbers.includes(name) ? "-?[\\d.]+(?: [a-z]+)?(?: [\\d.]+ [a-z]+)*" : ["rest", "reason"].includes(name) ? ".+?" : "[^;]+?";
const part = (_, name) => `(?<${name}>${form(name)})`;
const sentence = (text) => ({ text, form: new RegExp(`^${plain(text).replace(/\\\{(\w+)\\\}/g, part)}$`) });

// The first that fits counts: a longer form is before a shorter one that it begins with.
const sentences = [
  sentence("{region}: inside"),
  sentence("{region}: outside"),
  sentence("{region}: unsure"),
  sentence("{region}: unknown"),
  sentence("from {start} to {end}"),
  sentence("no fix came in this time"),
  sentence("earlier fixes are no longer kept"),
  sentence("it was inside, which may no longer hold: {reason}"),
  sentence("it was outside, which may no longer hold: {reason}"),
  sentence("the carrier is farther past the border than a carrier that stays has to be, and the crossing is not confirmed"),
  sentence("the fixes are not believed"),
  sentence("{time} enter (event {number}): {rest}"),
  sentence("{time} exit (event {number}): {rest}"),
  sentence("{time} dwell (event {number}): {rest}"),
  sentence("the stay had lasted for the region's dwell time"),
  sentence("its hours had begun, and the carrier was inside"),
  sentence("its hours had begun, and the carrier was outside"),
  sentence("the border was passed at {time}, {seconds} before"),
  sentence("no trusted fix for {seconds} while the border was passed, so the time is unknown"),
  sentence("it was {metres} inside its border when it was reported"),
  sentence("it was {metres} outside its border when it was reported"),
  sentence("needed {metres} after a straight run of {run}"),
  sentence("needed {metres}"),
  sentence("reached {metres}, and then waited for the region's linger"),
  sentence("reached {metres}"),
  sentence("{region}: reminders go on, {number} of {most} have come"),
  sentence("the next is due in {seconds}"),
  sentence("they wait for a trusted position"),
  sentence("{start}, for {length}: past the border by {metres} at most ({time})"),
  sentence("no exit, since {reason}"),
  sentence("no entry, since {reason}"),
  sentence("since {time} past the border, by {metres} now"),
  sentence("the exit is not reported yet: {reason}"),
  sentence("the entry is not reported yet: {reason}"),
  sentence("it waits for the region's linger"),
  sentence("the carrier went back before the region's linger was over"),
  sentence("{metres} were needed after one run"),
  sentence("{metres} were needed since it had turned back once"),
  sentence("{metres} were needed since it had turned back twice"),
  sentence("{metres} were needed since it had turned back {count} times"),
  sentence("{metres} were needed since it had come {run} in one run, less than {needed}"),
  sentence("the side before was a guess: only a run that began clearly on it counts"),
  sentence("the raw fix disagreed for {seconds}"),
  sentence("the raw fix disagreed: {have} of {needed}"),
  sentence("the fixes were not trusted for {seconds}, after a gap or while they were bad"),
  sentence("the fixes were not trusted, after a gap or while they were bad"),
  sentence("the time past the border was too short"),
  sentence("its state is not known yet: {metres} from its border"),
  sentence("5.6 m make it clear, more where the position is worse, or 30 s"),
  sentence("closest approach {metres} inside at {time}: the border was not passed"),
  sentence("closest approach {metres} outside at {time}: the border was not passed"),
  sentence("closest approach after that {metres} inside at {time}: the border was not passed"),
  sentence("closest approach after that {metres} outside at {time}: the border was not passed"),
  sentence("no trusted fix for {seconds} from {time} on"),
  sentence("fixes not trusted: {list}"),
  sentence("accuracy of the fixes: {list}"),
  sentence("from GST"),
  sentence("the receiver's own"),
  sentence("from HDOP"),
  sentence("from eph"),
  sentence("assumed"),
  sentence("it was never within reach (200 m, or twice its cushion), and is {metres} inside its border now"),
  sentence("it was never within reach (200 m, or twice its cushion), and is {metres} outside its border now"),
  sentence("it was never within reach (200 m, or twice its cushion)"),
  sentence("outside its hours until {time}: its state goes on, and no event is reported"),
  sentence("outside its hours: its state goes on, and no event is reported"),
  sentence("no fix that can be trusted has come yet: {reason}"),
  sentence("no region was within reach (200 m, or twice its cushion) in this time"),
  sentence("no approach cue now: {reason}"),
  sentence("{time}, for {seconds}: approach cue, step {step} of {steps} at most"),
  sentence("for {seconds}: approach cue, step {step} of {steps} at most"),
  sentence("it is playing"),
  sentence("ended, since the border was crossed, or another one was nearer"),
  sentence("ended, since {reason}"),
  sentence("the carrier is not inside"),
  sentence("the carrier is not outside"),
  sentence("the state is not known yet"),
  sentence("the region is outside its active hours"),
  sentence("no border is ahead within {seconds}"),
  sentence("the carrier moves away from the border"),
  sentence("the carrier moves along the border"),
  sentence("the carrier stands still"),
  sentence("no fix can be trusted, or none arrived"),
  sentence("it reached its limit of {seconds}, and the carrier has not turned back"),
  sentence("it was acknowledged, and the carrier has not turned back"),
  sentence("or {have} of {needed} in one run"),
  sentence("raw fix disagrees: {have} of {needed}"),
  sentence("linger {seconds} left"),
  sentence("{have} of {needed} from the border for a first state"),
  sentence("a longer stay: {have} of {needed}"),
  sentence("a run from the first side, which is a guess: it began {have} of {needed} on it"),
  sentence("more trusted fixes, after a gap or bad fixes"),
  sentence("{have} of {needed}"),
  sentence("{count} no fix"),
  sentence("another device"),
  sentence("position out of range"),
  sentence("null island"),
  sentence("no time"),
  sentence("the same time again"),
  sentence("time stands still"),
  sentence("time went back"),
  sentence("time jumped ahead"),
  sentence("impossible jump"),
  sentence("position stands still"),
  sentence("connecting to gpsd"),
  sentence("no gpsd: {reason}"),
  sentence("trying again"),
  sentence("waiting for gpsd's reports"),
  sentence("gpsd has no receiver"),
  sentence("plug one in, or name it in /etc/default/gpsd"),
  sentence("gpsd has lost the receiver {path}"),
  sentence("gpsd is running, but its receiver reports nothing"),
  sentence("the receiver needs to see the sky"),
  sentence("gpsd has reported no fix for {time}"),
  sentence("gpsd has reported no fix"),
  sentence("its {fix} is rejected: {reason}"),
  sentence("all states hold again"),
  sentence("the state of {names} may no longer hold"),
  sentence("the states of {names} may no longer hold"),
  sentence("unmuted"),
  sentence("{region}: the last, after {most}"),
  sentence("{region}: {number} of {most}"),
  sentence("the {part} is written again"),
  sentence("the {part} cannot be written: {reason}"),
  sentence("state"),
  sentence("muted for {time}"),
  sentence("muted"),
  sentence("no fix"),
  sentence("no position"),
  sentence("2D fix"),
  sentence("3D fix"),
];

const measure = /^-?\d+(\.\d+)?( (m|km|s|min|h|°))?$/;

/** What each part says; null if there is only one. */
const eachOf = (text, separator, joint = separator) => {
  const parts = text.split(separator);
  return parts.length > 1 ? parts.map(inWords).join(joint) : null;
};

/** A line of the board in the language of the page. */
const inWords = (text) => {
  if (measure.test(text)) return text.replace(".", ",");
  for (const { text: known, form } of sentences) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined && !form.test(text)) continue;
    const values = Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, name === "region" || name === "names" ? value : inWords(value)]));
    return say(known, values);
  }
  return eachOf(text, "; ") ?? eachOf(text, ", and ", ", ") ?? eachOf(text, ", ") ?? text.replace(/^(\d+) (?=\D)(.+)$/, (_, count, rest) => `${count} ${inWords(rest)}`);
};

/** A line of the board for its carrier: times of day in place of dates and zones, in the language of the page. */
export const carrierWords = (line) => {
  const text = line.replace(/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, "$1").replace(/ \((?:[A-Z]{2,5}|[+-]\d\d:?\d*)\)/g, "").replace(/ UTC\b/g, "");
  return language === "en" ? text : inWords(text);
};
