import Glibc
internal import System

/// The standard output of a program.
///
/// Each program has functions `print` that use it, since Swift's own `print` ignores write errors.
/// They are not here: a file that does not import this target would not find them.
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
}
