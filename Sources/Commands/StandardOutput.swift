import Glibc
internal import System

/// The standard output of a program.
///
/// Each program has functions `print` that use it in place of Swift's own, which ignores write
/// errors: a function of another target would not be found in a file that does not import it.
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
