import Testing

/// The page's scripts about a region: its form, and what is saved.
struct RegionScriptTests {
  private static let assets = [
    "say.js", "words.js", "units.js", "en.js", "properties.js", "fields.js", "shape.js", "flat.js",
    "reason.js",
  ]

  private func run(_ script: String) throws -> String {
    let start = """
      globalThis.navigator ??= {};
      globalThis.document = { documentElement: { dataset: { language: "en" } } };
      const { draftOf, featureOf, bandAround } = await import("./shape.js");
      const { fieldsOf, labels, textOf, valueOf } = await import("./fields.js");
      const { properties } = await import("./properties.js");
      const line = { type: "LineString", coordinates: [[1, 2], [1, 2.1]] };

      """
    let run = try ScriptRun.run(start + script, with: Self.assets)
    #expect(run.status == 0, "\(run.output)")
    return run.output
  }

  @Test(.enabled(if: ScriptRun.isPossible)) func gateStaysAGate() throws {
    let said = try run(
      """
      const gate = { type: "Feature", id: "a", properties: { gate: true, once: true }, geometry: line };
      const draft = draftOf(gate);
      draft.id = "b";
      console.log(JSON.stringify(featureOf(draft, gate)));
      """)
    #expect(
      said == """
        {"type":"Feature","id":"b","properties":{"gate":true,"once":true},\
        "geometry":{"type":"LineString","coordinates":[[1,2],[1,2.1]]}}

        """)
  }

  @Test(.enabled(if: ScriptRun.isPossible)) func formHasEachProperty() throws {
    let said = try run(
      """
      const elsewhere = ["id", "radius", "width", "border", "offset", "gate", "enabled", "mute"];
      console.log(properties.filter(({ name }) => !labels[name]).map(({ name }) => name).join() === ["id", "radius", "width", "enabled", "border", "offset", "gate", "mute"].join());
      console.log(Object.keys(labels).length + elsewhere.length === properties.length);
      console.log(fieldsOf("gate").map(({ name }) => name).join());
      const field = (wanted) => properties.find(({ name }) => name === wanted);
      console.log(JSON.stringify([valueOf(field("heading"), "315-45"), valueOf(field("heading"), "north"), valueOf(field("exclude"), "a, b"), textOf(field("heading"), [315, 45])]));
      console.log(JSON.stringify(featureOf(bandAround("yard"), null)));
      """)
    #expect(
      said == """
        true
        true
        note,cushion,linger,sense,expires,signal,class,active,after,once,heading
        [[315,45],"north",["a","b"],"315-45"]
        {"type":"Feature","id":"yard-warning","properties":{"border":"yard","offset":30},"geometry":null}

        """)
  }
}
