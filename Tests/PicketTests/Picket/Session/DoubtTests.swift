@testable import Board
@testable import Picket
@testable import Records
import Testing

/// A carrier that stands inside a ring, and is elsewhere after a gap.
struct DoubtTests {
  private let ride = SessionRide(SessionRide.settings(Self.configuration))

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.outputs.list[1].holdsInside = .any
    return configuration
  }

  private static func stand(_ seconds: Range<Int>, east: Double, _ ride: SessionRide) {
    for second in seconds {
      ride.receive(Epoch(second: Double(second), east: east, speed: 0).report(device: "/dev/a"))
      ride.pass(1)
    }
  }

  /// Rides into the ring and stands there; after a gap the fixes are elsewhere.
  private static func doubt(_ ride: SessionRide) {
    ride.ride(0..<31)
    stand(31..<70, east: 0, ride)
    _ = ride.directives()
    ride.pass(8)
    stand(78..<86, east: 130, ride)
  }

  private func doubt() { Self.doubt(ride) }

  private func stand(_ seconds: Range<Int>, east: Double) {
    Self.stand(seconds, east: east, ride)
  }

  @Test(arguments: Output.Doubt.allCases, [Output.Kind.relay, .servo])
  func doubtIsDecidedByTheSetting(_ doubt: Output.Doubt, _ kind: Output.Kind) {
    var configuration = Configuration()
    var lock = Output(name: "lock")
    (lock.kind, lock.doubt, lock.holdsInside) = (kind, doubt, .some(ids: ["ring"]))
    configuration.outputs.list.append(lock)
    let ride = SessionRide(SessionRide.settings(configuration))
    ride.session.start(at: ride.now)
    Self.doubt(ride)
    #expect(ride.session.monitor.state(of: "ring") == .unsure)
    #expect(ride.session.monitor.blindSince == nil)
    #expect(ride.session.reactions.held.on == (doubt == .off ? [] : ["lock"]))
  }

  @Test func doubtIsNotedAndShown() throws {
    doubt()
    #expect(ride.session.monitor.state(of: "ring") == .unsure)
    #expect(ride.session.monitor.side(of: "ring") == .inside)
    let directives = ride.directives()
    let notes = directives.compactMap { directive -> Note? in
      if case .note(let note) = directive { note } else { nil }
    }
    let note = try #require(notes.first { $0.kind == .unsure })
    #expect(note.regions == ["ring"] && note.text == "the state of ring may no longer hold")
    #expect(
      note.json(uptime: .zero, positions: .none).contains(#""regions":["ring"]"#))
    #expect(
      directives.contains { directive in
        if case .show(.unsure, _) = directive { true } else { false }
      })
    let status = try #require(try ride.fields(#"{"do":"status"}"#))
    #expect(status.contains(#""inside":[],"unsure":["ring"]"#))
    #expect(status.contains(#""state":"unsure","was":"inside""#))
    let answer = try #require(try ride.fields(#"{"do":"regions"}"#))
    #expect(answer.contains(#""unsure":["ring"]"#))
    let why = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
    #expect(why.contains("ring: unsure; from"))
    #expect(why.contains("it was inside, which may no longer hold: the fixes are not believed"))
  }

  @Test func endOfTheDoubtIsNoted() {
    doubt()
    _ = ride.directives()
    stand(86..<130, east: 0)
    #expect(ride.session.monitor.inside == ["ring"])
    #expect(ride.performed().contains("note sure: all states hold again"))
  }

  @Test func statusTextHasTheDoubt() throws {
    doubt()
    let status = try #require(try ride.fields(#"{"do":"status"}"#))
    let lines = StatusText(try #require(StatusAnswer(status))).lines
    #expect(lines.contains { $0.hasPrefix("unsure") && $0.hasSuffix("ring") })
    #expect(lines.contains { $0.contains("ring: unsure (inside before)") })
  }
}
