internal import Base
package import Records

/// The answers to `status` and `regions` as metrics, for the textfile collector of Prometheus'
/// node_exporter.
///
/// Names and units are by Prometheus' conventions (https://prometheus.io/docs/practices/naming/),
/// the form is its text format 0.0.4.
package struct PrometheusText: Sendable {
  /// The lines.
  package private(set) var lines: [String] = []

  /// Puts a running picket into metrics.
  ///
  /// - Parameters:
  ///   - status: The answer to `status`; `nil` when no picket answers.
  ///   - regions: The answer to `regions`, with all.
  package init(status: StatusAnswer?, regions: RegionsAnswer?) {
    add("up", "Whether a picket answers.", status != nil)
    guard let status else { return }
    addBoard(status)
    addOutputs(status)
    if let regions { addRegions(regions) }
  }

  private mutating func addBoard(_ status: StatusAnswer) {
    let parts = status.versions
    let versions = [
      ("version", parts?.picket ?? ""), ("libgps", parts?.libgps ?? ""),
      ("libgpiod", parts?.libgpiod ?? ""),
    ]
    add("build_info", "The releases of the parts, always 1.", [(versions, 1)])
    add("uptime_seconds", "The time since the start.", status.uptime)
    add("monitoring", "Whether regions are monitored.", status.monitors)
    add("sighted", "Whether fixes can be trusted.", status.sight == .sighted)
    let first = status.matters.first?.kind
    add(
      "first", "1 for the kind of what matters first.",
      Matter.Rank.allCases.map { ([("kind", $0.rawValue)], $0 == first ? 1 : 0) })
    add("alarms", "The alarms that are not acknowledged.", Double(status.alarms.count))
    add("speeding", "Whether a limit of speed is exceeded.", status.speeding != nil)
    add("fix_age_seconds", "The age of the last trusted fix.", status.age)
    add(
      "position_deviation_meters", "The standard deviation of the position on each axis.",
      status.deviation)
    add("speed_meters_per_second", "The speed of the last trusted fix.", status.speed)
    let satellites = status.satellites
    add("satellites_used", "The satellites that the fix uses.", satellites?.used.map(Double.init))
    add("satellites_seen", "The satellites in view.", satellites?.seen.map(Double.init))
    add("events_total", "The events so far.", status.events.map(Double.init), "counter")
    add("regions_watched", "The regions that are watched.", status.watched.map(Double.init))
    let storage = status.storage
    add(
      "storage_faults", "The files that cannot be written.",
      storage.map { Double($0.faults.count) })
    add(
      "journal_age_seconds", "The time since the journal was written.", storage?.journalAge)
    add("state_age_seconds", "The time since the state was written.", storage?.stateAge)
  }

  private mutating func addOutputs(_ status: StatusAnswer) {
    add("muted", "Whether the sound is muted.", status.isMuted)
    add("quiet", "Whether it is within quiet hours.", status.isQuiet)
    let outputs = status.outputs.map { output in
      ([("output", output.output ?? "")], output)
    }
    add(
      "output_active", "Whether an output is active.",
      outputs.map { ($0, $1.isActive ? 1 : 0) })
    add(
      "output_faulty", "Whether an output does not work.",
      outputs.map { ($0, $1.isFaulty ? 1 : 0) })
  }

  private mutating func addRegions(_ regions: RegionsAnswer) {
    let outside = regions.outside?.shown ?? []
    let sides = regions.inside.shown.map { ($0, 1.0) } + outside.map { ($0, 0.0) }
    let unclear = regions.unsure.shown + regions.unknown.shown
    let doubts = unclear.map { ($0, 1.0) } + sides.map { ($0.0, 0.0) }
    func samples(_ values: [(String, Double)]) -> [(labels: [(String, String)], Double)] {
      values.sorted { $0.0 < $1.0 }.map { ([("region", $0.0)], $0.1) }
    }
    add(
      "region_inside", "Whether the board is inside a region; none while that is not known.",
      samples(sides))
    add(
      "region_unsure", "Whether the side of a region is unsure or not known yet.", samples(doubts))
  }

  private mutating func add(_ name: String, _ help: String, _ value: Bool) {
    add(name, help, value ? 1 : 0)
  }

  private mutating func add(
    _ name: String, _ help: String, _ value: Double?, _ type: String = "gauge"
  ) {
    guard let value else { return }
    add(name, help, [([], value)], type)
  }

  private mutating func add(
    _ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: Double)],
    _ type: String = "gauge"
  ) {
    guard !samples.isEmpty else { return }
    lines.append("# HELP picket_\(name) \(help)")
    lines.append("# TYPE picket_\(name) \(type)")
    for sample in samples {
      let labels = sample.labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
      let number =
        Int(exactly: sample.value).map(String.init) ?? sample.value.text(decimals: 3)
      lines.append("picket_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number)")
    }
  }

  /// A label's value: a backslash, a quotation mark and a line feed are escaped.
  private static func escaped(_ text: String) -> String {
    text.replacing(text: "\\", by: "\\\\").replacing(text: "\"", by: "\\\"")
      .replacing(text: "\n", by: "\\n")
  }
}
