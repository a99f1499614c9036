/// The messages that wait for one phone.
///
/// - Important: Must only be accessed on the queue of its server.
final class WebStream: WebSource {
  /// The device that receives them; `nil` for a program on the board itself.
  let device: PairedDevice?

  /// The sender whose stream it is, as `AccessRules.Visitor` names it.
  let share: String

  /// The place of the last line of the journal that was sent.
  var sent: LineID?

  /// Called when there is something to read again.
  var wake: () -> Void = {}

  private var waiting: [UInt8] = []
  private var start = 0
  private var isEnding = false

  /// Whether the stream has ended.
  private(set) var hasEnded = false

  /// The most bytes that wait for a phone that does not read.
  static let most = 1 << 18

  /// From this number of waiting bytes on, a phone gets no fixes, since newer ones follow.
  static let mostWithFixes = 1 << 15

  init(device: PairedDevice?, share: String = "") {
    (self.device, self.share) = (device, share)
  }

  /// The number of waiting bytes.
  var count: Int { waiting.count - start }

  /// Adds a message; a phone with too many waiting bytes is cut off, and connects again.
  func send(_ message: [UInt8]) {
    guard !hasEnded else { return }
    guard count + message.count <= Self.most else { return end() }
    waiting += message
    wake()
  }

  /// Sends a last message, and ends the stream behind it.
  func end(with message: [UInt8]) {
    send(message)
    isEnding = true
  }

  /// Ends the stream, and drops the waiting bytes.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    waiting = []
    start = 0
    wake()
  }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart {
    if hasEnded { return .end }
    let count = read(into: buffer)
    if count == 0, isEnding { return .end }
    return count == 0 ? .nothingYet : .bytes(count)
  }

  /// Moves as many bytes as there is room for; returns their number.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let size = min(buffer.count, count)
    waiting[start..<(start + size)].withUnsafeBytes { buffer.copyMemory(from: $0) }
    start += size
    if start == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      start = 0
    }
    return size
  }
}
