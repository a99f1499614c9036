internal import Base
internal import Geofence

/// Reads KML 2.2: placemarks with points, lines and polygons.
///
/// https://www.ogc.org/standard/kml/
enum KMLReader {
  /// The elements that are features.
  static let elements: Set = [
    "Placemark", "NetworkLink", "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Tour",
  ]

  /// Reads one of `elements`.
  static func read(_ element: XMLElement, into candidates: inout Candidates) {
    var candidate = Candidate(
      file: candidates.file, place: .text(line: element.line, column: 1),
      name: element.text(of: "name"),
      noun: element.name == "Placemark" ? "placemark" : element.name)
    if element.name == "NetworkLink" {
      // The older element is Url.
      let link = element.child("Link") ?? element.child("Url")
      return candidates.links.append(
        Link(candidate: candidate, target: link?.text(of: "href") ?? ""))
    }
    guard element.name == "Placemark" else {
      return candidates.problems.append(
        candidate.problem("a \(element.name) is not a region"))
    }
    do throws(Problem) {
      if let data = element.child("ExtendedData") { read(data, into: &candidate) }
      let description = element.text(of: "description")
      if candidate.property("note")?.text != description {
        candidate.properties.insert(
          contentsOf: description.map { [.init(name: "description", value: .string($0))] } ?? [],
          at: 0)
      }
      // Tables of QGIS have a column of numbers that is called id.
      candidate.isEdited = candidate.id?.text?.allSatisfy(\.isNumber) == true
      candidate.tidy()
      for child in element.children {
        try read(geometry: child, into: &candidate)
      }
      if candidate.geometries.isEmpty {
        throw candidate.firstLost ?? candidate.faults.first
          ?? (element.text(of: "address") == nil
            ? candidate.problem("it has no geometry")
            : candidate.problem(
              "it has an address and no position, as Google exports a place that was looked up",
              remedy: "draw a marker at that place, and export the map again"))
      }
      try candidates.add(candidate)
    } catch {
      candidates.problems.append(error)
    }
  }

  // MARK: Properties

  /// Reads typed and untyped data; properties that Picket reads get their own types.
  private static func read(_ data: XMLElement, into candidate: inout Candidate) {
    var fields: [(name: String, text: String)] = []
    for field in data.children where field.name == "Data" {
      if let name = field.attribute("name"), let text = field.text(of: "value") {
        fields.append((name, text))
      }
    }
    for field in data.children.filter({ $0.name == "SchemaData" }).flatMap(\.children) {
      if let name = field.attribute("name"), field.name == "SimpleData", !field.trimmed.isEmpty {
        fields.append((name, field.trimmed))
      }
    }
    if candidate.id == nil {
      candidate.id = fields.first { $0.name == "id" }.map { .string($0.text) }
    }
    candidate.add(
      contentsOf: fields.filter { $0.name != "id" }.map { field in
        JSONSource.Member(name: field.name, value: Candidate.value(field.text, of: field.name))
      })
  }

  // MARK: Shapes

  /// The elements that are shapes.
  static let shapes: Set = [
    "Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "Track", "MultiTrack",
  ]

  private static let unsupported: Set = ["Model"]

  private static func read(
    geometry element: XMLElement, into candidate: inout Candidate
  ) throws(Problem) {
    switch element.name {
    case "Point":
      let points = try positions(in: element, candidate)
      guard points.count == 1 else {
        let isWhole = KMLPosition.list(element).allSatisfy(\.isWhole)
        throw candidate.problem(
          "a Point has \(points.count) positions",
          remedy: isWhole && points.count == 2
            ? "write decimal points, if its commas are decimal commas" : nil)
      }
      candidate.geometries.append(.points(points))
    case "LineString":
      var line: [JSONSource] = []
      for position in KMLPosition.list(element) {
        do throws(Problem) {
          line.append(try position.read(for: candidate))
        } catch {
          guard !position.hasDecimalCommas else { throw error }
          candidate.lose(error)
        }
      }
      candidate.geometries.append(.lines([line]))
    case "Track", "MultiTrack":
      candidate.isTrack = true
      candidate.geometries.append(.lines(try track(element, &candidate)))
    case "LinearRing":
      candidate.geometries.append(.polygons([[try positions(in: element, candidate)]]))
    case "Polygon":
      candidate.geometries.append(.polygons([try rings(of: element, candidate)]))
    case "MultiGeometry":
      for child in element.children {
        do throws(Problem) {
          try read(geometry: child, into: &candidate)
        } catch {
          candidate.faults.append(error)
        }
      }
    case _ where unsupported.contains(element.name):
      throw candidate.problem("a \(element.name) is not a region")
    default: break
    }
  }

