import Glibc

/// What `picket watch` draws: takes what a running Picket says, and makes lines of it.
package struct WatchView: Sendable {
  private var status: Reply?
  private var fix: Reply?
  private var levels: [String: Bool] = [:]

  /// Creates a view of nothing.
  package init() {}

  /// Takes in a line, and returns one that is to scroll by, such as an event.
  package mutating func take(_ reply: Reply) -> String? {
    if reply.isAnswer {
      guard reply.text("sight") != nil else { return reply.refusal }
      status = reply
      for output in reply.objects("outputs") {
        if let name = output.text("output") { levels[name] = output.flag("active") }
      }
    } else if let output = reply.text("output") {
      levels[output] = reply.flag("active")
    } else if reply.text("fix") != nil {
      fix = reply
    } else if let count = reply.number("left_out") {
      return "\(JSONLine.rounded(count, 0)) lines were left out here: too much at a time"
    } else {
      return JournalRecord(reply.text)?.text
    }
    return nil
  }

  // MARK: A terminal

  /// The lines that stay, none wider or more than fit.
  package func lines(width: Int, height: Int) -> [String] {
    guard let status else { return ["waiting for picket"] }
    let sight = status.text("reason") ?? StatusText.sight(status)
    var lines = ["\(sight)   \(StatusText.receiver(status))", position, outputs(status)]
    let room = max(0, height - lines.count)
    let regions = regions
    let names = regions.prefix(room).compactMap { $0.text("region")?.count }.max() ?? 0
    for region in regions.prefix(room) {
      lines.append(Self.row(region, name: min(names, 20), width: width))
    }
    return lines.map { String($0.prefix(max(1, width))) }
  }

  private var position: String {
    let from = fix?.number("lat") == nil ? status : fix
    guard let from, let place = StatusText.coordinates(from) else { return "no position" }
    let speed = from.number("speed").map { "   \(JSONLine.rounded($0, 1)) m/s" } ?? ""
    let rejected = fix?.text("reason").map { "   fix rejected: \($0)" } ?? ""
    return place + speed + rejected
  }

  private func outputs(_ status: Reply) -> String {
    let names = status.objects("outputs").compactMap { $0.text("output") }
    let lamps = names.map { "\(levels[$0] == true ? "●" : "○") \($0)" }.joined(separator: "  ")
    let isSilent = status.flag("muted") || status.flag("quiet")
    return isSilent ? "\(lamps)   (\(StatusText.sound(status)))" : lamps
  }

  /// The regions in reach as the last fix has them, and the nearest of the others.
  private var regions: [Reply] {
    let now = fix?.objects("regions") ?? []
    let known = Set(now.compactMap { $0.text("region") })
    let others = (status?.objects("near") ?? []).filter { region in
      region.text("region").map { !known.contains($0) } ?? false
    }
    return (fix == nil ? [] : now) + others
  }

  private static func row(_ region: Reply, name width: Int, width total: Int) -> String {
    let id = region.text("region") ?? "?"
    let name = id.prefix(width) + String(repeating: " ", count: max(0, width - id.count))
    guard let depth = region.number("depth") else { return String(name) }
    let distance = StatusText.distance(depth)
    let missing = region.texts("missing").joined(separator: "; ")
    let pending = region.text("pending").map { "  \($0)? \(missing)" } ?? ""
    let state = region.text("state") == "inside" ? "●" : "○"
    return "\(state) \(name)  \(bar(depth))  \(distance)\(pending)"
  }

  /// The way to the border, which is in the middle: outside is left, inside right.
  ///
  /// It is logarithmic, since the last metres matter most; its ends are 200 m.
  package static func bar(_ depth: Double) -> String {
    let half = 15
    let share = min(1, log(1 + abs(depth)) / log(201))
    let place = half + Int((share * Double(half)).rounded()) * (depth < 0 ? -1 : 1)
    return String((0...2 * half).map { $0 == place ? "◆" : $0 == half ? "│" : "─" })
  }

  // MARK: Plain lines

  /// The last fix on one line.
  package var line: String? {
    guard let fix, let time = fix.text("time") else { return nil }
    if let reason = fix.text("reason") { return "\(time)  rejected: \(reason)" }
    let regions = fix.objects("regions").map { "; \(StatusText.region($0))" }.joined()
    let more = fix.count("regions_more")
    return "\(time)  \(position)\(regions)\(more > 0 ? "; and \(more) more regions" : "")"
  }
}
