import Testing

/// The names of regions on the map.
struct NamesScriptTests {
  /// 200 pictures of six circles, each second one within the one before, on a phone.
  private static let script = """
    import { depthAt } from "./border.js";
    import { labelOfName } from "./names.js";
    import { Placement, isIn } from "./placement.js";
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let [all, shown, wrong] = [0, 0, 0];
    for (let picture = 0; picture < 200; picture += 1) {
      const circles = [];
      for (let number = 0; number < 6; number += 1) {
        const around = number % 2 ? circles.at(-1) : null;
        circles.push(around
          ? { x: around.x + around.r * (random() - 0.5), y: around.y + around.r * (random() - 0.5), r: around.r * (0.2 + 0.5 * random()) }
          : { x: 390 * random(), y: 400 * random(), r: 20 + 200 * random() });
      }
      circles.sort((one, other) => one.r - other.r);
      const regions = circles.map(({ x, y, r }, id) => ({
        id: String(id), parts: { lines: [[[x, y]]], reach: r, isArea: false },
        box: { left: x - r, right: x + r, top: y - r, bottom: y + r },
        outermost: [[x, y - r], [x, y + r], [x - r, y], [x + r, y]],
      }));
      const namedAt = (point) => regions.filter(({ box, parts }) => isIn(point, box) && depthAt(parts, point) >= 0).map(({ id }) => id);
      const frame = { left: 4, right: 386, top: 4, bottom: 396 };
      const placement = new Placement(frame, []);
      for (const [index, region] of regions.entries()) {
        const label = labelOfName(region, null, { isNeeded: index < 2, namedAt });
        const spot = placement.reserve(label.spots({ across: (x) => x, down: (y) => y, frame }, 60), 60, 16);
        all += 1;
        if (!spot) continue;
        shown += 1;
        const named = namedAt(spot);
        if (index < 2 ? named.length && !named.includes(region.id) : ![region.id, undefined].includes(named[0])) wrong += 1;
      }
    }
    console.log(all, shown, wrong);

    """

  @Test(.enabled(if: ScriptRun.isPossible)) func noNameIsInAnotherRegion() throws {
    let run = try ScriptRun.run(Self.script, with: ["border.js", "names.js", "placement.js"])
    let counts = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(run.status == 0 && counts.count == 3, "\(run.output)")
    guard counts.count == 3 else { return }
    #expect(counts[2] == 0)
    #expect(counts[1] * 4 > counts[0] * 3, "most regions have room for their names")
  }
}
