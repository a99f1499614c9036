internal import Geofence
internal import Notation

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
