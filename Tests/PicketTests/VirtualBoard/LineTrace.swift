import Foundation
import Glibc
@testable import Notation
@testable import Outputs
@testable import Picket

/// What drivers were told to set lines to, as the kernel traces it.
///
/// A level that is set for a moment only, such as the last one before a line is let go,
/// is in it, which nobody who looks at the line from outside would see.
final class LineTrace {
  private static let folder = "/sys/kernel/tracing"

  /// Starts the trace.
  init() {
    Self.write("", to: "trace")
    Self.write("1", to: "events/gpio/gpio_value/enable")
  }

  deinit {
    Self.write("0", to: "events/gpio/gpio_value/enable")
  }

  /// The physical levels that drivers were told to set, of whatever line, in order.
  ///
  /// What gpio-sim itself does to a line that is let go is not among them.
  var levels: [Int] {
    guard let text = try? String(contentsOfFile: "\(Self.folder)/trace", encoding: .utf8) else {
      return []
    }
    // A line is: picket-41 [000] ..... 3.141593: gpio_value: 508 set 1
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let what = words.firstIndex(of: "gpio_value:"), words.count == what + 4,
        words[what + 2] == "set"
      else { return nil }
      return Int(words[what + 3])
    }
  }

  private static func write(_ text: String, to name: String) {
    let descriptor = open("\(folder)/\(name)", O_WRONLY | O_TRUNC)
    _ = Glibc.write(descriptor, text, text.utf8.count)
    close(descriptor)
  }
}
