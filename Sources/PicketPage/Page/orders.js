/** The orders: each is a request of the control socket, and its answer is shown. */

import { radii } from "/circle.js";
import { fieldOf, make, numberField, tell } from "/elements.js";
import { post } from "/post.js";
import { say } from "/say.js";

// In milliseconds, before a mark is given up.
const patience = 5000;

/** Asks in a form for its fields, or without any for yes or no. Resolves to the values by their names, or to null. */
const question = (form, parts, accept) => new Promise((resolve) => {
  const input = parts.map((part) => part.querySelector?.("input")).find(Boolean);
  const button = (text, type) => make("button", { type }, text);
  const [yes, no] = [button(accept ?? (input ? say("done") : say("yes")), "submit"), button(input ? say("discard") : say("no"), "button")];
  form.replaceChildren(...parts, make("p", { class: "buttons" }, yes, no));
  form.hidden = false;
  const end = (values) => {
    form.hidden = true;
    resolve(values);
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    end(Object.fromEntries(new FormData(form)));
  };
  no.onclick = () => end(null);
  form.scrollIntoView({ block: "nearest" });
  (input ?? yes).focus();
  input?.select();
});

/** Asks for a text that begins with a value. Resolves to it, or to null. */
const textFrom = async (form, words, value) =>
  (await question(form, [fieldOf(words, { name: "text", maxlength: "60", value })]))?.text.trim() || null;

/** Asks for the circle of an anchor that is dropped: its radius, or where the anchor lies. Resolves to the fields, or to null. */
const dropFrom = async (form) => {
  const radius = numberField(say("radius, metres"), "radius", { ...radii, value: 40 });
  const rode = make("fieldset", { disabled: "" },
    numberField(say("rode, metres"), "rode", { min: 1, max: 1000, value: 30 }),
    numberField(say("true bearing from here to the anchor, degrees"), "bearing", { min: 0, max: 360 }));
  const more = make("details", {}, make("summary", {}, say("the boat lies at its rode already")), rode);
  more.addEventListener("toggle", () => {
    rode.disabled = !more.open;
    radius.hidden = radius.lastElementChild.disabled = more.open;
  });
  const values = await question(form, [radius, more], say("drop the anchor"));
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
};

/** The name of the anchor that is lifted: the usual one, or one with a name of its own. */
const anchorOf = (status) => {
  const names = (status?.anchors ?? []).map(({ region }) => region);
  return names.includes("anchor") ? "anchor" : names[0];
};

export const connectOrders = (root, answer, status) => {
  let due = 0;
  const show = (text, isBad = false, isShort = !isBad) => {
    clearTimeout(due);
    // The map gets the room back; a refusal stays.
    if (isShort) due = setTimeout(() => show(""), 8000);
    tell(answer, text, isBad);
  };

  /** Sends an order; resolves to [words, isBad]. */
  const give = async (order, fields, signal = undefined) => {
    const reply = await post(`/api/${order}`, fields, say("the board cannot be reached; it is not known whether the order was carried out"), signal);
    return reply.ok ? [words(order, reply, fields), false] : [reply.error ?? say("refused ({status})", reply), true];
  };

  const send = async (order, fields) => show(...await give(order, fields));

  let isMarking = false;
  /** Marks the moment of the tap, however late the board gets to know of it; another tap until then is the same one. */
  const mark = async (tapped, text) => {
    if (isMarking) return;
    const fields = { ...(text && { text }), get ago() { return Math.min(600, (performance.now() - tapped) / 1000); } };
    isMarking = true;
    show(say("sending …"), false, false);
    const control = new AbortController();
    const limit = setTimeout(() => control.abort(), patience);
    const said = await give("mark", fields, control.signal);
    clearTimeout(limit);
    isMarking = false;
    show(...said);
  };

  const words = (order, reply, fields) => {
    if (order === "walk") return fields.start ? say("recording {name}", { name: fields.start }) : say("the recording has ended");
    if (order === "play") return reply.muted ? say("buzzers are muted: nothing is heard") : say("playing");
    if (order === "acknowledge") {
      const ended = reply.acknowledged ?? [];
      return ended.length ? say("ended: {names}", { names: ended.join(", ") }) : say("no reminder is active");
    }
    if (reply.lifted) return say("lifted: {region}", reply);
    if (order === "drop") return say("dropped: {region}, radius {radius} m", reply);
    if (order === "anchor") return say("{region}: radius {radius} m now", reply);
    if (order === "name") return say("this phone is called {name}", fields);
    if (order === "mute") return say("muted: no beeps for now");
    if (order === "unmute") return say("no longer muted");
    return fields.text ? say("marked: {text}", fields) : say("marked");
  };

  const form = root.querySelector("#ask");
  for (const button of root.querySelectorAll("[data-order]")) {
    button.addEventListener("click", async ({ timeStamp }) => {
      const { order, seconds, states } = button.dataset;
      if (button.dataset.words) {
        const text = await textFrom(form, say("A few words for the mark"), "");
        if (text) mark(timeStamp, text);
      } else if (order === "mark") {
        mark(timeStamp);
      } else if (order === "walk") {
        if (status()?.walk) {
          if (await question(form, [say("End the recording?")])) send(order, { stop: true });
          return;
        }
        const start = await textFrom(form, say("A name for the walk"), new Date().toLocaleString("sv").slice(0, 16).replace(":", "."));
        if (start) send(order, { start });
      } else if (order === "lift") {
        const region = anchorOf(status());
        const words = say("Lift {name}? Its circle is no longer watched then.", { name: region });
        if (region && await question(form, [words])) send(order, { region });
      } else if (order === "drop") {
        const circle = await dropFrom(form);
        if (circle) send(order, circle);
      } else {
        send(order, { ...(seconds && { seconds: Number(seconds) }), ...(states && { states: true }) });
      }
    });
  }
  return { show, give, send };
};
