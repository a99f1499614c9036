import ArgumentParser
import Base
import Glibc
import Picket

/// A command that does nothing without one of its subcommands.
///
/// The parser would print the help of such a command and end with 0, a success to a script.
protocol CommandGroup: ParsableCommand {}

extension CommandGroup {
  /// Ends with the help and an error: a subcommand is missing.
  func run() throws { throw MissingCommand(group: Self.self) }
}

/// The error that only the name of a group of commands was given.
struct MissingCommand: Error {
  let group: any ParsableCommand.Type

  /// Prints the help on standard error, and below it that a command is missing.
  func report() {
    let help = Array("\(PicketCommand.helpMessage(for: group))\n".utf8)
    // A failure to write on standard error cannot be reported anywhere else.
    _ = write(STDERR_FILENO, help, help.count)
    let path = group == PicketCommand.self ? "" : " of picket \(group._commandName)"
    let names = group.configuration.subcommands.map { $0._commandName }
    Log.write(.error, "give a command\(path): \(names.listed("or"))")
  }
}

/// Checks the names of subcommands, and suggests others for a name that does not exist.
enum CommandName {
  /// The mistake in the names at the front of the arguments; `nil` when all of them exist.
  static func mistake(in arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = PicketCommand.self
    var path = ["picket"]
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    // The value of an option is not a name: the names end at the first option.
    for word in words.prefix(while: { !$0.hasPrefix("-") }) {
      let known = command.configuration.subcommands
      guard !known.isEmpty else { return nil }
      guard let next = known.first(where: { $0._commandName == word }) else {
        if word == "help" { return nil }
        let near = Spelling.candidates(for: word, in: known.map { $0._commandName })
        let remedy =
          near.isEmpty
          ? "see \(path.joined(separator: " ")) --help" : "did you mean \(near.listed("or"))?"
        return "there is no command \((path + [word]).joined(separator: " ").quoted); \(remedy)"
      }
      command = next
      path.append(word)
    }
    return nil
  }
}
