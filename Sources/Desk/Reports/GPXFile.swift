internal import Base
internal import Geofence
internal import Picket
internal import RegionFiles

/// A walk as GPX 1.1: the track, and events and marks as waypoints.
///
/// Regions are left out: GPX has no areas, and programs would show a border as
/// a route to follow. The GeoJSON file contains the regions.
package struct GPXFile: Sendable {
  private let account: Account

  /// Creates the file of a walk.
  package init(_ account: Account) {
    self.account = account
  }

  /// The document: the track as the receiver reported it, cut at long gaps.
  package var text: String {
    let segments = account.segments.map { "<trkseg>\n\($0.map(point).joined())</trkseg>\n" }
    let time = time(account.times?.first)
    let name = element("name", account.title)
    return """
      \(GPXText.start(attributes: Self.schema).joined(separator: "\n"))
      <metadata>\(name)\(time)</metadata>
      \(waypoints)<trk>\(name)
      \(segments.joined())</trk>
      \(GPXText.end)

      """
  }

  private static let schema =
    #" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#
    + #" xsi:schemaLocation="http://www.topografix.com/GPX/1/1"#
    + #" http://www.topografix.com/GPX/1/1/gpx.xsd""#

  private var waypoints: String {
    let events = account.events.map { placed in
      let event = placed.event
      let name = "\(event.sequence) \(event.kind.rawValue) \(event.region)"
      return point(
        "wpt", event.coordinate,
        time(event.time) + element("name", name) + element("cmt", event.note)
          + element("type", event.kind.rawValue))
    }
    let marks = account.placedMarks.map { mark, coordinate in
      point(
        "wpt", coordinate,
        time(mark.time) + element("name", mark.text.isEmpty ? "mark" : mark.text)
          + element("type", "mark"))
    }
    return (events + marks).joined()
  }

  private func point(_ moment: Moment) -> String {
    moment.raw.map { point("trkpt", $0, time(moment.time)) } ?? ""
  }

  private func point(_ name: String, _ place: Coordinate, _ content: String) -> String {
    // GPX allows only longitudes below 180.
    let longitude = place.longitude == 180 ? -180 : place.longitude
    let start = GPXText.startTag(
      name, latitude: place.latitude.degreesText(), longitude: longitude.degreesText())
    return "\(start)>\(content)</\(name)>\n"
  }

  private func time(_ time: Timestamp?) -> String {
    time.map { "<time>\($0.rfc3339)</time>" } ?? ""
  }

  private func element(_ name: String, _ text: String?) -> String {
    text.map { GPXText.element(name, Markup.text($0)) } ?? ""
  }
}
