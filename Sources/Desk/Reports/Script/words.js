/** Words, numbers and times in the language of a report and in its time zone. */

const data = JSON.parse(byId("data").textContent);

/** A sentence; {name} in it stands for a value. Each is written in English where it is used. */
const say = (text, values = {}) => filled(words[text] ?? text, values);

/** A note out of the data, with its values. */
const sayNote = ({ say: text, values }) => say(text, values);

/** A name within a sentence, kept apart from the direction of the text around it. */
const isolated = (name) => `\u2068${name}\u2069`;

const grouped = (value) => value.toLocaleString(language);
const counted = (count, one, many) => count === 1 ? say(one) : say(many, { count: grouped(count) });
const countedEvents = (count) => counted(count, "1 event", "{count} events");
const countedRegions = (count) => counted(count, "1 region", "{count} regions");

const depthWords = (value) => say(value < 0 ? "{metres} outside" : "{metres} inside", { metres: metres(value) });

/** A length of time: 2.4 s, 1:02 min, 2:15:09 h. */
const lengthWords = (seconds) => {
  const whole = Math.round(seconds);
  return seconds < 60 ? `${decimal(seconds)} s` : `${spanText(whole)} ${whole < 3600 ? "min" : "h"}`;
};
const elapsed = lengthWords;

// MARK: Times, in milliseconds since 1970

const zones = data.zones ?? [];
const aheadAt = (time) => (zones.filter(({ from }) => from <= time).pop() ?? zones[0] ?? { ahead: 0 }).ahead;
const zoneName = (ahead) => {
  const minutes = Math.abs(ahead) / 60;
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return ahead ? `UTC${ahead < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}` : "UTC";
};

/** The time that the clocks of the report show, written as if that were UTC. */
const shown = (time, ahead = aheadAt(time)) => new Date(time + ahead * 1000);
const timeOfDay = (time, digits = 8) => shown(time).toISOString().slice(11, 11 + digits);
const dayWords = (time) => {
  const day = shown(time);
  const year = day.getUTCFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  // "Sat 22 August", in the order of days and months that most readers of English use.
  return day.toLocaleDateString(language === "en" ? "en-GB" : language, { weekday: "short", day: "numeric", month: "long", timeZone: "UTC", ...year }).replace(",", "");
};
const [firstTime, lastTime] = data.span ?? [];
const hasDays = firstTime !== undefined && dayWords(firstTime) !== dayWords(lastTime);

/** A time of day, with the day on a walk of several days. */
const moment = (time, digits = 8) => `${hasDays ? `${shown(time).toLocaleDateString(language === "en" ? "en-GB" : language, { day: "numeric", month: "short", timeZone: "UTC" })} ` : ""}${timeOfDay(time, digits)}`;
/** The same with the time in UTC after it, where that is another. */
const momentWithUTC = (time, digits = 10) =>
  [moment(time, digits), ...(aheadAt(time) ? [" ", make("small", {}, `${shown(time, 0).toISOString().slice(11, 11 + digits)}Z`)] : [])];

// Times in the reasons of the board.
const clock = (text) => timeOfDay(Date.parse(text));
const dayAndClock = (text) => moment(Date.parse(text));
