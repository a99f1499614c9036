import Glibc
internal import Notation
internal import System

/// The part of the earth that is cut out of a larger map, in degrees.
struct MapArea: Hashable, Sendable {
  let west: Double
  let south: Double
  let east: Double
  let north: Double

  /// Creates an area within the earth that is not empty.
  init?(west: Double, south: Double, east: Double, north: Double) {
    guard -180...180 ~= west, -180...180 ~= east, -90...90 ~= south, -90...90 ~= north,
      west < east, south < north
    else { return nil }
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The surroundings of all regions in a file.
  ///
  /// - Parameter margin: The metres around the regions.
  static func around(regions path: String, margin: Double) throws(Problem) -> MapArea {
    let text = try TextFile.read(
      path: path, limit: 64 << 20, remedy: "give a file of regions, or --area")
    let root: JSON
    do throws(JSON.Mistake) {
      root = try JSON.parse(text)
    } catch {
      throw Problem(
        file: path, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    var reach = Reach()
    for feature in root.object?["features"]?.array ?? [] { reach.add(feature) }
    guard let area = reach.area(margin: margin) else {
      throw Problem(
        file: path, wrong: "no area can be put around its regions",
        remedy: "give --area \(form)")
    }
    return area
  }

  /// The corners in the form that osmium reads.
  var text: String {
    [west, south, east, north].map { $0.text(decimals: 7) }.joined(separator: ",")
  }

  /// The area of the regions.
  private struct Reach {
    var (west, south) = (Double.infinity, Double.infinity)
    var (east, north) = (-Double.infinity, -Double.infinity)
    // The widest of circles and corridors, in metres.
    var widest = 0.0

    mutating func add(_ feature: JSON) {
      for name in ["radius", "width"] {
        if case .number(let metres)? = feature.object?["properties"]?.object?[name] {
          widest = max(widest, metres)
        }
      }
      add(coordinates: feature.object?["geometry"]?.object?["coordinates"] ?? .null, depth: 0)
    }

    private mutating func add(coordinates: JSON, depth: Int) {
      guard let list = coordinates.array, depth < 6 else { return }
      guard list.count >= 2, case .number(let x) = list[0], case .number(let y) = list[1] else {
        for one in list { add(coordinates: one, depth: depth + 1) }
        return
      }
      (west, east) = (min(west, x), max(east, x))
      (south, north) = (min(south, y), max(north, y))
    }

    func area(margin: Double) -> MapArea? {
      let metresPerDegree = 111_320.0
      let up = (margin + widest) / metresPerDegree
      // The latitude with the shortest degrees of longitude; near a pole the area has all of them.
      let most = min(90, max(abs(south - up), abs(north + up)))
      let aside = up / max(1e-6, cos(most * .pi / 180))
      return MapArea(
        west: max(-180, west - aside), south: max(-90, south - up), east: min(180, east + aside),
        north: min(90, north + up))
    }
  }
}
