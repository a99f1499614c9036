import CMosquitto
import Geofence
import Glibc
import Notation
import Synchronization
import System

/// One connection to the broker, from its attempt to its end.
///
/// A thread of its own connects, which may take minutes, and then serves the connection. Each
/// attempt has an object of libmosquitto of its own: what an earlier one had not sent any more is
/// the caller's to send again, and is never sent twice.
final class BrokerConnection: Sendable {
  /// A report to the owner.
  enum Report: Sendable {
    /// The broker has accepted the connection.
    case connected
    /// The broker has answered to a message, or refused it.
    case published(Int32, Publication)
    /// The broker has answered to a subscription; why, if it refused it.
    case subscribed(Int32, refusal: String?)
    /// A message has come.
    case message(ReceivedMessage)
    /// The connection has ended or could not be made; nothing is reported after that.
    case ended(BrokerTrouble)
  }

  private let settings: BrokerSettings
  private let client: String
  private let will: Message?
  private let time: Timestamp?
  private let isEnding = Atomic(false)

  /// - Important: Written before the thread starts; freed by the owner after `ended`.
  private nonisolated(unsafe) var handle: OpaquePointer?
  private nonisolated(unsafe) var report: @Sendable (Report) -> Void = { _ in }

  /// - Important: Must only be accessed by the thread.
  private nonisolated(unsafe) var trouble: BrokerTrouble?
  private nonisolated(unsafe) var isAccepted = false

  /// Creates a connection that is not tried yet.
  ///
  /// - Parameter time: The time by which certificates are checked; `nil` for that of the system.
  init(_ settings: BrokerSettings, client: String, will: Message?, time: Timestamp?) {
    self.settings = settings
    self.client = client
    self.will = will
    self.time = time
  }

  /// Starts to connect.
  ///
  /// - Parameter report: Called on the connection's thread.
  /// - Throws: `BrokerTrouble` when the settings cannot be used, or there can be no thread.
  func start(_ report: @escaping @Sendable (Report) -> Void) throws(BrokerTrouble) {
    Self.prepare
    try open()
    self.report = report
    do throws(SystemError) {
      try OwnThread.start { self.run() }
    } catch {
      throw BrokerTrouble("\(error); its threads are limited (ulimit -u): allow it more")
    }
  }

  /// Frees what the library holds, after the connection has ended.
  func free() {
    if let handle { mosquitto_destroy(handle) }
    handle = nil
    // The closure holds the owner, which holds this.
    report = { _ in }
  }

  // MARK: The owner's calls

  /// What becomes of a message that was handed over.
  enum Handover: Hashable {
    /// The number that comes back in the report of the broker's answer.
    case number(Int32)
    /// There is nothing to wait for.
    case ended(Publication)
  }

