/** An arc that is turned, for the courses in a text field. */

import { drawn } from "/elements.js";
import { valueOf } from "/fields.js";
import { say } from "/say.js";

const radius = 52;
// Degrees clockwise from one course to another.
const turn = (from, to) => ((to - from) % 360 + 360) % 360;
const spotOf = (course) => [Math.sin(course * Math.PI / 180) * radius, -Math.cos(course * Math.PI / 180) * radius];
const keys = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** An arc for the courses in a text field, which is turned as a whole; its ends are moved by finger and by keys. */
export const arcOf = (field, words) => {
  const area = drawn("path", { "data-end": "both" });
  const ends = [say("first course"), say("last course")].map((label, index) => drawn("g", {
    "data-end": index, role: "slider", tabindex: "0", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": 360,
  }, drawn("circle", { class: "reach", r: 22 }), drawn("circle", { class: "dot", r: 9 })));
  const svg = drawn("svg", { class: "arc", viewBox: "-76 -76 152 152", width: 152, role: "group", "aria-label": words },
    drawn("circle", { r: radius }), drawn("path", { d: `M-5 ${-radius - 4}l5-9 5 9z` }), area, ...ends);
  const read = () => [valueOf({ kind: "courses" }, field.value.trim())].find(Array.isArray);
  const courses = () => read() ?? [315, 45];
  const draw = () => {
    const [from, to] = courses();
    svg.classList.toggle("unset", !read());
    const wide = to - from >= 360 ? 359.9 : turn(from, to);
    const isLarge = Number(wide > 180);
    area.setAttribute("d", `M0 0L${spotOf(from)}A${radius} ${radius} 0 ${isLarge} 1 ${spotOf(from + wide)}Z`);
    for (const [index, course] of [from, to].entries()) {
      ends[index].setAttribute("transform", `translate(${spotOf(course)})`);
      ends[index].setAttribute("aria-valuenow", course);
    }
  };
  const move = (end, [from, to], by) => {
    const next = [end === "1" ? from : turn(0, from + by), end === "0" ? to : turn(0, to + by)];
    // With both ends at one place it would be no course, or each.
    if (next[0] !== next[1]) field.value = next.join("-");
    draw();
  };
  let grab = null;
  const courseAt = ({ clientX, clientY }) => {
    const { x, y, width, height } = svg.getBoundingClientRect();
    return Math.atan2(clientX - x - width / 2, y + height / 2 - clientY) * 180 / Math.PI;
  };
  const endOf = ({ target }) => target.closest("[data-end]")?.dataset.end;
  const done = () => field.dispatchEvent(new Event("change"));
  field.addEventListener("input", draw);
  // A finger beside the arc moves the form.
  svg.addEventListener("touchstart", (event) => { if (endOf(event)) event.preventDefault(); }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    if (grab || !endOf(event)) return;
    svg.setPointerCapture(event.pointerId);
    grab = { end: endOf(event), courses: courses(), at: courseAt(event) };
  });
  svg.addEventListener("pointermove", (event) => {
    const by = svg.hasPointerCapture(event.pointerId) ? Math.round((courseAt(event) - grab.at) / 5) * 5 : 0;
    // A tap sets nothing.
    if (by || (grab && read())) move(grab.end, grab.courses, by);
  });
  svg.addEventListener("lostpointercapture", () => { grab = null; done(); });
  svg.addEventListener("keydown", (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    move(endOf(event), courses(), keys[event.key] * (event.shiftKey ? 10 : 1));
    done();
  });
  return svg;
};
