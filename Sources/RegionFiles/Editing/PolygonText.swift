package import Base
internal import Geofence

/// A polygon in a file: GeoJSON, or one line of latitude,longitude for each corner.
package struct PolygonText: Sendable {
  /// The type of the geometry, `Polygon` or `MultiPolygon`.
  package let type: String
  /// The coordinates in the form of GeoJSON.
  package let coordinates: JSONSource

  /// Reads a file, or standard input for `-`.
  package init(path: String) throws(Problem) {
    let text: String
    do {
      text = try PackedFile.text(of: path, limit: 64 << 20)
    } catch {
      if let problem = error as? Problem { throw problem }
      let reason = "\(error)"
      let wrong = reason.hasPrefix("\(path): ") ? String(reason.dropFirst(path.count + 2)) : reason
      throw Problem(file: path, wrong: wrong)
    }
    try self.init(text, file: path)
  }

  /// Reads the text of a file.
  package init(_ text: String, file: String) throws(Problem) {
    let isJSON = text.first { !$0.isWhitespace } == "{"
    (type, coordinates) =
      isJSON ? try Self.geoJSON(text, file: file) : try Self.corners(text, file: file)
  }

  private static func geoJSON(
    _ text: String, file: String
  ) throws(Problem) -> (type: String, coordinates: JSONSource) {
    guard let source = try? JSONSource.parse(text) else {
      throw Problem(file: file, wrong: "this is not JSON", remedy: remedy)
    }
    let all = source["features"]?.elements ?? [source]
    let polygons = all.map { $0["geometry"] ?? $0 }.filter {
      ["Polygon", "MultiPolygon"].contains($0["type"]?.text)
    }
    guard polygons.count == 1, let type = polygons[0]["type"]?.text,
      let coordinates = polygons[0]["coordinates"]
    else {
      throw Problem(
        file: file, wrong: "there are \(polygons.count) polygons in it",
        remedy: "give one, or use picket regions import")
    }
    return (type, coordinates)
  }

  private static func corners(
    _ text: String, file: String
  ) throws(Problem) -> (type: String, coordinates: JSONSource) {
    var corners: [JSONSource] = []
    // The line end of Windows is one character.
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let parts = line.split { $0 == "," || $0.isWhitespace }
      if parts.isEmpty || parts[0].hasPrefix("#") { continue }
      guard parts.count == 2, let north = JSONSource.number(parts[0]),
        let east = JSONSource.number(parts[1])
      else {
        throw Problem(
          file: file, place: .text(line: index + 1, column: 1), wrong: "this is not a corner",
          remedy: remedy)
      }
      let typed = TypedPosition(latitude: north, longitude: east)
      if let mistake = typed.mistake({ "\($0),\($1)" }) {
        throw Problem(
          file: file, place: .text(line: index + 1, column: 1), wrong: mistake.wrong,
          remedy: mistake.remedy)
      }
      corners.append(.array([east, north]))
    }
    guard corners.count > 2 else {
      throw Problem(file: file, wrong: "a polygon has three corners or more", remedy: remedy)
    }
    if corners.first != corners.last { corners += corners.prefix(1) }
    return ("Polygon", .array([.array(corners)]))
  }

  private static let remedy = "give GeoJSON, or a line such as 51.501,-0.142 for each corner"
}

/// A position as a person types it: latitude first.
struct TypedPosition {
  let latitude: JSONSource
  let longitude: JSONSource

  /// The reason why it is not a position, in the words of what was typed; `nil` if it is one.
  ///
  /// - Parameter form: The same with a latitude and a longitude in their places.
  func mistake(
    _ form: (_ latitude: String, _ longitude: String) -> String
  ) -> (wrong: String, remedy: String)? {
    guard let north = latitude.json?.number, let east = longitude.json?.number,
      !Coordinate(latitude: north, longitude: east).isValid
    else { return nil }
    guard abs(north) > 90 else {
      return (
        "the longitude \(longitude.line) is out of range", "give degrees east from -180 to 180"
      )
    }
    guard Coordinate(latitude: east, longitude: north).isValid else {
      return ("the latitude \(latitude.line) is out of range", "give degrees north from -90 to 90")
    }
    return (
      "the latitude \(latitude.line) is out of range",
      "write latitude first: \(form(longitude.line, latitude.line))"
    )
  }
}
