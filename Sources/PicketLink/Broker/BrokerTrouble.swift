import Base

/// The reason for which there is no connection to the broker, and the remedy.
struct BrokerTrouble: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for a person.
  let description: String

  /// Whether the broker has ended the connection because of a message that is too large.
  private(set) var isTooLarge = false

  /// What the broker does not have, if it ended or refused the connection for that.
  private(set) var limit: BrokerLimits = []

  /// Creates a trouble.
  init(_ description: String) {
    self.description = description
  }

  /// The words for a connection that could not be made.
  init(connecting failure: BrokerFailure, to broker: BrokerSettings) {
    switch failure.kind {
    // Without an errno, the other end has closed it.
    case .system(0): self.init(closedEarly: broker)
    case .system(let code):
      self.init("\(broker.address): \(SystemError("", code: code).reason)")
    case .noAddress: self.init("\(broker.host): the name has no address now")
    case .lost, .other: self.init("\(broker.address): \(failure.words)")
    }
  }

  /// The words for a connection that was lost.
  ///
  /// - Parameter isAccepted: Whether the broker had accepted it.
  init(losing failure: BrokerFailure, to broker: BrokerSettings, isAccepted: Bool) {
    let address = broker.address
    switch failure.kind {
    // Without an errno, the other end has closed it.
    case .lost where isAccepted, .system(0) where isAccepted:
      self.init("the connection to \(address) was lost")
    case .lost, .system(0): self.init(closedEarly: broker)
    case .system(let code):
      self.init("the connection to \(address) was lost: \(SystemError("", code: code).reason)")
    // Some releases of the libraries do not say what was wrong with it.
    case .other where broker.isSecure && !isAccepted:
      self.init("\(address): the secure connection failed; \(Self.question(to: broker))")
    case .noAddress, .other: self.init("\(address): \(failure.words)")
    }
  }

  private init(closedEarly broker: BrokerSettings) {
    self.init(
      "\(broker.address) closed the connection before it began; \(Self.question(to: broker))")
  }

  /// What a broker may expect that says nothing.
  private static func question(to broker: BrokerSettings) -> String {
    let other = !broker.isSecure ? ", or none" : ", or a certificate of this board"
    return "does it expect tls\(broker.certificate == nil ? other : "")?"
  }

  /// The words for a file of this board that the library does not accept; `nil` for other lines.
  ///
  /// - Parameter line: The line from the library, such as
  ///   `Error: Unable to load client certificate "board.pem".`
  init?(unusable line: String, of broker: BrokerSettings) {
    let files = [
      ("CA certificates", "ca", broker.authorities),
      ("client certificate", "certificate", broker.certificate),
      ("client key file", "key", broker.key),
    ]
    if line.hasPrefix("Error: Client certificate/key are inconsistent"), let key = broker.key {
      self.init(
        "\(key): the key does not belong to the certificate (key in [broker]); give the key with "
          + "which the certificate was requested")
      return
    }
    for (words, setting, path) in files where line.hasPrefix("Error: Unable to load \(words)") {
      guard let path else { continue }
      // OpenSSL also refuses a key of another certificate here.
      let remedy =
        setting == "key" ? "give the key of the certificate, in PEM" : "make it again, in PEM"
      self.init("\(path): OpenSSL cannot use this file (\(setting) in [broker]); \(remedy)")
      return
    }
    return nil
  }

  /// The words for a code with which the broker ended a connection.
  init(ending code: Int, words: String, client: String) {
    let remedy =
      code == 0x8e
      ? "; another client of the broker has the name \(client.quoted): give each board its own" : ""
    self.init("the broker ended the connection: \(words)\(remedy)")
    isTooLarge = code == 0x95
    limit = .limit(of: code)
  }

  /// The words for a code with which the broker refused a connection.
  init(refusal code: Int, words: String) {
    switch code {
    case 0x01, 0x84:
      self.init(
        "the broker does not speak MQTT 5; use one that does, such as mosquitto 1.6 or later")
    case 0x85: self.init("the broker does not allow this board's name (0x85); give another board")
    case 0x86, 0x04:
      self.init("the broker does not accept the user or the password; correct them in [broker]")
    case 0x87, 0x05:
      self.init("the broker does not let this board connect (0x87); correct its access list")
    default:
      self.init("the broker refused the connection: \(words) (0x\(String(code, radix: 16)))")
      limit = .limit(of: code)
    }
  }

  /// The words for a secure connection that failed.
  ///
  /// - Parameter line: The line from OpenSSL, such as
  ///   `OpenSSL Error[0]: error:0A00010B:SSL routines::wrong version number`.
  init(secure line: String, address: String) {
    let words = line.split(separator: ":").last.map(String.init) ?? line
    let remedies = [
      (
        "alert certificate required",
        "it requires a certificate of this board: give certificate and key"
      ),
      ("alert handshake failure", "it may require a certificate of this board, or a shared secret"),
      ("alert unknown ca", "it does not trust the authority of this board's certificate"),
      ("alert certificate expired", "this board's certificate has expired: renew it"),
      ("alert bad certificate", "it refuses this board's certificate"),
      ("alert unknown psk identity", "it has no secret for psk_identity"),
      ("alert decrypt error", "the secret in psk_file is not that of the broker"),
      ("bad record mac", "the secret in psk_file is not that of the broker"),
      ("wrong version number", "it does not expect tls on this port"),
      ("unexpected eof", "does it expect tls on this port?"),
    ]
    let remedy = remedies.first { words.contains(text: $0.0) }.map { "; \($0.1)" } ?? ""
    self.init("\(address): the secure connection failed: \(words)\(remedy)")
  }

  /// The words for a refused certificate of the broker.
  ///
  /// - Parameters:
  ///   - verdict: OpenSSL's number for the fault; 0 for none.
  ///   - words: OpenSSL's words for the fault.
  ///   - isWrongName: Whether the certificate is for another host.
  ///   - host: The host that was meant.
  init(verdict: Int, words: String, isWrongName: Bool, host: String) {
    if isWrongName {
      self.init(
        "the certificate of the broker is not for \(host); give the host that it names in "
          + "[broker], or have another made")
      return
    }
    switch verdict {
    // X509_V_ERR_CERT_NOT_YET_VALID
    case 9:
      self.init(
        "the certificate of the broker is not valid yet by this board's clock; set the clock, or "
          + "wait for it")
    // X509_V_ERR_CERT_HAS_EXPIRED
    case 10: self.init("the certificate of the broker has expired; renew it at the broker")
    // No known authority has signed it: 18 to 21, also 2.
    case 2, 18...21:
      self.init("the certificate of the broker is not signed by the authority in ca: \(words)")
    default: self.init("the certificate of the broker was refused: \(words)")
    }
  }
}

/// An error that the library has reported.
struct BrokerFailure: Hashable, Sendable {
  /// The errors that need different words.
  enum Cause: Hashable, Sendable {
    /// The system has refused something, with this `errno`.
    case system(Int32)
    /// The name of the broker has no address.
    case noAddress
    /// The connection was lost.
    case lost
    /// Another error, for which the library's words are enough.
    case other
  }

  let kind: Cause
  /// The library's words for the error.
  let words: String
}
