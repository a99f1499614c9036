/// One position report of a receiver: gpsd's TPV; missing fields are `nil`.
///
/// Nothing in it is trusted yet; `FixFilter` decides that.
public struct Fix: Hashable, Sendable {
  /// The kind of position that the receiver has, as in gps.h's `MODE_*`.
  public enum Mode: Int, Sendable {
    /// The receiver did not report the mode.
    case notSeen = 0
    /// The receiver has no position.
    case noFix = 1
    /// Latitude and longitude are known.
    case fix2D = 2
    /// The altitude is known as well.
    case fix3D = 3
  }

  /// The kind of position that the receiver has.
  public var mode: Mode

  /// The kind of solution, as far as it says something about the error: gpsd's status.
  public enum Solution: Int, Codable, Sendable {
    /// Differential corrections.
    case differential = 2
    /// RTK with fixed ambiguities: centimetres.
    case fixed = 3
    /// RTK with floating ambiguities: decimetres.
    case floating = 4
    /// Dead reckoning: the receiver sees no satellites and goes on from its last velocity.
    case estimated = 5
    /// Made up by a simulator.
    case simulated = 8
  }

  /// The path of the device that reported, as gpsd names it.
  public var device: String?

  /// The time of the fix by the receiver's clock.
  public var time: Timestamp?

  /// The position in degrees; not yet checked to be in range.
  public var coordinate: Coordinate?

  /// gpsd's estimate of the horizontal error in metres, of unknown confidence.
  public var eph: Double?

  /// The quantity from which gpsd made eph.
  public var ephBasis: EphBasis

  /// The speed over ground in metres per second.
  public var speed: Double?

  /// The course over ground in degrees from true north.
  public var track: Double?

  /// The standard deviation of each horizontal axis in metres, if the receiver itself reports it.
  ///
  /// The deviation comes from the GST report before this fix; 0 if that had none any more.
  public var sigma: Double?

  /// The kind of solution; `nil` for a plain one, or an unknown one.
  public var solution: Solution?

  /// The mean carrier-to-noise density, in dB-Hz, of the four strongest satellites that are used.
  ///
  /// It comes from the last SKY before this fix; `nil` if the receiver does not report it.
  public var strength: Double?

  /// Creates a report from its known fields.
  public init(
    mode: Mode, device: String? = nil, time: Timestamp? = nil, coordinate: Coordinate? = nil,
    eph: Double? = nil, speed: Double? = nil, track: Double? = nil, sigma: Double? = nil,
    ephBasis: EphBasis = .unknown, solution: Solution? = nil
  ) {
    self.mode = mode
    self.device = device
    self.time = time
    self.coordinate = coordinate
    self.eph = eph
    self.speed = speed
    self.track = track
    self.sigma = sigma
    self.ephBasis = ephBasis
    self.solution = solution
  }
}

extension Fix {
  /// Whether a later report of the same moment can say more.
  ///
  /// gpsd reports some epochs in parts: first a position, some milliseconds later the velocity.
  package var isPart: Bool { track == nil || eph == nil }

  /// Whether the receiver itself reports the error, which no HDOP shows.
  var hasOwnError: Bool {
    sigma ?? 0 > 0 || eph != nil && ephBasis.source == .receiver
  }

  /// Adds what a later report of the same device and time says beyond this one; returns whether
  /// there is something.
  package mutating func complete(with later: Fix) -> Bool {
    guard time != nil, later.time == time, later.device == device,
      later.mode == .fix2D || later.mode == .fix3D
    else { return false }
    let before = self
    if later.mode.rawValue > mode.rawValue, let better = later.coordinate {
      (mode, coordinate) = (later.mode, better)
    }
    // A speed without a track is gpsd's own or that of a receiver that stands. gpsd replaces its own
    // by that of the receiver, and never the reverse.
    if track == nil, later.track != nil || later.speed != nil {
      (speed, track) = (later.speed, later.track)
    }
    if eph == nil { (eph, ephBasis) = (later.eph, later.ephBasis) }
    if sigma == nil { sigma = later.sigma }
    if let found = later.solution, solution == nil { solution = found }
    return self != before
  }
}
