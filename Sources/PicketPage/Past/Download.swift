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
    private var count: Int { waiting.count - start }

    /// Drops what waits for this reason, and returns whether that is new.
    mutating func fail(_ denial: Denial) -> Bool {
      guard !isComplete, failure == nil else { return false }
      (failure, waiting, start) = (denial, [], 0)
      return true
    }

    /// Moves the next bytes to a buffer.
    mutating func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart {
      let size = min(buffer.count, count)
      guard size > 0 else {
        guard failure == nil else { return .broken }
        return isComplete ? .end : .nothingYet
      }
      waiting[start..<(start + size)].withUnsafeBytes { buffer.copyMemory(from: $0) }
      start += size
      if start >= Download.block || start == waiting.count {
        waiting.removeFirst(start)
        start = 0
      }
      return .bytes(size)
    }

    /// Begins a reading, if there is room for one.
    mutating func beginReading() -> Bool {
      guard !isReading, !isComplete, count < Download.most else { return false }
      isReading = true
      return true
    }

    /// Adds what was read, and returns whom to tell of the end of the source, which has no bytes.
    mutating func add(_ bytes: [UInt8], _ failure: Denial?) -> (() -> Void)? {
      isReading = false
      if self.failure == nil { waiting += bytes }
      guard bytes.isEmpty else { return nil }
      isComplete = true
      self.failure = self.failure ?? failure
      defer { read = {} }
      return read
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
    guard confined.value.fail(denial) else { return }
    source.end()
    wake()
    fill()
  }

  func end() { end(Denial(503, "the download was ended")) }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> WebPart {
    let part = confined.value.next(into: buffer)
    if case .bytes = part { fill() }
    return part
  }

  private func fill() {
    guard confined.value.beginReading() else { return }
    let hasFailed = confined.value.failure != nil
    readers.async { [self] in
      let bytes = hasFailed ? [] : source.read(upTo: Self.block)
      let failure = bytes.isEmpty ? source.failure() : nil
      queue.async { [self] in adopt(bytes, failure) }
    }
  }

  private func adopt(_ bytes: [UInt8], _ failure: Denial?) {
    if let read = confined.value.add(bytes, failure) { read() }
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
