import CMosquitto
import Glibc

/// A handle on an object of libmosquitto, which makes one connection.
///
/// One thread connects and loops; meanwhile other threads may call the other methods.
final class MosquittoHandle: Sendable {
  /// A report of the library, on the thread that connects and loops.
  enum Notice {
    /// The broker has accepted the connection, with the code 0, or refused it.
    case answered(code: Int, words: String)
    /// The connection has ended, for a reason of MQTT or of the library.
    case disconnected(code: Int, words: String)
    /// The broker has answered a message.
    case published(Int32, Publication)
    /// The broker has answered a subscription; `refusal` is its reason, if it refused.
    case subscribed(Int32, refusal: String?)
    /// A message has arrived.
    case message(ReceivedMessage)
    /// The library has a line for the log.
    case line(String)
  }

  // The library locks what several threads use, after `mosquitto_threaded_set`.
  private nonisolated(unsafe) let object: OpaquePointer
  private let notify: @Sendable (MosquittoHandle, Notice) -> Void

  // In seconds: 0.26 MB a day for asking whether the other end is still there.
  private static let keepAlive: Int32 = 60

  // The largest packet that the broker may send; it drops larger messages. A part of regions has
  // 100 kB, and 20 messages may be on their way at a time.
  private static let mostBytes: UInt32 = 1 << 18

  private static let prepare: Void = {
    mosquitto_lib_init()
  }()

  /// The release of the library.
  static var libraryVersion: String {
    var (major, minor, revision) = (Int32(0), Int32(0), Int32(0))
    mosquitto_lib_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  /// Creates an object; `nil` when there is no memory for it.
  ///
  /// - Parameter notify: Called on the thread that connects and loops; with a line for the log,
  ///   also on that of another caller.
  init?(
    client: String, _ notify: @escaping @Sendable (_ handle: MosquittoHandle, Notice) -> Void
  ) {
    Self.prepare
    guard let object = mosquitto_new(client, true, nil) else { return nil }
    self.object = object
    self.notify = notify
    mosquitto_int_option(object, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V5))
    // The owner calls from another thread.
    mosquitto_threaded_set(object, true)
    mosquitto_user_data_set(object, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
  }

  /// Frees the object and everything in it; no other call may follow.
  func end() { mosquitto_destroy(object) }

  // MARK: Settings

  /// Sets the message that the broker publishes when the connection is lost.
  func setWill(_ will: Message, quality: Int32) throws(BrokerTrouble) {
    try check(
      will.payload.withUnsafeBytes { bytes in
        mosquitto_will_set_v5(
          object, will.topic, Int32(bytes.count), bytes.baseAddress, quality, will.isRetained,
          nil)
      })
  }

  /// Sets the user and the password.
  func setUser(_ user: String, password: String?) throws(BrokerTrouble) {
    try check(mosquitto_username_pw_set(object, user, password))
  }

  /// Sets the time by which certificates are checked, in seconds since 1970; 0 for the system's.
  func setTime(_ seconds: Int) throws(BrokerTrouble) {
    guard picket_check_certificates_at(seconds) == 1 else {
      throw BrokerTrouble("there is no memory for a secure connection")
    }
  }

  /// Sets the secret that the board and the broker share.
  ///
  /// - Parameter wrong: The error for a text that cannot be a key.
  func setSharedKey(
    _ key: String, identity: String, wrong: String
  ) throws(BrokerTrouble) {
    try check(mosquitto_tls_psk_set(object, key, identity, nil), wrong)
  }

  /// Sets the paths of certificates; the certificate of the broker is verified.
  func setCertificates(
    authorities: String?, folder: String?, certificate: String?, key: String?
  ) throws(BrokerTrouble) {
    try check(mosquitto_tls_set(object, authorities, folder, certificate, key, nil))
    // 1: the certificate is verified.
    try check(mosquitto_tls_opts_set(object, 1, nil, nil))
  }

  private func check(_ code: Int32, _ wrong: String? = nil) throws(BrokerTrouble) {
    guard code != MOSQ_ERR_SUCCESS.rawValue else { return }
    throw BrokerTrouble(wrong ?? String(cString: mosquitto_strerror(code)))
  }

  // MARK: The connection

  /// Connects, which may take minutes.
  func connect(to host: String, port: Int) -> BrokerFailure? {
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    mosquitto_property_add_int32(
      &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), Self.mostBytes)
    let code = mosquitto_connect_bind_v5(
      object, host, Int32(port), Self.keepAlive, nil, properties)
    if let failure = Self.failure(code, reason: errno) { return failure }
    // Data that the network does not acknowledge for this long ends the connection.
    var patience: Int32 = 30_000
    setsockopt(
      mosquitto_socket(object), Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience,
      socklen_t(MemoryLayout.size(ofValue: patience)))
    return nil
  }

  /// Waits until there is something to do, and does it.
  func loop(milliseconds: Int32) -> BrokerFailure? {
    let code = mosquitto_loop(object, milliseconds, 1)
    return Self.failure(code, reason: errno)
  }

