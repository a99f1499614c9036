internal import Geofence
internal import Notation
internal import Outputs
internal import System

extension Log {
  /// Writes an event to the system's journal, where it can be searched for; elsewhere the console
  /// shows it.
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
  /// Shows a line, its times in local time, to a person who watches; without one logs it.
  func announce(_ priority: Log.Priority, _ line: String) {
    let line = line.withLocalTimes
    if Systemd.isJournal || isJSON {
      Log.write(priority, line)
    } else {
      show("    \(line)")
    }
  }
}

extension Systemd {
  /// Reports the status in words, with what cannot be written.
  static func notify(status text: String, trouble: [String]) {
    let more = trouble.map { "; not written: \($0)" }.joined()
    // Another line in it would be another message to the service manager.
    notify("STATUS=" + (text + more).onOneLine)
  }
}
