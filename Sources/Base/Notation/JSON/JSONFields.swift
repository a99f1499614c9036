/// The fields of a JSON object, read one by one; null counts as missing.
package struct JSONFields: Hashable, Sendable {
  /// A field that does not fit, and its correct form.
  package struct Mistake: Error, Hashable, Sendable {
    /// The problem.
    package let said: Reason
    /// The correct form.
    package let advice: Reason
  }

  private let members: [String: JSON]
  // A bit for each name; two names may share one.
  private let bits: UInt64

  /// The fields of an object with these members.
  package init(_ members: [String: JSON]) {
    self.members = members
    bits = members.keys.reduce(0) { $0 | Self.bit(of: $1) }
  }

  /// The names of all fields.
  package var keys: some Sequence<String> { members.keys }

  /// The value of a field; `nil` when it is missing or null.
  package subscript(key: String) -> JSON? {
    // Readers ask for dozens of names of which an object has few, and hashing a name takes long.
    guard bits & Self.bit(of: key) != 0, let value = members[key], value != .null else {
      return nil
    }
    return value
  }

  /// Whether a field is there and null.
  package func isNull(_ key: String) -> Bool { members[key] == .null }

  private static func bit(of name: String) -> UInt64 {
    let bytes = name.utf8
    return 1 << UInt64((bytes.count * 7 + Int(bytes.first ?? 0)) % 64)
  }

  /// Reads a text.
  package func text(_ key: String) throws(Mistake) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.string else { throw mistake(key, value.noun, "a text") }
    return text
  }

  /// Reads a boolean.
  package func boolean(_ key: String) throws(Mistake) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .boolean(let boolean) = value else {
      throw mistake(key, value.noun, "true or false")
    }
    return boolean
  }

  /// Reads a number within bounds.
  ///
  /// - Parameter unit: Its unit, such as `metres`, or `a number`.
  package func number(
    _ key: String, in range: ClosedRange<Double>, of unit: String
  ) throws(Mistake) -> Double? {
    guard let value = self[key] else { return nil }
    if case .number(let number) = value, range ~= number { return number }
    throw mistake(
      key, value.number?.plain ?? value.string?.quoted ?? value.noun,
      Reason("mend.range", range.ends.merging(["unit": .text(unit)]) { $1 }))
  }

  /// Reads a time in seconds within bounds: a number, or a text with a unit.
  package func seconds(_ key: String, in range: ClosedRange<Double>) throws(Mistake) -> Double? {
    guard let text = self[key]?.string else {
      return try number(key, in: range, of: "seconds")
    }
    guard let seconds = Double(timeText: text), range ~= seconds else {
      throw mistake(key, text.quoted, Reason("mend.time", range.ends))
    }
    return seconds
  }

  /// Reads an object.
  package func object(_ key: String) throws(Mistake) -> [String: JSON]? {
    guard let value = self[key] else { return nil }
    guard let object = value.object else { throw mistake(key, value.noun, "an object") }
    return object
  }

  private func mistake(_ key: String, _ found: String, _ expected: String) -> Mistake {
    mistake(key, found, Reason(verbatim: "give \(expected)"))
  }

  private func mistake(_ key: String, _ found: String, _ advice: Reason) -> Mistake {
    Mistake(
      said: Reason("wrong.value", ["key": .text(key), "found": .text(found)]), advice: advice)
  }
}

extension ClosedRange<Double> {
  /// The bounds in a sentence.
  fileprivate var ends: [String: Reason.Value] {
    ["least": .text(lowerBound.plain), "most": .text(upperBound.plain)]
  }
}
