package import Notation

/// The finding about one thing that Picket needs, and its remedy.
package struct Diagnosis: Hashable, Sendable {
  /// The things that are looked at, in the order in which a person would look.
  package enum Check: String, CaseIterable, Sendable {
    case configuration, regions, outputs, access, group, unit, controller
    case gpsd, device, driver, sentences, fix, satellites, time, trust, velocity
    case clock, zone, console, disk, journal, sound, power, link, page
  }

  /// The verdict on a thing that was looked at.
  package enum Result: String, CaseIterable, Sendable {
    /// Nothing is wrong.
    case ok
    /// The thing does not work, or will not.
    case wrong
    /// The thing cannot be seen by this user or at this time, or a person has to judge it.
    case unknown
    /// This set-up does not use the thing.
    case unused

    /// The verdict in words, at the start of a line for a person.
    var sign: String {
      switch self {
      case .ok: "ok"
      case .wrong: "wrong"
      case .unknown: "not known"
      case .unused: "not used"
      }
    }
  }

  /// The thing that was looked at.
  package let check: Check

  /// The verdict on the thing.
  package let result: Result

  /// The finding.
  package let found: String

  /// The remedy, with a command to type where one helps.
  package let remedy: String?

  init(_ check: Check, _ result: Result, _ found: String, _ remedy: String? = nil) {
    self.check = check
    self.result = result
    self.found = found
    self.remedy = remedy
  }

  /// A diagnosis from a message whose remedy follows the first semicolon.
  init(_ check: Check, _ result: Result, message: String) {
    let end = message.firstIndex(ofText: "; ")
    self.init(
      check, result, end.map { String(message[..<$0]) } ?? message,
      end.map { String(message[$0...].dropFirst(2)) })
  }

  /// The line for a person.
  package var text: String {
    Self.padded(result.sign, 11) + Self.padded(check.rawValue, 15) + found
      + (remedy.map { "; \($0)" } ?? "")
  }

  /// The line for a program.
  package var json: JSONLine {
    var line = JSONLine()
    line.add("check", check.rawValue)
    line.add("result", result.rawValue)
    line.add("found", found)
    line.add("remedy", remedy)
    return line
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
