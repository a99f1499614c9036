internal import Notation

/// The words on a map for the meaning of its lines, each next to the longest stretch of its kind.
struct TrackWords: Sendable {
  /// A word for the map, next to a place of its track.
  struct Word: Hashable, Sendable {
    let text: String
    /// The class of the style sheet for the word.
    let style: String
    /// The places next to which the word may be drawn, the best first.
    let places: [DrawnPath.Place]
  }

  private var sections: [Key: Section] = [:]

  private struct Key: Hashable {
    let style: String
    let text: String
  }

  private struct Section {
    var present: [DrawnPath.Place] = []
    var longest: [DrawnPath.Place] = []
  }

  /// Notes that the track continues to a place with this text; other texts of the style end.
  mutating func note(_ text: String, _ style: String, at place: DrawnPath.Place) {
    end(style, but: text)
    sections[Key(style: style, text: text), default: Section()].present.append(place)
  }

  /// Ends the stretches of a style.
  mutating func end(_ style: String, but text: String? = nil) {
    for key in sections.keys where key.style == style && key.text != text {
      guard var section = sections[key], !section.present.isEmpty else { continue }
      if section.present.count > section.longest.count { section.longest = section.present }
      section.present = []
      sections[key] = section
    }
  }

  /// The words, the rarest first, since these have the least choice of a place.
  var words: [Word] {
    var ended = self
    for style in Set(sections.keys.map(\.style)) { ended.end(style) }
    return ended.sections.sorted {
      ($0.value.longest.count, $0.key.text) < ($1.value.longest.count, $1.key.text)
    }.compactMap { key, section in
      let line = section.longest
      guard !line.isEmpty else { return nil }
      let places = [4, 2, 6, 1, 7].map { line[min($0 * line.count / 8, line.count - 1)] }
      return Word(text: key.text, style: key.style, places: places)
    }
  }
}

extension TrackWords.Word {
  /// The name of an account's track; `nil` without a position.
  init?(_ name: String, on account: Account, frame: MapFrame) {
    let places = account.moments.compactMap(\.estimate)
    guard !places.isEmpty else { return nil }
    self.init(
      text: name, style: "other",
      places: [3, 5, 1, 6].map { frame.place(places[min($0 * places.count / 8, places.count - 1)]) }
    )
  }
}
