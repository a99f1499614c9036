internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// The configuration and the regions, read again.
extension Session {
  /// Uses the files from now on, or keeps the running settings if the files have errors.
  ///
  /// - Parameter files: The files; afterwards this holds the regions that were watched before.
  mutating func adopt(_ files: ReloadedFiles, at now: Instant) {
    switch files.result {
    case .success(let read):
      adopt(read, &files.placement, at: now)
      keepAnchors(after: files, at: now)
    case .failure(let problems): refuse(problems, at: now)
    }
  }

  private mutating func adopt(
    _ read: ReloadedFiles.Contents, _ placement: inout RegionMonitor.Placement, at now: Instant
  ) {
    let new = read.configuration
    directives.append(.logProblems(read.warnings))
    // Unchanged files need no note: the journal has limited room.
    let isOther = !monitor.watches(placement)
    if isOther { watch(&placement, at: now) }
    let areOtherFiles = files.adopt(read)
    directives.append(.use(new.outputs))
    let text = "reloaded: watching \(counted)"
    if isOther || areOtherFiles {
      if let text = repeated.add(text, .reload, at: now) { noteReload(text, at: now) }
    } else if receiverLog.takesRoom(at: now) {
      directives.append(.log(.notice, text))
    }
    for section in configuration.fixedSections(differingIn: new) {
      let text = "[\(section)] has changed: that takes effect after a restart"
      directives.append(.log(.warning, text))
    }
  }

  /// Watches other regions from now on.
  ///
  /// - Parameter placement: Afterwards this holds the regions that were watched before.
  mutating func watch(_ placement: inout RegionMonitor.Placement, at now: Instant) {
    let instant = moment(at: now)
    path.decider.watch(&placement, at: instant)
    if let finder = guidance.finder, monitor.watching[finder.region] == nil {
      guidance.stopLooking()
    }
    soundCue()
    directives.append(.recordRegions(at: instant))
    let wereOn = alarms.areOn
    alarms.watch(path.decider.placed)
    if wereOn, !alarms.areOn { directives.append(.withdrawRepeats) }
    reminders.watch(path.decider.placed, path.decider, at: instant)
    apply(dueReminders([], to: instant, everywhere: true), at: now)
  }

  /// Writes down what is watched now.
  mutating func noteReload(_ text: String, at now: Instant) {
    directives.append(.log(.notice, text))
    note(.configuration, text, at: now)
    save(at: now)
  }

  /// Reports a reading of the files that takes too long, or its end.
  mutating func report(_ lateness: Lateness, at now: Instant) {
    switch lateness {
    case .begun(let fault):
      directives.append(.log(.error, fault))
      note(.configuration, fault, at: now)
    case .ended:
      let text = "the files of the regions and the configuration can be read again"
      directives.append(.log(.notice, text))
      note(.configuration, text, at: now)
    }
  }

  private mutating func refuse(_ problems: Problems, at now: Instant) {
    directives.append(.logProblems(problems.list))
    directives.append(.log(.error, "the running configuration and regions are kept"))
    note(.configuration, "refused: \(problems.list.first.map { "\($0)" } ?? "")", at: now)
  }
}
