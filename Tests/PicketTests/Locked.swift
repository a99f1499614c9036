import Foundation

/// A value that several threads use; the thread sanitizer does not see the lock of a `Mutex`.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try work(&value) }
  }
}
