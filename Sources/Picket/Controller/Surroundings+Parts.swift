internal import Geofence
internal import Outputs

extension Surroundings {
  /// Asks the parts of a running Picket, on their queue.
  init(_ annunciator: Annunciator, _ ledger: Ledger, _ walks: WalkKeeper?, at now: Instant) {
    self.init(
      outputs: annunciator.overview, waiting: annunciator.waiting, trouble: ledger.trouble,
      journalAge: ledger.lastWritten("journal").map { $0.duration(to: now) },
      stateAge: ledger.lastWritten("state").map { $0.duration(to: now) }, walk: walks?.name)
  }
}
