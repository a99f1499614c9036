internal import Geofence
package import Notation

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
  package enum Kind: Hashable, Sendable {
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
  package struct Row: Hashable, Sendable {
    package let kind: Kind
    /// Its meaning, for the help of commands and the documentation.
    package let about: String
    package let shapes: Set<Shape>
    /// The property without which it has no effect.
    package let needs: RegionProperty?
    /// A value, as JSON.
    package let example: String
    /// The value of a region without it.
    package let standard: String?
    /// The first release that reads it.
    package let since: String

    fileprivate init(
      _ kind: Kind, _ about: String, of shapes: Set<Shape> = Shape.all,
      needs: RegionProperty? = nil, example: String, standard: String? = nil, since: String = "0.1"
    ) {
      (self.kind, self.about, self.shapes, self.needs) = (kind, about, shapes, needs)
      (self.example, self.standard, self.since) = (example, standard, since)
    }
  }

  /// The row of the property.
  package var row: Row {
    switch self {
    case .id: Row(.text, "the identifier, of the feature or here", example: #""orchard""#)
    case .note: Row(.text, "a text that is shown with its events", example: #""Mind the dog""#)
    case .notifyOnEntry:
      Row(
        .boolean, "whether entries are reported", of: Shape.areas, example: "false",
        standard: "true")
    case .notifyOnExit:
      Row(
        .boolean, "whether exits are reported", of: Shape.areas, example: "false", standard: "true")
    case .dwell:
      Row(
        .seconds(0...31_536_000), "the time inside before a dwell event", of: Shape.areas,
        example: "300")
    case .cushion:
      Row(
        .number(0...1000, unit: "metres"), "metres past the border before a crossing counts",
        example: "5", standard: "`cushion` of `[regions]`")
    case .linger:
      Row(
        .seconds(0...3600), "the time past the border before a crossing counts", example: "3",
        standard: "`linger` of `[regions]`")
    case .sense:
      Row(
        .choice(Sense.allCases.map { $0.rawValue }),
        "the certainty that a crossing needs before it counts", example: #""quiet""#,
        standard: "`sense` of `[decision]`")
    case .expires:
      Row(.moment, "when watching ends", example: #""2026-07-01T00:00:00Z""#, standard: "never")
    case .signal:
      Row(
        .text, "a signal of the configuration, for this region alone", example: #""enter""#,
        standard: "those of its events")
    case .category:
      Row(
        .text, "a name that regions share, for lights and held outputs", example: #""yard""#)
    case .radius: Row(.size, "the radius of a circle", of: [.circle], example: "20")
    case .width: Row(.size, "the width of a corridor", of: [.corridor], example: "10")
    case .exclude:
      Row(
        .regions,
        "the regions, also expired and disabled ones, whose areas are cut out of this region",
        of: Shape.areas, example: #"["pond"]"#)
    case .enabled:
      Row(
        .boolean, "`false`: not watched, and kept in the file", example: "false", standard: "true")
    case .active:
      Row(
        .hours, "the hours in which it reports", example: #""Mo-Fr 07:00-16:00""#,
        standard: "always")
    case .atStart:
      Row(
        .boolean, "whether the carrier's side is reported when a span of the hours begins",
        of: Shape.areas, needs: .active, example: "true", standard: "false")
    case .remind:
      Row(
        .seconds(5...86_400), "the time between reminders on the wrong side", of: Shape.areas,
        example: "60")
    case .remindSide:
      Row(
        .choice(ReminderRule.Side.allCases.map { $0.rawValue }), "the wrong side",
        of: Shape.areas, needs: .remind, example: #""inside""#, standard: "outside")
    case .remindAtMost:
      Row(
        .count(1...1000), "the number of reminders before the last one", of: Shape.areas,
        needs: .remind, example: "5", standard: "20")
    case .approach:
      Row(
        .seconds(2...120), "the time to the border at which the approach cue begins",
        of: Shape.areas, example: "10")
    case .approachFrom:
      Row(
        .choice(ApproachRule.Side.allCases.map { $0.rawValue }),
        "the side from which the cue begins",
        of: Shape.areas, needs: .approach, example: #""both""#, standard: "inside")
    case .approachLongest:
      Row(
        .seconds(1...300), "the time that the cue lasts at most without a crossing",
        of: Shape.areas, needs: .approach, example: "30", standard: "`longest` of `[approach]`")
    case .border:
      Row(
        .region, "the region around whose border a band lies", of: [.band], example: #""orchard""#)
    case .offset:
      Row(
        .number(-20_040_000...20_040_000, unit: "metres"),
        "metres outside of that border; negative: inside", of: [.band], needs: .border,
        example: "500")
    case .latch:
      Row(
        .boolean, "`true`: an event sounds until it is acknowledged", of: Shape.areas,
        example: "true", standard: "false")
    case .maxSpeed:
      Row(
        .number(0.5...540, unit: "km/h"), "the limit of speed", of: Shape.areas, example: "30")
    case .speedLinger:
      Row(
        .seconds(0...3600), "the time over the limit before it is reported", of: Shape.areas,
        needs: .maxSpeed, example: "5", standard: "3")
    case .after: Row(.region, "the region that has to report first", example: #""mill""#)
    case .once:
      Row(
        .boolean, "`true`: it reports once, until the course is reset", example: "true",
        standard: "false")
    case .heading:
      Row(
        .courses,
        "the courses at the crossing that are reported, clockwise; `[315, 45]` is northwards",
        example: "[315, 45]")
    case .gate:
      Row(
        .boolean, "`true`: a line that is crossed, without a width", of: Shape.lines,
        example: "true", standard: "false")
    case .mute:
      Row(
        .boolean, "`true`: its signals, cues and reminders are for lights only", example: "true",
        standard: "false")
    }
  }
}

extension RegionProperty.Shape {
  /// The shapes of all regions, of those with an inside, and of lines.
  fileprivate static let all = Set(allCases)
  fileprivate static let areas: Set<Self> = [.circle, .polygon, .corridor, .band]
  fileprivate static let lines: Set<Self> = [.corridor, .gate]

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

  /// The common noun of some shapes.
  static func noun(_ shapes: Set<Self>) -> String {
    switch shapes {
    case areas: "a region with an inside"
    case lines: "a line"
    default: shapes.count == 1 ? "a \(shapes.first?.rawValue ?? "")" : "a region"
    }
  }
}

extension RegionProperty {
  /// The names of all properties.
  static let names = allCases.map { $0.rawValue }

  /// The bounds of a number; `nil` for other properties.
  package var range: ClosedRange<Double>? {
    switch row.kind {
    case .seconds(let range), .number(let range, _), .count(let range): range
    default: nil
    }
  }

  /// Its meaning and its default, for the help of a command.
  package var help: String {
    let text = "\(row.about.prefix(1).uppercased())\(row.about.dropFirst())"
    guard let standard = row.standard, row.kind != .boolean else { return "\(text)." }
    return "\(text); \(standard) if not given."
  }

  /// The values that a shell can complete.
  package var values: [String] {
    switch row.kind {
    case .boolean: ["true", "false"]
    case .choice(let names): names
    default: []
    }
  }

  /// The value that commands write for a text.
  package func value(_ text: String) -> JSONSource {
    switch row.kind {
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
