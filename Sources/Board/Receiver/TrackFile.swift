internal import Base
internal import Geofence
import Glibc

/// A recorded track of another program: GPX with times, TCX, or FIT, which gpsbabel reads.
enum TrackFile: String {
  case gpx = "GPX"
  case tcx = "TCX"
  case fit = "FIT"

  /// The format of a file by its first bytes; `nil` for one that is not a track.
  init?(_ head: [UInt8]) {
    switch XMLText.root(in: head) {
    case "gpx": self = .gpx
    case "TrainingCenterDatabase": self = .tcx
    default:
      guard head.dropFirst(8).starts(with: Array(".FIT".utf8)) else { return nil }
      self = .fit
    }
  }

  /// Calls `body` with a report for each point that has a place and a time.
  func forEachReport(
    of input: Int32, _ path: String, _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    var (points, timed, fast) = (0, [JSONLine](), false)
    do {
      let bytes = try self == .fit ? Self.converted(input, path) : Self.bytes(of: input, path)
      try XMLReader.read(bytes, file: path, wanted: ["trkpt", "Trackpoint"]) { _, problem in
        Log.write(.warning, problem.description)
      } handle: { part in
        guard case .element(let point) = part else { return }
        points += 1
        guard let report = Self.report(of: point) else { return }
        timed.append(report.line)
        fast = fast || report.hasSpeed
      }
    } catch let problem as Problem {
      throw UnusableFile(description: problem.description)
    }
    guard !timed.isEmpty else {
      let lack = points == 0 ? "points of a track" : "times, as of a tour that is only planned"
      throw UnusableFile(
        description: "\(path): is a \(rawValue) without \(lack); give the track that was recorded")
    }
    if !fast {
      Log.write(
        .warning,
        "\(path): is a \(rawValue) without speeds: only its positions count, so crossings are "
          + "noticed later")
    }
    for report in timed { try body(.whole(Array(report.text.utf8))) }
  }

  /// The most bytes of a track; a day of a point each second has a tenth of it.
  private static let longest = 256 << 20

  private static func bytes(of input: Int32, _ path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try PackedFile.chunks(of: input, path) { chunk in
      bytes += chunk
      guard bytes.count <= longest else {
        throw UnusableFile(
          description: "\(path): has more than \(longest >> 20) MB; give a part of it")
      }
    }
    return bytes
  }

  /// The GPX of a FIT; that of GPX 1.0 has speeds.
  private static func converted(_ input: Int32, _ path: String) throws -> [UInt8] {
    lseek(input, 0, SEEK_SET)
    let (child, output) = try Subprocess.start(
      ["gpsbabel", "-i", "garmin_fit", "-f", "/dev/stdin", "-o", "gpx,gpxver=1.0", "-F", "-"],
      input,
      remedy: "install gpsbabel, which reads FIT")
    defer { close(output) }
    var status: Int32 = 0
    let read = Result { try bytes(of: output, path) }
    if case .failure = read { kill(child, SIGKILL) }
    waitpid(child, &status, 0)
    let track = try read.get()
    guard status == 0 else {
      throw UnusableFile(description: "\(path): gpsbabel cannot read it; give another copy")
    }
    return track
  }

  /// A point as a report of gpsd; `nil` without a place or a time.
  private static func report(of point: XMLElement) -> (line: JSONLine, hasSpeed: Bool)? {
    let place = point.child("Position")
    guard
      let north = number(point.attribute("lat") ?? place?.text(of: "LatitudeDegrees"), to: 90),
      let east = number(point.attribute("lon") ?? place?.text(of: "LongitudeDegrees"), to: 180),
      let text = point.text(of: "time") ?? point.text(of: "Time"),
      let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "Z")
    else { return nil }
    let height = number(point.text(of: "ele") ?? point.text(of: "AltitudeMeters"), to: 100_000)
    let speed = number(value("speed", in: point), to: 1000)
    var line = JSONLine()
    line.add("class", "TPV")
    line.add("mode", height == nil ? 2 : 3)
    line.add("time", time.rfc3339)
    line.add("lat", north, decimals: 9)
    line.add("lon", east, decimals: 9)
    line.add("altMSL", height, decimals: 3)
    line.add("speed", speed, decimals: 3)
    line.add("track", number(value("course", in: point), to: 360), decimals: 3)
    return (line, speed != nil)
  }

  private static func number(_ text: String?, to most: Double) -> Double? {
    guard let number = text.flatMap({ Double($0) }), abs(number) <= most else { return nil }
    return number
  }

  /// The text of an element of this name, which is mostly in the extensions of a program.
  private static func value(_ name: String, in element: XMLElement) -> String? {
    if element.name.lowercased() == name { return element.trimmed }
    for child in element.children {
      if let found = value(name, in: child) { return found }
    }
    return nil
  }
}
