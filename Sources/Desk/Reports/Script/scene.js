/** What a map shows, out of the data that Swift wrote. Places are in metres, to the east and to the south. */

/** Places as columns of steps, in units of the drawing. */
const placesOf = ({ x, y }, unit) => {
  const [across, down] = [sums(x), sums(y)];
  return across.map((_, index) => [across[index] * unit, down[index] * unit]);
};

/** The lines of an outline: columns of places, and the number of places in each line. */
const linesIn = (outline, unit) => {
  const places = placesOf(outline, unit);
  return numbers(outline.counts).map((count) => places.splice(0, count));
};

/** A region with the shapes for its area and its border. */
const readRegion = (region, unit) => {
  const reach = (region.reach ?? 0) * unit;
  const parts = { lines: linesIn(region.outline, unit), reach, isArea: region.isArea === true };
  return {
    id: region.id, parts, box: boxOf(parts), outermost: outermostOf(parts), title: region.note ? `${region.id} - ${region.note}` : region.id,
    edge: region.border ? { lines: linesIn(region.border, unit), reach, isArea: false } : parts,
    strip: region.strip * unit, without: region.without ?? [],
  };
};

/** The regions, the most important first. */
const readRegions = (regions, unit) => regions.map((region) => readRegion(region, unit));

/** The elements of regions, the largest below the others. */
const drawRegions = (regions) => {
  const sizeOf = ({ box: { left, right, top, bottom } }) => Math.max(right - left, bottom - top);
  return regions.filter(({ parts }) => parts.lines.length).sort((one, other) => sizeOf(other) - sizeOf(one)).map(({ parts, title, strip, edge, without }) =>
    drawRegion(parts, { title, strip, edge, without: without.map((index) => regions[index].parts) }));
};

/** The elements of the ground, and the names on it. */
const readGround = (tiles, unit) => {
  const elements = [], names = [];
  for (const { at: [left, top, wide, high], image, drawing } of tiles) {
    const box = { x: left * unit, y: top * unit, width: wide * unit, height: high * unit };
    elements.push(image ? drawn("image", { ...box, preserveAspectRatio: "none", href: image }) : drawTile(drawing, box));
    if (drawing) names.push(...namesOn(drawing, box));
  }
  return { elements, names };
};

/** The flag of a mark. */
const drawFlag = ({ x, y, text }, unit) => drawn(
  "g", { class: "mark", transform: `translate(${x * unit} ${y * unit})` }, drawn("title", {}, [say("mark"), text].filter(Boolean).join(": ")),
  drawn("g", { class: "k" }, drawn("path", { d: "M0 0V-22M0-22h15l-4 5 4 5H0" }), drawn("circle", { r: 2.5 })));
