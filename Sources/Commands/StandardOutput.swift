internal import Base
import Glibc

/// The standard output of a program.
///
/// Swift's own `print` ignores write errors.
package enum StandardOutput {
  /// Writes a text; a write error ends the command with 74.
  package static func write(_ text: String) {
    do throws(SystemError) {
      try OutputFile.write(text, to: "-")
    } catch {
      Log.write(.error, "\(error); make room, or print elsewhere")
      exit(74)
    }
  }

  /// Prints a line for a person.
  ///
  /// Control characters in names of devices are escaped, so that they cannot change a terminal.
  package static func print(_ line: String) { write("\(line.onOneLine)\n") }

  /// Prints a line of JSON for a program.
  package static func print(json line: String) { write("\(line.jsonOnOneLine)\n") }

  /// Prints a text of Picket's own with several lines, such as help.
  package static func print(text: String) { write("\(text)\n") }
}
