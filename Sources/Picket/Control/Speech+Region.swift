internal import Base
internal import Geofence
package import Records

/// A region in an answer.
extension Speech {
  /// A region: its state, the carrier's depth, and the missing evidence of a pending crossing.
  package func region(_ region: RegionAnswer) -> String {
    let last = region.was.map { say("({state} before)", ["state": name($0)]) }
    let state = [region.state.map(name) ?? "?", last].compactMap { $0 }
      .joined(separator: " ")
    let depth = region.depth.map { ", \(side($0))" } ?? ""
    let missing = self.missing(region)
    let pending = region.pending.map {
      "; \(words(Reason("pending.\($0.rawValue)")))\(missing.isEmpty ? "" : ": \(missing)")"
    }
    let needed = missing.isEmpty ? "" : "; \(say("missing: {rest}", ["rest": missing]))"
    return "\(region.name): \(state)\(depth)" + (pending ?? needed)
      + silence(region)
  }

  /// What a crossing still needs.
  package func missing(_ region: RegionAnswer) -> String {
    region.missing.map(words).joined(separator: "; ")
  }

  private func name(_ state: RegionState) -> String { words(Reason("state.\(state.rawValue)")) }

  /// The note that a region is outside its hours, and the end of that time.
  private func silence(_ region: RegionAnswer) -> String {
    // A region without hours has no such field.
    guard region.isActive == false else { return "" }
    let end = region.changes.map {
      say("outside its hours until {time}", ["time": dayAndTime($0)])
    }
    return "; \(end ?? say("outside its hours"))"
  }

  /// The answer to `state`: "inside, 12.5 m inside its border".
  package func answer(toState reply: StateAnswer) -> String {
    let blind = reply.isBlind ? "; blind" : ""
    let age =
      reply.age.map { "; the last fix is \($0.elapsedText) old" } ?? "; no fix yet"
    let words = region(reply.region)
    return "\(words.dropFirst(reply.region.name.count + 2))\(blind)\(age)"
  }

  /// A signed distance in words: "12.5 m outside its border".
  package func side(_ depth: Double) -> String {
    let metres: KeyValuePairs = ["metres": metres(depth.magnitude)]
    return depth < 0
      ? say("{metres} outside its border", metres) : say("{metres} inside its border", metres)
  }

  /// A signed distance in fewer words: "12.5 m outside".
  package func distance(_ depth: Double) -> String {
    let metres: KeyValuePairs = ["metres": metres(depth.magnitude)]
    return depth < 0 ? say("{metres} outside", metres) : say("{metres} inside", metres)
  }
}
