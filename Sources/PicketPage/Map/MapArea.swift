internal import Geofence
internal import Notation

/// The area of a map that a phone asks for.
struct MapArea: Hashable, Sendable {
  let southWest: Coordinate
  let northEast: Coordinate

  /// Reads `south`, `west`, `north` and `east` in degrees.
  init(_ body: [UInt8]) throws(Denial) {
    let members = (try? JSON.parse(String(decoding: body, as: UTF8.self)))?.object
    func degrees(_ name: String) -> Double {
      if case .number(let number)? = members?[name] { number } else { .nan }
    }
    southWest = Coordinate(latitude: degrees("south"), longitude: degrees("west"))
    northEast = Coordinate(latitude: degrees("north"), longitude: degrees("east"))
    guard southWest.isValid, northEast.isValid, southWest.latitude < northEast.latitude,
      southWest.longitude < northEast.longitude
    else { throw Denial(400, "give south, west, north and east in degrees") }
  }
}
