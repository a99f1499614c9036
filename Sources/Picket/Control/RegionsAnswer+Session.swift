internal import Base
internal import Geofence
internal import Records

extension RegionsAnswer {
  /// The answer to `regions`: the watched file, the fleet's part, and the regions by the carrier's
  /// state.
  ///
  /// It names the regions that the carrier is inside, those of a state that is unknown or may no longer
  /// hold, and the expired ones; the carrier is outside all others, which `all` names. The hours of
  /// the regions follow the time of the fixes: a board may have no clock of its own.
  static func fields(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> AnswerPromise.Fields {
    let files = session.files
    let (states, expired) = (session.monitor.states, session.monitor.expired)
    let time = session.turn.present.time
    let isAll = try request.flag("all")
    let anchors = session.anchors.answers(session.monitor)
    return {
      func ids(_ state: RegionState) -> Listed<String> {
        Listed(states.filter { $0.state == state }.map(\.id), within: .names)
      }
      var answer = RegionsAnswer()
      answer.file = Path.resolved(files.regions)
      answer.isWritable = files.areRegionsWritable
      answer.watched = states.count
      answer.signals.shown = files.configuration.outputs.signals.keys.sorted()
      answer.time = time?.rfc3339
      if let version = files.fleet?.version {
        var fleet = RegionsAnswer.Fleet()
        (fleet.version, fleet.file) = (version, files.fleetFile.map { Path.resolved($0) })
        answer.fleet = fleet
      }
      answer.inside = ids(.inside)
      answer.unknown = ids(.unknown)
      answer.unsure = ids(.unsure)
      answer.expired.shown = expired
      if isAll { answer.outside = ids(.outside) }
      answer.anchors = anchors
      return answer.json
    }
  }
}
