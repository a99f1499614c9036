internal import Base
internal import Geofence
internal import Records

extension StateAnswer {
  /// The answer to `state`: inside, outside, unsure or unknown, with the evidence.
  static func fields(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> AnswerPromise.Fields {
    let id = try session.monitor.watchedRegion(request.requiredText("region"))
    let state = session.monitor.state(of: id) ?? .unknown
    let standing = session.monitor.standing(of: id)
    let neighbour = session.monitor.neighbour(id)
    let isBlind = session.monitor.blindSince != nil
    let time = session.monitor.lastFix?.time
    let hours = session.monitor.hours(of: id)
    let present = session.turn.present.instant
    let age = session.monitor.lastFix?.instant.duration(to: present)
    return {
      var answer = StateAnswer()
      let region = standing?.answer ?? RegionAnswer(id, state, depth: neighbour?.depth)
      answer.region = region.within(hours)
      answer.isBlind = isBlind
      answer.time = time?.rfc3339
      answer.age = age?.inSeconds
      return answer.json
    }
  }
}

extension RegionMonitor {
  /// The identifier, if a region with it is watched.
  func watchedRegion(_ id: String) throws(Refusal) -> String {
    guard watching[id] == nil else { return id }
    // A search among very many regions would take long, and fixes would wait.
    let meant =
      watching.count > 200 ? nil : Spelling.nearest(to: id, in: watching.keys.sorted())
    var values = ["region": Reason.Value.text(id.quoted.onOneLine)]
    values["name"] = meant.map { .text($0.quoted) }
    throw Refusal(Reason(meant == nil ? "refused.noRegion" : "refused.otherRegion", values))
  }
}
