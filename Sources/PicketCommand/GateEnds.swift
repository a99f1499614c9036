import ArgumentParser
import Base
import Commands
import Geofence
import Glibc
import Picket
import RegionFiles

/// The ends of a gate, where you stand one after the other.
///
/// The first end is kept in a file next to the regions until the gate is made: a connection that breaks
/// on the way to the other end, or a command without a terminal, loses nothing.
struct GateEnds {
  private let id: String
  private let configuration: Configuration
  private var path: String { "\(configuration.regions.file).gate" }

  init(_ id: String, _ configuration: Configuration) {
    (self.id, self.configuration) = (id, configuration)
  }

  /// The ends in the value of `--gate`: two, one to which `--here` is the other, or none.
  static func typed(_ text: String, isHere: Bool) throws -> [NewRegion.Spot] {
    if text == "--here" { return [] }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == (isHere ? 2 : 4), parts.allSatisfy({ JSONSource.number($0) != nil }) else {
      throw ValidationError(
        "--gate \(text): give latitude and longitude of both ends, such as "
          + "51.501,-0.142,51.5015,-0.142, or --here")
    }
    return stride(from: 0, to: parts.count, by: 2).map {
      .typed(latitude: parts[$0], longitude: parts[$0 + 1])
    }
  }

  /// The gate from one end to the place where you stand; `nil` while the first end is kept.
  func form(from typed: NewRegion.Spot?) throws -> NewRegion.Form? {
    let other = "picket regions add \(id) --gate --here"
    if let typed { return .gate(typed, .stood(try Position.here(configuration))) }
    let first: Coordinate
    let kept = self.kept
    if let kept {
      let age = kept.time.duration(to: SystemClock.now).inSeconds
      guard 0...Self.longest ~= age else {
        throw refusal("is of \(kept.time.local)", kept.place)
      }
      StandardOutput.print("the first end is the one of \(age.secondsText(decimals: 0)) ago")
      first = kept.place
    } else {
      first = try Position.here(configuration)
      try keep(first)
      Log.write(.info, "walk to the other end, and press Enter there; or give \(other) there")
      guard readLine() != nil else {
        StandardOutput.print("the first end is kept for half an hour; at the other end: \(other)")
        return nil
      }
    }
    let second = try Position.here(configuration)
    let length = first.distance(to: second)
    guard kept == nil || length <= Self.farthest else {
      throw refusal("is \(length.metresText()) from here", first)
    }
    guard length >= Self.shortest else {
      Log.write(
        .error,
        "the other end is \(length.metresText()) from the first; walk to it, and give the command there"
      )
      throw ExitCode(1)
    }
    return .gate(.stood(first), .stood(second))
  }

  // Metres: closer ends are two errors of one place.
  private static let shortest = 2.0

  // Metres from a kept end, which may be one of another day or place.
  private static let farthest = 200.0

  // Seconds.
  private static let longest = 1800.0

  /// Refuses a kept end, which stays: it may have been a long way to it.
  private func refusal(_ reason: String, _ place: Coordinate) -> ExitCode {
    Log.write(
      .error,
      "the first end that was kept \(reason); remove \(path) to begin anew, or keep that end with "
        + "--gate \(place.latitude.text(decimals: 7)),\(place.longitude.text(decimals: 7)) --here")
    return ExitCode(1)
  }

  /// The first end of this gate that a command has kept.
  private var kept: (place: Coordinate, time: Timestamp)? {
    guard let text = try? TextFile.read(path: path, limit: 4096, remedy: ""),
      case .object(let members)? = try? JSON.parse(text),
      members["region"]?.string == id, let latitude = members["lat"]?.number,
      let longitude = members["lon"]?.number,
      let time = members["time"]?.string.flatMap({ Timestamp(rfc3339: $0) })
    else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? (place, time) : nil
  }

  private func keep(_ place: Coordinate) throws {
    var line = JSONLine()
    line.add("region", id)
    line.add("time", SystemClock.now.rfc3339)
    line.add("lat", place.latitude, decimals: 9)
    line.add("lon", place.longitude, decimals: 9)
    do throws(SystemError) {
      try OutputFile.write(line.text + "\n", to: path)
    } catch {
      Log.write(.error, "the first end cannot be kept: \(error)")
      throw ExitCode(74)
    }
  }

  /// Removes the kept end.
  func forget() { unlink(path) }
}
