internal import Base
internal import Board
internal import Geofence

/// The outputs, the files and the walk at present, for the answers of a session.
struct Surroundings: Sendable {
  /// The outputs and whether their buzzers are silent.
  var outputs: Annunciator.Overview

  /// The number of signals that wait to be played.
  var waiting = 0

  /// The files that cannot be written at present, each with the reason.
  var storageFaults: [Reason] = []

  /// The problem of a reading of the regions that does not end; `nil` without one.
  var filesFault: String?

  /// The system's time, and whether a time service keeps it; `nil` where it does not matter.
  var clock: (time: Timestamp, isKept: Bool)?

  /// The times since the journal and the state were last written.
  var journalAge: Duration?
  var stateAge: Duration?

  /// The name of the walk that is recorded.
  var walk: String?
}

extension Surroundings {
  /// Whether the buzzers are silent now.
  var isSilent: Bool { outputs.isMuted || outputs.isQuiet }

  /// The doubt about a receiver's date; `nil` without one.
  func doubt(of time: Timestamp?) -> DateDoubt? {
    guard let time, let clock else { return nil }
    return DateDoubt(receiver: time, system: clock.time, isKept: clock.isKept)
  }

  /// Reads the parts of a running Picket, on their queue.
  init(
    _ annunciator: Annunciator, _ ledger: Ledger, _ walks: WalkKeeper?, _ reloader: Reloader,
    at now: Instant
  ) {
    self.init(
      outputs: annunciator.overview, waiting: annunciator.waiting,
      storageFaults: ledger.storageFaults,
      journalAge: ledger.lastWritten("journal").map { $0.duration(to: now) },
      stateAge: ledger.lastWritten("state").map { $0.duration(to: now) }, walk: walks?.name)
    filesFault = reloader.fault
    clock = (SystemClock.now, SystemClock.isSynchronised)
  }
}
