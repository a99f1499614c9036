/** The position, the outputs and the health of the board, in words. */

import { make } from "/elements.js";
import { reasonWords } from "/reason.js";
import { say } from "/say.js";
import { decimal, metres } from "/units.js";
import { elapsed } from "/words.js";

/** The cue in words, while it plays. */
export const cueWords = (fix, status) => {
  const cue = status?.sight === "blind" ? null : fix?.approach;
  if (!cue) return null;
  if (cue.speed) return say("over the limit of {name}", { name: cue.region });
  return cue.seconds >= 0.5 ? say("border of {name} in {seconds} s", { name: cue.region, seconds: Math.round(cue.seconds) }) : say("at the border of {name}", { name: cue.region });
};

export const showPosition = (position, receiver, status, fix) => {
  const isBlind = status?.sight === "blind";
  const from = !isBlind && fix?.lat !== undefined ? fix : status;
  const parts = [];
  if (from?.lat !== undefined) {
    parts.push(`${from.lat.toFixed(6)}, ${from.lon.toFixed(6)}${from.sd !== undefined ? ` ± ${metres(from.sd)}` : ""}`);
    if (isBlind && from.age !== undefined) parts.push(say("{time} ago", { time: elapsed(from.age) }));
    if (!isBlind && from.speed !== undefined) parts.push(`${decimal(from.speed * 3.6, 0)} km/h`);
  } else parts.push(say("no position"));
  if (fix?.reason) parts.push(say("fix rejected: {reason}", { reason: reasonWords(fix.reason_code, fix.reason) }));
  position.textContent = parts.join("   ");
  const satellites = status?.satellites ? say("{used} of {seen} satellites", status.satellites) : null;
  const mode = status?.mode !== undefined ? reasonWords({ code: `mode.${status.mode}` }, null) : null;
  receiver.textContent = [mode, satellites].filter(Boolean).join(", ");
};

export const showOutputs = (outputs, status, levels) => {
  const lamps = (status?.outputs ?? []).map((output) => make("span", {
    class: `lamp${levels.get(output.output) ? " on" : ""}${output.faulty ? " faulty" : ""}`,
  }, output.output));
  if (status?.muted) lamps.push(status.mute_left ? say("muted for {time}", { time: elapsed(status.mute_left) }) : say("muted"));
  else if (status?.quiet) lamps.push(say("quiet hours"));
  outputs.replaceChildren(...lamps);
};

export const showFaults = (list, status) => {
  const faults = status?.reason && status?.sight === undefined ? [reasonWords(status.reason_code, status.reason)] : [];
  for (const one of status?.reminders ?? []) faults.push(say("reminder of {region}: {count} of {of}", one));
  const doubt = status?.accuracy_doubt;
  if (doubt) faults.push(say("the receiver claims ±{claimed} m; its fixes scatter by ±{observed} m", doubt));
  if (status?.velocity_doubt) faults.push(reasonWords(status.velocity_doubt_code, status.velocity_doubt));
  // With a fix the line above has it.
  if (status?.gpsd && !(status.mode >= 2)) faults.push(`${say("receiver")}: ${reasonWords(status.gpsd.reception_code, status.gpsd.reception)}`);
  if (status?.uptime !== undefined) faults.push(say("picket {version} runs for {time}", { version: status.versions?.picket ?? "", time: elapsed(status.uptime) }));
  list.replaceChildren(...faults.map((text) => make("li", {}, text)));
};
