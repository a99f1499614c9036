import Board
import Geofence
@testable import Picket

/// The session of a controller with fixes, deadlines and changes of the regions at random times,
/// recorded from a random moment on.
struct RecordedCourse: ~Copyable {
  private var session: Session
  private var writer: WalkWriter?
  private(set) var events: [String] = []
  private(set) var reminders: [String] = []
  /// The steps of the approach cues, and 0 whenever one ends.
  private(set) var cues: [Int] = []
  private var random: SeededGenerator
  private var clock = 1_780_478_040.0
  private var now = Instant(.seconds(77))
  private var place = (east: 0.0, north: 0.0)
  private var heading = 0.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    session = Session(
      Self.settings(1), state: SavedState(), pace: Pace(start: now), at: now)
    guard seed.isMultiple(of: 2) else { return }
    // A recording that begins later does not have this report, but needs the driver.
    let device = #"{"class":"DEVICE","path":"/dev/a","driver":"u-blox"}"#
    _ = session.receive(.line(.whole(Array(device.utf8)), at: now), at: now)
    var directives: [Directive] = []
    session.turn.take(&directives)
  }

  /// The regions of a generation.
  static func regions(_ generation: Int) -> [Region] {
    func center(_ east: Double) -> Coordinate {
      Coordinate(latitude: 47, longitude: 15 + east / 76_057)
    }
    let square = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { east, north in
      Coordinate(latitude: 47.0001 + north * 3e-4, longitude: 15.0015 + east * 4e-4)
    }
    var regions = [
      Region(
        id: "ring", shape: .circle(Circle(center: center(0), radius: 40)!),
        linger: .milliseconds(2345),
        sense: Sense.allCases[generation % 3], dwell: .milliseconds(7301 * Int64(5 - generation)),
        reminder: ReminderRule(every: .milliseconds(5003 + 999 * Int64(generation)), atMost: 5)),
      Region(
        id: "field", shape: .polygon(Polygon(parts: [[square]])!), note: "Gate \"A\"",
        notifyOnExit: false, cushion: Double(generation) / 3, sense: .quiet,
        reminder: generation == 2
          ? nil : ReminderRule(every: .seconds(6), side: .inside, atMost: generation),
        exclude: ["ring", "pond"]),
      Region(
        id: "yard", shape: .circle(Circle(center: center(20), radius: 60)!),
        reminder: ReminderRule(every: .seconds(7), atMost: 9),
        active: (try? Schedule("07:00-09:15,09:16-09:19,09:21-24:00")).map {
          Hours($0, clock: .utc, place: center(20))
        }, reportsStart: generation == 3),
      Region(
        id: "pond", shape: .circle(Circle(center: square[0], radius: 30)!),
        isEnabled: generation < 3),
      Region(
        id: "path", shape: .corridor(Corridor(lines: [[center(-300), center(300)]], width: 25)!),
        sense: .quick, expires: Timestamp(nanoseconds: 1_780_478_400_000_000_000), signal: "own"),
      Region(id: "far", shape: .circle(Circle(center: center(40_000), radius: 50)!)),
    ]
    regions[0].approach = ApproachRule(within: .seconds(9), from: .both, atMost: .seconds(7))
    regions[3].approach = ApproachRule(within: .seconds(4 + generation), from: .inside)
    return regions
  }

  private static func settings(_ generation: Int) -> Settings {
    Settings(configuration: Configuration(), regions: regions(generation), warnings: [])
  }

  mutating func start(in directory: String) throws {
    (events, reminders, cues) = ([], [], [])
    writer = try WalkWriter(
      WalkStart("walk", session, at: now), in: directory, regions: session.monitor.placed,
      configuration: nil)
  }

  mutating func end() throws {
    try pass(9)
    try writer?.end("asked", at: nil)
  }

  /// Continues for this many steps.
  mutating func go(_ steps: Int) throws {
    for _ in 0..<steps {
      switch Int.random(in: 0..<100, using: &random) {
      case 0: try pass(Double.random(in: 1...40, using: &random))
      case 1: clock -= Double.random(in: 1...3000, using: &random)
      case 2: clock += Double.random(in: 6...3000, using: &random)
      case 3: try report(#"{"class":"SKY","device":"/dev/a"}"#)
      case 4: try report(#"{"class":"TPV","device":"/dev/a","mode":1}"#)
      case 5:
        let sigma = Double.random(in: 1...9, using: &random)
        try report(#"{"class":"GST","device":"/dev/a","lat":\#(sigma),"lon":3.5}"#)
      case 6 where Int.random(in: 0..<5, using: &random) == 0:
        let settings = Self.settings(Int.random(in: 1...4, using: &random))
        session.adopt(ReloadedFiles(.success(settings), watched: ""), at: now)
        try perform()
      case 7: try tell()
      case 11 where Int.random(in: 0..<3, using: &random) == 0:
        session.press(Button.Press(length: .short, start: now), at: now)
        try perform()
      case 8...10:
        // A late report may contradict a confirmed event.
        try pass(3, clock: 1)
        for _ in 0..<3 { try second(passing: 0) }
      default: try second()
      }
    }
  }

  private mutating func second(passing seconds: Double = 1) throws {
    try pass(seconds, clock: 1)
    heading += Double.random(in: -0.6...0.6, using: &random)
    // Turns back to the middle, so that borders are passed.
    if abs(place.east) > 150 { heading = place.east > 0 ? .pi : 0 }
    place.east += 4 * (heading < .pi / 2 && heading > -.pi / 2 ? 1 : -1)
    place.north += Double.random(in: -3...3, using: &random) - place.north / 10
    try tell()
  }

  private mutating func tell() throws {
    guard let time = Timestamp(seconds: clock) else { return }
    let jitter = Double.random(in: -4...4, using: &random)
    try report(
      """
      {"class":"TPV","device":"/dev/a","mode":3,"time":"\(time.rfc3339)",\
      "lat":\(47 + (place.north + jitter) / 111_000),"lon":\(15 + (place.east - jitter) / 76_057),\
      "speed":4.0,"track":\(heading > 1.5 ? 270 : 90),"eph":\(10 + jitter)}
      """)
  }

  /// Advances both clocks, and handles deadlines some time after they are due.
  private mutating func pass(_ seconds: Double, clock step: Double? = nil) throws {
    clock += step ?? seconds
    let end = now.advanced(by: .seconds(seconds + Double.random(in: -0.05...0.3, using: &random)))
    while let deadline = session.deadline {
      let late = Duration.nanoseconds(Int64.random(in: 0...99, using: &random))
      guard deadline < end else { break }
      session.deadlineReached(at: deadline.advanced(by: late))
      try perform()
    }
    now = max(now, end)
  }

  private mutating func report(_ line: String) throws {
    let bytes = Array(line.utf8)
    try writer?.add(report: bytes)
    _ = session.receive(.line(.whole(bytes), at: now), at: now)
    try perform()
  }

  /// Carries out the directives about the walk.
  private mutating func perform() throws {
    var directives: [Directive] = []
    session.turn.take(&directives)
    for directive in directives {
      switch directive {
      case .event(let event): events.append(event.json)
      case .cue(.approach(let step)): cues.append(step)
      case .cue(nil): cues.append(0)
      case .record(let entry):
        if case .reminder(let reminder) = entry { reminders.append(reminder.json) }
        try writer?.add(entry)
      case .recordEvent(let event): try writer?.add(.event(event.json))
      case .recordRegions(let instant):
        try writer?.add(regions: session.monitor.placed, at: instant)
      default: break
      }
    }
  }
}
