import Geofence
import Glibc

/// A walk around a border with corners of its own, which goes on past its start.
struct BorderWalk {
  /// The filtered positions, fix by fix.
  let positions: [Coordinate]

  /// The corners of the border.
  let corners: [Coordinate]

  /// Walks at 1.4 m/s, with errors that wander as those of a receiver do.
  ///
  /// - Parameter past: The metres that the walk goes on after it has passed its start.
  init(seed: UInt64, past: Double, error: Double = 2.5) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 4...8, using: &generator)
    let places = (0..<count).map { index -> (Double, Double) in
      let turn = (Double(index) + Double.random(in: -0.3...0.3, using: &generator)) / Double(count)
      let radius = Double.random(in: 25...60, using: &generator)
      return (radius * cos(2 * .pi * turn), radius * sin(2 * .pi * turn))
    }
    let ring = places + places.prefix(2)
    let lengths = zip(ring, ring.dropFirst()).map { hypot($1.0 - $0.0, $1.1 - $0.1) }
    let round = lengths.prefix(count).reduce(0, +)
    var survey = Survey()
    var wander = (east: 0.0, north: 0.0)
    func step() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
    }
    var (second, way) = (0, 0.0)
    while way < round + past {
      // Correlated over 45 s.
      wander.east = 0.978 * wander.east + error * 0.209 * step()
      wander.north = 0.978 * wander.north + error * 0.209 * step()
      var (edge, rest) = (0, way)
      while edge < count, rest > lengths[edge] {
        rest -= lengths[edge]
        edge += 1
      }
      let (from, to) = (ring[edge], ring[edge + 1])
      let (east, north) = (to.0 - from.0, to.1 - from.1)
      let share = rest / lengths[edge]
      let track = atan2(east, north) * 180 / .pi
      survey.receive(
        TrustedFix(
          time: Timestamp(nanoseconds: 1_780_000_000_000_000_000 + Int64(second) * 1_000_000_000),
          instant: Instant(.seconds(second)),
          coordinate: Self.at(
            from.0 + share * east + wander.east, from.1 + share * north + wander.north),
          sigma: error, speed: 1.4, track: track < 0 ? track + 360 : track))
      second += 1
      way += 1.4
    }
    positions = survey.positions
    corners = places.map { Self.at($0.0, $0.1) }
  }

  /// The fields of a client that has collected these positions, one each second.
  var fields: String {
    let texts = positions.enumerated().map { "[\($1.longitude),\($1.latitude),\($0),2.5]" }
    return #""positions":[\#(texts.joined(separator: ","))]"#
  }

  /// The request of that client.
  var request: String { #"{"do":"survey",\#(fields)}"# }

  /// The place that is some metres east and north of 47° N 15° E.
  private static func at(_ east: Double, _ north: Double) -> Coordinate {
    // A degree there is 76.057 km and 111.170 km long.
    Coordinate(latitude: 47 + north / 111_170, longitude: 15 + east / 76_057)
  }
}
