import Geofence
import Glibc

/// A made receiver: its error, and what it says about it.
struct MadeReceiver: Sendable {
  /// Its name in the table.
  let name: String

  /// The standard deviation of each axis that its fixes have, in metres.
  var error: Double

  /// The deviation that it claims, in metres.
  var claim: Double

  /// The seconds for which errors last; 0 for errors of each fix's own.
  var life = 0.0

  /// The error of each axis of the velocity in metres per second; `nil` without a velocity.
  var doppler: Double? = 0.03

  /// The error of each fix's own as a part of the whole, where most of the error lasts.
  var own = 0.3

  /// The kind of solution that it reports.
  var solution: Fix.Solution?

  /// The receivers of the table.
  static let all = [
    MadeReceiver(name: "2 cm", error: 0.02, claim: 0.02, solution: .fixed),
    MadeReceiver(
      name: "2 cm without a speed", error: 0.02, claim: 0.02, doppler: nil, solution: .fixed),
    MadeReceiver(name: "0.3 m for a minute", error: 0.3, claim: 0.35, life: 60),
    MadeReceiver(name: "1.2 m for a minute", error: 1.2, claim: 1.2, life: 60, doppler: 0.1),
    MadeReceiver(name: "5 m for a minute", error: 5, claim: 7, life: 60, doppler: 0.3),
    MadeReceiver(name: "15 m for a minute", error: 15, claim: 21, life: 60, doppler: 0.5),
  ]

  /// The seconds for which an error of 3 m lasts that a receiver does not admit.
  static let lives = [1.0, 3, 10, 30, 60, 300, 900, 3600]

  /// The events of a circle on a way, as Picket decides.
  func events(on way: MadeWay, _ random: inout MadeRandom) -> [Event] {
    guard let circle = Circle(center: MadeWay.centre, radius: MadeWay.radius) else { return [] }
    var filter = FixFilter()
    var monitor = RegionMonitor(regions: [Region(id: "circle", shape: .circle(circle))])
    var events: [Event] = []
    for fix in fixes(on: way, &random) {
      guard case .trusted(let trusted) = filter.receive(fix) else { continue }
      for case .event(let event) in monitor.receive(trusted) { events.append(event) }
    }
    return events
  }

  /// The fixes of the receiver on a way that has a place for each of its fixes.
  func fixes(on way: MadeWay, _ random: inout MadeRandom) -> [Fix] {
    let map = LocalMap(around: MadeWay.centre)
    let interval = 1 / MadeWay.rate
    let stays = life > 0 ? exp(-interval / life) : 0
    let renewed = (1 - stays * stays).squareRoot()
    var shared = random.offset(error)
    return way.places.indices.map { index in
      if index > 0 { shared = shared * stays + random.offset(error) * renewed }
      let own = life > 0 ? random.offset(own * error) : LocalMap.Point(east: 0, north: 0)
      let place = way.places[index] + shared + own
      let velocity = doppler.map { way.velocity(at: index) + random.offset($0) }
      let speed = velocity?.length
      let course = velocity.map { atan2($0.east, $0.north) * 180 / .pi }
      return Fix(
        mode: .fix3D, time: way.time(of: index),
        coordinate: map.coordinate(place), speed: speed,
        track: speed ?? 0 > Self.courseSpeed ? course.map { $0 < 0 ? $0 + 360 : $0 } : nil,
        sigma: claim, solution: solution)
    }
  }

  /// Slower than this, in metres per second, a receiver reports no course.
  private static let courseSpeed = 0.1
}

/// Random numbers that a seed determines: SplitMix64.
struct MadeRandom {
  private var state: UInt64

  /// Starts with a seed.
  init(seed: UInt64) { state = seed }

  /// A number from 0 to 1.
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
  }

  /// Two normal errors of this deviation.
  mutating func offset(_ deviation: Double) -> LocalMap.Point {
    let radius = deviation * (-2 * log(max(1e-300, unit()))).squareRoot()
    return direction() * radius
  }

  /// A direction of length 1.
  mutating func direction() -> LocalMap.Point { .unit(2 * .pi * unit()) }
}
