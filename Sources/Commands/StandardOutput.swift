import Glibc
internal import System

/// The standard output of a program.
///
/// Each program has functions `print` that use this in place of Swift's `print`, which ignores
/// write errors: a shared function would not be found in a file that does not import its module.
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
