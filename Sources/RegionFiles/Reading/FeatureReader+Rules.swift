internal import Geofence
internal import Notation

/// The rules that few regions have: a band, a limit of speed, the order of a course, a gate.
extension FeatureReader {
  /// Reads the region around whose border this one lies, and the metres between the borders.
  mutating func band(in properties: JSONFields, _ geometry: JSON?) -> BandRule? {
    let border = text("border", in: properties)
    let most = rules.settings.maxRadius
    let offset = number("offset", in: properties, -most...most, of: "metres")
    if properties["border"] == nil {
      note(
        "offset without border has no effect",
        remedy: "add \"border\", the id of the region around which it lies", severity: .warning)
      return nil
    }
    if let geometry, geometry != .null {
      note(
        "it has a border and a geometry", remedy: "remove border and offset, or the geometry")
    }
    if properties["offset"] == nil {
      note(
        "border needs an offset",
        remedy: "add \"offset\": 500, the metres outside that border; negative inside")
    }
    for name in ["radius", "width", "gate"] where properties[name] != nil {
      note(
        "\(name) has no effect on a region with a border", remedy: "remove it", severity: .warning)
    }
    guard let border, let offset else { return nil }
    return BandRule(around: border, offset: offset)
  }

  /// Reads the limit of speed.
  mutating func speedRule(in properties: JSONFields) -> SpeedRule? {
    let limit = number("maxSpeed", in: properties, RegionLimits.speed, of: "km/h")
    let linger = seconds("speedLinger", in: properties, RegionLimits.linger)
    if properties["maxSpeed"] == nil, properties["speedLinger"] != nil {
      note(
        "speedLinger without maxSpeed has no effect", remedy: "add \"maxSpeed\": 30, in km/h",
        severity: .warning)
    }
    return limit.map { SpeedRule(limit: $0, linger: linger ?? .seconds(3)) }
  }

  /// Reads the conditions of a course.
  mutating func order(in properties: JSONFields) -> OrderRule {
    OrderRule(
      after: text("after", in: properties), isOnce: boolean("once", in: properties) ?? false,
      heading: heading(in: properties))
  }

  private mutating func heading(in properties: JSONFields) -> HeadingRange? {
    guard let value = properties["heading"] else { return nil }
    let remedy =
      "give two courses in degrees, clockwise, such as [45, 135]; [315, 45] is northwards"
    guard let array = value.array else {
      note("heading is \(value.noun)", remedy: remedy)
      return nil
    }
    let numbers = array.compactMap(\.number)
    guard array.count == 2, numbers.count == 2 else {
      note("heading is not two numbers", remedy: remedy)
      return nil
    }
    if let wrong = numbers.first(where: { !(0...360 ~= $0) }) {
      note("heading has \(wrong.plain), which is not from 0 to 360", remedy: remedy)
      return nil
    }
    if numbers[0] == numbers[1] || numbers == [360, 0] {
      note(
        "heading is from a course to itself, so only crossings in exactly that course are reported",
        remedy: remedy, severity: .warning)
    }
    return HeadingRange(from: numbers[0], to: numbers[1])
  }

  /// Whether the region is a gate.
  mutating func isGate(in properties: JSONFields) -> Bool {
    boolean("gate", in: properties) ?? false
  }

  /// Reads the line of a gate.
  mutating func gate(_ lines: [[Coordinate]], _ properties: JSONFields) -> Shape? {
    for name in Self.uselessAtGates where properties[name] != nil {
      note("\(name) has no effect on a gate", remedy: "remove it", severity: .warning)
    }
    return Corridor(lines: lines, width: Self.gateWidth).map(Shape.corridor)
  }

  /// The width with which a gate is drawn, in metres.
  private static let gateWidth = 0.2

  /// The properties that need an inside.
  private static let uselessAtGates = [
    "width", "notifyOnEntry", "notifyOnExit", "dwell", "exclude", "atStart", "remind", "remindSide",
    "remindAtMost", "approach", "approachFrom", "approachLongest", "maxSpeed", "speedLinger",
    "latch",
  ]
}

extension FeatureReader {
  /// Reads the rule for the approach cue of a region.
  mutating func approach(in properties: JSONFields) -> ApproachRule? {
    let limit = seconds("approach", in: properties, RegionLimits.approach)
    let side = choice("approachFrom", ApproachRule.Side.self, in: properties)
    let longest = seconds("approachLongest", in: properties, RegionLimits.approachLongest)
    if properties["approach"] == nil {
      for name in ["approachFrom", "approachLongest"] where properties[name] != nil {
        note(
          "\(name) without approach has no effect", remedy: "add \"approach\": 10, in seconds",
          severity: .warning)
      }
    }
    return limit.map {
      ApproachRule(
        within: $0, from: side ?? .inside, atMost: longest ?? rules.settings.approachLongest)
    }
  }
}

extension FeatureReader {
  /// Reads the rule for reminders to a carrier on the wrong side; `nil` for no reminders.
  mutating func reminder(in properties: JSONFields) -> ReminderRule? {
    let side = choice("remindSide", ReminderRule.Side.self, in: properties) ?? .outside
    let most = number("remindAtMost", in: properties, Self.mostRange, of: "a whole number")
    if let most, most != most.rounded() {
      note("remindAtMost \(most.plain) is not a whole number", remedy: "give one such as 20")
    }
    if properties["remind"] == nil {
      for name in ["remindSide", "remindAtMost"] where properties[name] != nil {
        note(
          "\(name) has no effect without remind",
          remedy: "add \"remind\": 60, the seconds between reminders", severity: .warning)
      }
    }
    guard let interval = seconds("remind", in: properties, RegionLimits.reminder) else {
      return nil
    }
    return most.map { ReminderRule(every: interval, side: side, atMost: Int($0)) }
      ?? ReminderRule(every: interval, side: side)
  }

  private static let mostRange =
    Double(RegionLimits.reminders.lowerBound)...Double(RegionLimits.reminders.upperBound)
}
