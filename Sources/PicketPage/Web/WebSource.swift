/// Something whose bytes are sent as they come.
///
/// - Important: Must only be accessed on the queue of its server.
protocol WebSource: AnyObject {
  /// Called when there is something to read again.
  var wake: () -> Void { get set }

  /// Moves as many bytes as there are and as there is room for.
  func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart

  /// Ends it: its connection has ended, or is to end.
  func end()
}

/// What a source has next.
enum WebPart: Hashable, Sendable {
  /// This many bytes.
  case bytes(Int)
  /// Nothing until it wakes its connection.
  case nothingYet
  /// Nothing more: all was sent.
  case end
  /// Nothing more, although not all was sent.
  case broken
}
