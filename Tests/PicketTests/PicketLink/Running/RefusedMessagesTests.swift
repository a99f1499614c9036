@testable import PicketLink
import Testing

struct RefusedMessagesTests {
  private let refusal = Publication.refused("no")

  private func message(_ topic: String, _ text: String) -> Message {
    Message(topic, text, isRetained: true)
  }

  @Test func lastOfEachTopicComesAgain() {
    var refused = RefusedMessages()
    #expect(refused.note(refusal, of: message("b", "1")) == .seconds(1))
    #expect(refused.note(refusal, of: message("a", "2")) == nil)
    #expect(refused.note(refusal, of: message("b", "3")) == nil)
    #expect(refused.popAll() == [message("a", "2"), message("b", "3")])
    #expect(refused.popAll().isEmpty)
    #expect(refused.note(refusal, of: message("a", "2")) == .seconds(2))
  }

  @Test func olderMessageDoesNotReplaceAnAcceptedOne() {
    var refused = RefusedMessages()
    _ = refused.note(refusal, of: message("a", "1"))
    #expect(refused.note(.accepted(isHeard: true), of: message("a", "2")) == nil)
    #expect(refused.popAll().isEmpty)
  }

  @Test func onlyRefusedRetainedOnesAreKept() {
    var refused = RefusedMessages()
    #expect(refused.note(refusal, of: Message("a", "1")) == nil)
    #expect(refused.note(.unknown, of: message("a", "1")) == nil)
    #expect(refused.note(.tooLarge, of: message("a", "1")) == nil)
    #expect(refused.popAll().isEmpty)
  }

  @Test func connectionBeginsAnew() {
    var refused = RefusedMessages()
    _ = refused.note(refusal, of: message("a", "1"))
    refused.connected()
    #expect(refused.popAll().isEmpty)
    #expect(refused.note(refusal, of: message("a", "1")) == .seconds(1))
  }
}
