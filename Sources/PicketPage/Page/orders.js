/** The orders: each is a request of the control socket, and its answer is shown. */

import { post } from "/post.js";
import { say } from "/say.js";

export const connectOrders = (root, answer, status) => {
  let due = 0;
  const show = (text, isBad = false) => {
    clearTimeout(due);
    // The map gets the room back; a refusal stays.
    if (!isBad) due = setTimeout(() => show(""), 8000);
    answer.textContent = text;
    answer.classList.toggle("bad", isBad);
  };

  /** Sends an order; resolves to [words, isBad]. */
  const give = async (order, fields) => {
    const reply = await post(`/api/${order}`, fields, say("the board cannot be reached; it is not known whether the order was carried out"));
    return reply.ok ? [words(order, reply, fields), false] : [reply.error ?? say("refused ({status})", reply), true];
  };

  const send = async (order, fields) => show(...await give(order, fields));

  const words = (order, reply, fields) => {
    if (order === "walk") return fields.start ? say("recording {name}", { name: fields.start }) : say("the recording has ended");
    if (order === "play") return reply.muted ? say("buzzers are muted: nothing is heard") : say("playing");
    if (order === "acknowledge") {
      const ended = reply.acknowledged ?? [];
      return ended.length ? say("ended: {names}", { names: ended.join(", ") }) : say("no reminder is active");
    }
    if (order === "drop") return reply.lifted ? say("lifted: {region}", reply) : say("dropped: {region}, radius {radius} m", reply);
    if (order === "name") return say("this phone is called {name}", fields);
    if (order === "mute") return say("muted: no beeps for now");
    if (order === "unmute") return say("no longer muted");
    return fields.text ? say("marked: {text}", fields) : say("marked");
  };

  for (const button of root.querySelectorAll("[data-order]")) {
    button.addEventListener("click", () => {
      const { order, seconds, states } = button.dataset;
      if (button.dataset.words) {
        const text = prompt(say("A few words for the mark"), "");
        if (text) send(order, { text });
      } else if (order === "walk") {
        if (status()?.walk) {
          if (confirm(say("End the recording?"))) send(order, { stop: true });
          return;
        }
        const start = prompt(say("A name for the walk"), "");
        if (start) send(order, { start });
      } else {
        send(order, { ...(seconds && { seconds: Number(seconds) }), ...(states && { states: true }) });
      }
    });
  }
  return { show, give, send };
};
