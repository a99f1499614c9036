import Foundation
import Testing

/// A library that replaces functions of the C library, from a source file in Faults.
enum Interposer {
  /// Builds the library.
  ///
  /// - Returns: the path for `LD_PRELOAD`.
  static func build(_ name: String) throws -> String {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Faults/\(name).c").path
    let library = FileManager.default.temporaryDirectory.path + "/\(name)-\(getpid()).so"
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/gcc")
    compiler.arguments = ["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw NotBuilt() }
    return library
  }

  private struct NotBuilt: Error {}
}
