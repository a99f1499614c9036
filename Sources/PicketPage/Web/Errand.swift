/// Work for a request, which ends with its connection.
///
/// - Important: Must only be accessed on one queue.
final class Errand {
  private var cancel: () -> Void = {}
  private var isOver = false

  /// Sets what ends the work; it is called at once when the connection has ended already.
  func begin(_ cancel: @escaping () -> Void) {
    if isOver { cancel() } else { self.cancel = cancel }
  }

  /// Ends the work, unless it was answered.
  func end(isAnswered: Bool) {
    if !isAnswered { cancel() }
    (isOver, cancel) = (true, {})
  }
}
