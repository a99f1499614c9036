package import Base
internal import Geofence

/// A property of a region.
///
/// The reader, the commands, the import, the page for a phone and the documentation know properties
/// from this table alone.
package enum RegionProperty: String, CaseIterable, Hashable, Sendable {
  case id, note, notifyOnEntry, notifyOnExit, dwell, cushion, linger, sense, expires, signal
  case category = "class"
  case radius, width, exclude, enabled, active, atStart, remind, remindSide, remindAtMost
  case approach, approachFrom, approachLongest, border, offset, latch, maxSpeed, speedLinger, after
  case once, heading, gate, mute

  /// The values of a property, with their bounds.
  package enum Values: Hashable, Sendable {
    case text
    case region, regions
    case hours, moment
    case boolean
    case choice([String])
    case seconds(ClosedRange<Double>)
    case number(ClosedRange<Double>, unit: String)
    case count(ClosedRange<Double>)
    /// Metres greater than 0, which the configuration limits.
    case size
    case courses

    /// Whether a value is a number.
    var isNumber: Bool {
      switch self {
      case .seconds, .number, .count, .size: true
      default: false
      }
    }
  }

  /// The shapes of regions that have a property.
  package enum Shape: String, CaseIterable, Hashable, Sendable {
    case circle, polygon, corridor, gate, band
  }

  /// What the table has of one property.
  package struct Meaning: Hashable, Sendable {
    package let values: Values
    package let shapes: Set<Shape>
    /// A value, as JSON.
    package let example: String
    /// The meaning, for the help of commands and the documentation.
    package let about: String
    /// The value of a region without the property.
    package let standard: String?
    /// The property without which it has no effect.
    package let needs: RegionProperty?
    /// The first release that reads it.
    package let since = "0.1"

    fileprivate init(
      _ values: Values, _ shapes: Set<Shape>, _ example: String, _ about: String,
      else standard: String? = nil, needs: RegionProperty? = nil
    ) {
      (self.values, self.shapes, self.example) = (values, shapes, example)
      (self.about, self.standard, self.needs) = (about, standard, needs)
    }
  }

  // The bounds of properties whose defaults the configuration has.
  static let cushions = 0.0...1000
  static let lingers = 0.0...3600
  static let approaches = 1.0...300

  private static let all = Set(Shape.allCases)
  private static let areas = all.subtracting([.gate])

  /// What the table has of the property.
  package var entry: Meaning {
    let (all, areas) = (Self.all, Self.areas)
    func yes(_ shapes: Set<Shape>, _ about: String, _ standard: Bool = false) -> Meaning {
      Meaning(.boolean, shapes, "\(!standard)", about, else: "\(standard)")
    }
    return switch self {
    case .id: Meaning(.text, all, #""orchard""#, "the identifier, of the feature or here")
    case .note: Meaning(.text, all, #""Mind the dog""#, "a text that is shown with its events")
    case .notifyOnEntry: yes(areas, "whether entries are reported", true)
    case .notifyOnExit: yes(areas, "whether exits are reported", true)
    case .dwell:
      Meaning(.seconds(0...31_536_000), areas, "300", "the time inside before a dwell event")
    case .cushion:
      Meaning(
        .number(Self.cushions, unit: "metres"), all, "5",
        "metres past the border before a crossing counts", else: "`cushion` of `[regions]`")
    case .linger:
      Meaning(
        .seconds(Self.lingers), all, "3", "the time past the border before a crossing counts",
        else: "`linger` of `[regions]`")
    case .sense:
      Meaning(
        .choice(Sense.allCases.map { $0.rawValue }), all, #""quiet""#,
        "the certainty that a crossing needs before it counts", else: "`sense` of `[decision]`")
    case .expires:
      Meaning(.moment, all, #""2026-07-01T00:00:00Z""#, "when watching ends", else: "never")
    case .signal:
      Meaning(
        .text, all, #""enter""#, "a signal of the configuration, for this region alone",
        else: "those of its events")
    case .category:
      Meaning(.text, all, #""yard""#, "a name that regions share, for lights and held outputs")
    case .radius: Meaning(.size, [.circle], "20", "the radius of a circle")
    case .width: Meaning(.size, [.corridor], "10", "the width of a corridor")
    case .exclude:
      Meaning(
        .regions, areas, #"["pond"]"#,
        "the regions, also expired and disabled ones, whose areas are cut out of this region")
    case .enabled: yes(all, "`false`: not watched, and kept in the file", true)
    case .active:
      Meaning(
        .hours, all, #""Mo-Fr 07:00-16:00""#, "the hours in which it reports", else: "always")
    case .atStart:
      Meaning(
        .boolean, areas, "true",
        "`true`: the carrier's side is reported when a span of the hours begins", else: "false",
        needs: .active)
    case .remind:
      Meaning(.seconds(5...86_400), areas, "60", "the time between reminders on the wrong side")
    case .remindSide:
      Meaning(
        .choice(ReminderRule.Side.allCases.map { $0.rawValue }), areas, #""inside""#,
        "the wrong side", else: "outside", needs: .remind)
    case .remindAtMost:
      Meaning(
        .count(1...1000), areas, "5", "the number of reminders before the last one", else: "20",
        needs: .remind)
    case .approach:
      Meaning(
        .seconds(2...120), areas, "10", "the time to the border at which the approach cue begins")
    case .approachFrom:
      Meaning(
        .choice(ApproachRule.Side.allCases.map { $0.rawValue }), areas, #""both""#,
        "the side from which the cue begins", else: "inside", needs: .approach)
    case .approachLongest:
      Meaning(
        .seconds(Self.approaches), areas, "30",
        "the time that the cue lasts at most without a crossing",
        else: "`longest` of `[approach]`", needs: .approach)
    case .border:
      Meaning(.region, [.band], #""orchard""#, "the region around whose border a band lies")
    case .offset:
      Meaning(
        .number(-20_040_000...20_040_000, unit: "metres"), [.band], "500",
        "metres outside of that border; negative: inside", needs: .border)
    case .latch: yes(areas, "`true`: an event sounds until it is acknowledged")
    case .maxSpeed: Meaning(.number(0.5...540, unit: "km/h"), areas, "30", "the limit of speed")
    case .speedLinger:
      Meaning(
        .seconds(Self.lingers), areas, "5", "the time over the limit before it is reported",
        else: "3", needs: .maxSpeed)
    case .after: Meaning(.region, all, #""mill""#, "the region that has to report first")
    case .once: yes(all, "`true`: it reports once, until the course is reset")
    case .heading:
      Meaning(
        .courses, all, "[315, 45]",
        "the courses at the crossing that are reported, clockwise; `[315, 45]` is northwards")
    case .gate: yes([.corridor, .gate], "`true`: a line that is crossed, without a width")
    case .mute: yes(all, "`true`: its signals, cues and reminders are for lights only")
    }
  }
}

extension RegionProperty.Shape {
  /// The shape of a feature with a geometry of this type and these properties.
  init?(_ type: String?, _ property: (RegionProperty) -> JSON?) {
    switch type {
    case nil where property(.border) != nil: self = .band
    case "Point": self = .circle
    case "Polygon", "MultiPolygon": self = .polygon
    case "LineString", "MultiLineString":
      self = property(.gate) == .boolean(true) ? .gate : .corridor
    default: return nil
    }
  }

  /// The common noun of the shapes that have a property.
  static func noun(_ shapes: Set<Self>) -> String {
    switch shapes.count {
    case 1: "a \(shapes.first?.rawValue ?? "")"
    case 2: "a line"
    default: "a region with an inside"
    }
  }
}

extension RegionProperty {
  /// The names of all properties.
  static let names = allCases.map { $0.rawValue }

  /// The properties that have no effect without another one; `atStart` is refused without it.
  static let needing = allCases.compactMap { property in
    property == .atStart ? nil : property.entry.needs.map { (property: property, needed: $0) }
  }

  /// The most bytes of a note and of a mark: a watching client is cut off when 256 kB wait for it.
  package static let mostText = 1000

  /// The unit of a number; `nil` for other properties.
  package var unit: String? {
    switch entry.values {
    case .seconds: "seconds"
    case .number(_, let unit): unit
    case .size: "metres"
    default: nil
    }
  }

  /// The bounds of a number; `nil` for other properties.
  package var range: ClosedRange<Double>? {
    switch entry.values {
    case .seconds(let range), .number(let range, _), .count(let range): range
    default: nil
    }
  }

  /// Its meaning; of a property that is true or false, that of `true`.
  var meaning: String {
    let yes = "`true`: "
    return entry.about.hasPrefix(yes) ? String(entry.about.dropFirst(yes.count)) : entry.about
  }

  /// Its meaning and its default, for the help of a command.
  package var help: String {
    let text = "\(meaning.prefix(1).uppercased())\(meaning.dropFirst())"
    guard let standard = entry.standard, entry.values != .boolean else { return "\(text)." }
    return "\(text); \(standard) if not given."
  }

  /// The values that a shell can complete.
  package var values: [String] {
    switch entry.values {
    case .boolean: ["true", "false"]
    case .choice(let names): names
    default: []
    }
  }

  /// The value that commands write for a text.
  package func value(_ text: String) -> JSONSource {
    switch entry.values {
    case .text, .region, .hours, .moment, .choice: return .string(text)
    case .regions where !text.hasPrefix("["):
      return .array(text.split(separator: ",").map { .string(String($0)) })
    case .courses where !text.hasPrefix("["):
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "-" }
      return .array(parts.map { JSONSource.number($0) ?? .string(String($0)) })
    case .seconds:
      if let seconds = Double(timeText: text), JSONSource.number(text) == nil {
        return .number(seconds)
      }
    default: break
    }
    return (try? JSONSource.parse(text)) ?? .string(text)
  }
}
