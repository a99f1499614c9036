// What swift-argument-parser asks of Foundation's essentials, which would be a third of the
// package and a tenth of the memory that picket has of its own.

/// An error that describes itself; none of picket's is one.
public protocol LocalizedError: Error {
  /// What went wrong, in words.
  var errorDescription: String? { get }
}

/// Encodes as picket does, for `--experimental-dump-help`.
public final class JSONEncoder {
  /// How the JSON would look; it is on one line, and its keys are in order.
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

  /// How the JSON would look.
  public var outputFormatting = OutputFormatting()

  /// Creates an encoder.
  public init() {}

  /// The JSON of a value.
  public func encode(_ value: some Encodable) throws -> Data {
    Data(text: try JSON(encoding: value).text)
  }
}

/// A text.
public struct Data {
  fileprivate let text: String
}

extension String {
  /// How text is encoded.
  public enum Encoding {
    case utf8
  }

  /// The text of data.
  public init?(data: Data, encoding: Encoding) {
    self = data.text
  }
}
