import Base
import Records

/// The state of a link in words.
struct LinkStatusText {
  /// Its lines.
  let lines: [String]

  /// Creates the words for the state of a link.
  init(_ reply: Reply) {
    var lines = reply.text("broker").map { Self.broker($0, reply) } ?? []
    if let server = reply.object("signalk") { lines += Self.signalK(server) }
    self.lines = lines
  }

  private static func broker(_ broker: String, _ reply: Reply) -> [String] {
    var lines: [String] = []
    let since = reply.text("since").map { " since \($0)" } ?? ""
    lines.append(
      reply.flag("connected")
        ? "connected to \(broker)\(reply.flag("tls") ? ", encrypted" : "")\(since)"
        : "not connected to \(broker)")
    if let error = reply.text("last_error") {
      lines.append(
        "last error: \(error)" + (reply.text("last_error_time").map { " (\($0))" } ?? ""))
    }
    if let limits = reply.text("limits") { lines.append(limits) }
    if let namesake = reply.text("namesake") { lines.append(namesake) }
    if let refusal = reply.text("refused") { lines.append("events are refused: \(refusal)") }
    let more = reply.flag("more") ? " or more" : ""
    lines.append(
      "events: up to \(reply.count("cursor")) at the broker, \(reply.count("waiting"))\(more) "
        + "waiting, \(reply.count("in_flight")) of them on their way")
    let unheard = reply.count("unheard")
    if unheard > 0 { lines.append("\(unheard) of \(reply.count("sent")) events had no subscriber") }
    if let fault = reply.text("cursor_fault") {
      lines.append("the cursor is not written: \(fault)")
    }
    lines.append("topics: \(reply.text("topics") ?? "")/...")
    if let fault = reply.text("controller_fault") { lines.append("controller: \(fault)") }
    return lines
  }

  private static func signalK(_ server: Reply) -> [String] {
    let name = "Signal K: \(server.text("server") ?? "?") by \(server.text("transport") ?? "?")"
    let since = server.text("since").map { " since \($0)" } ?? ""
    return ["\(name), \(server.flag("connected") ? "connected\(since)" : "not connected")"]
      + (server.text("last_error").map { ["Signal K: last error: \($0)"] } ?? [])
  }
}
