internal import CSystemd
import Dispatch
import Glibc

/// The service manager and the journal of systemd, if this machine has them.
package enum Systemd {
  /// Whether systemd is the service manager of this machine; the C function is `sd_booted`.
  package static var isRunning: Bool { sd_booted() > 0 }

  /// Reports to the service manager without waiting for it; the C function is `sd_notify`.
  ///
  /// Reports have their own queue: the caller must not wait for a manager that does not read.
  package static func notify(_ state: String) {
    guard getenv("NOTIFY_SOCKET") != nil, room.enter(below: mostWaiting) else { return }
    queue.async {
      sd_notify(0, state)
      room.leave()
    }
  }

  /// Waits until everything was reported to the service manager, or gives up after a time.
  package static func finish(within seconds: Double) {
    queue.finish(within: seconds)
  }

  private static let queue = DispatchQueue(label: "picket.systemd")
  private static let room = QueueLimit()
  private static let mostWaiting = 100

  /// The longest time between two reports to the watchdog; the C function is `sd_watchdog_enabled`.
  package static let watchdogInterval: Duration? = {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }()

  /// Whether standard error is the journal, according to `JOURNAL_STREAM`: sd-daemon(3).
  package static let isJournal: Bool = {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()

  /// Writes an entry with fields to the journal; the C function is `sd_journal_sendv`.
  ///
  /// - Returns: Whether the journal accepted it.
  package static func journal(
    priority: Int, _ message: String, identifier: String, fields: KeyValuePairs<String, String>
  ) -> Bool {
    var entries = [
      "MESSAGE=\(message)", "PRIORITY=\(priority)", "SYSLOG_IDENTIFIER=\(identifier)",
    ]
    entries += fields.map { "PICKET_\($0.key.uppercased())=\($0.value)" }
    let copies = entries.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let vectors = copies.map { copy in
      iovec(iov_base: copy, iov_len: copy.map { strlen($0) } ?? 0)
    }
    // Without the journal's socket the C function drops the entry and reports success.
    guard access("/run/systemd/journal/socket", W_OK) == 0 else { return false }
    return sd_journal_sendv(vectors, Int32(vectors.count)) == 0
  }
}
