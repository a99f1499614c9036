internal import Base
internal import Geofence

/// The rules that few regions have: a band, a limit of speed, the order of a course, a gate.
extension FeatureReader {
  /// Reads the region around whose border this one lies, and the metres between the borders.
  mutating func band(in properties: JSONFields, _ geometry: JSON?) -> BandRule? {
    let border = text(.border, in: properties)
    let most = rules.settings.maxRadius
    let offset = number(.offset, in: properties, within: -most...most)
    guard properties[.border] != nil else { return nil }
    if let geometry, geometry != .null {
      note(
        "it has a border and a geometry", remedy: "remove border and offset, or the geometry",
        field: RegionProperty.border.rawValue)
    }
    if properties[.offset] == nil {
      note(
        "border needs an offset",
        remedy: "add \"offset\": 500, the metres outside that border; negative inside",
        field: RegionProperty.offset.rawValue)
    }
    guard let border, let offset else { return nil }
    return BandRule(around: border, offset: offset)
  }

  /// Reads the limit of speed.
  mutating func speedRule(in properties: JSONFields) -> SpeedRule? {
    let limit = number(.maxSpeed, in: properties)
    let linger = seconds(.speedLinger, in: properties)
    return limit.map { SpeedRule(limit: $0, linger: linger ?? .seconds(3)) }
  }

  /// Reads the conditions of a course.
  mutating func order(in properties: JSONFields) -> OrderRule {
    OrderRule(
      after: text(.after, in: properties), isOnce: boolean(.once, in: properties) ?? false,
      heading: heading(in: properties))
  }

  private mutating func heading(in properties: JSONFields) -> HeadingRange? {
    guard let value = properties[.heading] else { return nil }
    let numbers = (value.array ?? []).compactMap(\.number)
    guard value.array?.count == 2, numbers.count == 2 else {
      let found = value.array == nil ? value.noun : "not two numbers"
      note(.heading, "wrong.courses", ["found": .text(found)], mend: "mend.courses")
      return nil
    }
    if let wrong = numbers.first(where: { !(0...360 ~= $0) }) {
      note(.heading, "wrong.course", ["found": .text(wrong.plain)], mend: "mend.courses")
      return nil
    }
    if numbers[0] == numbers[1] || numbers == [360, 0] {
      note(.heading, "doubt.oneCourse", mend: "mend.courses", severity: .warning)
    }
    return HeadingRange(from: numbers[0], to: numbers[1])
  }

  /// Whether the region is a gate.
  mutating func isGate(in properties: JSONFields) -> Bool {
    boolean(.gate, in: properties) ?? false
  }

  /// The width with which a gate is drawn, in metres.
  static let gateWidth = 0.2
}

extension FeatureReader {
  /// Reads the rule for the approach cue of a region.
  mutating func approach(in properties: JSONFields) -> ApproachRule? {
    let limit = seconds(.approach, in: properties)
    let side = choice(.approachFrom, ApproachRule.Side.self, in: properties)
    let longest = seconds(.approachLongest, in: properties)
    return limit.map {
      ApproachRule(
        within: $0, from: side ?? .inside, atMost: longest ?? rules.settings.approachLongest)
    }
  }

  /// Reads the rule for reminders to a carrier on the wrong side; `nil` for no reminders.
  mutating func reminder(in properties: JSONFields) -> ReminderRule? {
    let side = choice(.remindSide, ReminderRule.Side.self, in: properties) ?? .outside
    let most = number(.remindAtMost, in: properties)
    if let most, most != most.rounded() {
      note(.remindAtMost, "wrong.fraction", ["found": .text(most.plain)], mend: "mend.fraction")
    }
    guard let interval = seconds(.remind, in: properties) else { return nil }
    return most.map { ReminderRule(every: interval, side: side, atMost: Int($0)) }
      ?? ReminderRule(every: interval, side: side)
  }
}
