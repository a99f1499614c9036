import Geofence
import Glibc
import Notation
import System

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
        try Self.firstLine(of: path)
      }
      try handle.setUser(user, password: password)
    }
    if settings.isSecure { try secure(handle) }
  }

  private func secure(_ handle: MosquittoHandle) throws(BrokerTrouble) {
    try handle.setTime(time.map { Int($0.nanoseconds / 1_000_000_000) } ?? 0)
    if let path = settings.sharedKeyFile, let identity = settings.sharedIdentity {
      return try handle.setSharedKey(
        try Self.firstLine(of: path), identity: identity,
        wrong: "\(path): this is not a key in hexadecimal digits")
    }
    for path in [settings.authorities, settings.certificate, settings.key] {
      if let path, access(path, R_OK) != 0 {
        throw BrokerTrouble("\(path): \(SystemError("").reason); correct it in [broker]")
      }
    }
    try handle.setCertificates(
      authorities: settings.authorities,
      folder: settings.authorities == nil ? "/etc/ssl/certs" : nil,
      certificate: settings.certificate, key: settings.key)
  }

  private static func firstLine(of path: String) throws(BrokerTrouble) -> String {
    do throws(Problem) {
      let text = try TextFile.read(path: path, limit: 4096, remedy: "correct its path in [broker]")
      return String(text.prefix { !$0.isNewline })
    } catch {
      throw BrokerTrouble(error.description)
    }
  }
}
