internal import Geofence
internal import Notation
internal import Outputs
internal import Records
internal import System

/// The regions of a course, in their order.
extension Session {
  /// `course`: the regions with `after` or `once`, those that come first, and when each reported; or
  /// with `reset`, the course from its beginning.
  mutating func course(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    if try request.flag("reset") {
      try limits.spend("course", at: now)
      let count = resetCourse(at: now)
      return .fields {
        var answer = CourseAnswer()
        answer.reset = count
        return answer.json
      }
    }
    let stations = Station.all(of: monitor.watching.values, done: monitor.course)
    return .fields {
      var answer = CourseAnswer()
      answer.stations = Listed(stations.map(\.answer), within: .regions)
      return answer.json
    }
  }

  /// Begins the course anew; returns the number of regions that had reported.
  private mutating func resetCourse(at now: Instant) -> Int {
    let instant = moment(at: now)
    let count = path.decider.resetCourse()
    // A replay must do the same at the same instant.
    directives.append(.record(.courseReset(instant)))
    // The state first: with the note alone, a power cut would bring the old course back.
    save(at: now)
    let text = "the course begins anew; \(count.counted("region")) had reported"
    note(.course, text, at: now)
    directives.append(.announce(.notice, text))
    return count
  }

  /// The lines of an explanation about the order and the course of a region.
  func orderWords(of region: String, zone: Zone) -> [String] {
    var lines: [String] = []
    switch monitor.orderSilence(of: region) {
    case .asleep(let after)?:
      lines.append("asleep: \(after) has to report first, and has not since the last reset")
    case .done(let time)?:
      lines.append(
        "it reports once, and did at \(zone.text(time)); picket course reset begins anew")
    case nil: break
    }
    if let wrong = monitor.wrongCourse(of: region),
      let heading = monitor.watching[region]?.order.heading
    {
      let course =
        wrong.track.map { "led \($0.text(decimals: 0)) degrees" } ?? "had no known course"
      lines.append(
        "\(zone.text(wrong.time)): a crossing \(course), and only courses from "
          + "\(heading.from.plain) to \(heading.to.plain) are reported")
    }
    if monitor.watching[region]?.speedRule != nil, monitor.lacksSpeed {
      lines.append("its limit of speed is not judged: the receiver reports no speed (Doppler)")
    }
    return lines
  }
}
