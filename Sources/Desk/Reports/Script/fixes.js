/** The index of the last offset, in hundredths, that is not later than this many seconds, or 0. */
const lastUntil = (offsets, seconds) => {
  let low = 0, high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle] <= seconds * 100 + 0.5) low = middle; else high = middle - 1;
  }
  return low;
};

/** The fixes of a page, out of the data that Swift wrote. */
const readFixes = (data) => {
  const { unit, track } = data.map;
  const inMetres = (columns) => columns.map((one) => one * unit);
  const codes = numbers(track);
  const fixes = {
    count: data.count, all: data.all, reasons: data.reasons, regions: data.regions,
    number: sums(data.number), offset: sums(data.offset), shift: sums(data.time),
    verdict: numbers(data.verdict), x: inMetres(sums(data.x)), y: inMetres(sums(data.y)),
    rawX: inMetres(numbers(data.rawX)), rawY: inMetres(numbers(data.rawY)), lat: sums(data.lat), lon: sums(data.lon), sigma: sums(data.sigma),
    eph: sums(data.eph), stands: readStands(data),
    // The state of the carrier at each fix, and the fixes on its way, with gaps before them.
    state: codes.map((code) => code - 1 & 3),
    way: codes.flatMap((code, fix) => code ? [{ fix, isGap: Boolean(code - 1 & 4), isLifted: Boolean(code - 1 & 8) }] : []),
  };
  const { count, offset } = fixes;
  fixes.beside = data.otherAt ? { offset: sums(data.otherAt), x: inMetres(sums(data.otherX)), y: inMetres(sums(data.otherY)) } : null;
  /** The last fix that is not later than this many seconds, or the first. */
  fixes.last = (seconds) => lastUntil(offset, seconds);
  /** The fix nearest in time. */
  fixes.nearest = (seconds) => {
    const before = fixes.last(seconds);
    const after = Math.min(before + 1, count - 1);
    return seconds * 100 - offset[before] <= offset[after] - seconds * 100 ? before : after;
  };
  const time = (fix) => data.base + offset[fix] * 10 + fixes.shift[fix];
  const local = (fix) => shown(time(fix)).getTime();
  /** The time of day at a fix, in the zone of the page and in UTC; empty when it is not known. */
  fixes.clock = (fix, digits = 10) => {
    if (data.base === undefined) return { local: "", utc: "" };
    const ahead = aheadAt(time(fix));
    const utc = ahead ? `${shown(time(fix), 0).toISOString().slice(11, 11 + digits)} UTC` : "";
    return { local: `${timeOfDay(time(fix), digits)} ${zoneName(ahead)}`, utc };
  };
  /** The first fix at a time of day of the page's zone, in milliseconds. */
  fixes.atClock = (milliseconds) => {
    const day = 86_400_000;
    let best = 0, least = Infinity;
    for (let fix = 0; data.base !== undefined && fix < count; fix += 1) {
      const off = Math.abs(((local(fix) % day) - milliseconds + 1.5 * day) % day - day / 2);
      if (off < least) [best, least] = [fix, off];
    }
    return best;
  };
  return fixes;
};

/** The states by their codes. */
const stateNames = ["unknown", "outside", "inside", "unsure"];

/** The stands of each fix, with their depths, and the missing conditions in words. */
const readStands = (data) => {
  const [regions, states] = [numbers(data.region), numbers(data.state)];
  const [depths, raws, conditions] = [numbers(data.depth), numbers(data.raw), numbers(data.missing)];
  const deep = [];
  const kinds = ["metres", "run", "rawFix", "linger", "clearance", "trust", "firstSide"];
  let at = 0, missing = 0;
  return numbers(data.stands).map((count) => {
    const list = [];
    for (let end = at + count; at < end; at += 1) {
      const region = regions[at];
      deep[region] = (deep[region] || 0) + depths[at];
      const code = states[at];
      const one = {
        region, depth: deep[region], raw: deep[region] + raws[at],
        state: stateNames[code % 4],
        pending: ["", "entry", "exit"][Math.floor(code / 4) % 3], missing: [],
      };
      for (let left = Math.floor(code / 12); left > 0; left -= 1, missing += 3) {
        const [kind, value, needed] = conditions.slice(missing, missing + 3);
        one.missing.push(reasonWords({ code: `missing.${kinds[kind]}`, values: { have: value / 10, needed: needed / 10, seconds: value / 10 } }));
      }
      list.push(one);
    }
    return list;
  });
};
