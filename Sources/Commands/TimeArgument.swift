internal import Base

/// A length of time as an argument: 90, 90s, 10m, 1h30m or 3d.
package struct TimeArgument: CustomStringConvertible {
  /// The length in seconds.
  package let seconds: Double

  /// The text that was given.
  package let description: String

  /// Whether a plain number was given, which is in seconds.
  package var isPlain: Bool { description.allSatisfy { $0.isNumber || $0 == "." } }

  /// The reason why a text is not a length of time.
  package struct TimeMistake: Error, CustomStringConvertible {
    package let description: String

    /// Creates a mistake with this reason.
    package init(description: String) {
      self.description = description
    }
  }

  /// Creates a length of whole seconds.
  package init(seconds: Int) {
    self.init(seconds: Double(seconds), description: "\(seconds)s")
  }

  private init(seconds: Double, description: String) {
    self.seconds = seconds
    self.description = description
  }

  /// Reads a length of time; a plain number is in seconds, as in the regions file.
  package static func read(_ text: String) throws -> TimeArgument {
    guard let seconds = Double(timeText: text) else {
      throw TimeMistake(description: "give a time, such as \(Double.timeExamples)")
    }
    return TimeArgument(seconds: seconds, description: text)
  }
}
