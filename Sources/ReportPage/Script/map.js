/**
 * A map that is zoomed, moved and tapped.
 *
 * - fixes: the fixes to find, or null
 * - onFix(fix, isTap): a fix was tapped, or the mouse is over it
 * - onEvent(number): the number of an event was tapped
 * - onView(view, unit): another part is shown, with this many units per pixel
 */
const makeMap = (map, { fixes, onFix, onEvent, onView }) => {
  const parse = (text) => {
    const [x, y, width, height] = text.split(" ").map(Number);
    return { x, y, width, height };
  };
  const all = parse(map.getAttribute("viewBox"));
  const limit = parse(map.dataset.limit);
  const metres = Number(map.dataset.unit);
  let view = { ...all };
  map.classList.add("live");
  document.querySelector(".zoom").hidden = false;

  // The elements that are moved at each step of a player are made once.
  const picked = byId("picked");
  const place = (x, y) => `translate(${x} ${y})`;
  const parts = {
    here: drawn("g"), spot: drawn("g", { class: "k" }), halo: drawn("circle", { class: "halo" }),
    beside: drawn("g"), line: drawn("path", { class: "reported" }), reported: drawn("g"), cross: drawn("g", { class: "k" }),
  };
  if (picked) {
    parts.spot.append(drawn("circle", { class: "here", r: 8 }));
    parts.cross.append(drawn("path", { class: "reported", d: "M-4 0h8M0-4v8" }));
    parts.reported.append(parts.cross);
    const other = drawn("g", { class: "k" });
    other.append(drawn("circle", { class: "beside", r: 6 }));
    parts.beside.append(other);
    parts.here.append(parts.halo, parts.line, parts.reported, parts.spot);
  }

  const unitsPerPixel = () => {
    const box = map.getBoundingClientRect();
    return Math.max(view.width / Math.max(1, box.width), view.height / Math.max(1, box.height));
  };
  const nice = (most) => {
    const decade = 10 ** Math.floor(Math.log10(most));
    return [5, 2, 1].map((step) => step * decade).find((length) => length <= most) || decade;
  };
  const draw = () => {
    map.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    const unit = unitsPerPixel();
    map.style.setProperty("--u", unit);
    // The scale stays inside the shown part, also on paper, which may be narrower than the screen.
    const left = view.x + 12 * unit;
    const bottom = view.y + view.height - 12 * unit;
    const length = nice(Math.min(view.width / 3, 160 * unit) * metres);
    const scale = byId("scale");
    scale.setAttribute("transform", place(left, bottom));
    scale.querySelector("path").setAttribute("d", `M0 0h${length / metres}`);
    scale.querySelector("text").textContent = length >= 1000 ? `${length / 1000} km` : `${Number(length.toPrecision(2))} m`;
    map.classList.toggle("moved", view.width < all.width * 0.98);
    requestAnimationFrame(settle);
    onView?.(view, unit);
  };
  // The labels were placed for a map of nominal width; the numbers of events have priority over other words.
  const labels = [...map.querySelectorAll(".pin"), ...map.querySelectorAll(".names > g, .words > g")];
  let settled = "";
  /** Leaves out labels that would cover others at the present size; zooming in shows them. */
  const settle = () => {
    const size = `${map.getAttribute("viewBox")} ${map.clientWidth} ${map.clientHeight}`;
    if (settled === size) return;
    settled = size;
    // The boxes do not include the width of their lines.
    const covers = (one, other) => one.left < other.right + 2 && other.left < one.right + 2
      && one.top < other.bottom + 2 && other.top < one.bottom + 2;
    const frame = map.getBoundingClientRect();
    const isCut = (box) => box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
    const taken = [...map.parentElement.querySelectorAll(".zoom button, .north, #scale text")].map((one) => one.getBoundingClientRect());
    // All boxes are read before any label is changed: the browser lays them out once.
    const boxes = labels.map((label) => (label.querySelector("rect") ?? label.querySelector("text"))?.getBoundingClientRect());
    labels.forEach((label, index) => {
      const box = boxes[index];
      if (!box?.width) return;
      const isCovered = isCut(box) || taken.some((other) => covers(box, other));
      label.classList.toggle("crowded", isCovered);
      if (!isCovered) taken.push(box);
    });
  };
  const pointed = (event) => {
    const box = map.getBoundingClientRect();
    const unit = unitsPerPixel();
    return {
      x: view.x + view.width / 2 + (event.clientX - box.left - box.width / 2) * unit,
      y: view.y + view.height / 2 + (event.clientY - box.top - box.height / 2) * unit,
    };
  };
  const keep = () => {
    view.x = clamp(view.x, limit.x, limit.x + limit.width - view.width);
    view.y = clamp(view.y, limit.y, limit.y + limit.height - view.height);
  };
  const zoom = (factor, at) => {
    const least = Math.min(all.width, 6 / metres);
    const width = clamp(view.width * factor, least, Math.min(limit.width, limit.height * all.width / all.height));
    const ratio = width / view.width;
    view = {
      x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio,
      width, height: view.height * ratio,
    };
    keep();
    draw();
  };
  const middle = () => ({ x: view.x + view.width / 2, y: view.y + view.height / 2 });
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => {
      if (button.dataset.zoom === "fit") {
        view = { ...all };
        draw();
      } else {
        zoom(button.dataset.zoom === "in" ? 1 / 1.6 : 1.6, middle());
      }
    });
  }
  map.addEventListener("wheel", (event) => {
    // Turning the wheel down scrolls the page, unless the map is zoomed in or has the focus.
    if (!event.ctrlKey && !map.matches(":focus, .moved") && event.deltaY > 0) return;
    event.preventDefault();
    zoom(Math.exp(clamp(event.deltaY, -120, 120) / 400), pointed(event));
  }, { passive: false });

  const pointers = new Map();
  let travelled = 0;
  map.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    if (pointers.size === 1) travelled = 0;
  });
  map.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") find(event, 14, false);
      return;
    }
    const [first, second] = [...pointers.values()];
    travelled += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (pointers.size === 2) {
      const other = before === first ? second : first;
      const span = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const at = pointed({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 });
      zoom(span(before) / Math.max(1, span(event)), at);
    } else if (travelled > 6 && (event.pointerType === "mouse" || map.matches(".moved, .drawing"))) {
      const unit = unitsPerPixel();
      view.x -= (event.clientX - before.clientX) * unit;
      view.y -= (event.clientY - before.clientY) * unit;
      keep();
      draw();
    }
    pointers.set(event.pointerId, event);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    map.addEventListener(name, (event) => {
      const was = pointers.delete(event.pointerId);
      if (name !== "pointerup" || !was || travelled > 6) return;
      const pin = event.target.closest(".pin");
      if (pin) onEvent(Number(pin.dataset.e));
      else find(event, 28, true);
    });
  }
  const find = (event, reach, isTap) => {
    if (!fixes) return;
    const at = pointed(event);
    let best = -1, least = (reach * unitsPerPixel()) ** 2;
    for (let fix = 0; fix < fixes.count; fix += 1) {
      if (fixes.verdict[fix] > 100) continue;
      const square = (fixes.x[fix] - at.x) ** 2 + (fixes.y[fix] - at.y) ** 2;
      if (square < least) [best, least] = [fix, square];
    }
    if (best >= 0) onFix(best, isTap);
  };
  /** Shows the position on the compared walk. */
  const showBeside = (seconds) => {
    const other = fixes.beside;
    if (!other?.offset.length) return;
    const at = lastUntil(other.offset, seconds);
    parts.beside.setAttribute("transform", place(other.x[at], other.y[at]));
    if (!parts.beside.isConnected) picked.append(parts.beside);
  };
  new ResizeObserver(draw).observe(map);
  draw();

  return {
    /** Shows a fix; a map that is zoomed in moves when the fix would be out of sight. */
    show(fix, seconds) {
      showBeside(seconds);
      if (fixes.verdict[fix] > 100) return parts.here.remove();
      const [x, y] = [fixes.x[fix], fixes.y[fix]];
      const isTrusted = fixes.verdict[fix] === 0;
      parts.here.setAttribute("transform", place(x, y));
      for (const part of [parts.halo, parts.line, parts.reported]) part.style.display = isTrusted ? "" : "none";
      if (isTrusted) {
        const [rawX, rawY] = [fixes.rawX[fix], fixes.rawY[fix]];
        parts.halo.setAttribute("r", fixes.sigma[fix] / 10 / metres);
        parts.line.setAttribute("d", `M0 0l${rawX} ${rawY}`);
        parts.reported.setAttribute("transform", place(rawX, rawY));
      }
      if (!parts.here.isConnected) picked.append(parts.here);
      if (!map.matches(".moved")) return;
      const isSeen = Math.abs(x - view.x - view.width / 2) < 0.45 * view.width
        && Math.abs(y - view.y - view.height / 2) < 0.45 * view.height;
      if (isSeen) return;
      [view.x, view.y] = [x - view.width / 2, y - view.height / 2];
      keep();
      draw();
    },
    clear() { picked.replaceChildren(); },
  };
};
