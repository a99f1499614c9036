import Commands
import Notation

/// Prints a line for a person on standard output; a write error ends the command with 74.
///
/// It replaces Swift's own `print`, which ignores write errors. Control characters from the broker
/// are escaped, so that they cannot change a terminal.
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

/// Prints a drawing unchanged: its control characters move the cursor of a terminal.
func print(drawing text: String) {
  StandardOutput.write(text)
}
