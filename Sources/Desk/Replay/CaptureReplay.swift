package import Base
package import Board
package import Geofence
package import Picket

/// Plays a recording on its own clock, along the same path as the fixes of a live run.
///
/// Nothing waits, and the result does not depend on the time or speed of the replay.
package struct CaptureReplay: ~Copyable {
  private var path: FixPath<RegionMonitor>
  private var reminders: Reminders
  private var due: [Reminder] = []
  private var held: HeldOutputs
  private var alarms: Alarms
  private var switched: [Switching] = []

  /// A relay or a servo that was switched.
  package struct Switching: Hashable, Sendable {
    /// The output, its level and the reason.
    package let change: HeldOutputs.Change

    /// The time of the fix that led to it.
    package let time: Timestamp?

    /// The change as one line of JSON.
    package var json: String {
      var line = JSONLine()
      line.add("output", change.output)
      line.add("on", change.isOn)
      line.add("reason", change.reason)
      line.add("time", time?.rfc3339)
      return line.text
    }
  }

  /// Creates a replay that watches regions; it starts with the states of a memory, if any.
  ///
  /// - Parameter outputs: The outputs whose switching is found, too.
  package init(
    regions: [Region], blindLimit: Duration, device: String? = nil, names: DeviceNames? = nil,
    memory: Memory = Memory(), outputs: [Output] = []
  ) {
    held = HeldOutputs(outputs.filter(\.kind.isSwitch))
    alarms = Alarms(regions, at: Instant(.zero))
    reminders = Reminders(regions)
    path = FixPath(
      filter: FixFilter(device: device), names: names,
      decider: RegionMonitor(regions: regions, blindLimit: blindLimit, memory: memory))
  }

  /// Creates a replay that continues from the state at the start of a recording.
  package init(regions: [Region], after before: WalkStart.Before, outputs: [Output] = []) {
    held = HeldOutputs(outputs.filter(\.kind.isSwitch))
    alarms = Alarms(regions, at: Instant(.zero))
    reminders = Reminders(regions, snapshot: before.reminders)
    path = FixPath(
      filter: before.filter, sigmas: before.sigmas, drivers: before.drivers ?? [:],
      strengths: before.strengths ?? [:],
      decider: RegionMonitor(regions: regions, snapshot: before.monitor))
  }

  /// Follows the configured receiver under these paths, too.
  package mutating func use(_ names: Set<String>) { path.names.others = names }

  /// The counts of all lines played up to now.
  package var tally: Tally { path.tally }

  /// The monitor of the regions.
  package var monitor: RegionMonitor { path.decider }

  /// Watches other regions from now on, or from the recorded instant, if there is one.
  package mutating func watch(_ regions: [Region], at instant: Instant?) {
    path.settle()
    path.decider.watch(regions, at: instant)
    alarms.watch(regions)
    guard let instant = instant ?? path.decider.lastFix?.instant else { return }
    hold([], at: instant)
    reminders.watch(regions, path.decider, at: instant)
    due += reminders.advance([], to: instant, path.decider, everywhere: true)
  }

  /// Ends reminders, as the carrier did on the walk.
  package mutating func acknowledge(_ regions: [String]) {
    for region in regions {
      _ = reminders.acknowledge(region)
      _ = alarms.acknowledge(region)
    }
    if let fix = path.decider.lastFix { hold([], at: fix.instant) }
  }

  /// Removes and returns the reminders since the last call.
  package mutating func nextReminders() -> [Reminder] {
    defer { due = [] }
    return due
  }

  /// Removes and returns the relays and servos that were switched since the last call.
  package mutating func nextSwitchings() -> [Switching] {
    defer { switched = [] }
    return switched
  }

  private mutating func hold(_ findings: [Finding], at instant: Instant) {
    guard held.isUsed else { return }
    for case .event(let event) in findings { _ = alarms.note(event, at: instant) }
    let presence = Presence(
      of: path.decider, needsAll: held.needsAll || alarms.areOn, alarm: { alarms.alarm(of: $0) })
    let fix = path.decider.lastFix
    let time = fix.map { $0.time.advanced(by: $0.instant.duration(to: instant)) }
    switched += held.update(presence, at: instant).map { Switching(change: $0, time: time) }
  }

  /// Applies the deadlines up to an instant, as the controller did on the walk.
  package mutating func deadlineReached(at instant: Instant) -> [Finding] {
    let findings = path.deadlineReached(at: instant)
    due += reminders.advance(findings, to: instant, path.decider)
    hold(findings, at: instant)
    return findings
  }

  /// Begins the course anew, as the carrier did on the walk.
  package mutating func resetCourse() {
    path.settle()
    _ = path.decider.resetCourse()
  }

  /// Silences the approach cue, as the carrier did on the walk.
  package mutating func acknowledgeCue(at instant: Instant) -> [Finding] {
    path.settle()
    return path.decider.acknowledgeCue(at: instant)
  }

  /// Begins another recording: its lines are counted anew.
  package mutating func beginRecording() { path.beginRecording() }

  /// Counts sentences of the recording that gpsd dropped because of a wrong checksum.
  package mutating func count(wrongSums: Int) { path.count(wrongSums: wrongSums) }

  /// Plays one line, with its arrival if that was recorded, and returns its findings.
  package mutating func play(
    _ line: LineSplitter.Line, _ arrival: Arrival = .unknown
  ) -> [Finding] {
    let findings = path.receive(line, arrival).findings
    if case .trusted(let fix)? = path.judgment?.verdict { hold(findings, at: fix.instant) }
    guard reminders.isUsed, case .trusted(let fix)? = path.judgment?.verdict,
      !findings.isEmpty || fix.restarts
        || reminders.isDue(at: fix.instant, nextHoursChange: path.decider.nextHoursChange)
    else { return findings }
    due += reminders.advance(
      findings, to: fix.instant, path.decider, everywhere: fix.restarts)
    return findings
  }

  /// The nearest region of a recording without an event that ends far from all, and the metres between;
  /// `nil` for others.
  package var farness: (region: String, metres: Double)? {
    guard path.tally.events.isEmpty, let fix = path.decider.lastFix else { return nil }
    let near = path.decider.watching.values.filter(\.isEnabled)
      .map { (region: $0.id, metres: -$0.shape.depth(at: fix.coordinate)) }
      .min { ($0.metres, $0.region) < ($1.metres, $1.region) }
    return near.flatMap { $0.metres > Self.far ? $0 : nil }
  }

  /// The same as a line for a person.
  package var farnessWarning: String? {
    farness.map {
      """
      no event: at its end the recording is \($0.metres.distanceText()) from \($0.region.quoted), the \
      nearest region; are these the regions of this recording?
      """
    }
  }

  /// Metres from which on a recording hardly belongs to the regions.
  private static let far = 2000.0

  /// The explanation of the last line; `nil` when it was not a fix.
  package var explanation: Explanation? { path.explanation }
}
