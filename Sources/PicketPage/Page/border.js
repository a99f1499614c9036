/** Distances to borders on the map. They only order and frame what is shown: the board decides. */

const line = (places, spot) => places.map((place) => spot(place));

/** The parts of a shape as points in metres: their lines, half their width, and whether they enclose an area. */
export const partsOf = ({ geometry, properties }, spot) => {
  const { type, coordinates } = geometry ?? {};
  switch (type) {
  case "Point": return { lines: [[spot(coordinates)]], reach: Number(properties?.radius) || 0, isArea: false };
  case "LineString": return { lines: [line(coordinates, spot)], reach: (Number(properties?.width) || 0) / 2, isArea: false };
  case "MultiLineString": return { lines: coordinates.map((one) => line(one, spot)), reach: (Number(properties?.width) || 0) / 2, isArea: false };
  case "Polygon": return { lines: coordinates.map((one) => line(one, spot)), reach: 0, isArea: true };
  case "MultiPolygon": return { lines: coordinates.flat().map((one) => line(one, spot)), reach: 0, isArea: true };
  default: return null;
  }
};

const toEdge = ([x, y], [fromX, fromY], [toX, toY]) => {
  const [east, south] = [toX - fromX, toY - fromY];
  const square = east * east + south * south;
  const share = square ? Math.max(0, Math.min(1, ((x - fromX) * east + (y - fromY) * south) / square)) : 0;
  return Math.hypot(x - fromX - share * east, y - fromY - share * south);
};

/** Metres inside the border at a point, negative outside. */
export const depthAt = ({ lines, reach, isArea }, point) => {
  const [x, y] = point;
  let least = Infinity;
  let isInside = false;
  for (const places of lines) {
    if (places.length === 1) least = Math.min(least, Math.hypot(x - places[0][0], y - places[0][1]));
    for (let index = 1; index < places.length; index += 1) {
      const [from, to] = [places[index - 1], places[index]];
      least = Math.min(least, toEdge(point, from, to));
      // An odd number of edges to the east: inside, also of a polygon with holes.
      if ((from[1] > y) !== (to[1] > y) && x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0])) isInside = !isInside;
    }
  }
  return isArea ? (isInside ? least : -least) : reach - least;
};
