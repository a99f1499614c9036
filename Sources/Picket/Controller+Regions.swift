import Dispatch

/// Requests of who edits the regions: `reload` and `regions`.
extension Controller {
  /// `reload`: reads the configuration and the regions again, and says what is watched now or
  /// why not.
  ///
  /// With a path under `regions` only if that is the file that is watched: who
  /// has changed another one changes nothing here.
  func answerReload(_ request: Request, _ answer: Answer) throws(Refusal) {
    let wanted = try request.text("regions")
    let watched = regionsFile
    DispatchQueue.global().async { [self] in
      let result = reread()
      // What the configuration says by now, unless nobody can tell.
      let file = (try? result.get())?.configuration.regions.file ?? watched
      let isMeant = wanted.map { $0 == FileReplacement.resolved(file) } ?? true
      queue.async { [self] in
        if isMeant { take(result) }
        answer.give { [result, count = monitor.regions.count] in
          Self.reply(to: result, file: file, isMeant: isMeant, watched: count)
        }
      }
    }
  }

  private static func reply(
    to result: Result<Settings, Problems>, file: String, isMeant: Bool, watched: Int
  ) -> JSONLine {
    var line = JSONLine()
    line.add("file", FileReplacement.resolved(file))
    line.add("watched", watched)
    switch result {
    case .success(let settings):
      line.add("reloaded", isMeant)
      if isMeant { line.add("warnings", settings.warnings.map(\.description)) }
    case .failure(let problems):
      line.add("reloaded", false)
      if isMeant { line.add("refused", problems.list.prefix(20).map(\.description)) }
    }
    return line
  }

  /// `regions`: the file that is watched, and of its regions those inside of which the carrier
  /// is, those of which that is not known and those whose time is over; it is outside of all others.
  func answerRegions(_ request: Request, _ answer: Answer) {
    let (file, states, expired) = (regionsFile, monitor.states, monitor.expired)
    answer.give {
      let inside = states.filter { $0.state == .inside }.map(\.id)
      let unknown = states.filter { $0.state == .unknown }.map(\.id)
      var line = JSONLine()
      line.add("file", FileReplacement.resolved(file))
      line.add("watched", states.count)
      line.add("inside", Array(inside.prefix(Self.mostNamed)))
      line.add("unknown", Array(unknown.prefix(Self.mostNamed)))
      line.add("expired", Array(expired.prefix(Self.mostNamed)))
      if max(inside.count, unknown.count, expired.count) > Self.mostNamed { line.add("more", true) }
      return line
    }
  }

  /// A client is cut off when too much waits for it.
  private static let mostNamed = 2000
}
