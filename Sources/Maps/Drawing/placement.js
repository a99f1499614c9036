/** Finds room for words on a map. Boxes are in pixels. */

// In pixels: between two boxes, and the side of a cell of a line that words avoid.
const apart = 3;
const cell = 6;

export const boxAround = (x, y, width, height) => ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });

/** Whether a point is in a box. */
export const isIn = ([x, y], { left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom;

const covers = (one, other) => one.left < other.right + apart && other.left < one.right + apart
  && one.top < other.bottom + apart && other.top < one.bottom + apart;
const isWithin = (box, frame) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;

const directions = [
  [0.7, -0.7], [-0.7, -0.7], [0.7, 0.7], [-0.7, 0.7], [0, -1], [1, 0], [-1, 0], [0, 1],
  [0.4, -0.9], [-0.4, -0.9], [0.9, -0.4], [-0.9, -0.4], [0.9, 0.4], [-0.9, 0.4], [0.4, 0.9], [-0.4, 0.9],
];

/** The middles of boxes of a size around a point, the nearest first. */
export const spotsAround = function* (x, y, width, height, least, rings = [1, 1.6, 2.3, 3.1, 4, 5, 6.2, 7.5]) {
  for (const ring of rings) {
    for (const [right, down] of directions) yield [x + right * (least * ring + width / 2), y + down * (least * ring + height / 2)];
  }
};

export class Placement {
  #frame; #taken; #line = new Set();

  /**
   * - frame: the box for words
   * - taken: the boxes of everything that must not be covered
   * - line: the points of a line that words avoid where there is other room
   */
  constructor(frame, taken, line = []) {
    [this.#frame, this.#taken] = [frame, [...taken]];
    for (const [x, y] of line) this.#line.add(`${Math.floor(x / cell)} ${Math.floor(y / cell)}`);
  }

  /** The first of the spots at which a box of this size is free, which is taken now; null if there is none. */
  reserve(spots, width, height) {
    let onLine = null;
    for (const spot of spots) {
      const box = boxAround(...spot, width, height);
      if (!isWithin(box, this.#frame) || this.#taken.some((other) => covers(box, other))) continue;
      if (!this.#isOnLine(box)) return this.#take(spot, box);
      onLine ??= { spot, box };
    }
    return onLine ? this.#take(onLine.spot, onLine.box) : null;
  }

  #take(spot, box) {
    this.#taken.push(box);
    return spot;
  }

  #isOnLine({ left, right, top, bottom }) {
    if (!this.#line.size) return false;
    for (let row = Math.floor(top / cell); row * cell < bottom; row += 1) {
      for (let column = Math.floor(left / cell); column * cell < right; column += 1) {
        if (this.#line.has(`${column} ${row}`)) return true;
      }
    }
    return false;
  }
}
