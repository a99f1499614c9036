package import ArgumentParser
package import Base
import Glibc

extension ParsableCommand {
  /// Runs a program to its end; wrong usage ends it with 2.
  ///
  /// - Parameter work: Parses the arguments and runs the command that they name.
  package static func runProgram(_ work: () throws -> Void) {
    // A write beyond the limit of a file's size then fails instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try work()
    } catch {
      let code = exitCode(for: error)
      // The output of an option such as --help.
      if code == .success { return StandardOutput.write("\(fullMessage(for: error))\n") }
      guard code == .validationFailure else { exit(withError: error) }
      let hint = ProgramArguments.loneNegative(in: givenArguments).map {
        "; if \($0) is a value, give all options, then -- \($0)"
      }
      let usage = UsageMistake(message(for: error), in: fullMessage(for: error))
      Log.write(.error, "\(usage.words)\(hint ?? ""); see \(usage.command ?? _commandName) --help")
      exit(withError: ExitCode(2))
    }
  }

  /// Parses the arguments and runs the command that they name.
  package static func runCommand() throws {
    var command = try parseGiven()
    try command.run()
  }

  /// Parses the arguments of the program.
  package static func parseGiven() throws -> any ParsableCommand {
    try parseAsRoot(ProgramArguments.joined(givenArguments))
  }

  private static var givenArguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The error of a program that was started without a command.
  package static var missingCommand: any Error {
    let names = configuration.subcommands.map { $0._commandName }
    return ValidationError("give a command: \(names.listed("or"))")
  }
}

extension Problem {
  /// Runs some work; a problem is logged and ends the command with 1.
  package static func orEnd<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let problem as Problem {
      Log.write(problem)
      throw ExitCode(1)
    }
  }
}
