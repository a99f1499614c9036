internal import Geofence
internal import Notation
internal import Outputs
internal import Records
internal import RegionFiles
internal import System

/// The requests of the control socket.
///
/// To add a request, name it in `Command` and write a method like those here. It is given the
/// time, returns the fields of the answer as a closure that holds all it needs by value, and
/// appends directives for everything else:
///
///     mutating func greet(_ request: Request, at now: Instant) throws(Refusal) -> Response {
///       let name = try request.requiredText("name")
///       let count = monitor.watching.count
///       directives.append(.announce(.notice, "hello \(name)"))
///       return .fields {                           // on the server's queue
///         var answer = GreetAnswer()               // of Records, whose readers use it, too
///         answer.regions = count
///         return answer.json
///       }
///     }
///
/// For slow work, such as a file, add a case to `Response` that the controller answers later.
extension Session {
  /// All requests but `watch`, which the server answers itself.
  enum Command: String, CaseIterable {
    case status, state, why, mute, unmute, mark, play, sound, walk, reload, regions, acknowledge,
      drop, lift, fleet, edit, survey, course
  }

  /// Answers a request.
  mutating func respond(
    to request: Request, _ surroundings: Surroundings, at now: Instant
  ) -> Result<Response, Refusal> {
    limits.serve(request.user)
    do throws(Refusal) {
      let sender = try sender(of: request, at: now)
      let response = try response(to: request, surroundings, at: now)
      if let sender { note(.order, "\(sender) requested \(request.words)", at: now) }
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  private mutating func response(
    to request: Request, _ surroundings: Surroundings, at now: Instant
  ) throws(Refusal) -> Response {
    switch Command(rawValue: request.name) {
    case .status: return status(surroundings, at: now)
    case .state: return try state(request, at: now)
    case .why: return try why(request, at: now)
    case .mute: return try mute(request, at: now)
    case .unmute: return unmute(surroundings, at: now)
    case .mark: return try mark(request, at: now)
    case .play: return try play(request, surroundings)
    case .sound: return try sound(request, surroundings, at: now)
    case .walk: return try walk(request, at: now)
    case .reload: return try reload(request, at: now)
    case .regions: return try regions(request, at: now)
    case .acknowledge: return try acknowledge(request, at: now)
    case .drop: return try drop(request, at: now)
    case .lift: return try lift(request, at: now)
    case .fleet: return try fleet(request, at: now)
    case .edit: return try edit(request, at: now)
    case .survey: return .survey(try SurveyRequest(request))
    case .course: return try course(request, at: now)
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

  /// `reload`: reads the configuration and the regions again, and answers with the number of
  /// watched regions or with the problems.
  ///
  /// With a path under `regions`, it does so only if that file is watched. It has no budget: only
  /// changed files are noted, and these notes have one.
  private mutating func reload(
    _ request: Request, at now: Instant
  ) throws(Refusal) -> Response {
    .files(.reload(file: try request.text("regions")))
  }

  /// `regions`: the watched file, the fleet's part, and the regions by the carrier's state.
  ///
  /// The answer names the regions that the carrier is inside, those of a state that is unknown or may
  /// no longer hold, and the expired ones; the carrier is outside all others, which `all` names. The hours of the regions
  /// follow the time of the fixes: a board may have no clock of its own.
  private func regions(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    if try request.flag("document") {
      return .files(.document(from: try firstFeature(request), path: files.regions))
    }
    let files = files
    let (states, expired) = (monitor.states, monitor.expired)
    let time = time(at: now)
    let isAll = try request.flag("all")
    let dropped = anchorAnswers
    return .fields {
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
      answer.anchors = dropped
      return answer.json
    }
  }
}

/// The response of a session to a request that it does not refuse.
enum Response: Sendable {
  /// The answer.
  case fields(Answer.Fields)
  /// The owner is to carry out this order about walks; the answer comes after that.
  case walk(WalkOrder)
  /// The owner is to read or write the files of the regions; the answer comes after that.
  case files(FilesRequest)
  /// The owner is to draw the outline of this walk; the answer comes after that.
  case survey(SurveyRequest)
}
