/** The shape of one region while it is drawn: a circle, a polygon, a corridor, a gate, a band around another region, or a kept geometry. */

import { Flat } from "/flat.js";
import { say } from "/say.js";

/** A place some metres to the east and north of another. */
export const moved = ([longitude, latitude], east, north) => new Flat(latitude, longitude).place([east, -north]);

/** The metres from one place to another, to the east and north. */
export const between = ([fromLongitude, fromLatitude], [longitude, latitude]) => {
  const [east, south] = new Flat(fromLatitude, fromLongitude).spot(longitude, latitude);
  return [east, -south];
};

/** The mean of places, and their scatter around it in metres. */
export const mean = (places) => {
  const first = places[0];
  const offsets = places.map((place) => between(first, place));
  const sum = (index) => offsets.reduce((total, offset) => total + offset[index], 0) / offsets.length;
  const [east, north] = [sum(0), sum(1)];
  const square = offsets.reduce((total, [x, y]) => total + (x - east) ** 2 + (y - north) ** 2, 0);
  return { place: moved(first, east, north), spread: Math.sqrt(square / offsets.length) };
};

/** The kind and the points of a feature, for drawing; kept is a geometry of several parts. */
const parts = ({ geometry, properties }) => {
  if (!geometry) return { kind: "band", points: [], size: properties?.offset };
  const places = geometry.coordinates;
  const plain = (place) => place.slice(0, 2);
  switch (geometry.type) {
  case "Point": return { kind: "circle", points: [plain(places)], size: properties?.radius };
  case "LineString":
    if (properties?.gate === true) return { kind: "gate", points: places.map(plain) };
    return { kind: "corridor", points: places.map(plain), size: properties?.width };
  case "Polygon":
    if (places.length === 1) return { kind: "polygon", points: places[0].slice(0, -1).map(plain) };
  }
  return { kind: "kept", points: [], kept: geometry };
};

const mapped = (places, change) => typeof places[0] === "number" ? change(places) : places.map((part) => mapped(part, change));

export const newDraft = (kind) => ({ kind, points: [], size: kind === "corridor" ? 10 : 20, id: "", properties: kind === "gate" ? { gate: true } : {} });

/** A draft of the border some metres outside of that of another region. */
export const bandAround = (id) => ({ kind: "band", points: [], size: 30, id: `${id}-${say("warning")}`, properties: { border: id } });

/** A draft of a feature of the file. */
export const draftOf = (feature) => ({
  ...parts(feature), id: String(feature.id ?? feature.properties?.id ?? ""), properties: { ...feature.properties },
});

/** The places of a draft, also of a kept geometry: in their order, without structure. */
export const placesOf = (draft) => {
  if (draft.kind !== "kept") return draft.points;
  const places = [];
  mapped(draft.kept.coordinates, (place) => { places.push(place); return place; });
  return places;
};

/** Moves a draft as a whole. */
export const shift = (draft, east, north) => {
  draft.points = draft.points.map((place) => moved(place, east, north));
  if (draft.kept) {
    draft.kept = { ...draft.kept, coordinates: mapped(draft.kept.coordinates, (place) => moved(place, east, north)) };
  }
};

const geometry = (draft) => {
  switch (draft.kind) {
  case "circle": return { type: "Point", coordinates: draft.points[0] };
  case "corridor": case "gate": return { type: "LineString", coordinates: draft.points };
  case "polygon": return { type: "Polygon", coordinates: [[...draft.points, draft.points[0]]] };
  case "band": return null;
  default: return draft.kept;
  }
};

/** The feature of a draft, with everything else that the original has. */
export const featureOf = (draft, original) => {
  const properties = { ...draft.properties };
  delete properties.id;
  if (draft.kind === "circle") properties.radius = draft.size;
  if (draft.kind === "corridor") properties.width = draft.size;
  if (draft.kind === "band") properties.offset = draft.size;
  return { ...original, type: "Feature", id: draft.id, properties, geometry: geometry(draft) };
};

/** The fewest points that make a shape. */
export const fewest = { circle: 1, corridor: 2, gate: 2, polygon: 3, band: 0, kept: 0 };
