/** The outline of a draft on the map, with the faults from the check and another device's version. */

import { drawn } from "/elements.js";
import { pathOf } from "/region.js";

/** The elements; spot(place) gives the metres east and south of a place on the map. */
export const outline = ({ kind, points, size, kept }, { wrong = [], spread, isOpen, theirs, way = [] }, spot) => {
  const path = (places, isClosed) => pathOf(places.map(spot), isClosed);
  const lines = (coordinates) => typeof coordinates[0]?.[0] === "number" ? path(coordinates) : coordinates.map(lines).join("");
  const circle = (name, place, r) => {
    const [cx, cy] = spot(place);
    return drawn("circle", { class: name, cx, cy, r });
  };
  const metres = Number(size) > 0 ? Number(size) : 0;
  const shown = [];
  if (theirs?.geometry?.type === "Point") {
    shown.push(circle("theirs", theirs.geometry.coordinates, theirs.properties?.radius ?? 0));
  } else if (theirs?.geometry) shown.push(drawn("path", { class: "theirs", d: lines(theirs.geometry.coordinates) }));
  if (kind === "kept") shown.push(drawn("path", { class: "draft", d: lines(kept.coordinates) }));
  if (kind === "circle" && points[0]) shown.push(circle("draft", points[0], metres));
  if (kind === "corridor") shown.push(drawn("path", { class: "draft-lane", d: path(points), "stroke-width": metres }));
  if (["corridor", "gate", "polygon"].includes(kind)) {
    shown.push(drawn("path", { class: `draft ${kind}`, d: path(points, kind === "polygon" && !isOpen) }));
  }
  if (way.length) shown.push(drawn("path", { class: "way", d: path(way) }));
  // The edges that the check has named.
  for (const index of wrong) {
    const [from, to] = [points[index], points[(index + 1) % points.length]];
    if (from && to) shown.push(drawn("path", { class: "wrong-edge", d: path([from, to]) }));
  }
  if (spread) shown.push(circle("spread", spread.place, Math.max(0.3, spread.metres)));
  return shown;
};
