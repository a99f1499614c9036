/**
 * The times along the timelines: as many as there is room for.
 *
 * Returns a function that writes them for a width in pixels.
 */
const makeAxis = (wide, { start, length, base: first }) => {
  const times = wide.querySelector(".times");
  if (first === undefined) return () => {};
  const base = first / 1000;
  const hasUTC = times.parentElement.matches(".two");
  // The zone's times as seconds on the axis; the first one holds before it, too.
  const leads = zones.map(({ from, ahead }, index) => ({ from: index ? from / 1000 - base : start, ahead }));
  const steps = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800,
  ];
  const text = (seconds, digits) => new Date(seconds * 1000).toISOString().slice(11, 11 + digits);
  return (width) => {
    const step = steps.find((one) => one / length * width >= (one < 60 ? 84 : 64)) ?? 2419200;
    const digits = step < 60 ? 8 : 5;
    const edge = (digits > 5 ? 32 : 22) / width;
    const [marks, lines] = [[], []];
    leads.forEach(({ from, ahead }, index) => {
      const until = leads[index + 1]?.from ?? start + length;
      // The local time at offset 0, in seconds.
      const local = base + ahead;
      for (let at = Math.ceil((local + from) / step) * step; at - local < until; at += step) {
        const share = (at - local - start) / length;
        if (share < edge || share > 1 - edge) continue;
        const isDay = at % 86400 === 0 && length > 86400;
        const mark = make("span", { class: "major" }, isDay ? new Date(at * 1000).toISOString().slice(5, 10) : text(at, digits));
        if (hasUTC) mark.append(make("small", {}, `${text(at - ahead, digits)}Z`));
        mark.style.left = `${share * 100}%`;
        marks.push(mark);
        lines.push(`M${(share * drawing.width).toFixed(1)} 0v${drawing.height}`);
      }
    });
    times.replaceChildren(...marks);
    for (const path of wide.querySelectorAll("path.ticks")) path.setAttribute("d", lines.join(""));
  };
};
