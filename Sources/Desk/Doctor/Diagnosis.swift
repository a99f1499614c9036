package import Base
package import Records

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
  }

  /// The thing that was looked at.
  package let check: Check

  /// The verdict on the thing.
  package let result: Result

  /// The finding.
  package let found: Reason

  /// The remedy, with a command to type where one helps.
  package let remedy: Reason?

  init(_ check: Check, _ result: Result, _ found: Reason, _ remedy: Reason? = nil) {
    (self.check, self.result, self.found, self.remedy) = (check, result, found, remedy)
  }

  /// A diagnosis whose sentences share their values.
  ///
  /// - Parameters:
  ///   - code: The code of the finding.
  ///   - remedy: The code of the remedy.
  ///   - command: The remedy where it is only something to type, in place of a sentence.
  init(
    _ check: Check, _ result: Result, _ code: String, _ values: [String: Reason.Value] = [:],
    say remedy: String? = nil, type command: String? = nil
  ) {
    self.init(
      check, result, Reason(code, values),
      remedy.map { Reason($0, values) } ?? command.map(Reason.init(verbatim:)))
  }

  /// A diagnosis from an English message whose remedy follows the first semicolon.
  ///
  /// - Parameter remedy: The code of the remedy; `nil` where `command` is the remedy.
  init(
    _ check: Check, _ result: Result, _ code: String, message: String, say remedy: String? = nil,
    type command: String? = nil
  ) {
    let end = message.firstIndex(ofText: "; ") ?? message.endIndex
    let rest = String(message[end...].dropFirst(2))
    let said = rest.isEmpty ? nil : remedy.map { Reason($0, ["reason": .text(rest)]) }
    self.init(
      check, result, Reason(code, ["reason": .text(String(message[..<end]))]),
      command.map(Reason.init(verbatim:)) ?? said)
  }

  /// The line for a person.
  package func text(_ speech: Speech) -> String {
    Self.padded(speech.words(Reason("verdict.\(result.rawValue)")), 11)
      + Self.padded(speech.words(Reason("check.\(check.rawValue)")), 15)
      + speech.words(.all([found, remedy].compactMap { $0 }))
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

extension Reason.Value {
  /// Names as a list: `a, b and c`.
  static func list(_ names: [String]) -> Reason.Value {
    guard names.count > 1, let last = names.last else { return .text(names.first ?? "") }
    let first = names.dropLast().joined(separator: ", ")
    return .reason(Reason("names.and", ["names": .text(first), "last": .text(last)]))
  }
}
