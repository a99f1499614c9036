// What swift-argument-parser asks of Foundation's essentials, which would be a third of the
// package and a tenth of the memory that picket has of its own.

/// An error that describes itself; none of picket's is one.
public protocol LocalizedError: Error {
  /// What went wrong, in words.
  var errorDescription: String? { get }
}

/// Encodes nothing: only `--experimental-dump-help` asks for it, which packaging gets from a
/// picket with Foundation.
public final class JSONEncoder {
  /// How the JSON would look.
  public struct OutputFormatting: OptionSet, Sendable {
    /// A bit for each way.
    public let rawValue: Int

    /// Creates a set of the ways whose bits are set.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// With line breaks and indentation.
    public static let prettyPrinted = Self(rawValue: 1)
    /// With the keys in order.
    public static let sortedKeys = Self(rawValue: 2)
  }

  /// What is thrown in place of JSON.
  struct Unavailable: Error {}

  /// How the JSON would look.
  public var outputFormatting = OutputFormatting()

  /// Creates an encoder.
  public init() {}

  /// Throws.
  public func encode(_: some Encodable) throws -> Data {
    throw Unavailable()
  }
}

/// Bytes, of which there are never any.
public struct Data {}

extension String {
  /// How text is encoded.
  public enum Encoding {
    case utf8
  }

  /// Always nil.
  public init?(data: Data, encoding: Encoding) {
    return nil
  }
}
