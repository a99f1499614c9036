internal import Base
import Dispatch

/// A recording on its way to a phone, read as fast as the phone receives it.
///
/// - Important: Must only be accessed on its queue, except for the work on the queue that reads.
final class Download: WebSource, Sendable {
  private let source: any ByteSource
  private let queue: DispatchQueue
  private let readers = DispatchQueue(label: "picket.page.past", qos: .utility)

  /// What only the queue may reach.
  private struct State {
    var wake: () -> Void = {}
    var waiting: [UInt8] = []
    var start = 0
    var isReading = false
    var isComplete = false
    var failure: Denial?
    var begun: ((Result<[UInt8], Denial>) -> Void)?
    var read: () -> Void = {}

    /// The number of waiting bytes.
    var count: Int { waiting.count - start }

    mutating func drop() {
      waiting = []
      start = 0
    }

    mutating func move(_ size: Int, into buffer: UnsafeMutableRawBufferPointer) {
      waiting[start..<(start + size)].withUnsafeBytes { buffer.copyMemory(from: $0) }
      start += size
      if start >= Download.block || start == waiting.count {
        waiting.removeFirst(start)
        start = 0
      }
    }
  }

  private let confined: Confined<State>

  var wake: () -> Void {
    get { confined.value.wake }
    set { confined.value.wake = newValue }
  }

  /// The most bytes that wait for a phone: the report of a walk of an hour has fewer.
  static let most = 1 << 20

  private static let block = 1 << 16

  init(_ source: any ByteSource, on queue: DispatchQueue) {
    self.source = source
    self.queue = queue
    confined = Confined(State(), on: queue)
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
    confined.value.begun = begun
    confined.value.read = read
    fill()
  }

  /// Ends the download with a reason.
  func end(_ denial: Denial) {
    guard !confined.value.isComplete, confined.value.failure == nil else { return }
    confined.value.failure = denial
    confined.value.drop()
    source.end()
    wake()
    fill()
  }

  func end() { end(Denial(503, "the download was ended")) }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart {
    let size = min(buffer.count, confined.value.count)
    guard size > 0 else {
      guard confined.value.failure == nil else { return .broken }
      return confined.value.isComplete ? .end : .nothingYet
    }
    confined.value.move(size, into: buffer)
    fill()
    return .bytes(size)
  }

  private func fill() {
    guard !confined.value.isReading, !confined.value.isComplete, confined.value.count < Self.most
    else { return }
    confined.value.isReading = true
    let hasFailed = confined.value.failure != nil
    readers.async { [self] in
      let bytes = hasFailed ? [] : source.read(upTo: Self.block)
      let failure = bytes.isEmpty ? source.failure() : nil
      queue.async { [self] in adopt(bytes, failure) }
    }
  }

  private func adopt(_ bytes: [UInt8], _ failure: Denial?) {
    confined.value.isReading = false
    if confined.value.failure == nil { confined.value.waiting += bytes }
    if bytes.isEmpty {
      confined.value.isComplete = true
      confined.value.failure = confined.value.failure ?? failure
      confined.value.read()
      confined.value.read = {}
    }
    let begun = confined.value.begun
    confined.value.begun = nil
    if let begun {
      begun(confined.value.failure.map { .failure($0) } ?? .success(bytes))
    } else {
      wake()
    }
    fill()
  }
}
