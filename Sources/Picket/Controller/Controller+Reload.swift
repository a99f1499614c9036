import Dispatch
internal import Notation
internal import System

/// Reading the configuration and the regions again.
extension Controller {
  /// Who wants the files read again.
  enum Reloader: Sendable {
    /// Whoever sent SIGHUP, such as the service manager.
    case signal
    /// A client, who may mean one file of regions only.
    case client(file: String?, Answer)
  }

  func readAgain() {
    reload(for: .signal)
  }

  /// Has the files read by a reading that begins after now.
  func reload(for reloader: Reloader) {
    dispatchPrecondition(condition: .onQueue(queue))
    reloads.add(reloader)
    beginReading()
  }

  /// Begins the next reading, on a thread that delays nothing.
  private func beginReading() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let reloaders = reloads.begin() else { return }
    if reloaders.contains(where: \.isSignal) {
      Systemd.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds)")
    }
    let watched = regionsFile
    let work: @Sendable () -> Void = { [self] in
      let reading = Rereading(reread(), watched: watched)
      let taken = DispatchSemaphore(value: 0)
      queue.async { [self] in
        take(reading, for: reloaders)
        taken.signal()
      }
      taken.wait()
      // What was watched until now, and all that was needed to read.
      reading.clear()
      Heap.giveBack()
      queue.async { [self] in
        reloads.end()
        beginReading()
      }
    }
    do throws(SystemError) {
      try OwnThread.start(.ordinary, work)
    } catch {
      DispatchQueue.global().async(execute: work)
    }
  }

  private func take(_ reading: Rereading, for reloaders: [Reloader]) {
    dispatchPrecondition(condition: .onQueue(queue))
    if reloaders.contains(where: { $0.means(reading.file) }) { take(reading) }
    for case .client(let file, let answer) in reloaders {
      let isMeant = file.map { $0 == reading.file } ?? true
      answer.give { [result = reading.result, file = reading.file, count = monitor.regions.count] in
        Self.reply(to: result, file: file, isMeant: isMeant, watched: count)
      }
    }
  }

  private func take(_ reading: Rereading) {
    switch reading.result {
    case .failure(let problems):
      Log.write(problems.list)
      Log.write(.error, "the running configuration and regions are kept")
      note(.configuration, "refused: \(problems.list.first.map { "\($0)" } ?? "")")
    case .success(let (new, warnings)):
      Log.write(warnings)
      // What is the same leads to nothing, and a journal has better things to hold.
      let isOther = !monitor.watches(reading.placement)
      if isOther {
        let instant = moment
        monitor.watch(&reading.placement, at: instant)
        walks?.add(regions: monitor.placed, at: instant, time: time)
      }
      regionsFile = new.regions.file
      annunciator.take(new.outputs)
      Log.write(.notice, "read again: watching \(monitor.regions.count) regions")
      if isOther || new != lastRead {
        note(.configuration, "read again: watching \(monitor.regions.count) regions")
      }
      lastRead = new
      for section in configuration.fixedSections(differingIn: new) {
        Log.write(.warning, "[\(section)] has changed: that takes effect after a restart")
      }
      save()
    }
    Systemd.notify("READY=1")
    tellStatus()
    rearm()
  }
}

extension Controller.Reloader {
  fileprivate var isSignal: Bool {
    if case .signal = self { true } else { false }
  }

  /// Whether it wants to have this file of regions.
  fileprivate func means(_ file: String) -> Bool {
    switch self {
    case .signal: true
    case .client(let wanted, _): wanted.map { $0 == file } ?? true
    }
  }
}
