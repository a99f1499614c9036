import ArgumentParser
import Notation

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
