import Dispatch
internal import Notation
internal import Outputs
internal import System

/// Requests of who edits the regions: `reload` and `regions`.
extension Controller {
  /// `reload`: reads the configuration and the regions again, and says what is watched now or
  /// why not.
  ///
  /// With a path under `regions` only if that is the file that is watched: who
  /// has changed another one changes nothing here.
  func answerReload(_ request: Request, _ answer: Answer) throws(Refusal) {
    let file = try request.text("regions")
    try Self.spend(&asked, "reload")
    reload(for: .client(file: file, answer))
  }

  static func reply(
    to result: Result<(configuration: Configuration, warnings: [Problem]), Problems>,
    file: String, isMeant: Bool, watched: Int
  ) -> JSONLine {
    var line = JSONLine()
    line.add("file", file)
    line.add("watched", watched)
    switch result {
    case .success(let (_, warnings)):
      line.add("reloaded", isMeant)
      if isMeant { line.add("warnings", warnings.map(\.description), .problems) }
    case .failure(let problems):
      line.add("reloaded", false)
      if isMeant { line.add("refused", problems.list.map(\.description), .problems) }
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
      line.add("file", Path.resolved(file))
      line.add("watched", states.count)
      let more =
        line.add("inside", inside, .names) + line.add("unknown", unknown, .names)
        + line.add("expired", expired, .names)
      if more > 0 { line.add("more", true) }
      return line
    }
  }
}
