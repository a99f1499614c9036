internal import Base
internal import Geofence

/// Reads the coordinates of a geometry, and notes its mistakes.
///
/// Only the first wrong position is reported in full: often there are thousands
/// of wrong positions, all for the same reason.
struct PositionReader {
  /// A mistake and its remedy.
  struct PositionMistake: Hashable {
    var said: Reason
    let advice: Reason
    let corners: [Int]

    fileprivate init(_ wrong: String, _ remedy: String, corners: [Int] = []) {
      self.init(Reason(verbatim: wrong), Reason(verbatim: remedy), corners)
    }

    fileprivate init(_ said: Reason, _ advice: Reason, _ corners: [Int]) {
      (self.said, self.advice, self.corners) = (said, advice, corners)
    }
  }

  /// The mistakes found so far.
  var mistakes: [PositionMistake] {
    guard let firstWrong else { return others }
    guard wrongCount > 1 else { return [firstWrong] + others }
    var first = firstWrong
    first.said = Reason(verbatim: "\(first.said.text) (and \(wrongCount - 1) more)")
    return [first] + others
  }

  private var firstWrong: PositionMistake?
  private var wrongCount = 0
  private var others: [PositionMistake] = []
  private var count = 0

  /// Reads a position; `nil` and a mistake if it is not one.
  mutating func position(
    _ json: JSON, at path: @autoclosure () -> String, corner: Int? = nil
  ) -> Coordinate? {
    guard case .array(let numbers) = json, numbers.count >= 2,
      case .number(let longitude) = numbers[0], case .number(let latitude) = numbers[1]
    else {
      let found = if case .array = json { "not a position" } else { json.noun }
      return refuse("\(path()) is \(found)", "give [longitude, latitude] in degrees", corner)
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    if coordinate.isValid { return coordinate }
    if abs(longitude) <= 90, abs(latitude) > 90, abs(latitude) <= 180 {
      return refuse(
        "longitude and latitude look swapped in \(path())",
        "write [\(latitude.plain), \(longitude.plain)], longitude first", corner)
    }
    if abs(latitude) <= 90 {
      return refuse(
        "longitude \(longitude.plain) is out of range in \(path())",
        "give degrees from -180 to 180",
        corner)
    }
    return refuse(
      "latitude \(latitude.plain) is out of range in \(path())", "give degrees from -90 to 90",
      corner)
  }

  /// Reads the positions of a line, two or more.
  mutating func line(_ json: JSON, at path: String) -> [Coordinate]? {
    positions(json, at: path).flatMap { line($0, at: path) }
  }

  /// Checks a line.
  mutating func line(_ line: [Coordinate], at path: String) -> [Coordinate]? {
    if line.count > 1 { return line }
    note("the line in \(path) has fewer than 2 positions", "give 2 or more")
    return nil
  }

  /// Reads the rings of a polygon, the outer one first.
  mutating func polygon(_ json: JSON, at path: String) -> [[Coordinate]]? {
    let rings = list(json, at: path, of: "ring") { reader, json, path -> Ring? in
      reader.positions(json, at: path).flatMap { reader.ring($0, at: path) }
    }
    return rings.flatMap { polygon($0, at: path) }
  }

  /// Checks the rings of a polygon, the outer one first.
  mutating func polygon(_ corners: [[Coordinate]], at path: String) -> [[Coordinate]]? {
    var rings: [Ring] = []
    for (index, corners) in corners.enumerated() {
      if let ring = ring(corners, at: "\(path)[\(index)]") { rings.append(ring) }
    }
    return rings.count == corners.count ? polygon(rings, at: path) : nil
  }

  private mutating func ring(_ corners: [Coordinate], at path: @autoclosure () -> String) -> Ring? {
    let ring = Ring(corners)
    guard let mistake = ring.mistake else { return ring }
    let edges = mistake.corners.map { "position \($0) to \($0 + 1)" }.joined(separator: " and ")
    others.append(
      PositionMistake(
        Reason("wrong.\(mistake.kind)", ["path": .text(path()), "found": .text(edges)]),
        Reason("mend.\(mistake.kind)"), mistake.corners))
    return nil
  }

  private mutating func polygon(_ rings: [Ring], at path: String) -> [[Coordinate]]? {
    guard let outer = rings.first else { return nil }
    for (index, hole) in rings.enumerated().dropFirst() where !outer.holds(hole) {
      note(
        "the hole in \(path)[\(index)] is not inside its outer ring",
        "draw it inside, or make it a polygon of its own")
    }
    return rings.map(\.corners)
  }

  /// Reads the elements of an array, one or more.
  mutating func list<Element>(
    _ json: JSON, at path: String, of noun: String,
    _ read: (inout PositionReader, JSON, String) -> Element?
  ) -> [Element]? {
    guard case .array(let array) = json, !array.isEmpty else {
      let found = if case .array = json { "empty" } else { json.noun }
      note("\(path) is \(found)", "give an array of \(noun)s")
      return nil
    }
    let elements = array.enumerated().compactMap { read(&self, $1, "\(path)[\($0)]") }
    return elements.count == array.count ? elements : nil
  }

  private mutating func positions(_ json: JSON, at path: String) -> [Coordinate]? {
    guard case .array(let array) = json else {
      note("\(path) is \(json.noun)", "give an array of positions")
      return nil
    }
    count += array.count
    guard count <= Self.most else {
      note("there are more than \(Self.most) positions", "simplify the outline")
      return nil
    }
    let positions = array.enumerated().compactMap { position($1, at: "\(path)[\($0)]", corner: $0) }
    return positions.count == array.count ? positions : nil
  }

  private mutating func note(_ wrong: String, _ remedy: String) {
    others.append(PositionMistake(wrong, remedy))
  }

  private mutating func refuse(
    _ wrong: @autoclosure () -> String, _ remedy: String, _ corner: Int?
  ) -> Coordinate? {
    wrongCount += 1
    if firstWrong == nil {
      firstWrong = PositionMistake(wrong(), remedy, corners: corner.map { [$0] } ?? [])
    }
    return nil
  }

  /// The most positions of a region: a board compares each fix with them.
  static let most = 200_000
}
