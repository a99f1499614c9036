package import Geofence
package import Notation
internal import System

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
    cushion = section.number("cushion", in: RegionLimits.cushion, of: "metres") ?? cushion
    linger = section.seconds("linger", in: RegionLimits.linger) ?? linger
    top.add(section.finished())

    section = top.section("decision")
    sense = section.choice("sense", Sense.self) ?? sense
    top.add(section.finished())

    section = top.section("approach")
    approachLongest =
      section.seconds("longest", in: RegionLimits.approachLongest) ?? approachLongest
    // The patterns are read with the outputs, which also check for unknown keys.
    if section.exists { top.add(section.problems) }
  }
}

/// The ranges of thresholds, in the configuration and in the properties of regions.
package enum RegionLimits {
  /// The cushion in metres.
  static let cushion = 0.0...1000
  /// The limit of speed in km/h: above it no carrier is believed.
  static let speed = 0.5...540
  /// The linger in seconds.
  static let linger = 0.0...3600
  /// The dwell in seconds, up to a year.
  static let dwell = 0.0...31_536_000
  /// The seconds between reminders: more than their signals last, and up to a day.
  static let reminder = 5.0...86_400
  /// The number of reminders.
  static let reminders = 1...1000
  /// The seconds to the border at which an approach cue begins.
  static let approach = 2.0...120
  /// The longest duration of an approach cue in seconds.
  static let approachLongest = 1.0...300
  /// The most bytes of a note and of a mark: a watching client is cut off when 256 kB wait for it.
  package static let text = 1000
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
