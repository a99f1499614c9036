/// A source of bytes, which are sent as they become available.
///
/// - Important: Must only be accessed on the queue of its server.
protocol WebSource: AnyObject {
  /// Called when there is something to read again.
  var wake: () -> Void { get set }

  /// Moves as many bytes as are available and as there is room for.
  func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart

  /// Ends the source: its connection has ended, or is to end.
  func end()
}

/// The next piece of a source.
enum WebPart: Hashable, Sendable {
  /// This many bytes.
  case bytes(Int)
  /// Nothing until the source wakes its connection.
  case nothingYet
  /// Nothing more: all was sent.
  case end
  /// Nothing more, although not all was sent.
  case broken
}

/// A source as libmicrohttpd reads it.
final class SourceReading {
  private let source: any WebSource
  private let suspend: () -> Void

  /// - Parameter suspend: Called when the source has nothing yet.
  init(_ source: any WebSource, suspend: @escaping () -> Void) {
    self.source = source
    self.suspend = suspend
  }

  /// Moves the next bytes; returns their number, -1 at the end, or -2 when not all was sent.
  func next(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch source.next(into: buffer) {
    case .bytes(let count): return count
    case .nothingYet:
      suspend()
      return 0
    case .end: return -1
    case .broken: return -2
    }
  }
}
