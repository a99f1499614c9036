@testable import PicketPage
import Testing

/// The orders of a phone, as the controller receives them.
struct PageOrderTests {
  @Test func requestsContainOnlyKnownFields() throws {
    for (order, body, request) in [
      (Route.Order.mute, #"{"seconds":600}"#, #"{"do":"mute","seconds":600}"#),
      (.mute, "", #"{"do":"mute"}"#), (.unmute, "{}", #"{"do":"unmute"}"#),
      (.mark, #"{"text":"at the \"gate\""}"#, #"{"do":"mark","text":"at the \"gate\""}"#),
      (.walk, #"{"stop":true}"#, #"{"do":"walk","stop":true}"#),
      (.walk, #"{"remove":"ride"}"#, #"{"do":"walk","remove":"ride"}"#),
      (.play, #"{"states":true}"#, #"{"do":"play","states":true}"#),
      (.play, #"{"signal":"enter"}"#, #"{"do":"play","signal":"enter"}"#),
      (.anchor, #"{"radius":45.5}"#, #"{"do":"anchor","radius":45.5}"#),
      (
        .survey, #"{"positions":[[15.0012345,-47,1.5,2]],"corridor":true}"#,
        #"{"do":"survey","corridor":true,"positions":[[15.0012345,-47,1.5,2]]}"#
      ),
    ] {
      #expect(try order.request(Array(body.utf8)).text == request)
    }
  }

  @Test func otherFieldsAreRefused() {
    for body in [
      #"{"do":"reload"}"#, #"{"id":1}"#, #"{"seconds":1,"fixes":true}"#, "[]", "1", "{", "\u{0}",
      "{\"text\":\"a\"}\n{\"do\":\"reload\"}",
    ] {
      #expect(throws: Denial.self, "\(body)") { try Route.Order.mute.request(Array(body.utf8)) }
    }
  }

  @Test func numbersThatAreTooGreatAreRefused() {
    for (order, body) in [
      (Route.Order.mute, #"{"seconds":1e400}"#), (.survey, #"{"positions":[[15,-1e999,0,1]]}"#),
    ] {
      #expect(throws: Denial.self, "\(body)") { try order.request(Array(body.utf8)) }
    }
  }

  @Test func timeOfAQuestionIsWholeSeconds() throws {
    let request = try Route.Question.why.request(["region": "a", "last": "60"]).text
    #expect(request == #"{"do":"why","region":"a","last":60,"local":true}"#)
    for last in ["", "x", "1e9", "1.5"] {
      #expect(throws: Denial.self, "\(last)") {
        try Route.Question.why.request(["region": "a", "last": last])
      }
    }
  }

  @Test func surveyHasNoOtherFields() {
    for body in [#"{"positions":[],"by":"x"}"#, #"{"points":[]}"#, "[[15,47,0,1]]"] {
      #expect(throws: Denial.self, "\(body)") { try Route.Order.survey.request(Array(body.utf8)) }
    }
  }

  @Test func newLineInATextStaysEscaped() throws {
    let body = #"{"text":"a\n{\"do\":\"reload\"}"}"#
    let request = try Route.Order.mark.request(Array(body.utf8)).text
    #expect(!request.contains("\n"))
  }
}
