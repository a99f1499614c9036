import ArgumentParser
import Glibc
import Notation
import Picket
import System

/// A command that does nothing without one of its subcommands.
///
/// The parser prints the help of such a command and ends with 0, which a script takes for success.
protocol CommandGroup: ParsableCommand {}

extension CommandGroup {
  /// Ends with the help, and that a subcommand is missing.
  func run() throws { throw MissingCommand(group: Self.self) }
}

/// That nothing but the name of a group of commands was given.
struct MissingCommand: Error {
  let group: any ParsableCommand.Type

  /// Prints the help on standard error, and below it what is missing.
  func tell() {
    let help = Array("\(PicketCommand.helpMessage(for: group))\n".utf8)
    // Nothing is left to report to where this cannot be written.
    _ = write(STDERR_FILENO, help, help.count)
    let path = group == PicketCommand.self ? "" : " of picket \(group._commandName)"
    let names = group.configuration.subcommands.map { $0._commandName }
    Log.write(.error, "give a command\(path): \(names.listed("or"))")
  }
}
