internal import Base
internal import Geofence

/// Writes regions as KML 2.2.
///
/// A circle is a point and a corridor a line. Their radius and width, and other properties that
/// KML does not have, are in the placemark's data, which import reads.
package enum KMLWriter {
  /// The regions of a file as KML.
  package static func text(of document: RegionsDocument) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<kml xmlns="http://www.opengis.net/kml/2.2">"#, "  <Document>",
    ]
    for feature in document.features { lines += placemark(feature) }
    lines += ["  </Document>", "</kml>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func placemark(_ feature: JSONSource) -> [String] {
    let properties = feature["properties"]
    let id = RegionsDocument.identifier(of: feature)
    var lines = ["    <Placemark>"]
    if let name = properties?["name"]?.text ?? id {
      lines.append("      <name>\(XMLText.escaped(name))</name>")
    }
    if let note = properties?["note"]?.text {
      lines.append("      <description>\(XMLText.escaped(note))</description>")
    }
    lines.append("      <ExtendedData>")
    if let id { lines.append(data("id", id)) }
    // Readers take markup out of a description.
    if let note = properties?["note"]?.text, note.withoutMarkup != note {
      lines.append(data("note", note))
    }
    for property in properties?.members ?? []
    where !["id", "name", "note"].contains(property.name) && property.value != .leaf("null") {
      lines.append(data(property.name, property.value.text ?? property.value.line))
    }
    lines.append("      </ExtendedData>")
    let shapes = geometry(feature["geometry"])
    lines +=
      shapes.count == 1 ? shapes : ["      <MultiGeometry>"] + shapes + ["      </MultiGeometry>"]
    return lines + ["    </Placemark>"]
  }

  private static func data(_ name: String, _ text: String) -> String {
    "        <Data name=\"\(XMLText.escaped(name))\"><value>\(XMLText.escaped(text))</value></Data>"
  }

  private static func geometry(_ geometry: JSONSource?) -> [String] {
    let coordinates = geometry?["coordinates"]?.elements ?? []
    func parts(_ name: String, _ lists: [JSONSource], _ body: ([JSONSource]) -> String) -> [String]
    {
      lists.map { "      <\(name)>\(body($0.elements ?? []))</\(name)>" }
    }
    switch geometry?["type"]?.text {
    case "Point": return parts("Point", [.array([.array(coordinates)])], positions)
    case "LineString": return parts("LineString", [.array(coordinates)], positions)
    case "MultiLineString": return parts("LineString", coordinates, positions)
    case "Polygon": return parts("Polygon", [.array(coordinates)], rings)
    case "MultiPolygon": return parts("Polygon", coordinates, rings)
    default: return []
    }
  }

  private static func rings(_ rings: [JSONSource]) -> String {
    rings.enumerated().map { index, ring in
      let name = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
      return "<\(name)><LinearRing>\(positions(ring.elements ?? []))</LinearRing></\(name)>"
    }.joined()
  }

  private static func positions(_ list: [JSONSource]) -> String {
    let tuples = list.map { position in
      (position.elements ?? []).prefix(3).map(\.line).joined(separator: ",")
    }
    return "<coordinates>\(tuples.joined(separator: " "))</coordinates>"
  }
}
