internal import Base
import Synchronization

extension ControlServer {
  /// Something that clients watch.
  package enum Topic {
    /// An event or a note, as in the journal.
    case event
    /// The level of an output.
    case output
    /// A fix and its effects.
    case fix
  }
}

/// The subjects that a client of the control socket watches.
struct Subscription: Hashable, Sendable {
  /// Whether the client receives fixes, each with its effects.
  var fixes = false

  /// Whether the client receives lines of a topic.
  func includes(_ topic: ControlServer.Topic) -> Bool { topic != .fix || fixes }
}

/// The numbers of watching clients and of lines that wait for them; every thread may read both.
struct Subscribers: ~Copyable, Sendable {
  private let all = Atomic(0)
  private let fixes = Atomic(0)
  private let room = QueueLimit()

  /// The most lines that wait; fewer of fixes, since newer ones follow.
  private static let mostWaiting = 10_000
  private static let mostFixesWaiting = 100

  /// Whether a client watches.
  var areThere: Bool { all.load(ordering: .relaxed) > 0 }

  /// Whether a client watches fixes.
  var watchFixes: Bool { fixes.load(ordering: .relaxed) > 0 }

  /// Counts the present subscriptions.
  func count(_ subscriptions: [Subscription]) {
    all.store(subscriptions.count, ordering: .relaxed)
    fixes.store(subscriptions.count(where: \.fixes), ordering: .relaxed)
  }

  /// Reserves room for a line of a topic; without room the line counts as left out.
  ///
  /// - Returns: Whether the line is to be sent.
  func reserve(_ topic: ControlServer.Topic) -> Bool {
    let isFix = topic == .fix
    guard isFix ? watchFixes : areThere else { return false }
    return room.enter(below: isFix ? Self.mostFixesWaiting : Self.mostWaiting)
  }

  /// Releases the room of one line.
  ///
  /// - Returns: The number of lines left out since the last call.
  func release() -> Int {
    room.leave()
    return room.removeLeftOut()
  }
}
