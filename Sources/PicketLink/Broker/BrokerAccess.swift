import Base
import Geofence

/// The means by which a board proves its name to the broker and verifies the broker.
struct BrokerAccess: Sendable {
  /// The settings of the broker.
  let settings: BrokerSettings

  /// The time by which certificates are checked; `nil` for that of the system.
  let time: Timestamp?

  /// Sets the user, the password and the encryption of a connection that is not made yet.
  func apply(to handle: MosquittoHandle) throws(BrokerTrouble) {
    if let user = settings.user {
      let password = try settings.passwordFile.map { (path) throws(BrokerTrouble) in
        try Self.firstLine(of: path, setting: "password_file")
      }
      try handle.setUser(user, password: password)
    }
    if settings.isSecure { try secure(handle) }
  }

  private func secure(_ handle: MosquittoHandle) throws(BrokerTrouble) {
    try handle.setTime(time.map { Int($0.nanoseconds / 1_000_000_000) } ?? 0)
    if let path = settings.sharedKeyFile, let identity = settings.sharedIdentity {
      let key = try Self.firstLine(of: path, setting: "psk_file")
      let wrong = "\(path): this is not a key in hexadecimal digits (psk_file in [broker])"
      guard !key.isEmpty else { throw BrokerTrouble(wrong) }
      return try handle.setSharedKey(key, identity: identity, wrong: wrong)
    }
    try Self.check(settings.authorities, with: .certificate, setting: "ca")
    try Self.check(settings.certificate, with: .certificate, setting: "certificate")
    try Self.check(settings.key, with: .privateKey, setting: "key")
    try handle.setCertificates(
      authorities: settings.authorities,
      folder: settings.authorities == nil ? "/etc/ssl/certs" : nil,
      certificate: settings.certificate, key: settings.key)
  }

  /// Names a file that cannot be used, for which the library has a number or no words at all.
  private static func check(
    _ path: String?, with content: PEMFile.Content, setting: String
  ) throws(BrokerTrouble) {
    guard let path else { return }
    do throws(Problem) {
      _ = try PEMFile.read(
        path, with: content, setting: "\(setting) in [broker]", reader: "picket-link")
    } catch {
      throw BrokerTrouble(error.description)
    }
  }

  private static func firstLine(
    of path: String, setting: String
  ) throws(BrokerTrouble) -> String {
    do throws(Problem) {
      let text = try TextFile.read(
        path: path, limit: 4096, remedy: "correct its path, \(setting) in [broker]")
      return String(text.prefix { !$0.isNewline })
    } catch {
      throw BrokerTrouble(error.description)
    }
  }
}
