"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const make = (name, attributes = {}, text = "") => {
    const isSVG = ["g", "path", "circle"].includes(name);
    const element = isSVG ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    // Names of regions are only ever text.
    element.textContent = text;
    return element;
  };
  const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
  const tenths = (value) => String(Math.round(value) / 10);

  // MARK: Numbers

  /** What Columns.swift made: seven bits to a byte, the least first, the sign in the lowest bit. */
  const numbers = (text) => {
    const bytes = atob(text);
    const result = [];
    let value = 0, scale = 1;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes.charCodeAt(at);
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) {
        result.push(value % 2 ? -(value + 1) / 2 : value / 2);
        value = 0;
        scale = 1;
      }
    }
    return result;
  };
  const sums = (text) => {
    let sum = 0;
    return numbers(text).map((step) => (sum += step));
  };

  const element = byId("data");
  const data = element ? JSON.parse(element.textContent) : null;
  const fixes = data ? {
    number: sums(data.number), offset: sums(data.offset), shift: sums(data.time),
    verdict: numbers(data.verdict), x: sums(data.x), y: sums(data.y), rawX: numbers(data.rawX),
    rawY: numbers(data.rawY), lat: sums(data.lat), lon: sums(data.lon), sigma: sums(data.sigma),
    eph: sums(data.eph), stands: numbers(data.stands), missing: numbers(data.missing),
    region: numbers(data.region), state: numbers(data.state), depth: numbers(data.depth),
    raw: numbers(data.raw),
  } : null;

  /** For each fix its stands, with depths summed up and what is missing in words. */
  const stands = [];
  if (fixes) {
    const deep = [];
    let at = 0, missing = 0;
    const words = [
      (have, asked) => `${tenths(have)} m of ${tenths(asked)} m`,
      (have, asked) => `or ${tenths(have)} m of ${tenths(asked)} m in one run`,
      (have, asked) => `raw fix disagrees: ${tenths(have)} m of ${tenths(asked)} m`,
      (have) => `linger ${tenths(have)} s left`,
      (have, asked) => `${tenths(have)} m of ${tenths(asked)} m from the border for a first state`,
      (have, asked) => `a longer stay: ${Math.round(have / 10)} s of ${Math.round(asked / 10)} s`,
      () => "fixes that can be believed: it is too soon after a gap, or a bad stretch",
    ];
    for (const count of fixes.stands) {
      const list = [];
      for (let end = at + count; at < end; at += 1) {
        const region = fixes.region[at];
        deep[region] = (deep[region] || 0) + fixes.depth[at];
        const code = fixes.state[at];
        const one = {
          region, depth: deep[region], raw: deep[region] + fixes.raw[at],
          state: ["unknown", "outside", "inside"][code % 3],
          pending: ["", "entry", "exit"][Math.floor(code / 3) % 3], missing: [],
        };
        for (let left = Math.floor(code / 9); left > 0; left -= 1, missing += 3) {
          const [kind, have, asked] = fixes.missing.slice(missing, missing + 3);
          one.missing.push(words[kind](have, asked));
        }
        list.push(one);
      }
      stands.push(list);
    }
  }

  // MARK: Map

  const map = byId("map");
  let showFix = () => {};
  if (map) {
    const parse = (text) => {
      const [x, y, width, height] = text.split(" ").map(Number);
      return { x, y, width, height };
    };
    const all = parse(map.getAttribute("viewBox"));
    const limit = parse(map.dataset.limit);
    let view = { ...all };
    map.classList.add("live");
    document.querySelector(".zoom").hidden = false;

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
      // Within what is shown on paper too, which may be narrower than the screen.
      const left = view.x + 12 * unit;
      const bottom = view.y + view.height - 12 * unit;
      const metres = Number(map.dataset.unit);
      const length = nice(Math.min(view.width / 3, 160 * unit) * metres);
      const scale = byId("scale");
      scale.setAttribute("transform", `translate(${left} ${bottom})`);
      scale.querySelector("path").setAttribute("d", `M0 0h${length / metres}`);
      scale.querySelector("text").textContent = length >= 1000 ? `${length / 1000} km` : `${Number(length.toPrecision(2))} m`;
      map.classList.toggle("moved", view.width < all.width * 0.98);
    };
    const place = (event) => {
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
      const least = Math.min(all.width, 6 / Number(map.dataset.unit));
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
      // A wheel that turns over the page scrolls it, unless one has come closer or means the map.
      if (!event.ctrlKey && !map.matches(":focus, .moved") && event.deltaY > 0) return;
      event.preventDefault();
      zoom(Math.exp(clamp(event.deltaY, -120, 120) / 400), place(event));
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
        if (event.pointerType === "mouse") hover(event);
        return;
      }
      const [first, second] = [...pointers.values()];
      travelled += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      if (pointers.size === 2) {
        const other = before === first ? second : first;
        const span = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        const at = place({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 });
        zoom(span(before) / Math.max(1, span(event)), at);
      } else if (travelled > 6 && (event.pointerType === "mouse" || map.matches(".moved"))) {
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
        if (name === "pointerup" && was && travelled <= 6) tap(event);
      });
    }
    const nearest = (event, reach) => {
      if (!fixes) return -1;
      const at = place(event);
      const most = (reach * unitsPerPixel()) ** 2;
      let best = -1, least = most;
      for (let fix = 0; fix < data.count; fix += 1) {
        if (fixes.verdict[fix] > 100) continue;
        const square = (fixes.x[fix] - at.x) ** 2 + (fixes.y[fix] - at.y) ** 2;
        if (square < least) [best, least] = [fix, square];
      }
      return best;
    };
    const tap = (event) => {
      const pin = event.target.closest(".pin");
      if (pin) return pickEvent(Number(pin.dataset.e));
      const fix = nearest(event, 28);
      if (fix >= 0) pick(fix, true);
    };
    const hover = (event) => {
      const fix = isHeld ? -1 : nearest(event, 14);
      if (fix >= 0) pick(fix);
    };
    showFix = (fix) => {
      const group = byId("picked");
      group.replaceChildren();
      if (fixes.verdict[fix] > 100) return;
      const [x, y] = [fixes.x[fix], fixes.y[fix]];
      const here = make("g", { transform: `translate(${x} ${y})` });
      const spot = make("g", { class: "k" });
      if (fixes.verdict[fix] === 0) {
        const [rawX, rawY] = [fixes.rawX[fix], fixes.rawY[fix]];
        here.append(
          make("circle", { class: "halo", r: fixes.sigma[fix] / 10 / Number(map.dataset.unit) }),
          make("path", { class: "told", d: `M0 0l${rawX} ${rawY}` }));
        const told = make("g", { transform: `translate(${rawX} ${rawY})` });
        const cross = make("g", { class: "k" });
        cross.append(make("path", { class: "told", d: "M-4 0h8M0-4v8" }));
        told.append(cross);
        here.append(told);
      }
      spot.append(make("circle", { class: "here", r: 8 }));
      here.append(spot);
      group.append(here);
    };
    new ResizeObserver(draw).observe(map);
    draw();
  }

  // MARK: Timelines

  const wide = document.querySelector(".wide");
  const scroll = document.querySelector(".scroll");
  const start = wide ? Number(wide.dataset.start) : 0;
  const length = wide ? Number(wide.dataset.length) : 1;
  let chosen = -1, isHeld = false;
  const shareOf = (fix) => (fixes.offset[fix] / 100 - start) / length;
  const at = (offset) => {
    let low = 0, high = data.count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fixes.offset[middle] < offset * 100) low = middle + 1; else high = middle;
    }
    return low > 0 && offset * 100 - fixes.offset[low - 1] < fixes.offset[low] - offset * 100 ? low - 1 : low;
  };
  if (wide) {
    const stretch = document.querySelector(".stretch");
    let factor = 1;
    stretch.hidden = false;
    for (const button of stretch.querySelectorAll("button")) {
      button.addEventListener("click", () => {
        const middle = chosen >= 0 && fixes ? shareOf(chosen) : (scroll.scrollLeft + scroll.clientWidth / 2) / wide.clientWidth;
        factor = clamp(factor * 2 ** Number(button.dataset.stretch), 1, 64);
        wide.style.setProperty("--z", factor);
        wide.classList.toggle("long", wide.clientWidth > 1000);
        stretch.querySelector("output").textContent = `${factor}×`;
        scroll.scrollLeft = middle * wide.clientWidth - scroll.clientWidth / 2;
      });
    }
    wide.classList.toggle("long", wide.clientWidth > 1000);
    const pointed = (event) => {
      const box = wide.getBoundingClientRect();
      return at(start + (event.clientX - box.left) / box.width * length);
    };
    for (const body of fixes ? document.querySelectorAll(".plot .body") : []) {
      body.addEventListener("click", (event) => {
        const pin = event.target.closest(".pin");
        if (pin) return;
        pick(pointed(event), true);
      });
      body.addEventListener("pointermove", (event) => {
        if (event.pointerType === "mouse" && !isHeld && event.buttons === 0) pick(pointed(event));
      });
    }
  }

  // MARK: Explanations

  const panel = byId("panel");
  const card = panel?.querySelector(".card");
  if (panel) new IntersectionObserver(([entry]) => panel.classList.toggle("away", !entry.isIntersecting)).observe(panel);
  const clock = (milliseconds, digits) => new Date(milliseconds).toISOString().slice(11, 11 + digits);
  const depth = (value) => `${tenths(Math.abs(value))} m ${value < 0 ? "outside" : "inside"}`;

  /** Explains a fix; held, it stays until another is tapped or the mouse leaves it alone. */
  const pick = (fix, hold = false) => {
    if (!fixes || fix < 0 || fix >= data.count) return;
    if (hold) isHeld = true;
    if (fix === chosen && !hold) return;
    chosen = fix;
    showFix(fix);
    for (const cursor of document.querySelectorAll(".cursor")) {
      cursor.style.display = "block";
      cursor.style.left = `${shareOf(fix) * 100}%`;
    }
    if (!panel) return;
    panel.classList.add("filled");
    const steps = make("div", { class: "steps" });
    const zone = (data.zones ?? []).filter((zone) => zone.from <= fix).pop();
    const time = data.base === undefined ? "" : `${clock(data.base + fixes.offset[fix] * 10 + fixes.shift[fix], 10)} ${zone?.name ?? "UTC"}`;
    const back = make("button", { type: "button", "aria-label": "the fix before" }, "‹");
    const next = make("button", { type: "button", "aria-label": "the fix after" }, "›");
    const close = make("button", { type: "button", "aria-label": "close" }, "×");
    back.addEventListener("click", () => pick(chosen - 1, true));
    next.addEventListener("click", () => pick(chosen + 1, true));
    close.addEventListener("click", release);
    steps.append(back, make("h3", {}, time || `fix ${fixes.number[fix]}`), next, close);
    const lines = [steps];
    const verdict = fixes.verdict[fix] % 100;
    const number = `fix ${fixes.number[fix]} of ${data.all}`;
    const eph = fixes.eph[fix] > 0 ? `, eph ${tenths(fixes.eph[fix] - 1)} m` : "";
    if (verdict > 0) {
      lines.push(make("p", { class: "bad" }, `✕ rejected: ${data.reasons[verdict - 1]}`), make("p", {}, number + eph));
    } else {
      lines.push(make("p", {}, `✓ trusted · ±${tenths(fixes.sigma[fix])} m${eph} · ${number}`));
    }
    for (const event of data.events.filter((_, index) => eventFix[index] === fix)) {
      const row = byId(`e${event}`);
      lines.push(make("p", {}, `confirmed here: event ${event}${row ? `, ${row.cells[0].lastChild.textContent.trim()} ${row.cells[1].firstChild.textContent}` : ""}`));
    }
    const table = make("table");
    // The nearest border is the one that one asks about.
    for (const one of [...stands[fix]].sort((left, right) => Math.abs(left.depth) - Math.abs(right.depth))) {
      table.append(make("tr"));
      const head = make("th", { colspan: 2 });
      head.append(make("bdi", {}, data.regions[one.region]), ` – ${one.state}`);
      table.lastChild.append(head);
      const row = make("tr");
      row.append(make("td", {}, `position ${depth(one.depth)}`), make("td", {}, `raw ${depth(one.raw)}`));
      table.append(row);
      if (one.pending || one.missing.length) {
        const state = make("tr");
        const words = one.pending ? `${one.pending} on the way${one.missing.length ? "; missing: " : ""}` : "";
        state.append(make("td", { colspan: 2, class: "missing" }, words + one.missing.join("; ")));
        table.append(state);
      }
    }
    if (stands[fix].length) lines.push(table);
    else if (verdict === 0) lines.push(make("p", { class: "none" }, "no border within reach"));
    if (fixes.verdict[fix] <= 100) {
      lines.push(make("p", { class: "none" }, `${(fixes.lat[fix] / 1e6).toFixed(6)}, ${(fixes.lon[fix] / 1e6).toFixed(6)}`));
    }
    card.replaceChildren(...lines);
  };
  const release = () => {
    isHeld = false;
    chosen = -1;
    byId("picked")?.replaceChildren();
    for (const cursor of document.querySelectorAll(".cursor")) cursor.style.display = "none";
    panel.classList.remove("filled");
    card.replaceChildren(make("div", { class: "hint" }, "Tap the track, a timeline or the number of an event."));
  };
  const eventFix = data ? sums(data.eventAt).map((offset) => at(offset / 100)) : [];
  const pickEvent = (number) => {
    const index = data ? data.events.indexOf(number) : -1;
    for (const row of document.querySelectorAll("tr.picked")) row.classList.remove("picked");
    byId(`e${number}`)?.classList.add("picked");
    if (index >= 0) pick(eventFix[index], true);
  };
  for (const link of document.querySelectorAll("a.pin, tr[data-e]")) {
    link.addEventListener("click", (event) => {
      if (!data) return;
      event.preventDefault();
      event.stopPropagation();
      pickEvent(Number(link.dataset.e));
    });
  }
  // The page can be opened at an event, #e17, and at a fix, #f1234.
  const linked = /^#([ef])([0-9]+)$/.exec(location.hash);
  if (linked && linked[1] === "e") pickEvent(Number(linked[2]));
  else if (linked && fixes) pick(fixes.number.findIndex((number) => number >= Number(linked[2])), true);
  document.addEventListener("keydown", (event) => {
    if (!isHeld || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") release();
    else if (event.key === "ArrowLeft") pick(chosen - 1, true);
    else if (event.key === "ArrowRight") pick(chosen + 1, true);
    else return;
    event.preventDefault();
  });
})();
