internal import Geofence
internal import Notation
internal import Outputs
internal import Records
internal import RegionFiles
internal import System

/// Answers about regions: `state` and `why`.
extension Session {
  /// `state`: inside, outside, unsure or unknown, with the evidence.
  func state(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let id = try watchedRegion(request.requiredText("region"))
    let state = monitor.state(of: id) ?? .unknown
    let standing = monitor.standing(of: id)
    let neighbour = monitor.neighbour(id)
    let isBlind = monitor.blindSince != nil
    let time = monitor.lastFix?.time
    let hours = monitor.hours(of: id)
    let age = monitor.lastFix?.instant.duration(to: moment(at: now))
    return .fields {
      var answer = StateAnswer()
      let region = standing?.answer ?? RegionAnswer(id, state, depth: neighbour?.depth)
      answer.region = region.within(hours)
      answer.isBlind = isBlind
      answer.time = time?.rfc3339
      answer.age = age?.inSeconds
      return answer.json
    }
  }

  /// `why`: in words, why the last event came when it did, or why there was none.
  func why(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    var id: String?
    if let name = try request.text("region") { id = try watchedRegion(name) }
    let last = try request.number("last", in: 1...86_400) ?? 600
    let zone = try request.flag("local") ? LocalTime.zone : .utc
    let since = moment(at: now).advanced(by: .zero - Duration(roundedSeconds: last))
    let reminders = runningReminders(at: moment(at: now)).filter {
      $0.running.region == id ?? $0.running.region
    }
    .prefix(Self.mostReminders).map { WhyAnswer.words($0.running, left: $0.left) }
    let alarms = alarmWords(of: id)
    guard let region = id ?? WhyAnswer.subject(of: hindsight, since: since) else {
      let lines = [
        monitor.lastFix == nil
          ? "no fix that can be trusted has come yet: \(path.reception)"
          : "no region was within reach (200 m, or twice its cushion) in this time"
      ]
      return .fields {
        var answer = WhyLines()
        answer.lines = lines + reminders + alarms
        return answer.json
      }
    }
    let side = monitor.side(of: region) ?? .unknown
    let isUnsure = monitor.state(of: region) == .unsure
    let neighbour = monitor.neighbour(region)
    let hindsight = hindsight
    let hours = monitor.hours(of: region)
    let switches = heldWords(of: region, at: now)
    let isMuted = self.isMuted(region)
    let isGate = monitor.watching[region]?.isGate ?? false
    let words = monitor.watching[region]?.approach.map { rule in
      CueWords(
        guidance.log, region: region, rule, since: since, silence: monitor.cueSilence(of: region),
        at: moment(at: now), zone: zone)
    }
    // Step by step: Swift 6.0 gives up on a long sum of arrays.
    var about = orderWords(of: region, zone: zone)
    about += reminders
    about += alarms
    about += switches
    about += words?.lines ?? []
    return .fields { [about] in
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

  /// The identifier, if a region with it is watched.
  func watchedRegion(_ id: String) throws(Refusal) -> String {
    guard monitor.watching[id] == nil else { return id }
    // A search among very many regions would take long, and fixes would wait.
    let meant =
      monitor.watching.count > 200
      ? nil : Spelling.nearest(to: id, in: monitor.watching.keys.sorted())
    throw Refusal(
      "no region \(id.quoted.onOneLine) is watched"
        + (meant.map { "; did you mean \($0.quoted)?" } ?? "; picket regions list shows all regions")
    )
  }
}
