import Dispatch

/// A recording on its way to a phone, read as fast as the phone receives it.
///
/// - Important: Must only be accessed on its queue, except for the work on the queue that reads.
final class Download: WebSource, @unchecked Sendable {
  var wake: () -> Void = {}

  private let source: any ByteSource
  private let queue: DispatchQueue
  private let readers = DispatchQueue(label: "picket.page.past", qos: .utility)
  private var waiting: [UInt8] = []
  private var start = 0
  private var isReading = false
  private var isComplete = false
  private var failure: Denial?
  private var begun: ((Result<[UInt8], Denial>) -> Void)?
  private var read: () -> Void = {}

  /// The most bytes that wait for a phone: the report of a walk of an hour has fewer.
  static let most = 1 << 20

  private static let block = 1 << 16

  init(_ source: any ByteSource, on queue: DispatchQueue) {
    self.source = source
    self.queue = queue
  }

  /// Starts to read.
  ///
  /// - Parameters:
  ///   - begun: Called once, with the first bytes, which are sent as well, or with the reason why
  ///     there are none.
  ///   - read: Called once, when the source has ended.
  func begin(
    _ begun: @escaping (Result<[UInt8], Denial>) -> Void, read: @escaping () -> Void
  ) {
    self.begun = begun
    self.read = read
    fill()
  }

  /// Ends the download with a reason.
  func end(_ denial: Denial) {
    guard !isComplete, failure == nil else { return }
    failure = denial
    waiting = []
    start = 0
    source.end()
    wake()
    fill()
  }

  func end() { end(Denial(503, "the download was ended")) }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart {
    let size = min(buffer.count, waiting.count - start)
    guard size > 0 else {
      guard failure == nil else { return .broken }
      return isComplete ? .end : .nothingYet
    }
    waiting[start..<(start + size)].withUnsafeBytes { buffer.copyMemory(from: $0) }
    start += size
    if start >= Self.block || start == waiting.count {
      waiting.removeFirst(start)
      start = 0
    }
    fill()
    return .bytes(size)
  }

  private func fill() {
    guard !isReading, !isComplete, waiting.count - start < Self.most else { return }
    isReading = true
    let hasFailed = failure != nil
    readers.async { [self] in
      let bytes = hasFailed ? [] : source.read(upTo: Self.block)
      let failure = bytes.isEmpty ? source.failure() : nil
      queue.async { [self] in adopt(bytes, failure) }
    }
  }

  private func adopt(_ bytes: [UInt8], _ failure: Denial?) {
    isReading = false
    if self.failure == nil { waiting += bytes }
    if bytes.isEmpty {
      isComplete = true
      self.failure = self.failure ?? failure
      read()
      read = {}
    }
    let begun = begun
    self.begun = nil
    if let begun {
      begun(self.failure.map { .failure($0) } ?? .success(bytes))
    } else {
      wake()
    }
    fill()
  }
}
