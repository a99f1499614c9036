internal import Base

extension OutputSettings {
  /// Reads the table [status].
  mutating func readStatus(_ top: inout TOMLSection) {
    var section = top.section("status")
    for state in LightStatus.allCases {
      let pattern = section.pattern(state.rawValue, expected: "a pattern such as \"50/950\"")
      if let pattern { status[state] = pattern }
    }
    top.add(section.finished())
  }

  /// Reads the table [quiet].
  mutating func readQuiet(_ top: inout TOMLSection) {
    var section = top.section("quiet")
    let has = (from: section.has("from"), to: section.has("to"))
    let from = section.timeOfDay("from")
    let to = section.timeOfDay("to")
    quiet.isAlways = section.boolean("mute") ?? false
    if has.from != has.to {
      section.note(
        has.from ? "from" : "to",
        has.from ? "[quiet] has from without to" : "[quiet] has to without from",
        remedy: "give both, such as from = \"22:00\" and to = \"06:00\"")
    } else if let from, let to {
      if from == to {
        section.note(
          "to", "[quiet] ends when it begins", remedy: "for silence at all times give mute = true")
      } else {
        quiet.hours = QuietHours(from: from, to: to)
      }
    }
    top.add(section.finished())
  }
}

extension TOMLSection {
  /// Reads a pattern.
  package mutating func pattern(_ key: String, expected: String) -> Pattern? {
    guard let text = string(key, expected: expected) else { return nil }
    do throws(Pattern.Mistake) {
      return try Pattern(text)
    } catch {
      note(key, "\(key)\(title.map { " in \($0)" } ?? "") is not a pattern: \(error)", remedy: nil)
      return nil
    }
  }

  /// Reads a time of day in quotes.
  fileprivate mutating func timeOfDay(_ key: String) -> QuietHours.TimeOfDay? {
    let expected = "a time of day in quotes, such as \"22:00\""
    guard let text = string(key, expected: expected) else { return nil }
    if let time = QuietHours.TimeOfDay(text) { return time }
    note(key, "\(key) in \(title ?? "") is \(text.quoted)", remedy: "give \(expected)")
    return nil
  }
}
