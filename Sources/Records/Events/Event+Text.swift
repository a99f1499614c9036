internal import Base
package import Geofence

extension Event {
  /// The event as one line of JSON, the same in files, on the socket and on standard output.
  package var json: String { json(positions: .exact) }

  /// The event as one line of JSON, with its position as exact as `positions` allows.
  ///
  /// - Parameter isWritten: Whether it is in the journal; if not, the line is marked as unwritten.
  package func json(positions: Positions, isWritten: Bool = true) -> String {
    let coordinate = positions.shown(coordinate)
    var line = JSONLine()
    line.add("seq", sequence)
    line.add("event", kind.rawValue)
    line.add("region", region)
    line.add("note", note)
    line.add("time", time.rfc3339)
    line.add("crossed", crossed?.rfc3339)
    line.add("detected", detected?.rfc3339)
    line.add("lat", coordinate?.latitude, decimals: 9)
    line.add("lon", coordinate?.longitude, decimals: 9)
    line.add("eph", eph, decimals: 2)
    line.add("depth", depth, decimals: 1)
    line.add("speed", motion?.speed, decimals: 2)
    line.add("track", motion?.track?.course(decimals: 0), decimals: 0)
    line.add("sd", motion?.sigma, decimals: 1)
    line.add("class", category)
    line.add("side", side?.rawValue)
    line.add("topSpeed", topSpeed, decimals: 1)
    line.add("seconds", duration?.inSeconds, decimals: 1)
    line.add("blind", blind?.inSeconds, decimals: 3)
    if isScheduled { line.add("scheduled", true) }
    if !isWritten { line.add("unwritten", true) }
    return line.text
  }

  /// The event as a line for a person: local time, kind, region, note and details.
  package var text: String { line(time: time.local) }
}
