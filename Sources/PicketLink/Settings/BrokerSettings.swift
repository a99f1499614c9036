/// The address of the broker, and the means by which the board proves its identity.
struct BrokerSettings: Hashable, Sendable {
  /// Its name or address.
  var host: String

  /// Its port.
  var port: Int

  /// Host and port, for a person.
  var address: String { "\(host), port \(port)" }

  /// Whether the connection is encrypted, and the broker proves its name.
  var isSecure = false

  /// The file of the authorities that may vouch for the broker; `nil` for those of the system.
  var authorities: String?

  /// The file of this board's certificate.
  var certificate: String?

  /// The file of the key of that certificate.
  var key: String?

  /// The user name of the board.
  var user: String?

  /// The file whose first line is the password.
  var passwordFile: String?

  /// The name of the secret that board and broker share, in place of certificates.
  var sharedIdentity: String?

  /// The file whose first line is that secret, in hexadecimal digits.
  var sharedKeyFile: String?
}
