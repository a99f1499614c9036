/// What a broker does not have, of what the link uses.
struct BrokerLimits: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The broker keeps no messages for later subscribers.
  static let noRetained = BrokerLimits(rawValue: 1)

  /// The broker does not answer messages: it has no QoS 1.
  static let noAnswers = BrokerLimits(rawValue: 2)

  /// The limit for a code of MQTT 5 with which the broker ended or refused a connection; empty for
  /// other codes.
  static func limit(of code: Int) -> BrokerLimits {
    switch code {
    case 0x9a: .noRetained
    case 0x9b: .noAnswers
    default: []
    }
  }

  /// The quality of service of messages and of the will.
  var quality: Int32 { contains(.noAnswers) ? 0 : 1 }

  /// What is missing, for a person; `nil` when nothing is.
  var words: String? {
    let missing = [
      contains(.noRetained)
        ? "keeps no retained messages (0x9a): who subscribes later does not see the state of this "
          + "board until it changes" : nil,
      contains(.noAnswers)
        ? "has no QoS 1 (0x9b): events that are lost on their way are not sent again" : nil,
    ].compactMap { $0 }
    return missing.isEmpty
      ? nil
      : "the broker \(missing.joined(separator: ", and it ")); restart picket-link once it has them"
  }
}
