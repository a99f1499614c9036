import Foundation

extension Process {
  /// The fields of /proc/PID/stat from its state on: proc(5); none when it is gone.
  var stat: [Substring] { Self.stat(of: processIdentifier) }

  /// The same of any process.
  static func stat(of process: Int32) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The name of the program, in brackets, may contain any characters.
    return text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst().split(separator: " ")
  }
}
