/// Reads files with certificates and keys in PEM: RFC 7468.
package enum PEMFile {
  /// What such a file must contain.
  package enum Content: Sendable {
    case certificate, privateKey

    /// The end of the lines before and after it: `TRUSTED CERTIFICATE` and `EC PRIVATE KEY` too.
    fileprivate var label: String {
      switch self {
      case .certificate: "CERTIFICATE-----"
      case .privateKey: "PRIVATE KEY-----"
      }
    }

    fileprivate var words: String {
      switch self {
      case .certificate: "certificate"
      case .privateKey: "private key"
      }
    }
  }

  /// The text of a file that contains at least one whole certificate or key.
  ///
  /// OpenSSL decides whether it can be used; its reasons for a file without PEM name no cause.
  ///
  /// - Parameters:
  ///   - setting: The setting that names the file, such as `ca in [broker]`.
  ///   - reader: The program whose user needs to read it.
  package static func read(
    _ path: String, with content: Content, setting: String, reader: String
  ) throws(Problem) -> String {
    do throws(Problem) {
      return try text(path, with: content, reader: reader)
    } catch {
      var problem = error
      problem.wrong += " (\(setting))"
      throw problem
    }
  }

  private static func text(
    _ path: String, with content: Content, reader: String
  ) throws(Problem) -> String {
    let bytes = try TextFile.bytes(
      path: path, limit: mostBytes, remedy: "correct its path",
      unreadable: "let the user of \(reader) read it")
    guard !bytes.isEmpty else {
      throw Problem(
        file: path, wrong: "the file is empty", remedy: "put the \(content.words) in it")
    }
    // Comments between certificates need not be UTF-8.
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    func has(_ start: String) -> Bool {
      lines.contains { $0.hasPrefix(start) && $0.contains(text: content.label) }
    }
    guard has("-----BEGIN "), has("-----END ") else {
      throw Problem(
        file: path, wrong: "there is no whole \(content.words) in PEM in this file",
        remedy: "give a file with -----BEGIN and -----END lines")
    }
    // Nobody can type the password of a key into a service.
    guard content == .certificate || !isEncrypted(lines) else {
      throw Problem(
        file: path, wrong: "the private key has a password",
        remedy: "write it without one: openssl pkey -in OLD -out NEW")
    }
    return text
  }

  private static func isEncrypted(_ lines: [Substring]) -> Bool {
    lines.contains {
      $0.hasPrefix("-----BEGIN ENCRYPTED") || $0.hasPrefix("Proc-Type: 4,ENCRYPTED")
    }
  }

  // All authorities of Debian have 0.2 MB.
  private static let mostBytes = 4 << 20
}
