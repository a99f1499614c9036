import Dispatch

/// Reading the configuration and the regions again.
extension Controller {
  func readAgain() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds)")
    DispatchQueue.global().async { [self] in
      let result = reread()
      queue.async { [self] in take(result) }
    }
  }

  func take(_ result: Result<Settings, Problems>) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch result {
    case .failure(let problems):
      for problem in problems.list { Log.write(problem) }
      Log.write(.error, "the running configuration and regions are kept")
      note(.configuration, "refused: \(problems.list.first.map { "\($0)" } ?? "")")
    case .success(let settings):
      for warning in settings.warnings { Log.write(warning) }
      let instant = moment
      monitor.watch(settings.regions, at: instant)
      walks?.add(regions: monitor.placed, at: instant)
      regionsFile = settings.configuration.regions.file
      annunciator.take(settings.configuration)
      Log.write(.notice, "read again: watching \(monitor.regions.count) regions")
      note(.configuration, "read again: watching \(monitor.regions.count) regions")
      for section in configuration.fixedSections(differingIn: settings.configuration) {
        Log.write(.warning, "[\(section)] has changed: that takes effect after a restart")
      }
      save()
    }
    Systemd.notify("READY=1")
    tellStatus()
    rearm()
  }
}
