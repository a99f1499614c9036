/// The stream of a simulated gpsd: pieces of reports with their times.
struct GPSDStream {
  /// The bytes of one call of `send`.
  struct Piece {
    /// Seconds since the start of the stream.
    let time: Double
    let bytes: [UInt8]
    /// Whether its last byte is the last one of a TPV.
    let endsFix: Bool
  }

  /// A report of gpsd.
  enum Report {
    /// A TPV with all fields that gpsd 3.25 has for a fix.
    case fix3D
    /// A TPV of less than a third of that length.
    case short2D
    /// A TPV without a fix.
    case noFix
    /// A SKY without satellites.
    case shortSky
    /// A SKY with 20 satellites.
    case sky
    /// An error that does not concern fixes.
    case error
  }

  private(set) var pieces: [Piece] = []
  // The second of the first fix, on the clock of the receiver.
  private var clock: Int
  private var end = 0.0

  /// Creates an empty stream; the receiver's clock starts this many seconds after the hour.
  init(clock: Int = 0) {
    self.clock = clock
  }

  /// Adds a report at a time, or right after the last report, and cuts it at a given byte.
  mutating func add(
    _ report: Report, at time: Double, cutAt cut: Int? = nil, for gap: Double = 0.02
  ) {
    var bytes = Array("\(text(of: report))\n".utf8)[...]
    let isFix = [.fix3D, .short2D, .noFix].contains(report)
    end = max(end, time)
    if let cut, (1..<bytes.count).contains(cut) {
      pieces.append(Piece(time: end, bytes: Array(bytes.prefix(cut)), endsFix: false))
      bytes = bytes.dropFirst(cut)
      end += gap
    }
    pieces.append(Piece(time: end, bytes: Array(bytes), endsFix: isFix))
  }

  private mutating func text(of report: Report) -> String {
    switch report {
    case .fix3D:
      return """
        {"class":"TPV","device":"/dev/gps","mode":3,"time":"\(nextTime())","leapseconds":18,\
        "ept":0.005,"lat":47.000000000,"lon":15.000000000,"altHAE":314.1000,"altMSL":271.0000,\
        "alt":271.0000,"epx":3.750,"epy":3.750,"epv":8.050,"track":90.0000,"magtrack":94.1000,\
        "magvar":4.1,"speed":5.000,"climb":0.000,"eps":7.50,"epc":16.10,"geoidSep":43.100,\
        "eph":17.100,"sep":19.950}
        """
    case .short2D:
      return """
        {"class":"TPV","device":"/dev/gps","mode":2,"time":"\(nextTime())","lat":47.0,"lon":15.0}
        """
    case .noFix: return #"{"class":"TPV","device":"/dev/gps","mode":1,"time":"\#(nextTime())"}"#
    case .shortSky: return #"{"class":"SKY","device":"/dev/gps","hdop":0.90,"pdop":1.70}"#
    case .sky:
      let satellites = (1...20).map {
        #"{"PRN":\#($0),"el":45.0,"az":90.0,"ss":40.0,"used":true,"gnssid":0,"svid":\#($0)}"#
      }
      return """
        {"class":"SKY","device":"/dev/gps","satellites":[\(satellites.joined(separator: ","))]}
        """
    case .error: return #"{"class":"ERROR","message":"Unrecognized request"}"#
    }
  }

  private mutating func nextTime() -> String {
    clock += 1
    let (minute, second) = (clock / 60, clock % 60)
    return "2026-06-03T09:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z"
  }
}

// MARK: Streams

extension GPSDStream {
  /// A change in the stream of gpsd.
  enum Change: CaseIterable {
    /// A fix comes in two segments of TCP.
    case cut
    /// A 3D fix becomes a 2D fix that is much shorter.
    case short2D
    /// The receiver loses its fix and finds it again.
    case noFix
    /// SKY is no longer sent before the fixes.
    case skyStops
    /// The receiver goes from one fix a second to ten.
    case faster
  }

  /// A few fixes; the last fixes come with a change.
  init(_ change: Change, clock: Int = 0) {
    self.init(clock: clock)
    // The signal of the first fix has ended by the last of these fixes.
    for second in 0...4 {
      if change == .skyStops || change == .faster { add(.sky, at: Double(second)) }
      add(.fix3D, at: Double(second) + 0.05)
    }
    switch change {
    case .cut: add(.fix3D, at: 4.2, cutAt: 250)
    case .short2D: add(.short2D, at: 4.2)
    case .noFix:
      add(.noFix, at: 4.2)
      add(.fix3D, at: 5.4)
    case .skyStops: add(.fix3D, at: 5.2)
    case .faster: for tenth in 41...44 { add(.fix3D, at: Double(tenth) / 10 + 0.05) }
    }
  }

  /// Fixes with random intervals, kinds, pieces and reports between them.
  init(seed: UInt64, fixes: Int) {
    self.init()
    var chance = SeededGenerator(seed: seed)
    func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &chance) < percent }
    var (time, interval) = (0.0, 0.1)
    var skies: [Report] = []
    for _ in 0..<fixes {
      if happens(15) { interval = [0.1, 0.2, 0.5, 1.2].randomElement(using: &chance) ?? 1 }
      if happens(20) {
        skies = [[], [.sky], [.shortSky, .shortSky, .sky]].randomElement(using: &chance) ?? []
      }
      time += interval + Double.random(in: 0...0.02, using: &chance)
      let between = happens(70) ? skies : []
      for report in between + (happens(5) ? [.error] : []) {
        add(
          report, at: time - 0.06,
          cutAt: happens(30) ? Int.random(in: 1...1500, using: &chance) : nil)
      }
      let fix: Report = happens(75) ? .fix3D : happens(60) ? .short2D : .noFix
      add(fix, at: time, cutAt: happens(40) ? Int.random(in: 1...370, using: &chance) : nil)
    }
  }
}