  /// The lines of a Track or a MultiTrack of the namespace gx.
  private static func track(
    _ element: XMLElement, _ candidate: inout Candidate
  ) throws(Problem) -> [[JSONSource]] {
    let isMultiple = element.name == "MultiTrack"
    var lines: [[JSONSource]] = []
    for part in isMultiple ? element.children.filter({ $0.name == "Track" }) : [element] {
      lines += try self.lines(ofTrack: part, &candidate)
    }
    // A receiver that was on for a moment writes a Track of one position; others may have more.
    guard lines.contains(where: { $0.count > 1 }) else {
      throw candidate.firstLost
        ?? candidate.problem("a \(element.name) has fewer than 2 positions")
    }
    return lines
  }

  /// The lines of a Track, in which each position has its own element, with spaces.
  private static func lines(
    ofTrack element: XMLElement, _ candidate: inout Candidate
  ) throws(Problem) -> [[JSONSource]] {
    var lines: [[JSONSource]] = [[]]
    for place in element.children where place.name == "coord" {
      // A pause of OpenTracks, for example.
      guard !place.trimmed.isEmpty else {
        lines.append([])
        continue
      }
      let position = KMLPosition(parts: place.text.split(whereSeparator: \.isWhitespace), place)
      do throws(Problem) {
        lines[lines.count - 1].append(try position.read(for: candidate))
      } catch {
        candidate.lose(error)
      }
    }
    lines = lines.map { candidate.clean($0) }.filter { !$0.isEmpty }
    return lines
  }

  /// The rings of a Polygon, the outer one first.
  private static func rings(
    of polygon: XMLElement, _ candidate: Candidate
  ) throws(Problem) -> [[JSONSource]] {
    func rings(_ name: String) throws(Problem) -> [[JSONSource]] {
      var rings: [[JSONSource]] = []
      for border in polygon.children where border.name == name {
        for ring in border.children where ring.name == "LinearRing" {
          rings.append(try positions(in: ring, candidate))
        }
      }
      return rings.filter { !$0.isEmpty }
    }
    let outer = try rings("outerBoundaryIs")
    // Without it, the first hole would become the region.
    guard !outer.isEmpty else { throw candidate.problem("a Polygon has no outer boundary") }
    return outer + (try rings("innerBoundaryIs"))
  }

  private static func positions(
    in element: XMLElement, _ candidate: Candidate
  ) throws(Problem) -> [JSONSource] {
    var positions: [JSONSource] = []
    for position in KMLPosition.list(element) {
      positions.append(try position.read(for: candidate))
    }
    return positions
  }
}

extension Candidate {
  /// The value of a property from a format in which all values are texts.
  fileprivate static func value(_ text: String, of name: String) -> JSONSource {
    switch RegionProperty(rawValue: name)?.entry.values {
    case let kind? where kind.isNumber: JSONSource.number(text) ?? .string(text)
    case .regions?, .courses?: list(text) ?? .string(text)
    case .moment?: .string(time(text))
    default: boolean(text, of: name) ?? .string(text)
    }
  }

  /// The RFC 3339 form of a time that GDAL writes as 2030/06/03 09:00:00+00, or with another offset
  /// such as -05 or +0530; other texts unchanged.
  private static func time(_ text: String) -> String {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].contains("/") else { return text }
    let day = String(parts[0].map { $0 == "/" ? "-" : $0 })
    let clock = parts[1].prefix { $0 != "+" && $0 != "-" }
    let offset = parts[1].dropFirst(clock.count)
    let minutes = offset.count == 3 ? "00" : String(offset.dropFirst(3))
    let isUTC = offset.isEmpty || offset == "+00"
    let time = "\(day)T\(clock)" + (isUTC ? "Z" : "\(offset.prefix(3)):\(minutes)")
    return Timestamp(rfc3339: time) == nil ? text : time
  }

  /// A list of texts, written as JSON or as GDAL does: (2:pond,ditch).
  private static func list(_ text: String) -> JSONSource? {
    if let list = try? JSONSource.parse(text), list.elements != nil { return list }
    guard text.hasPrefix("("), text.hasSuffix(")"), let colon = text.firstIndex(of: ":") else {
      return nil
    }
    let names = text[text.index(after: colon)...].dropLast().split(separator: ",")
    return .array(names.map { .string(String($0)) })
  }
}