  /// Hands over a message.
  func publish(_ message: Message) -> Handover {
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
        handle, &number, message.topic, Int32(bytes.count), bytes.baseAddress, 1,
        message.isRetained, properties)
    }
    return handover(code, number)
  }

  /// Subscribes to a topic; the handover of a subscription ends as that of a message does.
  func subscribe(_ topic: String) -> Handover {
    var number: Int32 = 0
    return handover(mosquitto_subscribe_v5(handle, &number, topic, 1, 0, nil), number)
  }

  private func handover(_ code: Int32, _ number: Int32) -> Handover {
    switch code {
    case Int32(MOSQ_ERR_SUCCESS.rawValue): return .number(number)
    // The connection has ended, which is reported soon. The library keeps the message all the same;
    // it is freed with this.
    case Int32(MOSQ_ERR_NO_CONN.rawValue), Int32(MOSQ_ERR_CONN_LOST.rawValue),
      Int32(MOSQ_ERR_ERRNO.rawValue):
      return .ended(.unknown)
    default: return .ended(.refused(Self.words(code)))
    }
  }

  /// Ends a subscription; what still comes is the owner's to skip.
  func unsubscribe(_ topic: String) {
    _ = mosquitto_unsubscribe_v5(handle, nil, topic, nil)
  }

  /// Says goodbye; the broker publishes the will.
  func end() {
    isEnding.store(true, ordering: .relaxed)
    mosquitto_disconnect_v5(handle, Int32(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
  }

  // MARK: The thread

  private func run() {
    // A broker that is gone must not end the process; some releases of the library ignore SIGPIPE,
    // some leave it.
    signal(SIGPIPE, SIG_IGN)
    do throws(BrokerTrouble) {
      try connect()
      try serve()
    } catch {
      report(.ended(error))
    }
  }

  private func open() throws(BrokerTrouble) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    guard let handle = mosquitto_new(client, true, me) else {
      throw BrokerTrouble("there is no memory for a connection")
    }
    self.handle = handle
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V5))
    // The owner's calls come from another thread.
    mosquitto_threaded_set(handle, true)
    setCallbacks(handle)
    if let will {
      try check(
        will.payload.withUnsafeBytes { bytes in
          mosquitto_will_set_v5(
            handle, will.topic, Int32(bytes.count), bytes.baseAddress, 1, will.isRetained, nil)
        })
    }
    if let user = settings.user {
      let password = try settings.passwordFile.map { (path) throws(BrokerTrouble) in
        try Self.firstLine(of: path)
      }
      try check(mosquitto_username_pw_set(handle, user, password))
    }
    if settings.isSecure { try secure(handle) }
  }

  private func secure(_ handle: OpaquePointer) throws(BrokerTrouble) {
    let seconds = time.map { Int($0.nanoseconds / 1_000_000_000) } ?? 0
    guard picket_check_certificates_at(seconds) == 1 else {
      throw BrokerTrouble("there is no memory for a secure connection")
    }
    if let path = settings.sharedKeyFile, let identity = settings.sharedIdentity {
      return try check(
        mosquitto_tls_psk_set(handle, try Self.firstLine(of: path), identity, nil),
        "\(path): this is not a key in hexadecimal digits")
    }
    for path in [settings.authorities, settings.certificate, settings.key] {
      if let path, access(path, R_OK) != 0 {
        throw BrokerTrouble("\(path): \(SystemError("").reason); correct it in [broker]")
      }
    }
    let folder = settings.authorities == nil ? "/etc/ssl/certs" : nil
    try check(
      mosquitto_tls_set(
        handle, settings.authorities, folder, settings.certificate, settings.key, nil))
    // 1: the broker must have a certificate that can be verified.
    try check(mosquitto_tls_opts_set(handle, 1, nil, nil))
  }

  private func connect() throws(BrokerTrouble) {
    let code = mosquitto_connect_bind_v5(
      handle, settings.host, Int32(settings.port), Self.keepAlive, nil, nil)
    let reason = errno
    guard code == MOSQ_ERR_SUCCESS.rawValue else {
      throw trouble ?? BrokerTrouble(connecting(code, reason))
    }
    // What is sent and never acknowledged by the network ends the connection after this long.
    var patience: Int32 = 30_000
    setsockopt(
      mosquitto_socket(handle), Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience,
      socklen_t(MemoryLayout.size(ofValue: patience)))
  }

  /// Serves the connection until it ends.
  private func serve() throws(BrokerTrouble) {
    let begun = MonotonicClock.now
    while true {
      // Woken by what arrives, by the owner's calls and when the broker has to be asked whether it
      // is still there.
      let patience: Int32 = isAccepted ? 60_000 : 1000
      let code = mosquitto_loop(handle, patience, 1)
      let reason = errno
      if isEnding.load(ordering: .relaxed) { throw BrokerTrouble("ended") }
      if let trouble { throw trouble }
      guard code == MOSQ_ERR_SUCCESS.rawValue else {
        throw BrokerTrouble(serving(code, reason))
      }
      if !isAccepted, begun.duration(to: MonotonicClock.now) > Self.handshakeLimit {
        throw BrokerTrouble(
          "\(address) accepts connections and does not answer; is it an MQTT broker?")
      }
    }
  }

  // MARK: Callbacks

  private func setCallbacks(_ handle: OpaquePointer) {
    mosquitto_connect_v5_callback_set(handle) { _, me, code, _, _ in
      BrokerConnection.of(me)?.answered(Int(code))
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, me, code, _ in
      BrokerConnection.of(me)?.disconnected(code)
    }
    mosquitto_publish_v5_callback_set(handle) { _, me, number, code, _ in
      let words = String(cString: mosquitto_reason_string(code))
      BrokerConnection.of(me)?.report(
        .published(number, Publication(code: Int(code), words: words)))
    }
    mosquitto_subscribe_v5_callback_set(handle) { _, me, number, count, granted, _ in
      let code = count > 0 ? granted?.pointee ?? 0x80 : 0x80
      let refusal = code < 0x80 ? nil : String(cString: mosquitto_reason_string(code))
      BrokerConnection.of(me)?.report(.subscribed(number, refusal: refusal))
    }
    mosquitto_message_v5_callback_set(handle) { _, me, message, properties in
      guard let message = message?.pointee, let topic = message.topic else { return }
      BrokerConnection.of(me)?.report(
        .message(
          ReceivedMessage(
            String(cString: topic),
            Array(UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))),
            isRetained: message.retain, responseTopic: BrokerConnection.responseTopic(properties),
            correlation: BrokerConnection.correlation(properties))))
    }
    mosquitto_log_callback_set(handle) { handle, me, _, text in
      guard let text else { return }
      BrokerConnection.of(me)?.note(String(cString: text), handle)
    }
  }

  private static func of(_ me: UnsafeMutableRawPointer?) -> BrokerConnection? {
    me.map { Unmanaged<BrokerConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private func answered(_ code: Int) {
    guard code == 0 else {
      let words = String(cString: mosquitto_reason_string(Int32(code)))
      trouble = BrokerTrouble(refusal: code, words: words)
      return
    }
    isAccepted = true
    report(.connected)
  }

  private func disconnected(_ code: Int32) {
    // From 0x80 on it is the broker's reason, below an error of the library.
    guard code >= 0x80, trouble == nil else { return }
    let words = String(cString: mosquitto_reason_string(code))
    let remedy =
      code == MQTT_RC_SESSION_TAKEN_OVER.rawValue
      ? "; another client of the broker has the name \(client.quoted): give each board its own" : ""
    trouble = BrokerTrouble("the broker ended the connection: \(words)\(remedy)")
  }

  /// Finds out why a secure connection fails: only here the session still knows.
  private func note(_ text: String, _ handle: OpaquePointer?) {
    guard trouble == nil, settings.isSecure else { return }
    let isWrongName = text.hasPrefix("Error: host name verification failed")
    guard isWrongName || text.hasPrefix("OpenSSL Error") else { return }
    let session = mosquitto_ssl_get(handle).map { OpaquePointer($0) }
    let verdict = session.map { SSL_get_verify_result($0) } ?? 0
    if isWrongName || verdict != 0 {
      trouble = BrokerTrouble(
        verdict: verdict, words: String(cString: X509_verify_cert_error_string(verdict)),
        isWrongName: isWrongName, host: settings.host)
    } else {
      secureFault = text
    }
  }

  private nonisolated(unsafe) var secureFault: String?

  private static func responseTopic(_ properties: OpaquePointer?) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    mosquitto_property_read_string(
      properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false)
    guard let text else { return nil }
    defer { Glibc.free(text) }
    return String(cString: text)
  }

  private static func correlation(_ properties: OpaquePointer?) -> [UInt8]? {
    var bytes: UnsafeMutableRawPointer?
    var count: UInt16 = 0
    mosquitto_property_read_binary(
      properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), &bytes, &count, false)
    guard let bytes else { return nil }
    defer { Glibc.free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  // MARK: Words

  private var address: String { "\(settings.host), port \(settings.port)" }

  private func connecting(_ code: Int32, _ reason: Int32) -> String {
    switch code {
    case Int32(MOSQ_ERR_ERRNO.rawValue):
      "\(address): \(SystemError("", code: reason).reason)"
    case Int32(MOSQ_ERR_EAI.rawValue): "\(settings.host): the name has no address now"
    default: "\(address): \(Self.words(code))"
    }
  }

  private func serving(_ code: Int32, _ reason: Int32) -> String {
    if let secureFault {
      return BrokerTrouble(secure: secureFault, address: address).description
    }
    switch code {
    case Int32(MOSQ_ERR_ERRNO.rawValue):
      return "the connection to \(address) was lost: \(SystemError("", code: reason).reason)"
    case Int32(MOSQ_ERR_CONN_LOST.rawValue), Int32(MOSQ_ERR_KEEPALIVE.rawValue):
      return isAccepted
        ? "the connection to \(address) was lost"
        : "\(address) closed the connection before it began; does it expect tls, or none?"
    default: return "\(address): \(Self.words(code))"
    }
  }

  private static func words(_ code: Int32) -> String { String(cString: mosquitto_strerror(code)) }

  private func check(_ code: Int32, _ wrong: String? = nil) throws(BrokerTrouble) {
    guard code == MOSQ_ERR_SUCCESS.rawValue else {
      throw trouble ?? BrokerTrouble(wrong ?? Self.words(code))
    }
  }

  private static func firstLine(of path: String) throws(BrokerTrouble) -> String {
    do throws(Problem) {
      let text = try TextFile.read(path: path, limit: 4096, remedy: "correct its path in [broker]")
      return String(text.prefix { !$0.isNewline })
    } catch {
      throw BrokerTrouble(error.description)
    }
  }

  /// The release of the library.
  static var libraryVersion: String {
    var (major, minor, revision) = (Int32(0), Int32(0), Int32(0))
    mosquitto_lib_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  private static let prepare: Void = {
    mosquitto_lib_init()
  }()

  // In seconds: 0.26 MB a day for asking whether the other end is still there.
  private static let keepAlive: Int32 = 60
  private static let handshakeLimit = Duration.seconds(30)
}
