import Glibc

/// The levels that drivers were asked to set, as the kernel traces them.
///
/// The trace contains levels that last only a moment, such as the last level before a line is
/// released; these cannot be seen from outside.
final class LineTrace {
  private static let folder = "/sys/kernel/tracing"

  /// A level that was set.
  struct Edge {
    /// The time of the change on the monotonic clock.
    let seconds: Double
    /// The physical level.
    let level: Int
  }

  /// Starts the trace.
  init() {
    Self.write("mono", to: "trace_clock")
    forget()
    Self.write("1", to: "events/gpio/gpio_value/enable")
  }

  deinit {
    Self.write("0", to: "events/gpio/gpio_value/enable")
  }

  /// Forgets all levels so far.
  func forget() { Self.write("", to: "trace") }

  /// The physical levels that drivers were asked to set, for all lines, in order.
  ///
  /// The level that gpio-sim itself gives to a released line is not among them.
  var levels: [Int] { edges.map(\.level) }

  /// The levels with their times.
  var edges: [Edge] {
    // A line is: picket-41 [000] ..... 3.141593: gpio_value: 508 set 1
    Self.text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = line.split(separator: UInt8(ascii: " ")).suffix(5).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 5, words[1] == "gpio_value:", words[3] == "set",
        let seconds = Double(words[0].dropLast()), let level = Int(words[4])
      else { return nil }
      return Edge(seconds: seconds, level: level)
    }
  }

  /// The whole trace: the kernel reports a size of 0, and returns a page at a time.
  private static var text: [UInt8] {
    let descriptor = open("\(folder)/trace", O_RDONLY)
    defer { close(descriptor) }
    var text: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &page, page.count)
      guard count > 0 else { return text }
      text += page[..<count]
    }
  }

  private static func write(_ text: String, to name: String) {
    let descriptor = open("\(folder)/\(name)", O_WRONLY | O_TRUNC)
    _ = Glibc.write(descriptor, text, text.utf8.count)
    close(descriptor)
  }
}
