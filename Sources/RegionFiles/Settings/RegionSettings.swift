package import Base
package import Geofence

/// The file of the regions, their limits and their defaults.
package struct RegionSettings: Hashable, Sendable {
  /// The path of the file with the regions.
  package var file = "/etc/picket/regions.geojson"

  /// Whether the configuration names the file.
  package private(set) var isFileNamed = false

  /// Whether the configuration, which may name another file, could be read.
  package var isFileCertain = true

  /// The greatest radius of a circle in metres; greater ones are clamped to it.
  package var maxRadius = 100_000.0

  /// The greatest number of regions.
  package var maxCount = 10_000

  /// The cushion in metres of a region without one.
  package var cushion = 0.0

  /// The linger of a region without one.
  package var linger: Duration = .zero

  /// The sense of a region without one.
  package var sense = Sense.even

  /// The longest approach cue without a crossing, for a region without a limit of its own.
  package var approachLongest: Duration = .seconds(20)

  /// Creates the settings of an empty configuration.
  package init() {}

  /// The path of the file with all links resolved.
  package var absolutePath: String { Path.resolved(file) }

  /// Reads the tables [regions] and [decision], and the key of [approach] for regions.
  package mutating func read(_ top: inout TOMLSection) {
    var section = top.section("regions")
    if let path = section.path("file", expected: "the path of a file") {
      file = path
      isFileNamed = true
    }
    // No two places are farther apart than half the circumference of the earth.
    maxRadius = section.number("max_radius", in: 1...20_040_000, of: "metres") ?? maxRadius
    maxCount = section.integer("max_count", in: 1...1_000_000) ?? maxCount
    cushion = section.number("cushion", in: RegionProperty.cushions, of: "metres") ?? cushion
    linger = section.seconds("linger", in: RegionProperty.lingers) ?? linger
    top.add(section.finished())

    section = top.section("decision")
    sense = section.choice("sense", Sense.self) ?? sense
    top.add(section.finished())

    section = top.section("approach")
    approachLongest =
      section.seconds("longest", in: RegionProperty.approaches) ?? approachLongest
    // The patterns are read with the outputs, which also check for unknown keys.
    if section.exists { top.add(section.problems) }
  }
}

/// The rules for a regions file: limits, defaults, and the signals that regions may name.
package struct RegionRules: Hashable, Sendable {
  /// Limits and defaults.
  package var settings: RegionSettings

  /// The names of the signals; `nil` to accept any name, as in a replay, which plays none.
  package var signals: Set<String>?

  /// Whether the regions were watched once and recorded: their texts may be of any length.
  package var isRecorded: Bool

  /// Creates rules.
  package init(_ settings: RegionSettings, signals: Set<String>? = nil, isRecorded: Bool = false) {
    self.settings = settings
    self.signals = signals
    self.isRecorded = isRecorded
  }
}
