internal import Base
internal import Geofence
internal import Records

extension WhyLines {
  /// The answer to `why`: in words, why the last event came when it did, or why there was none.
  static func fields(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> AnswerPromise.Fields {
    var id: String?
    if let name = try request.text("region") { id = try session.monitor.watchedRegion(name) }
    let last = try request.number("last", in: RequestLimits.why) ?? 600
    let zone = try request.flag("local") ? LocalTime.zone : .utc
    let present = session.turn.present
    let since = present.instant.advanced(by: .zero - Duration(roundedSeconds: last))
    let reminders = session.reactions.reminders.running(at: present).filter {
      $0.running.region == id ?? $0.running.region
    }
    .prefix(mostReminders).map { WhyAccount.said($0.running, left: $0.left) }
    let alarms = session.reactions.alarms.reasons(of: id)
    let hindsight = session.receiving.hindsight
    guard let region = id ?? WhyAccount.subject(of: hindsight, since: since) else {
      let lines = [
        session.monitor.lastFix == nil
          ? Reason(
            "why.noFixYet", ["reason": .reason(session.receiving.path.reception.said)])
          : Reason("why.nothing")
      ]
      return {
        var answer = WhyLines()
        answer.say(lines + reminders + alarms, in: zone)
        return answer.json
      }
    }
    let side = session.monitor.side(of: region) ?? .unknown
    let isUnsure = session.monitor.state(of: region) == .unsure
    let neighbour = session.monitor.neighbour(region)
    let hours = session.monitor.hours(of: region)
    let isMuted = session.monitor.isMuted(region)
    let isGate = session.monitor.watching[region]?.isGate ?? false
    // Step by step: Swift 6.0 gives up on a long sum of arrays.
    var about = session.monitor.orderReasons(of: region)
    about += [session.receiving.disagreement.map(Reason.apart)].compactMap { $0 }
    about += reminders
    about += alarms
    about += session.reactions.held.words(
      of: region, class: session.monitor.watching[region]?.category, at: present)
    if let rule = session.monitor.watching[region]?.approach {
      about +=
        CueWords(
          session.reactions.guidance.log, region: region, rule, since: since,
          silence: session.monitor.cueSilence(of: region), at: present.instant
        ).lines
    }
    return { [about] in
      let why = WhyAccount(
        hindsight, region: region, since: since, state: side, isUnsure: isUnsure,
        neighbour: neighbour, hours: hours, isMuted: isMuted, isGate: isGate)
      var answer = WhyLines()
      answer.region = region
      answer.say(why.lines + about, in: zone)
      answer.steps = why.drawnSteps
      return answer.json
    }
  }

  private mutating func say(_ reasons: [Reason], in zone: Zone) {
    let voice = Voice.log.times(in: zone)
    (self.reasons, lines) = (reasons, reasons.map(voice.say))
  }

  /// The most reminders in an explanation.
  private static var mostReminders: Int { 20 }
}

extension RegionMonitor {
  /// The lines of an explanation about the order and the course of a region.
  fileprivate func orderReasons(of region: String) -> [Reason] {
    var lines: [Reason] = []
    switch orderSilence(of: region) {
    case .asleep(let after)?:
      lines.append(Reason("order.asleep", ["region": .text(after)]))
    case .done(let time)?:
      lines.append(Reason("order.done", ["time": .text(time.rfc3339)]))
    case nil: break
    }
    if let wrong = wrongCourse(of: region), let heading = watching[region]?.order.heading {
      var values: [String: Reason.Value] = [
        "time": .text(wrong.time.rfc3339), "from": .number(heading.from), "to": .number(heading.to),
      ]
      if let track = wrong.track { values["degrees"] = .number(track.course(decimals: 0)) }
      lines.append(Reason(wrong.track == nil ? "order.noCourse" : "order.course", values))
    }
    if watching[region]?.speedRule != nil, lacksSpeed {
      lines.append(Reason("speed.unjudged"))
    }
    return lines
  }
}
