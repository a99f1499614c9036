// In pixels.
const narrow = 480;

/**
 * A map that is zoomed, moved and tapped.
 *
 * - map: its data, and fixes: the fixes to draw and to find, or null
 * - onFix(fix, isTap): a fix was tapped, or the mouse is over it
 * - onEvent(number): the number of an event was tapped
 */
const makeMap = (svg, { map, fixes, onFix, onEvent }) => {
  const { unit } = map;
  const inMetres = ([x, y, width, height]) => ({ x: x * unit, y: y * unit, width: width * unit, height: height * unit });
  const [all, bounds] = [inMetres(map.view), inMetres(map.limit)];
  const place = (x, y) => `translate(${x} ${y})`;
  const group = (name, ...children) => drawn("g", { class: name }, ...children);

  // The ratio is that of the walk.
  svg.style.setProperty("--ratio", clamp(all.width / all.height, 0.8, 2.2).toFixed(2));

  // MARK: Drawing

  const regions = readRegions(map.regions, unit);
  const ground = readGround(map.ground ?? [], unit);
  const track = fixes ? makeTrack(fixes, {
    gap: map.gap, crosses: { reason: map.reason, places: placesOf(map.crosses, unit) },
  }) : { places: [], words: [], byAccuracy: [] };
  const other = fixes?.beside ? fixes.beside.x.map((x, index) => [x, fixes.beside.y[index]]) : [];
  const pins = makePins(map.pins, unit);
  const groundNames = group("places"), names = group("names"), words = group("words"), picked = drawn("g", { id: "picked" });
  const scale = drawn("g", { id: "scale", class: "scale" }, drawn("path"), drawn("g", { class: "k" }, drawn("text", { x: 2, y: -7 })));
  svg.append(group("ground", ...ground.elements), groundNames, group("regions", ...drawRegions(regions)));
  if (other.length) {
    svg.append(drawn("path", { class: "other-track", d: pathOf(other) }, drawn("title", {}, map.other)));
  }
  if (track.element) svg.append(track.element);
  svg.append(names, words, ...map.marks.map((mark) => drawFlag(mark, unit)), group("pins", ...pins.map((pin) => pin.element)), picked, scale);

  // MARK: Words

  const word = ({ text, style, places }, index) => ({
    // No name of a region has a line break.
    key: `\n${index} ${text}`, text, font: "12px", height: 15, group: words, style: `word ${style}`,
    *spots({ across, down }, width, height) {
      for (const [x, y] of places) yield* spotsAround(across(x), down(y), width, height, 7, [1, 1.6, 2.3]);
    },
  });
  const otherName = other.length ? [{ text: map.other, style: "other", places: atEighths(other, [3, 5, 1, 6]) }] : [];
  const regionNames = regions.filter(({ parts }) => parts.lines.length).map((region) => labelOfName(region, names));
  const lineWords = [...otherName, ...track.words].map(word), accuracyWords = track.byAccuracy.map(word);
  // Where there is little room, the numbers of events come before the meaning of the lines.
  const labelsOn = (width) => [
    ...regionNames.slice(0, 3), ...(width < narrow ? [...pins, ...lineWords] : [...lineWords, ...pins]), ...regionNames.slice(3, 12),
    ...accuracyWords, ...regionNames.slice(12),
  ];
  // The places of events, and the signs at the start and the end of the walk.
  const signs = [...pins.map(({ at }) => at), ...track.places.length > 1 ? [track.places[0], track.places.at(-1)] : []];
  const overMap = () => [...svg.parentElement.querySelectorAll(".zoom button, .north, .credit")];
  const ask = ({ across, down, frame }) => {
    const taken = boxesOn(svg, [...overMap(), ...scale.querySelectorAll("text, path")]);
    const shown = (places) => places.map(([x, y]) => [across(x), down(y)]).filter((spot) => isIn(spot, frame));
    return {
      labels: labelsOn(frame.right), line: shown(track.places),
      taken: [...taken, ...shown(signs).map((spot) => boxAround(...spot, 9, 9))],
    };
  };

  // MARK: View

  let whole = Infinity, isMoved = false;
  const fit = () => {
    const [width, height] = view.size;
    whole = Math.max(all.width / width, all.height / height);
    view.show(all.x + all.width / 2, all.y + all.height / 2, whole);
  };
  const drawAgain = () => {
    isMoved = view.unit < whole * 0.98;
    drawScale(scale, view);
    svg.classList.toggle("moved", isMoved);
    placed.place();
    if (ground.names.length) streets.place(view);
  };
  const find = (clientX, clientY, reach, isTap) => {
    if (!fixes) return;
    const [atX, atY] = view.pointAt(clientX, clientY);
    let best = -1, least = (reach * view.unit) ** 2;
    for (let fix = 0; fix < fixes.count; fix += 1) {
      if (fixes.verdict[fix] > 100) continue;
      const square = (fixes.x[fix] - atX) ** 2 + (fixes.y[fix] - atY) ** 2;
      if (square < least) [best, least] = [fix, square];
    }
    if (best >= 0) onFix(best, isTap);
  };
  const view = new View(svg, document.querySelectorAll("[data-zoom]"), {
    bounds, fit, drawn: drawAgain, moved() {},
    // A map that shows everything lets the page be scrolled.
    isPassing: () => !isMoved,
    hovered: (x, y) => find(x, y, 14, false),
    resized: () => { if (isMoved) view.draw(); else fit(); },
    tapped(x, y, element) {
      const pin = element.closest(".pin");
      if (pin) onEvent(Number(pin.dataset.e));
      else find(x, y, 28, true);
    },
  });
  const streets = new Places(svg, groundNames, () => [...svg.querySelectorAll(".names text, .words text, .pin rect, .scale"), ...overMap()]);
  const placed = new Labels(svg, view, ask);
  svg.parentElement.querySelector(".zoom").hidden = false;
  if (ground.names.length) streets.adopt(ground.names, view);
  fit();

  // MARK: The fix that is shown

  // The elements that are moved at each step of a player are made once.
  const parts = {
    here: drawn("g"), spot: drawn("g", { class: "k" }, drawn("circle", { class: "here", r: 8 })), halo: drawn("circle", { class: "halo" }),
    beside: drawn("g", {}, drawn("g", { class: "k" }, drawn("circle", { class: "beside", r: 6 }))), line: drawn("path", { class: "reported" }),
    reported: drawn("g", {}, drawn("g", { class: "k" }, drawn("path", { class: "reported", d: "M-4 0h8M0-4v8" }))),
  };
  parts.here.append(parts.halo, parts.line, parts.reported, parts.spot);
  /** Shows the position on the compared walk. */
  const showBeside = (seconds) => {
    if (!other.length) return;
    parts.beside.setAttribute("transform", place(...other[lastUntil(fixes.beside.offset, seconds)]));
    if (!parts.beside.isConnected) picked.append(parts.beside);
  };
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
        parts.halo.setAttribute("r", fixes.sigma[fix] / 10);
        parts.line.setAttribute("d", `M0 0l${rawX} ${rawY}`);
        parts.reported.setAttribute("transform", place(rawX, rawY));
      }
      if (!parts.here.isConnected) picked.append(parts.here);
      if (!isMoved) return;
      const [[middleX, middleY], { width, height }] = [view.middle, view.part];
      if (Math.abs(x - middleX) > 0.45 * width || Math.abs(y - middleY) > 0.45 * height) view.show(x, y);
    },
    clear() { picked.replaceChildren(); },
  };
};
