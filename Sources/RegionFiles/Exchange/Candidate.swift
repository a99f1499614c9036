internal import Notation

/// A feature of somebody else's file on its way to be a region.
package struct Candidate: Hashable, Sendable {
  /// Points, lines or polygons, whose positions are those of GeoJSON.
  enum Geometry: Hashable, Sendable {
    case points([JSONSource])
    case lines([[JSONSource]])
    case polygons([[[JSONSource]]])
  }

  /// Where it stands in its file.
  let place: Problem.Place

  /// Whether its identifier may be one that a map editor made up.
  var isEdited = false

  /// Whether its lines are what a receiver recorded.
  var isTrack = false

  /// The identifier that it has.
  var id: JSONSource?

  /// What an identifier is made of when it has none.
  var name: String?

  /// What it is called when it has no name either.
  let noun: String

  /// What is known of it besides.
  var properties: [JSONSource.Member] = []

  /// Members of the feature that Picket does not know.
  var others: [JSONSource.Member] = []

  /// What it is the shape of; more than one kind make more than one region.
  var geometries: [Geometry] = []

  /// A property by its name.
  func property(_ name: String) -> JSONSource? {
    properties.first { $0.name == name }?.value
  }

  /// The identifier as a regions file would have it.
  var identifier: String? {
    id.flatMap { RegionsDocument.identifier(of: .object(["id": $0])) }
  }

  /// Whether an editor made the identifier up and a person gave a name.
  ///
  /// geojson.io counts (0), uMap draws lots (YyNjA).
  var hasRandomID: Bool {
    guard isEdited, let name, !Identifiers.plain(name).isEmpty, let id = id?.text ?? id?.line else {
      return false
    }
    if id.allSatisfy(\.isNumber) { return true }
    let letters = id.unicodeScalars
    let isMixed =
      letters.contains { ("a"..."z").contains($0) }
      && letters.dropFirst().contains { ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
    let isToken = letters.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
    }
    return 4...8 ~= id.count && isMixed && isToken && id.lowercased() != name.lowercased()
  }

  /// Adds a property unless it is there or not known.
  mutating func add(_ name: String, _ value: JSONSource?) {
    guard let value, property(name) == nil else { return }
    properties.append(JSONSource.Member(name: name, value: value))
  }

  /// Adds a text as a property, unless there is none.
  mutating func add(_ name: String, _ text: String?) {
    add(name, text.map { .string($0) })
  }

  /// Cuts a note that is longer than a region's may be: descriptions elsewhere are whole pages.
  ///
  /// - Returns: How many bytes it had; `nil` when it stays.
  mutating func cutNote() -> Int? {
    guard let index = properties.firstIndex(where: { $0.name == "note" }),
      let note = properties[index].value.text, note.utf8.count > RegionLimits.text
    else { return nil }
    let end = "…"
    let most = RegionLimits.text - end.utf8.count
    properties[index] = JSONSource.Member(
      name: "note", value: .string(note.cut(toBytes: most) + end))
    return note.utf8.count
  }

  /// What is wrong with it.
  func problem(_ wrong: String, remedy: String? = nil, file: String) -> Problem {
    let label = id?.text ?? name
    let text = if case .feature = place { wrong } else { "\(label?.quoted ?? noun): \(wrong)" }
    return Problem(file: file, place: place, wrong: text, remedy: remedy)
  }
}

/// What a file of somebody else's holds.
struct Candidates: Hashable, Sendable {
  /// What may become regions.
  var list: [Candidate] = []

  /// What cannot be had.
  var problems: [Problem] = []
}
