import Geofence
import Testing

@testable import PicketLink

/// A broker's connections, without a broker.
struct BrokerSessionTests {
  /// What stands for a connection.
  private final class Link {}

  private var session = BrokerSession<Link>()
  private let link = Link()

  /// Begins with a connection that the broker has accepted.
  init() {
    session.connect(link)
    #expect(receive(.connected, at: 0) == "connected")
  }

  @Test func oneConnectionAtATime() {
    var session = BrokerSession<Link>()
    #expect(session.mayConnect)
    session.connect(link)
    #expect(!session.mayConnect)
    #expect(session.link === link)
    #expect(session.acceptedLink == nil)
    _ = session.receive(.connected, of: link, at: Instant(.zero))
    #expect(session.acceptedLink === link)
    #expect(!session.mayConnect)
  }

  @Test mutating func messageIsCompletedOnce() {
    session.wait(7, bytes: 10) { _ in }
    #expect(receive(.published(7, .refused("full"))) == "complete refused(\"full\")")
    #expect(receive(.published(7, .accepted(isHeard: true))) == "none")
  }

  @Test mutating func earlierConnectionLeadsToNothing() {
    session.wait(7, bytes: 10) { _ in }
    let earlier = Link()
    #expect(receive(.connected, of: earlier) == "none")
    #expect(receive(.published(7, .unknown), of: earlier) == "none")
    #expect(receive(.ended(BrokerTrouble("gone")), of: earlier) == "none")
    #expect(session.acceptedLink === link)
    #expect(receive(.published(7, .unknown)) == "complete unknown")
  }

  @Test mutating func refusedSubscriptionHasItsTopic() {
    session.wait(3, topic: "picket/a")
    session.wait(4, topic: "picket/b")
    #expect(receive(.subscribed(3, refusal: nil)) == "none")
    #expect(receive(.subscribed(4, refusal: "not allowed")) == "unsubscribed picket/b: not allowed")
    #expect(receive(.subscribed(4, refusal: "not allowed")) == "none")
  }

  @Test mutating func lostConnectionLeavesNoMessageWithoutOutcome() {
    waitForThree()
    #expect(receive(.ended(BrokerTrouble("lost"))) == "end unknown unknown unknown: lost")
    #expect(session.link == nil)
    #expect(session.mayConnect)
    #expect(receive(.published(1, .accepted(isHeard: true))) == "none")
  }

  @Test mutating func largestMessageIsTheOneThatIsTooLarge() {
    waitForThree()
    let trouble = BrokerTrouble(ending: 0x95, words: "too large", client: "a")
    #expect(
      receive(.ended(trouble)) == "end tooLarge unknown unknown: \(trouble.description)")
  }

  @Test mutating func nothingFollowsTheEnd() {
    session.end()
    #expect(session.link === link)
    #expect(receive(.ended(BrokerTrouble("ended"))) == "end : ended")
    #expect(session.isEnding)
    #expect(!session.mayConnect)
  }

  @Test mutating func waitIsShortAfterALastingConnection() {
    for _ in 0..<6 { _ = session.nextWait(chance: 1) }
    _ = receive(.ended(BrokerTrouble("lost")), at: 9)
    #expect(session.nextWait(chance: 1) == .seconds(64))
    session.connect(link)
    _ = receive(.connected, at: 100)
    _ = receive(.ended(BrokerTrouble("lost")), at: 110)
    #expect(session.nextWait(chance: 1) == .seconds(1))
  }

  private mutating func waitForThree() {
    session.wait(1, bytes: 10) { _ in }
    session.wait(2, bytes: 5000) { _ in }
    session.wait(3, bytes: 20) { _ in }
  }

  /// Receives a report; returns what it leads to.
  private mutating func receive(
    _ report: BrokerConnection.Report, of other: Link? = nil, at seconds: Int = 1
  ) -> String {
    switch session.receive(report, of: other ?? link, at: Instant(.seconds(seconds))) {
    case .none: "none"
    case .report(.connected): "connected"
    case .report(.unsubscribed(let topic, let reason)): "unsubscribed \(topic): \(reason)"
    case .report(let news): "\(news)"
    case .complete(_, let publication): "complete \(publication)"
    case .end(let messages, let trouble):
      "end \(messages.map { "\($0.1)" }.joined(separator: " ")): \(trouble.description)"
    }
  }
}
