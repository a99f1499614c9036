internal import Base
internal import Board
internal import Geofence

extension Log {
  /// Writes an event to the system's journal, with fields to search for; elsewhere the console shows
  /// it.
  static func write(_ event: Event) {
    guard Systemd.isJournal else { return }
    write(
      .notice, "\(event.kind.rawValue) \(event.region)",
      fields: [
        "event": event.kind.rawValue, "region": event.region, "seq": String(event.sequence),
        "time": event.time.rfc3339,
      ])
  }
}

extension Console {
  /// Shows a line with local times on the console, or logs it as a service or with JSON output.
  func announce(_ priority: Log.Priority, _ line: String) {
    let line = line.withLocalTimes
    if Systemd.isJournal || isJSON {
      Log.write(priority, line)
    } else {
      show("    \(line)")
    }
  }

  /// Shows a line on the console; the system's journal does not get it.
  func draw(_ line: String) {
    guard !Systemd.isJournal else { return }
    show("    \(line)")
  }
}

extension Systemd {
  /// Reports the status in words, with the files that cannot be written.
  static func notify(status text: String, storageFaults: [Reason]) {
    let more = storageFaults.map { "; not written: \($0.text)" }.joined()
    // The service manager would read a second line as another message.
    notify("STATUS=" + (text + more).onOneLine)
  }
}
