internal import Base
internal import Geofence

/// Writes regions as GPX 1.1.
///
/// A circle is a waypoint, a corridor a track, and a polygon a track with a
/// closed segment for each ring. Properties that GPX does not have are in an
/// element of Picket's own, which other programs ignore.
package enum GPXWriter {
  /// The regions of a file as GPX.
  package static func text(of document: RegionsDocument) -> String {
    var lines = GPXText.start(attributes: #" xmlns:picket="\#(GPXReader.namespace)""#)
    // The schema requires waypoints before tracks.
    let (points, others) = document.features.reduce(into: ([JSONSource](), [JSONSource]())) {
      if $1["geometry"]?["type"]?.text == "Point" { $0.0.append($1) } else { $0.1.append($1) }
    }
    for feature in points { lines += waypoint(feature) }
    for feature in others { lines += track(feature) }
    lines.append(GPXText.end)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func waypoint(_ feature: JSONSource) -> [String] {
    let position = feature["geometry"]?["coordinates"] ?? .array([])
    let extra = extensions(feature, #"shape="circle""#)
    return point(position, "wpt", indent: "  ", among: fields(feature) + extra)
  }

  private static func track(_ feature: JSONSource) -> [String] {
    let coordinates = feature["geometry"]?["coordinates"] ?? .array([])
    var shape = #"shape="corridor""#
    var runs: [JSONSource] = []
    switch feature["geometry"]?["type"]?.text {
    case "LineString": runs = [coordinates]
    case "MultiLineString": runs = coordinates.elements ?? []
    case let type:
      let parts = type == "Polygon" ? [coordinates] : coordinates.elements ?? []
      let counts = parts.map { String($0.elements?.count ?? 0) }.joined(separator: " ")
      shape = #"shape="polygon" rings="\#(counts)""#
      runs = parts.flatMap { $0.elements ?? [] }
    }
    var lines = ["  <trk>"] + fields(feature) + extensions(feature, shape)
    for run in runs {
      lines.append("    <trkseg>")
      for position in run.elements ?? [] { lines += point(position, "trkpt", indent: "      ") }
      lines.append("    </trkseg>")
    }
    return lines + ["  </trk>"]
  }

  /// A point of GPX; its height is the first element in it.
  private static func point(
    _ position: JSONSource, _ name: String, indent: String, among inner: [String] = []
  ) -> [String] {
    let numbers = (position.elements ?? []).map(\.line)
    guard numbers.count > 1 else { return [] }
    let start = indent + GPXText.startTag(name, latitude: numbers[1], longitude: numbers[0])
    let height = numbers.count > 2 ? ["\(indent)  <ele>\(numbers[2])</ele>"] : []
    let inner = height + inner
    return inner.isEmpty ? ["\(start)/>"] : ["\(start)>"] + inner + ["\(indent)</\(name)>"]
  }

  /// The properties that GPX itself has, in the order of its schema.
  private static func fields(_ feature: JSONSource) -> [String] {
    let properties = feature["properties"]
    func field(_ name: String, _ text: String?) -> [String] {
      text.map { ["    " + GPXText.element(name, XMLText.escaped($0))] } ?? []
    }
    func own(_ name: String) -> [String] { field(name, properties?[name]?.text) }
    let isPoint = feature["geometry"]?["type"]?.text == "Point"
    let name = properties?["name"]?.text ?? RegionsDocument.identifier(of: feature)
    let link =
      properties?["link"]?.text.map { ["    <link href=\"\(XMLText.escaped($0))\"/>"] } ?? []
    let about = field("name", name) + own("cmt") + field("desc", properties?["note"]?.text)
    let kind = link + (isPoint ? own("sym") : own("number")) + own("type")
    return (isPoint ? own("time") : []) + about + own("src") + kind
  }

  /// The feature without its geometry, so that reading it restores everything.
  private static func extensions(_ feature: JSONSource, _ shape: String) -> [String] {
    var rest = feature
    rest["type"] = nil
    rest["geometry"] = nil
    return [
      "    <extensions>",
      "      <picket:region \(shape)>\(XMLText.escaped(rest.line))</picket:region>",
      "    </extensions>",
    ]
  }
}

/// Texts of GPX 1.1 files.
///
/// https://www.topografix.com/GPX/1/1/
package enum GPXText {
  /// The first lines of a file, up to the start of its root element.
  ///
  /// - Parameter attributes: Further attributes of the root element, each after a space.
  package static func start(attributes: String) -> [String] {
    [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<gpx version="1.1" creator="picket" xmlns="http://www.topografix.com/GPX/1/1""#
        + attributes + ">",
    ]
  }

  /// The last line of a file.
  package static let end = "</gpx>"

  /// The start tag of a point, without its last character.
  package static func startTag(_ name: String, latitude: String, longitude: String) -> String {
    "<\(name) lat=\"\(latitude)\" lon=\"\(longitude)\""
  }

  /// An element whose text is already escaped.
  package static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(text)</\(name)>"
  }
}
