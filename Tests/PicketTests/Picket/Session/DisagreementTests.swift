import Base
import Desk
import Geofence
@testable import Picket
import Records
import Testing

/// A receiver whose first position is 150 m off: the filter refuses the right ones for half a minute.
struct DisagreementTests {
  private static func isSaid(in text: String?) -> Bool {
    text?.contains(/the receiver says a place 1[45]\d m from here/) ?? false
  }

  /// Stands in the middle of the ring after one position 150 m to the east.
  private static func ride(seconds: Int, _ regions: [Region] = [SessionRide.ring()]) -> SessionRide
  {
    let ride = SessionRide(SessionRide.settings(Configuration(), regions))
    ride.session.start(at: ride.now)
    for second in 0..<seconds {
      let east = second == 0 ? 150 : second.isMultiple(of: 2) ? 0.3 : -0.3
      ride.receive(Epoch(second: Double(second), east: east, speed: 0).report(device: "/dev/a"))
      ride.pass(1)
    }
    return ride
  }

  private static func status(_ ride: SessionRide) throws -> StatusAnswer {
    let fields = try #require(try ride.fields(#"{"do":"status"}"#))
    return try #require(StatusAnswer(fields))
  }

  @Test func statusSaysWhereTheReceiverIs() throws {
    let status = try Self.status(Self.ride(seconds: 10))
    #expect(abs(try #require(status.apart) - 150) < 2)
    let lines = StatusText(status).lines
    #expect(Self.isSaid(in: lines.first { $0.hasPrefix("position") }))
    let german = StatusText(status, in: Voice(.german)).lines
    #expect(german.contains { $0.contains("; der Empfänger nennt einen Ort 1") })
  }

  @Test func agreementIsNotMentioned() throws {
    let ride = Self.ride(seconds: 45)
    #expect(try Self.status(ride).apart == nil)
    #expect(try ride.fields(#"{"do":"why","region":"ring"}"#)?.contains("receiver says") == false)
  }

  @Test func whySaysSo() throws {
    let ride = Self.ride(seconds: 10)
    #expect(Self.isSaid(in: try ride.fields(#"{"do":"why","region":"ring"}"#)))
  }

  @Test func watchedFixHasTheReceiversPlace() throws {
    let ride = Self.ride(seconds: 10)
    let explained = ride.session.receiving.path.explained(most: 9)
    let text = try #require(explained?.explanation.watched(more: 0))
    let line = try #require(FixLine(text))
    #expect(abs(try #require(line.receiverLongitude) - 15) < 1e-5)
    #expect(abs(try #require(line.longitude) - 15) > 1e-3)
    var view = WatchView(in: .english)
    for one in [#"{"ok":true,"sight":"sighted","lat":47,"lon":15}"#, text] {
      _ = Reply(one).flatMap { view.apply($0) }
    }
    #expect(view.lines(width: 120, height: 9).contains { Self.isSaid(in: $0) })
    #expect(Self.isSaid(in: view.line))
  }

  @Test func impossibleJumpIsAPlaceToo() throws {
    let ride = Self.ride(seconds: 45)
    ride.receive(Epoch(second: 45, east: 9000, speed: 0).report(device: "/dev/a"))
    #expect(abs(try #require(try Self.status(ride).apart) - 9000) < 20)
    // A report without a position says nothing.
    ride.receive(Epoch(second: 46, east: nil).report(device: "/dev/a"))
    #expect(try Self.status(ride).apart == nil)
  }

  @Test func anchorIsWhereTheReceiverIs() throws {
    let ride = Self.ride(seconds: 10, [])
    let fields = try #require(try ride.fields(#"{"do":"drop","radius":100}"#))
    let answer = DropAnswer(try #require(Reply(fields)))
    #expect(abs(try #require(answer.anchor.longitude) - 15) < 1e-5)
    #expect(try #require(answer.anchor.spread) < 0.5)
  }

  @Test func scatterAsWideAsTheAnchorIsRefused() throws {
    let ride = Self.ride(seconds: 2, [])
    let reason = try ride.refusal(#"{"do":"drop"}"#)
    #expect(reason?.hasPrefix("a radius of 40 m is too small for") == true, "\(reason ?? "")")
  }
}
