/// The outcome of publishing a message.
enum Publication: Hashable, Sendable {
  /// The broker has the message; `isHeard` is whether there was a subscriber.
  case accepted(isHeard: Bool)
  /// The broker refused the message, for this reason.
  case refused(String)
  /// The message is larger than the broker allows.
  case tooLarge
  /// The connection ended before the broker answered, which may have the message or not.
  case unknown

  /// The outcome for a reason code of MQTT 5.
  ///
  /// - Parameter words: The library's words for the code.
  init(code: Int, words: String) {
    switch code {
    case 0x00: self = .accepted(isHeard: true)
    case 0x10: self = .accepted(isHeard: false)
    case 0x95: self = .tooLarge
    default: self = .refused(Self.reason(code) ?? "\(words) (0x\(String(code, radix: 16)))")
    }
  }

  /// The reason for which the broker does not have the message; `nil` if it may have it.
  var refusal: String? {
    switch self {
    case .accepted, .unknown: nil
    case .refused(let reason): reason
    case .tooLarge: "the message is larger than the broker allows (0x95)"
    }
  }

  /// The words for frequent codes, with a remedy.
  private static func reason(_ code: Int) -> String? {
    switch code {
    case 0x87: "the broker does not let this board publish there (0x87); correct its ACL"
    case 0x97: "a quota of the broker is used up (0x97)"
    default: nil
    }
  }
}

/// The result of handing a message over.
enum Handover: Hashable {
  /// The number that the report of the broker's answer repeats.
  case number(Int32)
  /// There is nothing to wait for.
  case ended(Publication)
}
