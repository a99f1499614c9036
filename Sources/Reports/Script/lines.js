/**
 * The depths of timelines that are stretched, drawn from single fixes where they are in sight.
 *
 * Unstretched timelines show the columns that Swift drew.
 */
const makeLines = (wide, lines, fixes, { start, length }) => {
  const scaled = (depth) => Math.asinh(depth / 8);
  const rows = [...wide.querySelectorAll("[data-line]")].map((row) => {
    const line = lines[row.dataset.line];
    const [low, high] = [row.dataset.low, row.dataset.high].map((depth) => scaled(Number(depth)));
    const paths = Object.fromEntries(["depth", "deep", "band"].map((name) => {
      const path = row.querySelector(`path.${name}:not(.other)`);
      return [name, { path, coarse: path?.getAttribute("d") ?? "" }];
    }));
    return {
      // Hundredths of a second, as in the fixes.
      at: sums(line.at).map((tenths) => tenths * 10), depth: sums(line.depth).map((tenths) => tenths / 10),
      lifts: new Set(sums(line.lifts)), paths,
      y: (depth) => (1000 * clamp((high - scaled(depth)) / (high - low), 0, 1)).toFixed(1),
    };
  }).filter((row) => row.at.length);
  const set = (row, texts) => {
    for (const [name, { path, coarse }] of Object.entries(row.paths)) path?.setAttribute("d", texts?.[name] ?? coarse);
  };
  const draw = (row, from, to) => {
    const texts = { depth: "", deep: "", band: "" };
    const zero = row.y(0);
    let run = [];
    const end = () => {
      if (!run.length) return;
      const line = run.map(({ x, y }) => `${x} ${y}`).join("L");
      texts.depth += `M${line}`;
      texts.deep += `M${run[0].x} ${zero}L${line}L${run.at(-1).x} ${zero}z`;
      texts.band += `M${run.map(({ x, high }) => `${x} ${high}`).join("L")}L${run.reverse().map(({ x, low }) => `${x} ${low}`).join("L")}z`;
      run = [];
    };
    const last = Math.min(row.at.length - 1, lastUntil(row.at, to) + 1);
    for (let place = lastUntil(row.at, from); place <= last; place += 1) {
      if (row.lifts.has(place)) end();
      const [at, depth] = [row.at[place] / 100, row.depth[place]];
      const sigma = fixes.sigma[fixes.last(at)] / 10;
      run.push({
        x: ((at - start) / length * 4000).toFixed(2), y: row.y(depth), high: row.y(depth + sigma), low: row.y(depth - sigma),
      });
    }
    end();
    return texts;
  };
  return {
    /** Draws the part between two times, in seconds. */
    draw(from, to) { for (const row of rows) set(row, draw(row, from, to)); },
    /** Draws the columns again. */
    restore() { for (const row of rows) set(row); },
  };
};
