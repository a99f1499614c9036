/// How the publication of a message ended.
enum Publication: Hashable, Sendable {
  /// The broker has it; `isHeard` says whether there was a subscriber.
  case accepted(isHeard: Bool)
  /// The broker refused it, and why.
  case refused(String)
  /// The connection ended before the broker answered: it may have the message or not.
  case unknown

  /// The end that a reason code of MQTT 5 stands for.
  ///
  /// - Parameter words: What the code means.
  init(code: Int, words: String) {
    switch code {
    case 0x00: self = .accepted(isHeard: true)
    case 0x10: self = .accepted(isHeard: false)
    default: self = .refused(Self.reason(code) ?? "\(words) (0x\(String(code, radix: 16)))")
    }
  }

  /// The words of frequent codes, with what to do.
  private static func reason(_ code: Int) -> String? {
    switch code {
    case 0x87: "the broker does not let this board publish there (0x87); correct its ACL"
    case 0x97: "a quota of the broker is used up (0x97)"
    case 0x95: "the message is larger than the broker allows (0x95)"
    default: nil
    }
  }
}

/// The result of handing a message over.
enum Handover: Hashable {
  /// The number that comes back in the report of the broker's answer.
  case number(Int32)
  /// There is nothing to wait for.
  case ended(Publication)
}
