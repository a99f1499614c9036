/** What to do next while a region is drawn. */

import { say } from "/say.js";

/** At the beginning, by the kind of shape. */
export const hints = {
  circle: say("Tap the middle of the circle on the map."),
  polygon: say("Tap the corners one after the other, or walk along the border."),
  gate: say("Tap both ends of the gate, or stand at each and tap “here”."),
  corridor: say("Tap the corners of its middle line, or walk along it."),
};
export const whole = say("Drag the handles; then give it a name and save.");
export const parts = say("This shape has several parts: here its properties can be changed, and the whole can be moved.");
export const follows = say("Its border follows that of another region: here its distance and its other properties can be changed.");
