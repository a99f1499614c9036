internal import Geofence
internal import Notation
internal import Records
internal import System

extension WhyLines {
  /// The answer to `why`: in words, why the last event came when it did, or why there was none.
  static func fields(
    _ request: Request, _ session: borrowing Session, at now: Instant
  ) throws(Refusal) -> Answer.Fields {
    var id: String?
    if let name = try request.text("region") { id = try session.monitor.watchedRegion(name) }
    let last = try request.number("last", in: RequestLimits.why) ?? 600
    let zone = try request.flag("local") ? LocalTime.zone : .utc
    let present = session.present(at: now)
    let since = present.instant.advanced(by: .zero - Duration(roundedSeconds: last))
    let reminders = session.reactions.reminders.running(at: present).filter {
      $0.running.region == id ?? $0.running.region
    }
    .prefix(mostReminders).map { WhyAnswer.words($0.running, left: $0.left) }
    let alarms = session.reactions.alarms.words(of: id)
    let hindsight = session.receiving.hindsight
    guard let region = id ?? WhyAnswer.subject(of: hindsight, since: since) else {
      let lines = [
        session.monitor.lastFix == nil
          ? "no fix that can be trusted has come yet: \(session.receiving.path.reception)"
          : "no region was within reach (200 m, or twice its cushion) in this time"
      ]
      return {
        var answer = WhyLines()
        answer.lines = lines + reminders + alarms
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
    var about = session.monitor.orderWords(of: region, zone: zone)
    about += [session.receiving.disagreement.map { Speech.log.disagreement($0) }].compactMap { $0 }
    about += reminders
    about += alarms
    about += session.reactions.held.words(
      of: region, class: session.monitor.watching[region]?.category, at: present)
    if let rule = session.monitor.watching[region]?.approach {
      about +=
        CueWords(
          session.reactions.guidance.log, region: region, rule, since: since,
          silence: session.monitor.cueSilence(of: region), at: present.instant, zone: zone
        ).lines
    }
    return { [about] in
      let why = WhyAnswer(
        hindsight, region: region, since: since, state: side, isUnsure: isUnsure,
        neighbour: neighbour, hours: hours, isMuted: isMuted, isGate: isGate, zone: zone)
      var answer = WhyLines()
      (answer.region, answer.lines) = (region, why.lines + about)
      answer.steps = why.drawnSteps
      return answer.json
    }
  }

  /// The most reminders in an explanation.
  private static var mostReminders: Int { 20 }
}

extension RegionMonitor {
  /// The lines of an explanation about the order and the course of a region.
  fileprivate func orderWords(of region: String, zone: Zone) -> [String] {
    var lines: [String] = []
    switch orderSilence(of: region) {
    case .asleep(let after)?:
      lines.append("asleep: \(after) has to report first, and has not since the last reset")
    case .done(let time)?:
      lines.append(
        "it reports once, and did at \(zone.text(time)); picket course reset begins anew")
    case nil: break
    }
    if let wrong = wrongCourse(of: region), let heading = watching[region]?.order.heading {
      let course =
        wrong.track.map { "led \($0.course(decimals: 0).plain) degrees" } ?? "had no known course"
      lines.append(
        "\(zone.text(wrong.time)): a crossing \(course), and only courses from "
          + "\(heading.from.plain) to \(heading.to.plain) are reported")
    }
    if watching[region]?.speedRule != nil, lacksSpeed {
      lines.append(
        "its limit of speed is not judged until the receiver reports a speed (Doppler) in motion")
    }
    return lines
  }
}
