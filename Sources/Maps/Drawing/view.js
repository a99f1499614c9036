/** The shown part of the map: one finger or the mouse moves it; two fingers, a double tap, the wheel and buttons zoom it. */

// Metres per pixel: a phone shows 8 m at the closest, and a large country at the widest.
const closest = 0.02;
const widest = 4000;
// Between two taps that are a double tap, in ms and pixels; and how far a finger trembles.
const pause = 280;
const near = 40;
const tremble = 8;
const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
const middle = (one, other) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
const span = (one, other) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));

export class View {
  #svg; #act;
  #x = 0; #y = 0; #unit = 0.5;
  #pointers = new Map();
  #travelled = 0;
  #tap = null;

  /**
   * act has: drawn(), moved() by a person, fit(), tapped(x, y, element), and where it is needed
   *
   * - isDrawing(): a tap acts elsewhere now
   * - isPassing(): a finger and the wheel move the page around the map now, not the map
   * - hovered(x, y): the mouse is over a point; a tap then acts at once, and two are no double tap
   * - resized(): the map has another size; it is drawn at the same scale otherwise
   * - bounds: the part that can be shown, in metres
   */
  constructor(svg, buttons, act) {
    [this.#svg, this.#act] = [svg, act];
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.#lift(event));
    svg.addEventListener("wheel", (event) => {
      if (act.isPassing?.() && !event.ctrlKey && event.deltaY > 0) return;
      event.preventDefault();
      this.#turn(Math.exp(clamp(event.deltaY, -120, 120) / 400), event.clientX, event.clientY);
    }, { passive: false });
    svg.addEventListener("keydown", (event) => this.#key(event));
    for (const button of buttons) button.addEventListener("click", () => this.#click(button.dataset.zoom));
    new ResizeObserver(() => act.resized ? act.resized() : this.draw()).observe(svg);
  }

  /** Metres per pixel. */
  get unit() { return this.#unit; }
  /** The middle, in metres. */
  get middle() { return [this.#x, this.#y]; }
  /** The size in pixels. */
  get size() { const { width, height } = this.#svg.getBoundingClientRect(); return [Math.max(1, width), Math.max(1, height)]; }
  /** The shown part, in metres. */
  get part() {
    const [width, height] = this.size.map((one) => one * this.#unit);
    return { x: this.#x - width / 2, y: this.#y - height / 2, width, height };
  }

  /** Shows a point in the middle, at a scale. */
  show(x, y, unit = this.#unit) {
    const { bounds } = this.#act;
    const [width, height] = this.size;
    this.#unit = clamp(unit, closest, bounds ? Math.min(bounds.width / width, bounds.height / height) : widest);
    [this.#x, this.#y] = bounds ? [
      clamp(x, bounds.x + width * this.#unit / 2, bounds.x + bounds.width - width * this.#unit / 2),
      clamp(y, bounds.y + height * this.#unit / 2, bounds.y + bounds.height - height * this.#unit / 2),
    ] : [x, y];
    this.draw();
  }

  /** The point of the map below a point of the screen, in metres. */
  pointAt(clientX, clientY) {
    const box = this.#svg.getBoundingClientRect();
    return [this.#x + (clientX - box.x - box.width / 2) * this.#unit, this.#y + (clientY - box.y - box.height / 2) * this.#unit];
  }

  draw() {
    const { x, y, width, height } = this.part;
    this.#svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.#svg.style.setProperty("--u", this.#unit);
    this.#act.drawn();
  }

  #move(right, down) {
    this.#act.moved();
    this.show(this.#x - right * this.#unit, this.#y - down * this.#unit);
  }

  /** Zooms around a point of the screen, which stays in its place. */
  #turn(factor, clientX, clientY) {
    const box = this.#svg.getBoundingClientRect();
    const [right, down] = [clientX - box.x - box.width / 2, clientY - box.y - box.height / 2];
    const unit = clamp(this.#unit * factor, closest, widest);
    const more = this.#unit - unit;
    this.#act.moved();
    this.show(this.#x + right * more, this.#y + down * more, unit);
  }

  #click(name) {
    if (name === "fit") return this.#act.fit();
    // The middle stays, and so does what is followed.
    this.show(this.#x, this.#y, this.#unit * (name === "in" ? 1 / 1.6 : 1.6));
  }

  #key(event) {
    if (event.target !== this.#svg) return;
    const arrow = keys[event.key];
    if (arrow) this.#move(...arrow.map((one) => -60 * one));
    else if (event.key === "+" || event.key === "-") this.#click(event.key === "+" ? "in" : "out");
    else return;
    event.preventDefault();
  }

  // MARK: Fingers

  #press(event) {
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 1) this.#travelled = 0;
  }

  #drag(event) {
    // A button that was released beside the map is not reported there.
    if (event.pointerType === "mouse" && !event.buttons) this.#pointers.delete(event.pointerId);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.#act.hovered?.(event.clientX, event.clientY);
      return;
    }
    this.#pointers.set(event.pointerId, event);
    this.#travelled += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    const other = [...this.#pointers.values()].find((one) => one !== event);
    if (other) {
      const [[x, y], [toX, toY]] = [middle(before, other), middle(event, other)];
      this.#move(toX - x, toY - y);
      this.#turn(span(before, other) / span(event, other), toX, toY);
    } else if (this.#travelled > tremble && (event.pointerType === "mouse" || !this.#act.isPassing?.())) {
      // The element below the finger may be drawn again meanwhile.
      if (!this.#svg.hasPointerCapture(event.pointerId)) this.#svg.setPointerCapture(event.pointerId);
      this.#move(event.clientX - before.clientX, event.clientY - before.clientY);
    }
  }

  #lift(event) {
    const wasAlone = this.#pointers.size === 1;
    if (!this.#pointers.delete(event.pointerId) || event.type !== "pointerup") return;
    if (!wasAlone || this.#travelled > tremble) {
      // The finger of two that is lifted last is not a tap.
      this.#travelled = Infinity;
      return;
    }
    if (this.#act.isDrawing?.()) return;
    const { clientX, clientY, target, timeStamp } = event;
    if (this.#act.hovered) return this.#act.tapped(clientX, clientY, target);
    const first = this.#tap;
    const isDouble = first && timeStamp - first.timeStamp < pause && Math.hypot(first.clientX - clientX, first.clientY - clientY) < near;
    if (isDouble) {
      clearTimeout(first.timer);
      this.#tap = null;
      return this.#turn(0.5, clientX, clientY);
    }
    // A tap elsewhere does not undo the first one, nor does a clock that a busy phone hears late.
    first?.act();
    const act = () => {
      clearTimeout(timer);
      this.#tap = null;
      this.#act.tapped(clientX, clientY, target);
    };
    const timer = setTimeout(act, pause);
    this.#tap = { clientX, clientY, timeStamp, timer, act };
  }
}
