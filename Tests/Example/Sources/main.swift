import Geofence

// A circle with a radius of thirty metres around the middle of an orchard.
let middle = Coordinate(latitude: 51.501, longitude: -0.142)
guard let circle = Circle(center: middle, radius: 30) else { fatalError("not a circle") }
let orchard = Region(
  id: "orchard", shape: .circle(circle), note: "Ladders are by the gate", dwell: .seconds(5))

var filter = FixFilter()
var monitor = RegionMonitor(regions: [orchard])

/// The fix of a line: its time, degrees north and east, metres per second, and the course.
func fix(_ line: String) -> Fix? {
  let words = line.split(separator: " ")
  let numbers = words.dropFirst().compactMap { Double($0) }
  guard let first = words.first, let time = Timestamp(rfc3339: String(first)), numbers.count == 4
  else { return nil }
  return Fix(
    mode: .fix3D, time: time,
    coordinate: Coordinate(latitude: numbers[0], longitude: numbers[1]), speed: numbers[2],
    track: numbers[3])
}

while let line = readLine() {
  guard let fix = fix(line) else {
    print("not a fix: \(line)")
    continue
  }
  switch filter.receive(fix) {
  case .rejected(let reason):
    print("not trusted, \(reason.rawValue): \(line)")
  case .trusted(let fix):
    for finding in monitor.receive(fix) {
      switch finding {
      case .event(let event): print(event)
      case .determined(let region, let state): print("\(fix.time)  \(state) \(region)")
      default: break
      }
    }
  }
}
