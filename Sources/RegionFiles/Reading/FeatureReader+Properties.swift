internal import Notation

extension FeatureReader {
  /// A property that is a text.
  mutating func text(_ name: String, in properties: [String: JSON]) -> String? {
    guard let value = value(name, in: properties) else { return nil }
    if case .string(let text) = value { return text }
    note("\(name) is \(value.noun)", remedy: "give a text")
    return nil
  }

  /// A property that is a list of texts.
  mutating func texts(_ name: String, in properties: [String: JSON]) -> [String]? {
    guard let value = value(name, in: properties) else { return nil }
    let remedy = "give a list of identifiers in quotes"
    guard case .array(let array) = value else {
      note("\(name) is \(value.noun)", remedy: remedy)
      return nil
    }
    for (index, json) in array.enumerated() where json.string == nil {
      note("\(name)[\(index)] is \(json.noun)", remedy: remedy)
    }
    return array.compactMap(\.string)
  }

  /// A property that is true or false.
  mutating func boolean(_ name: String, in properties: [String: JSON]) -> Bool? {
    guard let value = value(name, in: properties) else { return nil }
    if case .boolean(let boolean) = value { return boolean }
    note("\(name) is \(value.noun)", remedy: "give true or false")
    return nil
  }

  /// A property that is a number within bounds.
  mutating func number(
    _ name: String, in properties: [String: JSON], _ range: ClosedRange<Double>, of unit: String
  ) -> Double? {
    let remedy = "give \(unit) from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    guard let value = value(name, in: properties) else { return nil }
    guard case .number(let number) = value else {
      note("\(name) is \(value.noun)", remedy: remedy)
      return nil
    }
    if range ~= number { return number }
    note(
      number < 0 ? "\(name) \(number.plain) is negative" : "\(name) \(number.plain) is too great",
      remedy: remedy)
    return nil
  }

  /// A property that is a time in seconds within bounds.
  mutating func seconds(
    _ name: String, in properties: [String: JSON], _ range: ClosedRange<Double>
  ) -> Duration? {
    number(name, in: properties, range, of: "seconds").map { Duration(roundedSeconds: $0) }
  }

  /// The metres that make an area of a point or a line.
  ///
  /// More than `most` is too much: it is taken as that much, with a warning.
  mutating func metres(
    _ name: String, of geometry: String, in properties: [String: JSON], most: Double
  ) -> Double? {
    guard let value = value(name, in: properties) else {
      note(
        "a \(geometry) needs a \(name)", remedy: "add \"\(name)\" in metres to its properties")
      return nil
    }
    let remedy = "give metres greater than 0"
    guard case .number(let number) = value else {
      note("\(name) is \(value.noun)", remedy: remedy)
      return nil
    }
    guard number.isFinite else {
      note("\(name) is not a finite number", remedy: remedy)
      return nil
    }
    guard number > 0 else {
      note("\(name) \(number.plain) is not positive", remedy: remedy)
      return nil
    }
    if number <= most { return number }
    note(
      "\(name) \(number.plain) is more than max_radius in [regions] allows: "
        + "it is taken as \(most.plain)",
      remedy: "give at most that or raise max_radius", severity: .warning)
    return most
  }

  /// A property; editors write null for one that was left empty.
  private func value(_ name: String, in properties: [String: JSON]) -> JSON? {
    let value = properties[name]
    return value == .null ? nil : value
  }
}
