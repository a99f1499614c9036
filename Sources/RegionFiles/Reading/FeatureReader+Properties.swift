package import Notation

extension FeatureReader {
  /// Reads a property that is a text.
  mutating func text(_ name: String, in properties: JSONFields) -> String? {
    noting { () throws(JSONFields.Mistake) in try properties.text(name) }
  }

  /// Reads a property that is a list of texts.
  mutating func texts(_ name: String, in properties: JSONFields) -> [String]? {
    guard let value = properties[name] else { return nil }
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

  /// Reads a property that is true or false.
  mutating func boolean(_ name: String, in properties: JSONFields) -> Bool? {
    noting { () throws(JSONFields.Mistake) in try properties.boolean(name) }
  }

  /// Reads a property that is the name of one of a type's cases.
  mutating func choice<Choice>(
    _ name: String, _ type: Choice.Type, in properties: JSONFields
  ) -> Choice? where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
    guard let value = properties[name] else { return nil }
    // As in a section of TOML: a key path would stay in memory.
    let names = Choice.allCases.map { $0.rawValue }
    let remedy = "give \(names.map(\.quoted).listed("or"))"
    guard let text = value.string else {
      note("\(name) is \(value.noun)", remedy: remedy)
      return nil
    }
    if let choice = Choice(rawValue: text) { return choice }
    note(
      "\(name) is \(text.quoted)",
      remedy: Spelling.nearest(to: text, in: names).map { "did you mean \($0.quoted)?" } ?? remedy)
    return nil
  }

  /// Reads a property that is a number within bounds.
  mutating func number(
    _ name: String, in properties: JSONFields, _ range: ClosedRange<Double>, of unit: String
  ) -> Double? {
    noting { () throws(JSONFields.Mistake) in try properties.number(name, in: range, of: unit) }
  }

  /// Reads a property that is a time within bounds: seconds, or a text with a unit.
  mutating func seconds(
    _ name: String, in properties: JSONFields, _ range: ClosedRange<Double>
  ) -> Duration? {
    noting { () throws(JSONFields.Mistake) in try properties.seconds(name, in: range) }
      .map { Duration(roundedSeconds: $0) }
  }

  /// Reads the radius of a point or the width of a line, in metres.
  ///
  /// A value above `most` is clamped to it, with a warning.
  mutating func metres(
    _ name: String, of geometry: String, in properties: JSONFields, most: Double
  ) -> Double? {
    guard let value = properties[name] else {
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
        + "it is clamped to \(most.plain)",
      remedy: "give at most that or raise max_radius", severity: .warning)
    return most
  }

  /// Reads a property, and notes its mistake.
  private mutating func noting<Value>(
    _ read: () throws(JSONFields.Mistake) -> Value?
  ) -> Value? {
    do throws(JSONFields.Mistake) {
      return try read()
    } catch {
      note(error.wrong, remedy: error.remedy)
      return nil
    }
  }
}

extension Problem {
  /// The part of a feature with the problem: a property, `id` or `geometry`; `nil` if unnamed.
  ///
  /// A form shows the problem there.
  package var field: String? {
    let words = wrong.split { !$0.isLetter }.map(String.init)
    guard let first = words.first, first != "unknown" else { return nil }
    if FeatureReader.known.contains(first), first != "id" { return first }
    if let place = words.firstIndex(of: "needs"), let last = words[place...].last,
      FeatureReader.known.contains(last)
    {
      return last
    }
    if wrong.contains(text: "identifier") || wrong.contains(text: "already exists") { return "id" }
    if wrong.contains(text: "exclu") { return "exclude" }
    if wrong.hasPrefix("its radius") { return "radius" }
    let places = ["coordinates", "geometry", "positions", "ring", "hole"]
    return places.contains(where: words.contains) ? "geometry" : nil
  }
}
