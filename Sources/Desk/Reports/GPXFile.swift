internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// A walk as GPX 1.1: the track, and events and marks as waypoints.
///
/// Regions are left out: GPX has no areas, and a border would be opened as a
/// route to follow. GeoJSON has them.
package struct GPXFile: Sendable {
  private let account: Account

  /// The file of a walk.
  package init(_ account: Account) {
    self.account = account
  }

  /// The document: the track as the receiver reported it, cut at long gaps.
  package var text: String {
    var segments: [[Moment]] = []
    var last: Double?
    let longest = account.longestStep
    for moment in account.moments where moment.rejection == nil {
      if last.map({ moment.offset - $0 > longest }) ?? true { segments.append([]) }
      segments[segments.count - 1].append(moment)
      last = moment.offset
    }
    let time = account.times.map { "<time>\($0.first.rfc3339)</time>" } ?? ""
    let name = element("name", account.title)
    return """
      \(GPXText.start(attributes: Self.schema).joined(separator: "\n"))
      <metadata>\(name)\(time)</metadata>
      \(waypoints)<trk>\(name)
      \(segments.map { "<trkseg>\n\($0.map(point).joined())</trkseg>\n" }.joined())</trk>
      \(GPXText.end)

      """
  }

  private static let schema =
    #" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#
    + #" xsi:schemaLocation="http://www.topografix.com/GPX/1/1"#
    + #" http://www.topografix.com/GPX/1/1/gpx.xsd""#

  private var waypoints: String {
    let events = account.events.map { happening in
      let event = happening.event
      let name = "\(event.sequence) \(event.kind.rawValue) \(event.region)"
      return point(
        "wpt", event.coordinate,
        "<time>\(event.time.rfc3339)</time>" + element("name", name) + element("cmt", event.note)
          + element("type", event.kind.rawValue))
    }
    let marks = account.marks.compactMap { mark in
      mark.coordinate.map { coordinate in
        point(
          "wpt", coordinate,
          (mark.time.map { "<time>\($0.rfc3339)</time>" } ?? "")
            + element("name", mark.text.isEmpty ? "mark" : mark.text) + element("type", "mark"))
      }
    }
    return (events + marks).joined()
  }

  private func point(_ moment: Moment) -> String {
    moment.raw.map { raw in
      point("trkpt", raw, moment.time.map { "<time>\($0.rfc3339)</time>" } ?? "")
    } ?? ""
  }

  private func point(_ name: String, _ place: Coordinate, _ content: String) -> String {
    // GPX has longitudes below 180 only.
    let longitude = place.longitude == 180 ? -180 : place.longitude
    let start = GPXText.startTag(
      name, latitude: place.latitude.degreesText(), longitude: longitude.degreesText())
    return "\(start)>\(content)</\(name)>\n"
  }

  private func element(_ name: String, _ text: String?) -> String {
    text.map { GPXText.element(name, Markup.text($0)) } ?? ""
  }
}
