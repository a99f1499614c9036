internal import Base
internal import Geofence
internal import Records

/// The directives for findings.
extension Turn {
  /// Plays the signal of an event, and writes it down.
  ///
  /// - Parameter region: The region of the event, if it is watched.
  mutating func signal(_ event: Event, _ region: Region?) {
    append(
      .play(
        region?.signal ?? event.kind.rawValue, event: event.sequence,
        cause: "\(event.kind.rawValue) \(event.region)", isMuted: region?.isMuted ?? false))
    append(.event(event))
  }

  /// Signals reminders, and writes as many of them to the journal as it has room for.
  mutating func signal(_ due: [Reminder], _ monitor: RegionMonitor) {
    guard !due.isEmpty else { return }
    for reminder in due {
      append(
        .play(
          reminder.signal, cause: "reminder \(reminder.region)",
          isMuted: monitor.isMuted(reminder.region)))
      append(.record(.reminder(reminder)))
      guard takesReminder() else { continue }
      append(
        .note(Note(.reminder, reminder.reason, time: reminder.time, regions: [reminder.region])))
      append(.announce(.notice, "reminder: \(reminder.reason.text)"))
    }
    save()
  }

  /// Reports that no fix has been trusted for longer than the limit.
  mutating func signalBlind(since: Timestamp?) {
    let reason =
      since.map { Reason("sight.lost", ["time": .text($0.rfc3339)]) } ?? Reason("sight.never")
    append(.announce(.warning, "blind: \(reason.text)"))
    note(.blind, reason, about: .sight)
    append(.play("blind"))
    append(.record(.blind(since: since)))
  }

  /// Reports that a fix is trusted again.
  mutating func signalSighted(_ time: Timestamp, unseen: Duration?) {
    let gap = unseen.map { " after \($0.inSeconds.secondsText())" } ?? ""
    append(.announce(.notice, "sighted at \(time.rfc3339)\(gap)"))
    let reason =
      unseen.map { Reason("sight.back", ["seconds": .tenths($0.inSeconds)]) }
      ?? Reason("sight.first")
    note(.sighted, reason, about: .sight)
    append(.play("sighted"))
    append(.record(.sighted(time, unseen: unseen)))
  }

  /// Logs the first states of regions, a limited number: the first fix may determine thousands.
  mutating func logDetermined(_ findings: [Finding]) {
    var count = 0
    for case .determined(let region, let state) in findings {
      count += 1
      guard count <= Self.mostDetermined else { continue }
      append(.log(.info, "\(region): \(state.rawValue)"))
    }
    guard count > Self.mostDetermined else { return }
    let more = count - Self.mostDetermined
    append(
      .log(.info, "and the \(more == 1 ? "state" : "states") of \(more.counted("more region"))"))
  }

  private static var mostDetermined: Int { 20 }
}
