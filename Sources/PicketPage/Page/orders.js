/** The orders: each is a request of the control socket, and its answer is shown. */

export const connectOrders = (root, answer, status) => {
  const show = (text, isBad = false) => {
    answer.textContent = text;
    answer.classList.toggle("bad", isBad);
  };

  const send = async (order, fields) => {
    show(`${order} …`);
    try {
      const response = await fetch(`/api/${order}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields),
      });
      const reply = await response.json();
      if (!reply.ok) return show(reply.error ?? `refused (${response.status})`, true);
      show(words(order, reply));
    } catch {
      show("the board cannot be reached; it is not known whether the order was carried out", true);
    }
  };

  const words = (order, reply) => {
    if (order === "walk") return reply.path ? `recording: ${reply.path}` : "the recording has ended";
    if (order === "play") return reply.muted ? "buzzers are muted: nothing is heard" : "playing";
    if (order === "acknowledge") {
      const ended = reply.acknowledged ?? [];
      return ended.length ? `ended: ${ended.join(", ")}` : "no reminder is active";
    }
    return `done: ${order}`;
  };

  for (const button of root.querySelectorAll("[data-order]")) {
    button.addEventListener("click", () => {
      const { order, seconds, states } = button.dataset;
      if (order === "mark") {
        const text = prompt("A few words for the mark", "");
        if (text === null) return;
        send(order, text ? { text } : {});
      } else if (order === "walk") {
        if (status()?.walk) {
          if (confirm("End the recording?")) send(order, { stop: true });
          return;
        }
        const start = prompt("A name for the walk", "");
        if (start) send(order, { start });
      } else {
        send(order, { ...(seconds && { seconds: Number(seconds) }), ...(states && { states: true }) });
      }
    });
  }
};
