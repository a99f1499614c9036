internal import Base
internal import Board
internal import Geofence
internal import Records
internal import RegionFiles

/// The requests of the control socket, within their limits.
///
/// To add a request, name it in `Command` and answer it in `respond`. It is given the time, returns
/// the fields of the answer as a closure that holds all it needs by value, and tells the session what
/// to do:
///
///     case .greet:
///       let name = try request.requiredText("name")
///       let count = session.monitor.watching.count
///       session.turn.append(.announce(.notice, "hello \(name)"))
///       return .fields {                           // on the server's queue
///         var answer = GreetAnswer()               // of Records, whose readers use it, too
///         answer.regions = count
///         return answer.json
///       }
///
/// For slow work, such as a file, add a case to `Handling` that the controller answers later.
struct Requests: Sendable {
  /// All requests but `watch`, which the server answers itself.
  enum Command: String, CaseIterable {
    case status, state, why, mute, unmute, mark, play, sound, walk, reload, regions, acknowledge,
      drop, anchor, lift, fleet, edit, survey, course
  }

  private var limits = RequestLimits()

  /// Answers a request.
  mutating func respond(
    to request: Request, _ session: inout Session, _ hearing: Annunciator.Hearing, at now: Instant
  ) -> Result<Handling, Refusal> {
    session.begin(at: now)
    do throws(Refusal) {
      limits.serve(request.user, share: try request.share())
      let sender = try sender(of: request, at: now)
      let response = try response(to: request, &session, hearing)
      if let sender {
        session.turn.note(.order, Reason(verbatim: "\(sender) requested \(request.words)"))
      }
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  private mutating func response(
    to request: Request, _ session: inout Session, _ hearing: Annunciator.Hearing
  ) throws(Refusal) -> Handling {
    switch Command(rawValue: request.name) {
    case .status: return .status(StatusDraft(session))
    case .state: return .fields(try StateAnswer.fields(request, session))
    case .why: return .fields(try WhyLines.fields(request, session))
    case .regions: return try regions(request, session)
    case .mute: return try mute(request, &session)
    case .unmute: return unmute(&session, hearing)
    case .mark: return try mark(request, &session)
    case .play: return try play(request, &session, hearing)
    case .sound: return try sound(request, &session, hearing)
    case .acknowledge: return try acknowledge(request, &session)
    case .drop: return try drop(request, &session)
    case .anchor: return try anchor(request, &session)
    case .lift: return try lift(request, &session)
    case .course: return try course(request, &session)
    case .walk: return try walk(request, session)
    case .reload: return .files(.reload(file: try request.text("regions")))
    case .edit: return try edit(request, session)
    case .fleet: return try fleet(request, session)
    case .survey: return .survey(try SurveyRequest(request))
    case nil:
      let known = Command.allCases.map(\.rawValue).sorted() + ["watch"]
      throw Refusal(
        "there is no request \(request.name.quoted.onOneLine); there are \(known.listed())")
    }
  }

  /// The sender of a request from elsewhere; `nil` for a request made at the board.
  private mutating func sender(of request: Request, at now: Instant) throws(Refusal) -> String? {
    guard let sender = try request.text("by") else { return nil }
    guard NameLimit.admits(sender) else {
      throw Refusal("by is not a name of at most \(NameLimit.bytes) bytes on one line")
    }
    // Each such request has a line in the journal.
    try limits.spend(request.name, at: now)
    return sender
  }

  // MARK: Signals

  /// `mute`: the buzzers are silent at once, for some seconds or until `unmute`.
  private mutating func mute(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    // JSON writes a number that is not finite as null: the mute would have no end.
    try request.refuseNull("seconds", remedy: "give a number, or leave seconds out")
    let seconds = try request.number("seconds", in: RequestLimits.mute)
    // Each mute has a line in the journal.
    try limits.spendMute("mute", at: session.turn.now)
    session.turn.append(.mute(seconds.map(Duration.init(roundedSeconds:))))
    session.acknowledge(by: .muted, endsAlarms: false)
    let reason =
      seconds.map { Reason("mute.length", ["time": .tenths($0)]) } ?? Reason("mute.on")
    session.turn.announce(.output, reason)
    return .fields { JSONLine() }
  }

  /// `unmute`: the buzzers sound again, from the next signal on.
  private func unmute(_ session: inout Session, _ hearing: Annunciator.Hearing) -> Handling {
    session.turn.append(.unmute)
    // Only an `unmute` that ends a mute writes a line, so these lines are as limited as mutes.
    if hearing.isMuted {
      session.turn.announce(.output, Reason("mute.off"))
    }
    return .fields { JSONLine() }
  }

  /// `play`: patterns, a signal or the state of each region, to try them: see `PlayRequest`.
  private func play(
    _ request: Request, _ session: inout Session, _ hearing: Annunciator.Hearing
  ) throws(Refusal) -> Handling {
    let play = try PlayRequest(
      request, session.files.configuration.outputs, session.monitor, hearing)
    for directive in play.directives { session.turn.append(directive) }
    return .fields { [answer = play.answer] in answer.json }
  }

  /// `sound`: the distance to a region's border in the tempo of a tone, for some seconds or until
  /// `stop`.
  private func sound(
    _ request: Request, _ session: inout Session, _ hearing: Annunciator.Hearing
  ) throws(Refusal) -> Handling {
    if try request.flag("stop") {
      session.look(for: nil, until: session.turn.now)
      return .fields { JSONLine() }
    }
    let id = try session.monitor.watchedRegion(request.requiredText("region"))
    let seconds = try request.number("seconds", in: 1...60) ?? 5
    session.look(for: id, until: session.turn.now.advanced(by: Duration(roundedSeconds: seconds)))
    var answer = SoundAnswer()
    (answer.region, answer.depth) = (id, session.monitor.neighbour(id)?.depth)
    answer.step = session.reactions.guidance.finder?.step
    answer.isBlind = session.monitor.blindSince != nil
    answer.isMuted = hearing.isSilent
    return .fields { [answer] in answer.json }
  }

  /// `acknowledge`: ends the reminders and alarms of all regions, or of one.
  private mutating func acknowledge(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    var region: String?
    if let name = try request.text("region") { region = try session.monitor.watchedRegion(name) }
    if session.reactions.reminders.areRunning || session.reactions.alarms.areOn {
      try limits.spendMute("acknowledge", at: session.turn.now)
    }
    let ended = session.acknowledge(of: region, by: .command)
    return .fields {
      var answer = AcknowledgeAnswer()
      answer.acknowledged.shown = ended
      return answer.json
    }
  }

  // MARK: The carrier

  /// `mark`: a line in the journal with the carrier's present position.
  private mutating func mark(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    let text = try request.mark()
    try limits.spendMark(text, at: session.turn.now)
    // The words of a mark take longer to write than the moment lasts.
    let ago = try request.number("ago", in: 0...600) ?? 0
    session.mark(text, at: session.turn.now.advanced(by: .seconds(-ago)))
    let time = session.turn.present.time?.advanced(by: .seconds(-ago))
    let coordinate = session.monitor.lastFix?.coordinate
    return .fields {
      var answer = MarkAnswer()
      answer.time = time?.rfc3339
      (answer.latitude, answer.longitude) = (coordinate?.latitude, coordinate?.longitude)
      return answer.json
    }
  }

  /// `drop`: an anchor watch here, or the end of the one that is there.
  private mutating func drop(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    let id = try request.text("region") ?? Anchor.usualID
    let swing = try AnchorWatch.Swing(request)
    try limits.spend("drop", at: session.turn.now)
    if session.anchors.has(id) { return try Self.lift(id, &session) }
    let (anchor, count) = try session.drop(id, swing)
    let speed = AnchorWatch.speed(session.monitor)
    return .fields {
      var answer = DropAnswer()
      (answer.anchor, answer.fixes, answer.speed) = (anchor.answer, count, speed)
      return answer.json
    }
  }

  /// `anchor`: another radius for an anchor that is dropped.
  private mutating func anchor(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    let id = try request.text("region") ?? Anchor.usualID
    guard let radius = try request.number("radius", in: Anchor.radii) else {
      throw Refusal("give the radius of the anchor's circle in metres")
    }
    try limits.spend("anchor", at: session.turn.now)
    var answer = DropAnswer()
    answer.anchor = try session.resize(id, to: radius).answer
    return .fields { [answer] in answer.json }
  }

  /// `lift`: the end of an anchor watch.
  private mutating func lift(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    let id = try request.text("region") ?? Anchor.usualID
    try limits.spend("lift", at: session.turn.now)
    return try Self.lift(id, &session)
  }

  private static func lift(_ id: String, _ session: inout Session) throws(Refusal) -> Handling {
    try session.lift(id)
    return .fields {
      var answer = DropAnswer()
      (answer.anchor.region, answer.isLifted) = (id, true)
      return answer.json
    }
  }

  /// `course`: the regions with `after` or `once`, those that come first, and when each reported; or
  /// with `reset`, the course from its beginning.
  private mutating func course(
    _ request: Request, _ session: inout Session
  ) throws(Refusal) -> Handling {
    var answer = CourseAnswer()
    if try request.flag("reset") {
      try limits.spend("course", at: session.turn.now)
      answer.reset = session.resetCourse()
    } else {
      let stations = Station.all(
        of: session.monitor.watching.values, done: session.monitor.course)
      answer.stations = Listed(stations.map(\.answer), within: .regions)
    }
    return .fields { [answer] in answer.json }
  }

  /// `walk`: starts to record a walk under a name, stops recording, removes a walk, or names the
  /// folder of the walks.
  private mutating func walk(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> Handling {
    let order = try WalkOrder(request, at: session.turn.present.time)
    if order != .list { try limits.spend("walk", at: session.turn.now) }
    return .walk(order)
  }

  // MARK: Files

  /// `regions`: the watched file, the fleet's part, and the regions by the carrier's state; or the
  /// features of the file.
  private func regions(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> Handling {
    guard try request.flag("document") else {
      return .fields(try RegionsAnswer.fields(request, session))
    }
    let first = try request.number("from", in: 0...1e6) ?? 0
    guard first == first.rounded() else { throw Refusal("from is not a whole number") }
    return .files(.document(from: Int(first), path: session.files.regions))
  }

  /// `edit`: renames, removes and puts regions, if the file still has the hash under `base`.
  private mutating func edit(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> Handling {
    let change = try RegionChange(request)
    try limits.spend("edit", at: session.turn.now)
    let files = session.files
    return .files(
      .edit(
        RegionsEditing(
          change: change, rules: files.configuration.regionRules, fleet: files.fleetFile)))
  }

  /// `fleet`: the watched update of the fleet's regions; with a path under `file`, that file takes
  /// its place.
  private mutating func fleet(
    _ request: Request, _ session: borrowing Session
  ) throws(Refusal) -> Handling {
    let (fleet, watched) = (session.files.fleet, session.monitor.watching.count)
    // A client that lost its connection before the answer sends the request again.
    guard let update = try FleetUpdate(request), update.version != fleet?.version else {
      return .fields {
        var answer = FleetAnswer()
        (answer.version, answer.regions, answer.watched) = (fleet?.version, fleet?.count, watched)
        return answer.json
      }
    }
    guard let path = session.files.fleetFile else {
      throw Refusal("this picket watches the file of --regions alone; start it without that option")
    }
    if let reason = update.version.refusal(after: fleet?.version) {
      throw Refusal(reason, .outdated)
    }
    try limits.spend("fleet", at: session.turn.now)
    return .files(.fleet(update, path: path))
  }
}
