@testable import Board
import Geofence
@testable import Picket
import Records

/// A session on the simulated ride through a ring of 50 m, with no queue and no file.
final class SessionRide {
  var session: Session
  private var requests = Requests()
  private(set) var now = SessionRide.start

  static let start = Instant(.seconds(1000))

  /// The ring around the middle of the ride.
  static func ring(_ id: String = "ring", radius: Double = 50, signal: String? = nil) -> Region {
    let center = Coordinate(latitude: 47, longitude: 15)
    return Region(
      id: id, shape: .circle(Circle(center: center, radius: radius)!), signal: signal)
  }

  static func settings(
    _ configuration: Configuration = Configuration(), _ regions: [Region] = [ring()]
  ) -> Settings {
    Settings(configuration: configuration, regions: regions, warnings: [])
  }

  init(
    _ settings: Settings = SessionRide.settings(), state: SavedState = SavedState(),
    speed: Double = 1
  ) {
    session = Session(
      settings, state: state, pace: Pace(factor: speed, start: SessionRide.start),
      at: SessionRide.start)
  }

  /// The directives so far, in words.
  func performed() -> [String] { directives().map(\.words) }

  /// The directives so far.
  func directives() -> [Directive] {
    var directives: [Directive] = []
    session.turn.take(&directives)
    return directives
  }

  /// Lets time pass, and handles the deadlines on the way.
  func pass(_ seconds: Double) {
    let end = now.advanced(by: .seconds(seconds))
    while let deadline = session.deadline, deadline <= end {
      session.deadlineReached(at: deadline)
    }
    now = end
  }

  /// Receives a line.
  @discardableResult
  func receive(_ line: String) -> Bool {
    defer { session.keepForAnswers() }
    return session.receive(.line(.whole(Array(line.utf8)), at: now), at: now)
  }

  /// Receives the reports of some seconds of the ride, one after the other.
  func ride(_ seconds: Range<Int>) {
    for second in seconds {
      receive(Epoch.ride[second].report(device: "/dev/a"))
      pass(1)
    }
  }

  /// Answers a request.
  func ask(
    _ line: String, _ hearing: Annunciator.Hearing = Annunciator.Hearing()
  ) throws -> Result<Handling, Refusal> {
    requests.respond(to: try Request(Array(line.utf8)), &session, hearing, at: now)
  }

  /// The fields of an answer; `nil` when it was refused or comes later.
  func fields(_ line: String) throws -> String? {
    switch try ask(line) {
    case .success(.fields(let fields)): fields().text
    case .success(.status(let draft)):
      draft.fields(Timestamp(seconds: 0), isKept: false)().text
    default: nil
    }
  }

  /// The reason for which a request is refused; `nil` when it is not refused.
  func refusal(_ line: String) throws -> String? {
    if case .failure(let refusal) = try ask(line) { refusal.reason } else { nil }
  }
}
