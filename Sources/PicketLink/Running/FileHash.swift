import Notation
import System

/// The hash of a file, which shows whether boards have different settings.
enum FileHash {
  /// The first 16 digits of its SHA-256; `nil` when it cannot be read.
  static func short(of path: String) -> String? {
    guard let bytes = try? TextFile.bytes(path: path, limit: 1 << 16, remedy: "") else {
      return nil
    }
    return SHA256.digest(bytes).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
