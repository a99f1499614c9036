@testable import PicketLink
import Testing

struct PublicationTests {
  @Test func onlyTwoCodesMeanAccepted() {
    #expect(Publication(code: 0, words: "") == .accepted(isHeard: true))
    #expect(Publication(code: 0x10, words: "") == .accepted(isHeard: false))
    #expect(
      Publication(code: 0x80, words: "Unspecified error") == .refused("Unspecified error (0x80)"))
    #expect(Publication(code: 0x95, words: "") == .tooLarge)
    for code in 0x80...0xA2 where code != 0x95 {
      guard case .refused = Publication(code: code, words: "x") else {
        Issue.record("\(code) is not a refusal")
        continue
      }
    }
  }

  @Test func forbiddenTopicNamesTheRemedy() {
    #expect(
      Publication(code: 0x87, words: "")
        == .refused("the broker does not let this board publish there (0x87); correct its ACL"))
  }

  @Test func failedSecureConnectionNamesTheRemedy() {
    let line = "OpenSSL Error[0]: error:0A00045C:SSL routines::tlsv13 alert certificate required"
    #expect(
      BrokerTrouble(secure: line, address: "b, port 1").description
        == "b, port 1: the secure connection failed: tlsv13 alert certificate required; it requires "
        + "a certificate of this board: give certificate and key")
    #expect(
      BrokerTrouble(secure: "odd", address: "b, port 1").description
        == "b, port 1: the secure connection failed: odd")
  }

  @Test func refusedCertificateNamesItsFault() {
    let wrongName = BrokerTrouble(verdict: 0, words: "", isWrongName: true, host: "b.example")
    #expect(
      wrongName.description.hasPrefix("the certificate of the broker is not for b.example;"))
    let expired = BrokerTrouble(verdict: 10, words: "", isWrongName: false, host: "b")
    #expect(expired.description.contains("has expired"))
    let early = BrokerTrouble(verdict: 9, words: "", isWrongName: false, host: "b")
    #expect(early.description.contains("not valid yet by this board's clock"))
    let foreign = BrokerTrouble(
      verdict: 20, words: "unable to get it", isWrongName: false, host: "b")
    #expect(foreign.description.contains("not signed by the authority in ca: unable to get it"))
  }
}
