internal import Base

/// Reads GPX 1.1: waypoints, routes and tracks.
///
/// https://www.topografix.com/GPX/1/1/
enum GPXReader {
  /// The elements that are features.
  static let elements: Set = ["wpt", "rte", "trk", "path"]

  /// The namespace of the elements that Picket adds to a GPX file.
  static let namespace = "urn:x-picket:regions:1"

  /// Reads one of `elements`.
  static func read(_ element: XMLElement, into candidates: inout Candidates) {
    var candidate = Candidate(
      file: candidates.file, place: .text(line: element.line, column: 1),
      name: element.text(of: "name"),
      noun: nouns[element.name] ?? element.name)
    candidate.isTrack = element.name == "trk"
    do throws(Problem) {
      // Some programs move the content of `extensions` into the element around it.
      let extra = ((element.child("extensions")?.children ?? []) + element.children).first {
        $0.namespace == namespace && $0.name == "region"
      }
      if let extra {
        candidate.isTrack = false
        try read(own: extra, into: &candidate)
      } else {
        read(fieldsOf: element, into: &candidate)
        candidate.tidy()
      }
      candidate.geometries = [try geometry(of: element, &candidate, own: extra)]
      try candidates.add(candidate)
    } catch {
      candidates.problems.append(error)
    }
  }

  /// Reads the track with which a file ends early, up to its last complete point.
  ///
  /// - Parameter open: The elements that are open then, the outermost first.
  static func read(unfinished open: [XMLElement], into candidates: inout Candidates) {
    guard var track = open.first, track.name == "trk" else { return }
    if open.count > 1, open[1].name == "trkseg" { track.children.append(open[1]) }
    guard track.children.contains(where: { $0.child("trkpt") != nil }) else { return }
    read(track, into: &candidates)
  }

  private static let nouns = ["wpt": "waypoint", "rte": "route", "trk": "track", "path": "drawing"]

  /// Elements of GPX that are not properties of regions; they keep their names.
  private static let foreign = ["time", "cmt", "src", "sym", "number", "type"]

  private static func read(fieldsOf element: XMLElement, into candidate: inout Candidate) {
    candidate.add("desc", element.text(of: "desc"))
    candidate.add("radius", proximity(in: element).flatMap { JSONSource.number($0) })
    for name in foreign { candidate.add(name, element.text(of: name)) }
    candidate.add("link", element.child("link")?.attribute("href"))
  }

  /// The radius in metres at which Garmin's receivers alarm near a waypoint.
  private static func proximity(in element: XMLElement) -> String? {
    for child in element.child("extensions")?.children ?? [] {
      if child.name == "Proximity" { return child.trimmed }
      if let text = child.text(of: "Proximity") { return text }
    }
    return nil
  }

  /// Reads an element that Picket wrote: the feature without its geometry.
  private static func read(
    own extra: XMLElement, into candidate: inout Candidate
  ) throws(Problem) {
    guard let feature = try? JSONSource.parse(extra.text), let members = feature.members else {
      throw Problem(
        file: candidate.file, place: .text(line: extra.line, column: 1),
        wrong: "the region in the extensions is not a JSON object",
        remedy: "remove the element")
    }
    candidate.read(featureOf: members)
  }

  // MARK: Shapes

  private static func geometry(
    of element: XMLElement, _ candidate: inout Candidate, own extra: XMLElement?
  ) throws(Problem) -> Candidate.Geometry {
    if element.name == "wpt" { return .points([try position(element, candidate)]) }
    let runs = element.name == "trk" ? element.children.filter { $0.name == "trkseg" } : [element]
    var lines: [[JSONSource]] = []
    for run in runs {
      var line: [JSONSource] = []
      for point in run.children where points.contains(point.name) {
        do throws(Problem) {
          line.append(try position(point, candidate))
        } catch {
          // A corner of a polygon is not a point of a track.
          guard extra == nil else { throw error }
          candidate.lose(error)
        }
      }
      if extra == nil { line = candidate.clean(line) }
      if line.count == 1, runs.count > 1 {
        // A pause of a watch, for example.
        candidate.faults.append(
          candidate.problem(
            "a segment has a single point", remedy: "remove the segment", line: run.line))
      } else if !line.isEmpty {
        lines.append(line)
      }
    }
    guard lines.contains(where: { $0.count > 1 }) || candidate.lost == 0 && !lines.isEmpty else {
      throw candidate.firstLost ?? candidate.faults.first ?? candidate.problem("it has no points")
    }
    // An outline of OpenCPN's ODraw.
    if element.name == "path", element.text(of: "type") == "Boundary" {
      return .polygons(lines.map { [RegionImport.closed($0)] })
    }
    guard extra?.attribute("shape") == "polygon" else { return .lines(lines) }
    // The number of rings of each part, in order; other programs may have dropped some.
    let counts = extra?.attribute("rings")?.split(separator: " ").map { Int($0) ?? 0 } ?? []
    guard counts.reduce(0, +) == lines.count, counts.allSatisfy({ $0 > 0 }) else {
      throw candidate.problem("some of its rings are missing")
    }
    var rest = lines[...]
    return .polygons(
      counts.map { count in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      })
  }

  private static let points: Set = ["rtept", "trkpt", "ODPoint"]

  private static func outOfRange(_ numbers: [JSONSource]) -> (words: String, remedy: String)? {
    guard let east = numbers[0].json?.number, let north = numbers[1].json?.number else {
      return nil
    }
    guard abs(north) > 90 else {
      return abs(east) > Candidate.farthest
        ? ("lon \(east.plain) is out of range", "give degrees from -180 to 180") : nil
    }
    return (
      "lat \(north.plain) is out of range",
      abs(east) <= 90 ? "lat and lon look swapped: swap them" : "give degrees from -90 to 90"
    )
  }

  private static func position(
    _ point: XMLElement, _ candidate: Candidate
  ) throws(Problem) -> JSONSource {
    var numbers: [JSONSource] = []
    for name in ["lon", "lat"] {
      guard let number = point.attribute(name).flatMap({ JSONSource.number($0) }) else {
        throw candidate.problem(
          point.attribute(name).map { "\(name) is \($0.quoted), which is not a number" }
            ?? "\(name) is missing",
          remedy: point.attribute(name)?.contains { $0 == "," } == true
            ? "write a decimal point: 51.501" : "give degrees, such as 51.501", line: point.line)
      }
      numbers.append(number)
    }
    if let wrong = outOfRange(numbers) {
      throw candidate.problem(wrong.words, remedy: wrong.remedy, line: point.line)
    }
    if let height = point.text(of: "ele").flatMap({ JSONSource.number($0) }) {
      numbers.append(height)
    }
    return .array(numbers)
  }
}
