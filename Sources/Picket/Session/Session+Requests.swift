internal import Geofence
internal import Notation
internal import Outputs
internal import RegionFiles
internal import System

/// The requests of the control socket.
///
/// To add a request, name it in `Command` and write a method like those here. It is handed the
/// time, returns the fields of the answer as a closure that holds all it needs by value, and
/// leaves in `directives` what is to be done:
///
///     mutating func greet(_ request: Request, at now: Instant) throws(Refusal) -> Response {
///       let name = try request.requiredText("name")
///       let count = monitor.regions.count
///       directives.append(.announce(.notice, "hello \(name)"))
///       return .fields {                           // on the server's queue
///         var line = JSONLine()
///         line.add("regions", count)
///         return line
///       }
///     }
///
/// For slow work, such as a file, add a case to `Response` that the controller answers later.
extension Session {
  /// All requests but `watch`, which the server answers itself.
  enum Command: String, CaseIterable {
    case status, state, why, mute, unmute, mark, play, walk, reload, regions
  }

  /// Answers a request.
  mutating func respond(
    to request: Request, _ surroundings: Surroundings, at now: Instant
  ) -> Result<Response, Refusal> {
    do throws(Refusal) {
      return .success(try response(to: request, surroundings, at: now))
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
    case .walk: return try walk(request, at: now)
    case .reload: return try reload(request, at: now)
    case .regions: return regions()
    case nil:
      let known = Command.allCases.map(\.rawValue).sorted() + ["watch"]
      throw Refusal(
        "there is no request \(request.name.quoted.onOneLine); there are \(known.listed())")
    }
  }

  /// `reload`: reads the configuration and the regions again, and answers what is watched now or
  /// why not.
  ///
  /// With a path under `regions` only if that is the file that is watched: a change of another
  /// file changes nothing here.
  private mutating func reload(
    _ request: Request, at now: Instant
  ) throws(Refusal) -> Response {
    let file = try request.text("regions")
    try Self.spend(&asked, "reload", at: now)
    return .reload(file: file)
  }

  /// `regions`: the file that is watched, and of its regions those that the carrier is inside,
  /// those of which that is not known and those that have expired; it is outside all others.
  private func regions() -> Response {
    let (file, states, expired) = (regionsFile, monitor.states, monitor.expired)
    return .fields {
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

  /// Spends one of the requests that leave something on the card.
  static func spend(
    _ budget: inout WriteBudget, _ name: String, at now: Instant
  ) throws(Refusal) {
    guard let wait = budget.spend(at: now) else { return }
    throw Refusal(
      """
      too many requests such as \(name): a card takes some hundred an hour; try again in \
      \(max(1, wait.inSeconds).secondsText(decimals: 0))
      """)
  }
}
