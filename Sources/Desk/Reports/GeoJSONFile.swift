internal import Base
internal import Board
internal import Geofence
internal import Picket
internal import RegionFiles

/// A walk as GeoJSON, RFC 7946: the track, events, marks and regions, each a feature.
package struct GeoJSONFile: Sendable {
  private let account: Account

  /// Creates the file of a walk.
  package init(_ account: Account) {
    self.account = account
  }

  /// The document.
  package var text: String {
    let features = [track].compactMap { $0 } + events + marks + account.regions.map(feature)
    return GeoJSONText.collection(features)
  }

  /// The track as the receiver reported it, cut at long gaps and at the antimeridian.
  private var track: String? {
    let lines = account.segments.flatMap { Self.lines(of: $0.compactMap(\.raw)) }
    guard !lines.isEmpty else { return nil }
    var properties = JSONLine()
    properties.add("kind", "track")
    properties.add("name", account.title)
    properties.add("start", account.times?.first.rfc3339)
    properties.add("end", account.times?.last.rfc3339)
    properties.add("fixes", account.counts.trusted)
    let coordinates = lines.map { GeoJSONText.array($0.map(Self.position)) }
    return GeoJSONText.feature(
      properties: properties.text, type: "MultiLineString",
      coordinates: GeoJSONText.array(coordinates))
  }

  private var events: [String] {
    account.events.map { placed in
      let event = placed.event
      var properties = JSONLine()
      properties.add("kind", "event")
      properties.add("seq", event.sequence)
      properties.add("event", event.kind.rawValue)
      properties.add("region", event.region)
      properties.add("note", event.note)
      properties.add("time", event.time.rfc3339)
      properties.add("crossed", event.crossed?.rfc3339)
      properties.add("detected", event.detected?.rfc3339)
      properties.add("eph", event.eph, decimals: 2)
      properties.add("blind", event.blind?.inSeconds, decimals: 3)
      return Self.point(properties, event.coordinate)
    }
  }

  private var marks: [String] {
    account.placedMarks.map { mark, coordinate in
      var properties = JSONLine()
      properties.add("kind", "mark")
      properties.add("text", mark.text)
      properties.add("time", mark.time?.rfc3339)
      return Self.point(properties, coordinate)
    }
  }

  private func feature(_ region: Region) -> String {
    var properties = JSONLine()
    properties.add("kind", "region")
    properties.add("id", region.id)
    properties.add("note", region.note)
    let index = account.regions.firstIndex { $0.id == region.id }
    if let record = index.map({ account.histories[$0].record }) {
      properties.add("visits", record.visits)
      properties.add("inside", record.inside.inSeconds, decimals: 1)
      properties.add("closest", record.closest, decimals: 1)
      properties.add("nearMisses", record.nearMisses)
    }
    let geometry = GeoJSONGeometry(
      region.shape, position: Self.position, array: GeoJSONText.array)
    if let measure = geometry.measure { properties.add(measure.name, measure.metres, decimals: 3) }
    return GeoJSONText.feature(
      properties: properties.text, type: geometry.type, coordinates: geometry.coordinates)
  }

  // MARK: Text

  private static func point(_ properties: JSONLine, _ coordinate: Coordinate) -> String {
    GeoJSONText.feature(
      properties: properties.text, type: "Point", coordinates: position(coordinate))
  }

  private static func position(_ place: Coordinate) -> String {
    "[\(place.longitude.degreesText()),\(place.latitude.degreesText())]"
  }

  /// A segment of the track, cut at the antimeridian.
  private static func lines(of places: [Coordinate]) -> [[Coordinate]] {
    var lines: [[Coordinate]] = [[]]
    var last: Coordinate?
    for place in places {
      if let last, let latitude = cross(last, place) {
        let side = last.longitude < 0 ? -180.0 : 180
        lines[lines.count - 1].append(Coordinate(latitude: latitude, longitude: side))
        lines.append([Coordinate(latitude: latitude, longitude: -side)])
      }
      lines[lines.count - 1].append(place)
      last = place
    }
    // A line of GeoJSON has at least two points.
    return lines.map { $0.count == 1 ? $0 + $0 : $0 }
  }

  /// The latitude at which a step crosses the antimeridian; `nil` if it does not.
  private static func cross(_ from: Coordinate, _ to: Coordinate) -> Double? {
    guard abs(from.longitude - to.longitude) > 180 else { return nil }
    let (near, far) = (180 - abs(from.longitude), 180 - abs(to.longitude))
    let share = near + far > 0 ? near / (near + far) : 0
    return from.latitude + share * (to.latitude - from.latitude)
  }
}
