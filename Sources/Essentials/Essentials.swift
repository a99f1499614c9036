// The declarations of FoundationEssentials that swift-argument-parser 1.8.2 needs. Releases are built
// with the module alias FoundationEssentials=Essentials, so that 5 MB of Foundation do not come with
// each program: board/lib/build.sh sets it. This module imports nothing,
// since the parser would need all modules that it imports.

/// An error with a description of its own; Picket's errors have none of this kind.
public protocol LocalizedError: Error {
  /// The description.
  var errorDescription: String? { get }
}

/// Encodes values as JSON on one line.
public final class JSONEncoder {
  /// The layout of the text; it is always one line, with the members as they are encoded.
  public struct OutputFormatting: OptionSet, Sendable {
    /// The layouts as bits.
    public let rawValue: Int

    /// Creates a set of layouts from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One member a line.
    public static var prettyPrinted: OutputFormatting { OutputFormatting(rawValue: 1) }

    /// The members in the order of their names.
    public static var sortedKeys: OutputFormatting { OutputFormatting(rawValue: 2) }
  }

  /// The requested layout.
  public var outputFormatting: OutputFormatting = []

  /// Creates an encoder.
  public init() {}

  /// Encodes a value.
  public func encode(_ value: some Encodable) throws -> Data {
    let part = EncodedPart()
    try part.set(value)
    return Data(text: part.text)
  }
}

/// An encoded text.
public struct Data: Sendable {
  fileprivate let text: String
}

extension String {
  /// An encoding of texts.
  public enum Encoding: Sendable {
    /// UTF-8.
    case utf8
  }

  /// Reads an encoded text.
  public init?(data: Data, encoding: Encoding) { self = data.text }
}
