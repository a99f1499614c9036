import Base
import COpenSSL

/// A key that verifies signatures with Ed25519: RFC 8032.
struct PublicKey: Hashable, Sendable {
  /// The 32 bytes of the key.
  let bytes: [UInt8]

  /// Creates a key from a text in Base64; `nil` if the text is not a key.
  init?(_ text: String) {
    guard let bytes = Base64.bytes(text), bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  fileprivate init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The key in Base64, as in `trusted_keys`.
  var text: String { Base64.text(bytes) }

  /// Whether a signature of a message was made with the private key that belongs to this key.
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count),
      let context = EVP_MD_CTX_new()
    else { return false }
    defer {
      EVP_MD_CTX_free(context)
      EVP_PKEY_free(key)
    }
    guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
    // Anything but 1 is a wrong signature or a failure.
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  // In bytes.
  fileprivate static let size = 32
}

/// A key that makes signatures with Ed25519.
final class PrivateKey {
  private let key: OpaquePointer

  /// Reads a file in PEM, as `openssl genpkey -algorithm ed25519` writes it.
  init(path: String) throws(Problem) {
    let remedy = "make one with openssl genpkey -algorithm ed25519 -out \(path)"
    let bytes = try TextFile.bytes(path: path, limit: 1 << 16, remedy: remedy)
    let memory = BIO_new_mem_buf(bytes, Int32(bytes.count))
    defer { BIO_free(memory) }
    // Without this answer to the request for a password, OpenSSL would ask on the terminal.
    guard let key = PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil) else {
      throw Problem(
        file: path, wrong: "this is not a private key in PEM without a password", remedy: remedy)
    }
    guard EVP_PKEY_get_id(key) == EVP_PKEY_ED25519 else {
      EVP_PKEY_free(key)
      throw Problem(file: path, wrong: "this is not a key of Ed25519", remedy: remedy)
    }
    self.key = key
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// The key that verifies its signatures; `nil` if OpenSSL does not give it.
  var publicKey: PublicKey? {
    var bytes = [UInt8](repeating: 0, count: PublicKey.size)
    var count = bytes.count
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == PublicKey.size else {
      return nil
    }
    return PublicKey(bytes)
  }

  /// The signature of a message; `nil` if OpenSSL cannot make it.
  func signature(of message: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == 64
    else { return nil }
    return signature
  }
}
