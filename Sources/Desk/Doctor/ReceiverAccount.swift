package import Board
package import Geofence

/// The reports of gpsd and its receiver while the doctor listened.
package struct ReceiverAccount: Hashable, Sendable {
  /// The settings of gpsd and its device.
  package let settings: GPSDSettings

  /// Whether a connection was made.
  package var isConnected = false

  /// The reason for which there is no connection.
  package var failure: String?

  /// The release of gpsd.
  package var release: String?

  /// The receivers of gpsd; `nil` before it has listed them.
  package var devices: [GPSDReport.Device]?

  /// The paths of the configured receiver other than the configured one.
  package var names: Set<String> = []

  /// The number of reports of the followed receiver.
  package var reports = 0

  /// The receivers that reported fixes and are not the followed one.
  package var others: Set<String> = []

  /// What answers in gpsd's place, by its first line.
  package var stranger: Stranger?

  /// The first field of a report that has the wrong type.
  package var mistake: FieldMistake?

  /// The best mode of the receiver's fixes.
  package var mode = Fix.Mode.notSeen

  /// The satellites, as the receiver reported them last.
  package var satellites: Satellites?

  /// The time that the receiver reported last, and the machine's time at that moment.
  package var clocks: Clocks?

  /// The number of fixes that Picket trusts.
  package var trusted = 0

  /// The numbers of fixes with a position that Picket does not trust, by reason.
  package var rejected: [Rejection: Int] = [:]

  /// What the fixes have shown of the receiver's velocities.
  package var velocity = VelocityCheck()

  /// Whether the last fix was made up by a simulator.
  package var isSimulated = false

  /// Two clocks at one moment.
  package struct Clocks: Hashable, Sendable {
    /// The receiver's time.
    package let receiver: Timestamp
    /// The machine's time.
    package let machine: Timestamp
    /// Whether a time service keeps the machine's clock.
    package let isKept: Bool

    /// Creates the times of one moment.
    package init(receiver: Timestamp, machine: Timestamp, isKept: Bool = false) {
      (self.receiver, self.machine, self.isKept) = (receiver, machine, isKept)
    }

    /// The doubt about the receiver's date; `nil` where the machine's may be the wrong one.
    var doubt: DateDoubt? { DateDoubt(receiver: receiver, system: machine, isKept: isKept) }
  }

  /// Starts with nothing reported.
  package init(_ settings: GPSDSettings) {
    self.settings = settings
  }

  /// Adds a report of gpsd.
  ///
  /// - Parameters:
  ///   - line: The line of the report.
  ///   - verdict: The filter's verdict on the fix in the report.
  ///   - isFollowed: Whether the report is of the receiver whose fixes count.
  ///   - now: The machine's time.
  ///   - isKept: Whether a time service keeps the machine's clock.
  package mutating func add(
    _ report: GPSDReport, line: [UInt8] = [], verdict: FixFilter.Verdict? = nil,
    isFollowed: Bool = true, at now: Timestamp, isKept: Bool = false
  ) {
    switch report {
    case .version(let release): self.release = release
    case .devices(let list): devices = list
    case .device(let device):
      devices = (devices ?? []).filter { $0.path != device.path } + [device]
    case .fix(let fix):
      guard isFollowed else {
        if let other = fix.device { others.insert(other) }
        return
      }
      reports += 1
      if fix.mode.rawValue > mode.rawValue { mode = fix.mode }
      isSimulated = fix.solution == .simulated
      if let time = fix.time { clocks = Clocks(receiver: time, machine: now, isKept: isKept) }
      count(verdict)
    case .sky(let satellites):
      guard settings.device == nil || satellites.device == settings.device else { return }
      reports += 1
      self.satellites = satellites
    case .mistyped(let mistake):
      reports += 1
      self.mistake = self.mistake ?? mistake
    case .unreadable where !isGPSD: stranger = stranger ?? Stranger(.whole(line))
    default: break
    }
  }

  private mutating func count(_ verdict: FixFilter.Verdict?) {
    switch verdict {
    case .trusted: trusted += 1
    // gpsd reports some epochs more than once.
    case .rejected(.duplicate), .rejected(.noFix), nil: break
    case .rejected(let reason): rejected[reason, default: 0] += 1
    }
  }

  /// Whether the program that answers is gpsd.
  package var isGPSD: Bool { release != nil || devices != nil }

  /// Whether listening longer would reveal nothing new.
  package var isComplete: Bool {
    failure != nil || hasReports && (velocity.isMoving == false || isVelocityJudged)
  }

  /// Whether only the motion of the carrier, which has not shown, could reveal more.
  package var isEnough: Bool { hasReports && velocity.isMoving != true }

  private var hasReports: Bool { trusted > 0 && satellites != nil }

  private var isVelocityJudged: Bool { velocity.isShown || velocity.doubt != nil }

  /// Whether gpsd has no receiver that could report something.
  package var hasNoReceiver: Bool { devices?.isEmpty ?? false }
}
