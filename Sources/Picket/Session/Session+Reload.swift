internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// The configuration and the regions, read again.
extension Session {
  /// Uses what was read from now on, or goes on with what it has if that cannot be used.
  ///
  /// - Parameter reading: Holds afterwards the regions that were watched before.
  mutating func adopt(_ reading: Rereading, at now: Instant) {
    switch reading.result {
    case .success(let (new, warnings)): adopt(new, warnings, &reading.placement, at: now)
    case .failure(let problems): refuse(problems, at: now)
    }
  }

  private mutating func adopt(
    _ new: Configuration, _ warnings: [Problem], _ placement: inout RegionMonitor.Placement,
    at now: Instant
  ) {
    directives.append(.logProblems(warnings))
    // What is the same leads to nothing, and a journal has better things to hold.
    let isOther = !monitor.watches(placement)
    if isOther {
      let instant = moment(at: now)
      path.decider.watch(&placement, at: instant)
      directives.append(.recordRegions(at: instant))
    }
    regionsFile = new.regions.file
    directives.append(.use(new.outputs))
    let text = "read again: watching \(monitor.regions.count) regions"
    directives.append(.log(.notice, text))
    if isOther || new != newest { note(.configuration, text, at: now) }
    newest = new
    for section in configuration.fixedSections(differingIn: new) {
      let text = "[\(section)] has changed: that takes effect after a restart"
      directives.append(.log(.warning, text))
    }
    save(at: now)
  }

  private mutating func refuse(_ problems: Problems, at now: Instant) {
    directives.append(.logProblems(problems.list))
    directives.append(.log(.error, "the running configuration and regions are kept"))
    note(.configuration, "refused: \(problems.list.first.map { "\($0)" } ?? "")", at: now)
  }
}
