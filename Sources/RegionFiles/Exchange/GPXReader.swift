internal import Notation

/// Reads GPX 1.1: waypoints, routes and tracks.
///
/// https://www.topografix.com/GPX/1/1/
enum GPXReader {
  /// The elements that are features.
  static let elements: Set = ["wpt", "rte", "trk"]

  /// The namespace of the elements that Picket adds to a GPX file.
  static let namespace = "urn:x-picket:regions:1"

  /// Reads one of `elements`.
  static func read(_ element: XMLElement, file: String, into candidates: inout Candidates) {
    var candidate = Candidate(
      place: .text(line: element.line, column: 1), name: element.text(of: "name"),
      noun: nouns[element.name] ?? element.name)
    candidate.isTrack = element.name == "trk"
    do throws(Problem) {
      // Some programs move the content of `extensions` into the element around it.
      let extra = ((element.child("extensions")?.children ?? []) + element.children).first {
        $0.namespace == namespace && $0.name == "region"
      }
      if let extra {
        candidate.isTrack = false
        try read(own: extra, file: file, into: &candidate)
      } else {
        read(fieldsOf: element, into: &candidate)
      }
      candidate.geometries = [try geometry(of: element, candidate, own: extra, file: file)]
      candidates.list.append(candidate)
    } catch {
      candidates.problems.append(error)
    }
  }

  private static let nouns = ["wpt": "waypoint", "rte": "route", "trk": "track"]

  /// Elements of GPX that are not properties of regions; they keep their names.
  private static let foreign = ["time", "cmt", "src", "sym", "number", "type"]

  private static func read(fieldsOf element: XMLElement, into candidate: inout Candidate) {
    candidate.add("note", element.text(of: "desc"))
    for name in foreign { candidate.add(name, element.text(of: name)) }
    candidate.add("link", element.child("link")?.attribute("href"))
  }

  /// Reads an element that Picket wrote: the feature without its geometry.
  private static func read(
    own extra: XMLElement, file: String, into candidate: inout Candidate
  ) throws(Problem) {
    guard let feature = try? JSONSource.parse(extra.text), let members = feature.members else {
      throw Problem(
        file: file, place: .text(line: extra.line, column: 1),
        wrong: "the region in the extensions is not a JSON object",
        remedy: "remove the element")
    }
    candidate.read(featureOf: members)
  }

  // MARK: Shapes

  private static func geometry(
    of element: XMLElement, _ candidate: Candidate, own extra: XMLElement?, file: String
  ) throws(Problem) -> Candidate.Geometry {
    if element.name == "wpt" { return .points([try position(element, candidate, file)]) }
    let runs = element.name == "rte" ? [element] : element.children.filter { $0.name == "trkseg" }
    var lines: [[JSONSource]] = []
    for run in runs {
      var line: [JSONSource] = []
      for point in run.children where point.name == "rtept" || point.name == "trkpt" {
        line.append(try position(point, candidate, file))
      }
      if !line.isEmpty { lines.append(line) }
    }
    guard !lines.isEmpty else { throw candidate.problem("it has no points", file: file) }
    guard extra?.attribute("shape") == "polygon" else { return .lines(lines) }
    // The number of rings of each part, in order; other programs may have dropped some.
    let counts = extra?.attribute("rings")?.split(separator: " ").map { Int($0) ?? 0 } ?? []
    guard counts.reduce(0, +) == lines.count, counts.allSatisfy({ $0 > 0 }) else {
      throw candidate.problem("some of its rings are missing", file: file)
    }
    var rest = lines[...]
    return .polygons(
      counts.map { count in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      })
  }

  private static func position(
    _ point: XMLElement, _ candidate: Candidate, _ file: String
  ) throws(Problem) -> JSONSource {
    var numbers: [JSONSource] = []
    for name in ["lon", "lat"] {
      guard let number = point.attribute(name).flatMap({ JSONSource.number($0) }) else {
        throw Problem(
          file: file, place: .text(line: point.line, column: 1),
          wrong: candidate.problem("\(name) is missing or not a number", file: file).wrong,
          remedy: "give degrees")
      }
      numbers.append(number)
    }
    if let height = point.text(of: "ele").flatMap({ JSONSource.number($0) }) {
      numbers.append(height)
    }
    return .array(numbers)
  }
}
