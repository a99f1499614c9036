package import Base
internal import Board
internal import Geofence
package import Records
internal import RegionFiles

/// The lines that answer requests.
extension ControlServer {
  /// The line that answers a request.
  package static func answer(_ fields: JSONLine, id: Request.ID?) -> [UInt8] {
    var line = start(id)
    line.add(Refusal.isDone, true)
    line.add(fields)
    return Array("\(line.text)\n".utf8)
  }

  /// The line with the reason why a request is refused, or a client no longer served.
  package static func refusal(_ refusal: Refusal, id: Request.ID?) -> [UInt8] {
    var line = start(id)
    refusal.add(to: &line)
    return Array("\(line.text)\n".utf8)
  }

  private static func start(_ id: Request.ID?) -> JSONLine {
    var line = JSONLine()
    switch id {
    case .number(let number): line.add("id", number)
    case .text(let text): line.add("id", text)
    case nil: break
    }
    return line
  }
}

/// The lines that watching clients receive besides those of the journal.
extension ControlServer {
  /// Publishes the new level of an output.
  func publish(_ output: String, _ level: Level) {
    guard isWatched else { return }
    publish(.output) {
      var line = OutputAnswer()
      (line.output, line.isActive) = (output, level.isActive)
      return line.json.text
    }
  }

  /// Publishes the fix that the last line had, if it had one.
  func publishFix(of path: borrowing FixPath<RegionMonitor>) {
    guard areFixesWatched, let (explanation, more) = path.explained(most: Extract.fix.count) else {
      return
    }
    publish(.fix) { explanation.watched(more: more) }
  }
}
