import Base
import Geofence
@testable import PicketLink
import Testing

struct OrderTests {
  private let all = Set(LinkSettings.Order.allCases)

  private func order(
    _ text: String, isRetained: Bool = false, allowed: Set<LinkSettings.Order>? = nil
  ) throws -> Order {
    try Order(Array(text.utf8), isRetained: isRetained, allowed: allowed ?? all)
  }

  private func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  private func reason(
    _ text: String, isRetained: Bool = false, allowed: Set<LinkSettings.Order>? = nil
  ) -> String? {
    let refusal = thrown(Order.Refusal.self) {
      try order(text, isRetained: isRetained, allowed: allowed)
    }
    return refusal?.reason
  }

  private static let end = #""expires":"2026-06-03T10:00:00Z""#

  @Test func orderBecomesARequest() throws {
    let order = try order(#"{"do":"mute","seconds":600,"id":7,\#(Self.end)}"#)
    #expect(order.kind == .mute)
    #expect(order.request.text == #"{"do":"mute","seconds":600}"#)
    let expires = try time("2026-06-03T10:00:00Z")
    #expect(order.expires == expires)
  }

  @Test func wrongOrdersAreRefused() {
    #expect(reason("")?.contains("not a JSON object") == true)
    #expect(reason("[1]")?.contains("not a JSON object") == true)
    #expect(reason("{}")?.contains("no text under do") == true)
    #expect(
      reason(#"{"do":"dance"}"#)
        == #"there is no order "dance"; there are mark, mute, acknowledge and walk"#)
    #expect(reason(#"{"do":"mark"}"#)?.contains("needs a time under expires") == true)
    #expect(
      reason(#"{"do":"mark","expires":"soon"}"#)?.contains("needs a time under expires") == true)
    // Only the topic names the sender.
    #expect(
      reason(#"{"do":"mark","by":"admin",\#(Self.end)}"#)
        == #"mark has no "by"; it has text and expires"#)
    #expect(reason(#"{"do":"mark","regions":"/etc/x",\#(Self.end)}"#) != nil)
    #expect(
      reason(#"{"do":"mute","seconds":1e400,\#(Self.end)}"#)
        == "seconds has a number that is too great")
    let long = String(repeating: "x", count: 5000)
    #expect(reason(#"{"do":"mark","text":"\#(long)",\#(Self.end)}"#)?.contains("4096") == true)
  }

  @Test func forbiddenOrderIsRefused() {
    #expect(
      reason(#"{"do":"mute",\#(Self.end)}"#, allowed: [.mark])
        == #"this board does not accept the order "mute"; add it to orders in [link]"#)
  }

  @Test func retainedOrderIsRefused() {
    #expect(
      reason(#"{"do":"mark",\#(Self.end)}"#, isRetained: true)?.contains("without retain") == true)
  }

  @Test func orderIsValidUntilItExpires() throws {
    let order = try order(#"{"do":"mark",\#(Self.end)}"#)
    #expect(order.refusal(at: try time("2026-06-03T09:59:59Z")) == nil)
    #expect(
      order.refusal(at: try time("2026-06-03T10:00:00Z"))?.reason
        == "the order expired at 2026-06-03T10:00:00.000Z, and it is 2026-06-03T10:00:00.000Z")
    #expect(
      order.refusal(at: try time("2026-06-02T09:59:59Z"))?.reason
        == "the order expires more than a day from now; give an earlier time")
  }

  @Test func orderWithoutAClockIsRefused() throws {
    let order = try order(#"{"do":"mark",\#(Self.end)}"#)
    #expect(order.refusal(at: nil)?.reason.contains("has no time yet") == true)
  }

  // MARK: The memory

  private func note(
    _ byte: UInt8, from sender: String = "desk", in memory: inout OrderMemory,
    at now: String = "2026-06-03T09:00:00Z"
  ) throws -> String? {
    let key = OrderMemory.key([byte], from: sender)
    let end = try time("2026-06-03T10:00:00Z")
    return memory.admit(key, until: end, at: try time(now))?.reason
  }

  @Test func orderIsCarriedOutOnce() throws {
    var memory = OrderMemory()
    let orders: [(UInt8, String, isNew: Bool)] = [
      (1, "desk", true), (1, "desk", false), (1, "other", true), (2, "desk", true),
    ]
    for (byte, sender, expected) in orders {
      let reason = try note(byte, from: sender, in: &memory)
      #expect((reason == nil) == expected)
    }
  }

  @Test func repeatedOrderGetsTheRightReason() throws {
    var memory = OrderMemory()
    let ends: [(UInt8, OrderMemory.End?, reason: String)] = [
      (1, .carriedOut, "has been carried out already"), (2, .refused, "was refused before"),
      (3, nil, "gave no answer"),
    ]
    for (byte, end, expected) in ends {
      _ = try note(byte, in: &memory)
      if let end { memory.settle(OrderMemory.key([byte], from: "desk"), end) }
      let reason = try note(byte, in: &memory)
      #expect(reason?.contains(expected) == true, "\(reason ?? "none")")
    }
  }

  @Test func fullMemoryIsTheReason() throws {
    var memory = OrderMemory(limit: 1)
    _ = try note(1, in: &memory)
    let reason = try note(2, in: &memory)
    #expect(reason?.contains("remembers 1 orders") == true)
    let later = try note(2, in: &memory, at: "2026-06-03T10:00:00Z")
    #expect(later == nil)
  }

  @Test func senderIsTheLastLevel() {
    let topics = Topics(prefix: "picket", board: "b")
    #expect(OrderInbox.sender(of: "picket/b/order/desk", topics) == "desk")
    #expect(OrderInbox.sender(of: "picket/b/order", topics) == "an unnamed sender")
    #expect(OrderInbox.sender(of: "picket/b/order/", topics) == nil)
    #expect(OrderInbox.sender(of: "picket/b/order/a/b", topics) == nil)
    #expect(OrderInbox.sender(of: "picket/c/order/desk", topics) == nil)
  }

  @Test func answersStayBelowTheBoardsTopic() {
    let topics = Topics(prefix: "picket", board: "b")
    #expect(topics.isAnswer("picket/b/answer/desk/7"))
    for topic in [
      "picket/b/answer", "picket/b/answer/", "picket/c/answer/x", "picket/fleet/a/regions",
      "picket/b/answer/#", "picket/b/answer/a+b", "picket/b/answer/a//b",
    ] {
      #expect(!topics.isAnswer(topic), "\(topic)")
    }
  }
}
