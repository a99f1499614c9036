import Geofence

/// The row of one made receiver.
struct MadeRow: Sendable {
  private let receiver: MadeReceiver
  private let ways: Int
  private var random: MadeRandom
  // For each speed: the metres past the border at the exit, and the exits that were missed.
  private var past = speeds.map { _ in [Double]() }
  private var missed = speeds.map { _ in 0 }
  // The seconds from the border to the exit of a carrier that stays 3 m outside.
  private var stays: [Double] = []
  private var neverReported = 0
  private var visits: [Double] = []
  private var wrong = 0

  /// The speeds of the exits in metres per second.
  private static let speeds = [0.3, 1, 3]

  /// Plays all ways of a receiver.
  init(_ receiver: MadeReceiver, seed: UInt64) {
    self.receiver = receiver
    random = MadeRandom(seed: seed)
    // Small errors differ little.
    ways = receiver.error < 1 ? 12 : 30
    for _ in 0..<ways {
      let outwards = random.direction()
      for index in Self.speeds.indices { cross(index, outwards) }
      leave(outwards)
      visit(outwards)
      stayInside(outwards)
    }
  }

  /// The line of the table.
  var line: String {
    let cells = [
      past.map { Self.median($0, 2) }.joined(separator: " / ") + " m",
      missed.map(String.init).joined(separator: " / ") + " of \(ways)",
      stays.isEmpty
        ? "never"
        : Self.median(stays, 1) + " s" + (neverReported > 0 ? ", \(neverReported) never" : ""),
      Self.median(visits, 0), "\(wrong)",
    ]
    return "| \(receiver.name) | \(cells.joined(separator: " | ")) |"
  }

  /// Straight out from near the middle and back in.
  private mutating func cross(_ index: Int, _ outwards: LocalMap.Point) {
    let speed = Self.speeds[index]
    // The fixes are 0.2 m apart at 1 m/s: not always in the same places.
    var way = MadeWay(from: outwards * (2 + 0.2 * random.unit()), for: 60)
    way.go(to: outwards * 90, speed)
    way.wait(60)
    way.go(to: outwards * 2, speed)
    way.wait(60)
    let events = receiver.events(on: way, &random)
    if let exit = events.first(where: { $0.kind == .exit }) {
      past[index].append(-way.depth(at: exit.time))
    } else {
      missed[index] += 1
    }
    for kind in [Event.Kind.exit, .enter] {
      wrong += max(0, events.filter { $0.kind == kind }.count - 1)
    }
  }

  /// Stands 1 m inside, goes 3 m out and stays there.
  private mutating func leave(_ outwards: LocalMap.Point) {
    var way = MadeWay(from: outwards * (MadeWay.radius - 1), for: 300)
    way.go(to: outwards * (MadeWay.radius + 3), 0.5)
    way.wait(300)
    let exit = receiver.events(on: way, &random).first { $0.kind == .exit }
    guard let exit else { return neverReported += 1 }
    // The border is 1 m away, at 0.5 m/s.
    stays.append(way.time(of: 0).duration(to: exit.time).inSeconds - 302)
  }

  /// Five times 1 m out for 4 s.
  private mutating func visit(_ outwards: LocalMap.Point) {
    var way = MadeWay(from: outwards * 0, for: 60)
    for _ in 0..<5 {
      way.go(to: outwards * (MadeWay.radius + 1), 1)
      way.wait(2)
      way.go(to: outwards * 10, 1)
    }
    visits.append(Double(receiver.events(on: way, &random).count))
  }

  /// Turns back 1 m before the border five times, and goes once round 1 m inside.
  private mutating func stayInside(_ outwards: LocalMap.Point) {
    let inside = MadeWay.radius - 1
    var way = MadeWay(from: outwards * 0, for: 60)
    for _ in 0..<5 {
      way.go(to: outwards * inside, 1)
      way.go(to: outwards * 10, 1)
    }
    wrong += receiver.events(on: way, &random).count
    way = MadeWay(from: LocalMap.Point.unit(0) * inside, for: 60)
    for corner in 1..<200 {
      way.go(to: LocalMap.Point.unit(2 * .pi * Double(corner) / 199) * inside, 1)
    }
    wrong += receiver.events(on: way, &random).count
  }

  private static func median(_ list: [Double], _ decimals: Int) -> String {
    guard !list.isEmpty else { return "-" }
    let sorted = list.sorted()
    return ((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2).fixed(decimals)
  }
}
