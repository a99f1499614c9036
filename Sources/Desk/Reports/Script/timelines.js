/**
 * Rows over one axis of time, which are stretched, tapped and scrubbed.
 *
 * - times: the data of the axis and of the rows, and fixes: the fixes of the page, or null
 * - stops: the times, in seconds, at which a drag snaps
 * - onTime(seconds, phase): the mouse is over a time ("over"), or a time is dragged ("drag") or chosen ("pick")
 */
const makeTimelines = (wide, { times, fixes, stops = [], onTime = null }) => {
  const scroll = wide.closest(".scroll");
  const start = Number(wide.dataset.start);
  const length = Number(wide.dataset.length);
  const axis = { start, length, ...times };
  wide.append(...makeRows(times, axis, fixes));
  const cursors = [...wide.querySelectorAll(".cursor")];
  const stretch = document.querySelector(".stretch");
  const writeTimes = makeAxis(wide, axis);
  let factor = 1, shown = null, written = 0, isPrinting = false;
  const share = (seconds) => (seconds - start) / length;
  const draw = () => {
    if (isPrinting) return;
    if (written !== wide.clientWidth) writeTimes((written = wide.clientWidth));
  };
  let isDue = false;
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
  new ResizeObserver(drawSoon).observe(scroll);

  stretch.hidden = false;
  for (const button of stretch.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const middle = shown === null ? (scroll.scrollLeft + scroll.clientWidth / 2) / wide.clientWidth : share(shown);
      factor = clamp(factor * 2 ** Number(button.dataset.stretch), 1, 64);
      wide.style.setProperty("--z", factor);
      stretch.querySelector("output").textContent = `${factor}×`;
      scroll.scrollLeft = middle * wide.clientWidth - scroll.clientWidth / 2;
      draw();
    });
  }
  draw();

  /** The time under a pointer; a drag snaps to a stop. */
  const timeAt = (event, reach) => {
    const box = wide.getBoundingClientRect();
    const time = start + clamp((event.clientX - box.left) / box.width, 0, 1) * length;
    const width = reach / box.width * length;
    const near = stops.reduce((best, stop) => (Math.abs(stop - time) < Math.abs(best - time) ? stop : best), Infinity);
    return Math.abs(near - time) < width ? near : time;
  };
  let dragged = null, hasMoved = false;
  for (const body of onTime ? wide.querySelectorAll(".plot .body") : []) {
    body.addEventListener("pointerdown", (event) => {
      hasMoved = false;
      if (!event.isPrimary || event.button !== 0) return;
      dragged = { id: event.pointerId, x: event.clientX };
    });
    body.addEventListener("pointermove", (event) => {
      if (!dragged || dragged.id !== event.pointerId) {
        if (event.pointerType === "mouse" && event.buttons === 0) onTime(timeAt(event, 0), "over");
        return;
      }
      if (!hasMoved && Math.abs(event.clientX - dragged.x) < 4) return;
      if (!hasMoved) body.setPointerCapture(event.pointerId);
      hasMoved = true;
      onTime(timeAt(event, 5), "drag");
    });
    for (const name of ["pointerup", "pointercancel"]) {
      body.addEventListener(name, (event) => {
        if (dragged?.id !== event.pointerId) return;
        if (hasMoved) onTime(timeAt(event, 5), "pick");
        dragged = null;
      });
    }
    body.addEventListener("click", (event) => {
      if (hasMoved) {
        // The end of a drag is not a tap, not even on the number of an event.
        event.preventDefault();
        event.stopPropagation();
        hasMoved = false;
      } else if (!event.target.closest(".pin")) {
        onTime(timeAt(event, 0), "pick");
      }
    }, true);
    // A drag that begins on the number of an event does not drag its link.
    body.addEventListener("dragstart", (event) => event.preventDefault());
  }

  return {
    start, length,
    /** Moves the cursor to a time, and scrolls the rows so that the cursor is in sight. */
    show(seconds) {
      shown = seconds;
      const left = `${clamp(share(seconds), 0, 1) * 100}%`;
      for (const cursor of cursors) {
        cursor.style.display = "block";
        cursor.style.left = left;
      }
      const room = scroll.clientWidth;
      if (wide.clientWidth <= room + 1) return;
      const x = share(seconds) * wide.clientWidth - scroll.scrollLeft;
      if (x < 0.1 * room || x > 0.9 * room) scroll.scrollLeft += x - (dragged ? (x < room / 2 ? 0.1 : 0.9) : 0.3) * room;
    },
    /** Draws the rows for the width of a sheet, or again for the screen. */
    print(value) {
      isPrinting = value;
      written = 0;
      if (!value) return draw();
      writeTimes(640);
    },
    clear() {
      shown = null;
      for (const cursor of cursors) cursor.style.display = "none";
    },
  };
};
