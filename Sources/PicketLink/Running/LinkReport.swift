import Base
import Geofence
import Records

/// The state of a link, as `picket-link status` shows it.
struct LinkReport: Sendable {
  let broker: BrokerSettings
  let topics: Topics
  let health: LinkHealth
  let events: EventQueue
  let controller: BoardStatus?
  let uptime: Duration
  let now: Instant

  /// The fields of the state.
  var json: JSONLine {
    var line = JSONLine()
    line.add("connected", health.isConnected)
    line.add("since", health.connectedSince?.rfc3339)
    line.add("broker", "\(broker.host):\(broker.port)")
    line.add("tls", broker.isSecure)
    line.add("topics", topics.root)
    line.add("last_error", health.lastFault?.text)
    line.add("last_error_time", health.lastFault?.time.rfc3339)
    line.add("limits", health.limits)
    line.add("namesake", health.namesake)
    line.add("refused", events.refusal)
    line.add("retry_in", events.deadline.map { now.duration(to: $0).inSeconds }, decimals: 0)
    line.add("cursor", events.cursor.sequence)
    line.add("cursor_time", events.cursor.time?.rfc3339)
    line.add("cursor_fault", health.cursorFault)
    line.add("in_flight", events.inFlight)
    line.add("waiting", events.waiting)
    line.add("more", events.room == 0)
    line.add("sent", events.count)
    line.add("unheard", events.unheard)
    line.add("controller", health.silence == nil)
    line.add("controller_fault", health.silence)
    line.add("uptime", uptime.inSeconds, decimals: 1)
    return line
  }
}
