import Dispatch
internal import Geofence
internal import Notation
internal import Outputs

/// What a recording is told, so that a replay comes to the same.
extension Controller {
  func startWalks() {
    dispatchPrecondition(condition: .onQueue(queue))
    let walks = WalkKeeper(configuration, queue: queue) { [self] name in
      let start = WalkStart(
        name: name, started: time, device: configuration.gpsd.device,
        blindLimit: monitor.blindLimit, usual: WalkStart.Thresholds(configuration.regions),
        memory: monitor.memory,
        before: WalkStart.Before(
          filter: filter, monitor: monitor.snapshot, sigmas: decoder.sigmas))
      return (start, monitor.placed, configurationPath)
    }
    self.walks = walks
    walks.start()
  }

  /// `walk`: starts to record one under a name, or stops recording.
  func answerWalk(_ request: Request, _ answer: Answer) throws(Refusal) {
    guard let text = try request.text("start") else {
      guard try request.flag("stop") else {
        throw Refusal("walk needs a name under start, or stop with true")
      }
      try Self.spend(&asked, "walk")
      walks?.stop(at: time) { result in
        switch result {
        case .failure(let refused): answer.refuse(refused.description)
        case .success(let walk):
          answer.give {
            var line = JSONLine()
            line.add("path", walk.path)
            line.add("reports", walk.reports)
            return line
          }
        }
      }
      return
    }
    let name: WalkName
    do throws(WalkName.Mistake) {
      name = try WalkName(text)
    } catch {
      throw Refusal(error.description)
    }
    try Self.spend(&asked, "walk")
    let path = "\(configuration.walkDirectory)/\(name.text)"
    walks?.start(name) { mistake in
      if let mistake { return answer.refuse(mistake) }
      answer.give {
        var line = JSONLine()
        line.add("path", path)
        return line
      }
    }
  }

  /// Judges a fix; where the time of its arrival decides, that is recorded.
  func judge(_ fix: Fix, at arrival: Instant) -> FixFilter.Verdict {
    guard walks?.isRecording == true else { return filter.receive(fix, arrival: arrival) }
    var alone = filter
    let elapsed = filter.elapsed(to: fix, at: arrival)
    let verdict = filter.receive(fix, arrival: arrival)
    if alone.receive(fix) != verdict { walks?.add(.arrived(arrival, elapsed: elapsed)) }
    return verdict
  }

  /// Asks the monitor what is due; if anything is, that it was asked is recorded.
  ///
  /// - Parameter now: The real time.
  func takeDeadline(at instant: Instant, _ now: Instant) {
    let findings = monitor.deadlineReached(at: instant)
    if !findings.isEmpty { walks?.add(.due(instant)) }
    take(findings, at: now)
  }
}

extension WalkKeeper {
  /// Records what a walk tells of the monitor's findings.
  func note(_ finding: Finding) {
    guard isRecording else { return }
    switch finding {
    case .event(let event): add(.event(event.json))
    case .blind(let since): add(.blind(since: since))
    case .sighted(let time, let unseen): add(.sighted(time, unseen: unseen))
    case .determined, .expired, .resumed: break
    }
  }
}
