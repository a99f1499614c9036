internal import Base

extension JSONFields {
  /// The value of a property; `nil` when it is missing or null.
  subscript(property: RegionProperty) -> JSON? { self[property.rawValue] }
}

extension FeatureReader {
  /// Reads a property that is a text.
  mutating func text(_ property: RegionProperty, in properties: JSONFields) -> String? {
    noting(property) { () throws(JSONFields.Mistake) in try properties.text(property.rawValue) }
  }

  /// Reads a property that is a list of texts.
  mutating func texts(_ property: RegionProperty, in properties: JSONFields) -> [String]? {
    guard let value = properties[property] else { return nil }
    let remedy = "give a list of identifiers in quotes"
    guard case .array(let array) = value else {
      note(property, "is \(value.noun)", remedy: remedy)
      return nil
    }
    for (index, json) in array.enumerated() where json.string == nil {
      note(
        "\(property.rawValue)[\(index)] is \(json.noun)", remedy: remedy, field: property.rawValue)
    }
    return array.compactMap(\.string)
  }

  /// Reads a property that is true or false.
  mutating func boolean(_ property: RegionProperty, in properties: JSONFields) -> Bool? {
    noting(property) { () throws(JSONFields.Mistake) in try properties.boolean(property.rawValue) }
  }

  /// Reads a property that is the name of one of a type's cases.
  mutating func choice<Choice>(
    _ property: RegionProperty, _ type: Choice.Type, in properties: JSONFields
  ) -> Choice? where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
    guard let value = properties[property] else { return nil }
    // As in a section of TOML: a key path would stay in memory.
    let names = Choice.allCases.map { $0.rawValue }
    let remedy = "give \(names.map(\.quoted).listed("or"))"
    guard let text = value.string else {
      note(property, "is \(value.noun)", remedy: remedy)
      return nil
    }
    if let choice = Choice(rawValue: text) { return choice }
    note(
      property, "is \(text.quoted)",
      remedy: Spelling.nearest(to: text, in: names).map { "did you mean \($0.quoted)?" } ?? remedy)
    return nil
  }

  /// Reads a property that is a number within its bounds, or within narrower ones.
  mutating func number(
    _ property: RegionProperty, in properties: JSONFields, within bounds: ClosedRange<Double>? = nil
  ) -> Double? {
    guard properties[property] != nil, let range = bounds ?? property.range else { return nil }
    let unit = property.unit ?? "a whole number"
    return noting(property) { () throws(JSONFields.Mistake) in
      try properties.number(property.rawValue, in: range, of: unit)
    }
  }

  /// Reads a property that is a time within its bounds: seconds, or a text with a unit.
  mutating func seconds(_ property: RegionProperty, in properties: JSONFields) -> Duration? {
    guard properties[property] != nil, let range = property.range else { return nil }
    return noting(property) { () throws(JSONFields.Mistake) in
      try properties.seconds(property.rawValue, in: range)
    }.map { Duration(roundedSeconds: $0) }
  }

  /// Reads the radius of a point or the width of a line, in metres.
  ///
  /// A value above `most` is clamped to it, with a warning.
  mutating func metres(
    _ property: RegionProperty, of geometry: String, in properties: JSONFields, most: Double
  ) -> Double? {
    guard let value = properties[property] else {
      note(
        "a \(geometry) needs a \(property.rawValue)",
        remedy: "add \"\(property.rawValue)\" in metres to its properties",
        field: property.rawValue)
      return nil
    }
    let remedy = "give metres greater than 0"
    guard case .number(let number) = value else {
      note(property, "is \(value.noun)", remedy: remedy)
      return nil
    }
    guard number.isFinite else {
      note(property, "is not a finite number", remedy: remedy)
      return nil
    }
    guard number > 0 else {
      note(property, "\(number.plain) is not positive", remedy: remedy)
      return nil
    }
    if number <= most { return number }
    note(
      property, "doubt.clamped", ["metres": .text(number.plain), "most": .text(most.plain)],
      mend: "mend.clamped", severity: .warning)
    return most
  }

  /// Reads a property, and notes its mistake at it.
  private mutating func noting<Value>(
    _ property: RegionProperty, _ read: () throws(JSONFields.Mistake) -> Value?
  ) -> Value? {
    do throws(JSONFields.Mistake) {
      return try read()
    } catch {
      let said = Reason(error.said.code, error.said.values.merging(["key": property.named]) { $1 })
      note(said, error.advice, field: property.rawValue)
      return nil
    }
  }
}
