import ArgumentParser
import Base
import Desk

/// Reads one of the choices of an option.
enum ChoiceArgument {
  /// The choice of this name; a wrong name is refused before you walk.
  static func read<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws -> Choice {
    if let choice = Choice(rawValue: name) { return choice }
    throw ValidationError("give \(Choice.allCases.map(\.rawValue).listed("or"))")
  }
}

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
