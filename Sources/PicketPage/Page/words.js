/** Depths and times as `picket watch` writes them. */

import { language, say } from "/say.js";
import { metres } from "/units.js";

/** The number in a typed text, with a decimal comma where the language has one; the text itself if there is none. */
export const typed = (text, inLanguage = language) => {
  const plain = text.trim();
  // The keys for numbers of a phone may have only the comma.
  const value = inLanguage === "en" ? plain : plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
  return value === "" || Number.isNaN(Number(value)) ? plain : Number(value);
};

export const depth = (value) => value < 0 ? say("{metres} outside", { metres: metres(value) }) : say("{metres} inside", { metres: metres(value) });

export const elapsed = (seconds) => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole % 3600 / 60)} min`;
};

export const clock = (text) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleTimeString([], { hourCycle: "h23" });
};

/** A time that may be on another day: the clock alone if it is today. */
export const dayAndClock = (text, now = new Date()) => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.toDateString() === now.toDateString()) return clock(text);
  const year = time.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
  return time.toLocaleString(language, { weekday: "short", day: "numeric", month: "short", ...year, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
};

/** The place of a depth on the scale from outside (0) to inside (1): logarithmic, its ends at 200 m. */
export const share = (value) => {
  const size = Math.min(1, Math.log(1 + Math.abs(value)) / Math.log(201));
  return 0.5 + (value < 0 ? -size : size) / 2;
};
