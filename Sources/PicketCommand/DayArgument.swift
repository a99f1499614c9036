import ArgumentParser
import Notation
import Reports

/// A day of a time zone, such as 2026-06-03.
struct DayArgument {
  let name: String

  static func read(_ text: String) throws -> DayArgument {
    guard JournalDays.isDay(text) else {
      throw ValidationError("give a day, such as 2026-06-03")
    }
    return DayArgument(name: text)
  }
}
