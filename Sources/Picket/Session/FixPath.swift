package import Base
package import Board
package import Geofence

/// The path of every fix: its line is decoded, the fix is filtered, and the decider receives it.
///
/// A run, a replay, `tune` and surveys all use the same path, so that all judge a fix alike.
package struct FixPath<D: Decider>: ~Copyable {
  /// One line and its results.
  package struct Step: Sendable {
    /// The report of the line.
    package let report: GPSDReport

    /// The findings that the line led to.
    package let findings: [Finding]

    /// Whether the line is about the reception of the followed receiver.
    package let isFollowed: Bool
  }

  /// The judgment of one fix.
  package struct Judgment: Sendable {
    /// The fix as it was reported.
    package let fix: Fix

    /// Whether the fix is trusted.
    package let verdict: FixFilter.Verdict

    /// The arrival, if a replay would reach another verdict without it; otherwise `nil`.
    package let arrival: Arrival?
  }

  /// The numbers of fixes, findings and bad lines.
  package private(set) var tally = Tally()

  /// The present reception.
  package private(set) var reception = Reception.connecting

  /// The judgment of the fix in the last line; `nil` when the line had no fix.
  package var judgment: Judgment? {
    guard let verdict, let judgedFix else { return nil }
    return Judgment(fix: judgedFix, verdict: verdict, arrival: neededArrival)
  }

  /// Its verdict, for which nothing else is copied.
  package private(set) var verdict: FixFilter.Verdict?

  /// Its arrival, if a replay would reach another verdict without it; otherwise `nil`.
  package private(set) var neededArrival: Arrival?

  /// Whether the fixes scatter as the receiver claims.
  package private(set) var accuracy = AccuracyCheck()

  /// Whether the reported velocities are those of the positions.
  package private(set) var velocity = VelocityCheck()

  /// The decider, which receives the trusted fixes.
  package var decider: D

  /// The filter, which decides which fixes are trusted.
  package private(set) var filter: FixFilter

  /// The interval at which the receiver reports; `nil` while it is not known.
  ///
  /// It and the lead are needed after each fix, and a call of the filter copies it.
  package private(set) var interval: Duration?

  /// The lead of the timeline over the clock by which arrivals are measured, as in `FixFilter`.
  package private(set) var timelineLead = Duration.zero

  // The fix of the last verdict. It stays after that: only the verdict is removed for each line.
  private var judgedFix: Fix?
  private var decoder = ReportDecoder()
  /// The paths of the configured receiver.
  package var names: DeviceNames
  private var receiver: FollowedReceiver
  private var last: (time: Timestamp, device: String?)?
  // Whether gpsd has answered on this connection.
  private var isGPSD = false
  // The number of reports of other receivers since the last one of the configured receiver.
  private var others = 0
  // The number of reports with a wrong field since the last fix.
  private var mistyped = 0
  // The number of lines of this recording.
  private var lines = 0
  // The last trusted fix, if later reports of its time may complete it.
  private var part: EpochPart?

  /// Creates a path for the filter's device, or for the first device that has a fix.
  ///
  /// It can continue from the start of a walk.
  package init(
    filter: FixFilter, sigmas: [String: Double] = [:], drivers: [String: DeviceDriver] = [:],
    strengths: [String: Double] = [:], names: DeviceNames? = nil, decider: D
  ) {
    self.filter = filter
    self.names = names ?? DeviceNames(filter.device)
    self.decider = decider
    receiver = FollowedReceiver(configured: filter.device)
    decoder.sigmas = sigmas
    decoder.strengths = strengths
    decoder.drivers = drivers
    (interval, timelineLead) = (filter.interval, filter.timelineLead)
  }

  /// The sigmas of the last GST of each device.
  package var sigmas: [String: Double] { decoder.sigmas }

  /// The strength of the signals in the last SKY of each device.
  package var strengths: [String: Double] { decoder.strengths }

  /// The driver of each device.
  package var drivers: [String: DeviceDriver] { decoder.drivers }

  // MARK: Lines

  /// Begins another recording: its lines are counted anew.
  package mutating func beginRecording() {
    lines = 0
    tally.forgetMistake()
  }

  /// Counts sentences of the recording that gpsd dropped because of a wrong checksum.
  package mutating func count(wrongSums: Int) { tally.count(wrongSums: wrongSums) }

  /// Receives the next line.
  package mutating func receive(
    _ line: LineSplitter.Line, _ arrival: Arrival = .unknown
  ) -> Step {
    verdict = nil
    lines += 1
    let report =
      switch line {
      case .whole(let bytes): names.named(decoder.decode(bytes))
      case .tooLong: GPSDReport.unreadable("it is longer than 32 kB")
      }
    var findings: [Finding] = []
    var isFollowed = true
    switch report {
    case .fix(let fix):
      if case .live(let instant) = arrival { isFollowed = receiver.follows(fix, at: instant) }
      findings = receive(fix, arrival)
    case .unreadable: tally.countUnreadable()
    case .mistyped(let mistake):
      if case .whole(let bytes) = line { tally.count(mistake, in: bytes, number: lines) }
    default: break
    }
    if isFollowed { reception = reception.after(report, device: filter.device) }
    if case .live = arrival { recognise(report, line) }
    return Step(report: report, findings: findings, isFollowed: isFollowed)
  }

  /// Recognises a program that is not gpsd, and another receiver in place of the configured one.
  private mutating func recognise(_ report: GPSDReport, _ line: LineSplitter.Line) {
    switch report {
    case .unreadable:
      if !isGPSD { reception = .stranger(Stranger(line)) }
    case .mistyped(let mistake):
      isGPSD = true
      mistyped += 1
      // The same field has another value in each report.
      if case .mistyped(let first) = reception, first.field == mistake.field { return }
      guard mistyped >= Self.mostMistyped else { return }
      reception = .mistyped(mistake)
    case .fix(let fix):
      isGPSD = true
      mistyped = 0
      guard let configured = filter.device, fix.device != configured else { return others = 0 }
      others += 1
      guard others >= Self.mostOthers, !reception.hasFix, reception != .noFix else { return }
      if let other = fix.device { reception = .otherDevice(other, configured: configured) }
    case .other: break
    default: isGPSD = true
    }
  }

  /// After this many reports in a row with a wrong field, none is expected to be right.
  private static var mostMistyped: Int { 3 }

  /// After this many reports of other receivers, the configured one reports nothing.
  private static var mostOthers: Int { 10 }

  /// Receives a report of the connection to gpsd itself.
  package mutating func receive(_ message: GPSDClient.Message) {
    verdict = nil
    if case .silent = message, !isGPSD {
      reception = .stranger(.silent)
    } else {
      reception = reception.after(message)
    }
    if case .connected = message { isGPSD = false }
  }

  private mutating func receive(_ fix: Fix, _ arrival: Arrival) -> [Finding] {
    if let part, let whole = part.completed(with: fix) { return decide(again: whole, part) }
    let before = fix.isPart ? past(arrival) : nil
    let verdict = judge(fix, arrival)
    tally.count(verdict)
    // A part that adds nothing, as gpsd 3.25 sends two or three of, is no fix of its own.
    if part != nil, verdict == .rejected(.duplicate) { return [] }
    let findings = decide(verdict, on: fix)
    if case .trusted = verdict {
      self.part = before.map { EpochPart(fix: fix, findings: findings, before: $0) }
    }
    return count(findings)
  }

  private mutating func decide(_ verdict: FixFilter.Verdict, on fix: Fix) -> [Finding] {
    (interval, timelineLead) = filter.timing()
    self.verdict = verdict
    judgedFix = fix
    guard case .trusted(let trusted) = verdict else { return [] }
    last = (trusted.time, fix.device)
    velocity.add(trusted)
    let findings = decider.decide(trusted)
    if let step = decider.lastStep { accuracy.add(trusted, after: step) }
    return findings
  }

  private mutating func count(_ findings: [Finding]) -> [Finding] {
    for finding in findings { tally.count(finding) }
    return findings
  }

  // MARK: Parts of a fix

  /// Decides on the last fix again, from what was before it, after another report has completed it.
  ///
  /// Findings that were handed on are not taken back: if they would not come again, the first
  /// decision stays, and the report is only another one of the same time.
  private mutating func decide(again whole: Fix, _ part: EpochPart) -> [Finding] {
    // Without a finding there is nothing that could stay.
    let present = part.findings.isEmpty ? nil : past(part.before.arrival)
    restore(part.before)
    let findings = decide(judge(whole, part.before.arrival), on: whole)
    // A replay judges it by the arrival of the first part.
    neededArrival = nil
    // Swift 6.0.3 cannot compile an assignment through `self.part?` here.
    var decided = part
    decided.fix = whole
    self.part = decided
    if let new = Self.findings(findings, without: part.findings) {
      decided.findings = findings
      self.part = decided
      return count(new)
    }
    if let present { restore(present) }
    (interval, timelineLead) = filter.timing()
    verdict = .rejected(.duplicate)
    tally.count(.rejected(.duplicate))
    return count(findings.filter(\.isCue))
  }

  private func past(_ arrival: Arrival) -> Past {
    Past(arrival, filter, decider.past, accuracy, velocity, last)
  }

  private mutating func restore(_ past: Past) {
    filter = past.filter
    decider.goBack(to: past.decider)
    (accuracy, velocity, last) = (past.accuracy, past.velocity, past.last)
  }

  /// The findings without those that were handed on before; `nil` if one of these is missing.
  private static func findings(_ all: [Finding], without old: [Finding]) -> [Finding]? {
    var new = all
    // A cue that was handed on plays, and those of the new decision follow it.
    for finding in old where !finding.isCue {
      guard let place = new.firstIndex(where: { $0.isSame(as: finding) }) else { return nil }
      new.remove(at: place)
    }
    return new
  }

  /// Lets no later report change the last decision: something else has followed from it.
  package mutating func settle() { part = nil }

  // MARK: Judging

  /// Judges a fix, and sets the arrival that a replay needs.
  private mutating func judge(_ fix: Fix, _ arrival: Arrival) -> FixFilter.Verdict {
    neededArrival = nil
    switch arrival {
    case .unknown: return filter.receive(fix)
    case .recorded(let instant, let elapsed):
      neededArrival = arrival
      return filter.receive(fix, arrival: instant, elapsed: elapsed)
    case .live(let instant):
      let elapsed = filter.elapsedInPlace(to: fix, at: instant)
      if goesOn(fix, after: elapsed) {
        return filter.receive(fix, live: instant, elapsed: elapsed)
      }
      var replayed = filter
      let verdict = filter.receive(fix, live: instant, elapsed: elapsed)
      if replayed.receive(fix) != verdict { neededArrival = .recorded(instant, elapsed: elapsed) }
      return verdict
    }
  }

  /// Whether a fix follows the last trusted one within an hour, by its arrival and its time alike.
  ///
  /// Nearly all fixes do, and the filter's verdict on these is the same without the arrival. Both
  /// verdicts are compared only for the others: the first fix, and fixes of another device,
  /// of the same time or of a clock that was set.
  private func goesOn(_ fix: Fix, after elapsed: Duration?) -> Bool {
    guard let last, let time = fix.time, fix.device == last.device else { return false }
    let step = last.time.duration(to: time)
    return step > .zero && step <= Self.longestStep && step == elapsed
  }

  /// Far below a day: from a day on, the filter doubts a step of the clock in a recording.
  private static var longestStep: Duration { .seconds(3600) }
}

extension FixPath where D == RegionMonitor {
  /// Applies the deadlines up to an instant, without a new fix.
  package mutating func deadlineReached(at instant: Instant) -> [Finding] {
    let findings = count(decider.deadlineReached(at: instant))
    if !findings.isEmpty { settle() }
    return findings
  }

  /// The explanation of the last line; `nil` when it was not a fix.
  package var explanation: Explanation? { explained(most: .max)?.explanation }
}

/// The arrival of a line from gpsd, if it is known.
package enum Arrival: Hashable, Sendable {
  /// Just now, at this instant.
  case live(Instant)
  /// During a recorded walk, at this instant and this long after the last trusted fix.
  case recorded(Instant, elapsed: Duration?)
  /// The receiver's clock is the only one, as in a capture.
  case unknown
}
