internal import Base

/// A feature of another program's file that may become a region.
struct Candidate: Hashable, Sendable {
  /// Points, lines or polygons, with positions as in GeoJSON.
  enum Geometry: Hashable, Sendable {
    case points([JSONSource])
    case lines([[JSONSource]])
    case polygons([[[JSONSource]]])

    /// Whether it has no position at all.
    var isEmpty: Bool {
      switch self {
      case .points(let points): points.isEmpty
      case .lines(let lines): lines.allSatisfy(\.isEmpty)
      case .polygons(let parts): parts.allSatisfy { $0.allSatisfy(\.isEmpty) }
      }
    }
  }

  /// The path of its file.
  let file: String

  /// The place of the feature in its file.
  let place: Problem.Place

  /// Whether a map editor may have made up the identifier.
  var isEdited = false

  /// Whether the lines were recorded by a receiver.
  var isTrack = false

  /// The number of positions without a fix that were left out of its lines.
  var fixless = 0

  /// The number of other positions that were left out of its lines, and the fault of the first.
  private(set) var lost = 0
  private(set) var firstLost: Problem?

  /// The faults of parts that were left out of it.
  var faults: [Problem] = []

  /// What was mended in its parts.
  var mended: [String] = []

  /// The identifier, if there is one.
  var id: JSONSource?

  /// The name, from which an identifier is made if there is none.
  var name: String?

  /// The kind of feature, for a feature without a name.
  let noun: String

  /// The properties that the file gives.
  var properties: [JSONSource.Member] = []

  /// Members of the feature that Picket does not read.
  var others: [JSONSource.Member] = []

  /// The geometries; each kind of geometry becomes at least one region.
  var geometries: [Geometry] = []

  /// The value of a property.
  func property(_ name: String) -> JSONSource? {
    properties.first { $0.name == name }?.value
  }

  /// Whether its lines are gates, which have no width.
  var isGate: Bool { property("gate")?.json == .boolean(true) }

  /// The identifier as text, as `check` reads it.
  var identifier: String? {
    id.flatMap { RegionsDocument.identifier(of: .object(["id": $0])) }
  }

  /// Whether a map editor made up the identifier although a person gave a name.
  ///
  /// geojson.io numbers features from 0, uMap makes random identifiers such as YyNjA.
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

  /// Leaves out a position of a line, for this reason.
  mutating func lose(_ problem: Problem) {
    lost += 1
    firstLost = firstLost ?? problem
  }

  /// Adds a property, unless it exists or the value is `nil`.
  mutating func add(_ name: String, _ value: JSONSource?) {
    guard let value, property(name) == nil else { return }
    properties.append(JSONSource.Member(name: name, value: value))
  }

  /// Adds properties, of several with one name the first; a file may have a hundred thousand of them.
  mutating func add(contentsOf members: [JSONSource.Member]) {
    var names = Set(properties.map(\.name))
    properties += members.filter { names.insert($0.name).inserted }
  }

  /// Adds a text as a property, unless it exists or the text is `nil`.
  mutating func add(_ name: String, _ text: String?) {
    add(name, text.map { .string($0) })
  }

  /// Cuts a note that is too long for a region: some programs have descriptions of whole pages.
  ///
  /// - Returns: The number of bytes before the cut; `nil` when the note is not cut.
  mutating func cutNote() -> Int? {
    guard let index = properties.firstIndex(where: { $0.name == "note" }),
      let note = properties[index].value.text, note.utf8.count > RegionProperty.mostText
    else { return nil }
    let end = "…"
    let most = RegionProperty.mostText - end.utf8.count
    properties[index] = JSONSource.Member(
      name: "note", value: .string(note.cut(toBytes: most) + end))
    return note.utf8.count
  }

  /// Creates a problem with the feature, or with the part of it that begins on a line.
  func problem(_ wrong: String, remedy: String? = nil, line: Int? = nil) -> Problem {
    let label = id?.text ?? name
    var place = line.map { .text(line: $0, column: 1) } ?? place
    if case .feature(let index, nil) = place, let name { place = .named(index, name) }
    let text =
      switch place {
      case .feature, .named: wrong
      case .file, .text: "\(label?.quoted ?? noun): \(wrong)"
      }
    return Problem(file: file, place: place, wrong: text, remedy: remedy)
  }
}

/// The features of another program's file.
struct Candidates: Hashable, Sendable {
  /// The path of the file.
  let file: String

  /// Whether the file is in an archive.
  var isPacked = false

  /// The number of features of GeoJSON that were read.
  var features = 0

  /// The features that may become regions.
  var list: [Candidate] = []

  /// The reasons why other features cannot be imported.
  var problems: [Problem] = []

  /// What was mended so that the file could be read.
  var repairs: [String] = []

  /// The links to other files, of which those in an archive are read.
  var links: [Link] = []

  /// Adds a feature without the parts that cannot be used.
  ///
  /// - Throws: The reason why none of it can be used.
  mutating func add(_ source: Candidate) throws(Problem) {
    var candidate = source
    candidate.dropBadParts()
    guard candidate.geometries.contains(where: { !$0.isEmpty }) else {
      throw candidate.firstLost ?? candidate.faults.first
        ?? candidate.problem("its geometry is empty", remedy: "draw it, or remove it")
    }
    problems += candidate.faults
    repairs += candidate.leftOut + candidate.mended
    list.append(candidate)
  }
}
