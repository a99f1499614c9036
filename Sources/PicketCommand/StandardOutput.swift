import ArgumentParser
import Commands
import Desk
import Glibc
import Notation
import Outputs
import Picket
import System

/// Prints a line for a person on standard output; a write error ends the command with 74.
///
/// It replaces Swift's own `print`, which ignores write errors. Control characters from a file or
/// from gpsd are escaped, so that they cannot change a terminal.
func print(_ line: String) {
  StandardOutput.write("\(line.onOneLine)\n")
}

/// Prints a line of JSON for a program, like `print(_:)`.
func print(json line: String) {
  StandardOutput.write("\(line.jsonOnOneLine)\n")
}

/// Prints a text of Picket's own with several lines, such as help.
func print(text: String) {
  StandardOutput.write("\(text)\n")
}

extension Console {
  /// The console of a command; a write error ends the command with 74.
  ///
  /// - Parameter eventsPath: A new file for the events, a line of JSON each.
  static func ofCommand(json: Bool, eventsPath: String? = nil) throws -> Console {
    do {
      let console = try Console(json: json, eventsPath: eventsPath)
      console.start { part, error, _ in
        guard let error else { return }
        let remedy = part == .events ? "give another file with --events" : "print elsewhere"
        Log.write(.error, "\(error); make room, or \(remedy)")
        exit(74)
      }
      return console
    } catch {
      Log.write(.error, "\(error); give another file with --events")
      throw ExitCode(74)
    }
  }
}