  private static func failure(_ code: Int32, reason: Int32) -> BrokerFailure? {
    let kind: BrokerFailure.Cause
    switch code {
    case Int32(MOSQ_ERR_SUCCESS.rawValue): return nil
    case Int32(MOSQ_ERR_ERRNO.rawValue): kind = .system(reason)
    case Int32(MOSQ_ERR_EAI.rawValue): kind = .noAddress
    case Int32(MOSQ_ERR_CONN_LOST.rawValue), Int32(MOSQ_ERR_KEEPALIVE.rawValue): kind = .lost
    default: kind = .other
    }
    return BrokerFailure(kind: kind, words: String(cString: mosquitto_strerror(code)))
  }

  /// OpenSSL's number and words for the fault of the broker's certificate; 0 for none.
  var verdict: (number: Int, words: String) {
    let session = mosquitto_ssl_get(object).map { OpaquePointer($0) }
    let number = session.map { SSL_get_verify_result($0) } ?? 0
    return (number, String(cString: X509_verify_cert_error_string(number)))
  }

  /// Hands a message to the library.
  func publish(_ message: Message, quality: Int32) -> Handover {
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    if let correlation = message.correlation {
      mosquitto_property_add_binary(
        &properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), correlation,
        UInt16(clamping: correlation.count))
    }
    var number: Int32 = 0
    let code = message.payload.withUnsafeBytes { bytes in
      mosquitto_publish_v5(
        object, &number, message.topic, Int32(bytes.count), bytes.baseAddress,
        quality, message.isRetained, properties)
    }
    return handover(code, number)
  }

  /// Subscribes to a topic; the result is like that of `publish`.
  func subscribe(_ topic: String) -> Handover {
    var number: Int32 = 0
    return handover(mosquitto_subscribe_v5(object, &number, topic, 1, 0, nil), number)
  }

  private func handover(_ code: Int32, _ number: Int32) -> Handover {
    switch code {
    case Int32(MOSQ_ERR_SUCCESS.rawValue): return .number(number)
    // The connection has ended, which is reported soon. The library keeps the message nevertheless,
    // and frees it with this object.
    case Int32(MOSQ_ERR_NO_CONN.rawValue), Int32(MOSQ_ERR_CONN_LOST.rawValue),
      Int32(MOSQ_ERR_ERRNO.rawValue):
      return .ended(.unknown)
    case Int32(MOSQ_ERR_OVERSIZE_PACKET.rawValue): return .ended(.tooLarge)
    default: return .ended(.refused(String(cString: mosquitto_strerror(code))))
    }
  }

  /// Ends a subscription; the owner must skip the messages that still arrive.
  func unsubscribe(_ topic: String) {
    _ = mosquitto_unsubscribe_v5(object, nil, topic, nil)
  }

  /// Ends the connection; the broker publishes the will.
  func disconnect() {
    mosquitto_disconnect_v5(object, Int32(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
  }

  // MARK: Callbacks

  private func setCallbacks() {
    mosquitto_connect_v5_callback_set(object) { _, me, code, _, _ in
      MosquittoHandle.notify(
        me, .answered(code: Int(code), words: MosquittoHandle.words(of: code)))
    }
    mosquitto_disconnect_v5_callback_set(object) { _, me, code, _ in
      MosquittoHandle.notify(
        me, .disconnected(code: Int(code), words: MosquittoHandle.words(of: code)))
    }
    mosquitto_publish_v5_callback_set(object) { _, me, number, code, _ in
      let words = MosquittoHandle.words(of: code)
      MosquittoHandle.notify(
        me, .published(number, Publication(code: Int(code), words: words)))
    }
    mosquitto_subscribe_v5_callback_set(object) { _, me, number, count, granted, _ in
      let code = count > 0 ? granted?.pointee ?? 0x80 : 0x80
      let refusal = code < 0x80 ? nil : MosquittoHandle.words(of: code)
      MosquittoHandle.notify(me, .subscribed(number, refusal: refusal))
    }
    mosquitto_message_v5_callback_set(object) { _, me, message, properties in
      guard let message = message.flatMap({ ReceivedMessage($0.pointee, properties) }) else {
        return
      }
      MosquittoHandle.notify(me, .message(message))
    }
    mosquitto_log_callback_set(object) { _, me, _, text in
      guard let text else { return }
      MosquittoHandle.notify(me, .line(String(cString: text)))
    }
  }

  private static func notify(_ me: UnsafeMutableRawPointer?, _ notice: Notice) {
    guard let me else { return }
    let handle = Unmanaged<MosquittoHandle>.fromOpaque(me).takeUnretainedValue()
    handle.notify(handle, notice)
  }

  /// The words for a reason code of MQTT.
  private static func words(of reason: Int32) -> String {
    String(cString: mosquitto_reason_string(reason))
  }
}

extension ReceivedMessage {
  /// Copies a message of libmosquitto; `nil` for one without a topic.
  fileprivate init?(_ message: mosquitto_message, _ properties: OpaquePointer?) {
    guard let topic = message.topic else { return nil }
    self.init(
      String(cString: topic),
      Array(UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))),
      isRetained: message.retain, responseTopic: Self.responseTopic(properties),
      correlation: Self.correlation(properties))
  }

  private static func responseTopic(_ properties: OpaquePointer?) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    mosquitto_property_read_string(
      properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false)
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  private static func correlation(_ properties: OpaquePointer?) -> [UInt8]? {
    var bytes: UnsafeMutableRawPointer?
    var count: UInt16 = 0
    mosquitto_property_read_binary(
      properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), &bytes, &count, false)
    guard let bytes else { return nil }
    defer { free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }
}
