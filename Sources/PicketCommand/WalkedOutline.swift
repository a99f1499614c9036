import ArgumentParser
import Commands
import Desk
import Dispatch
import Geofence
import Glibc
import Notation
import Outputs
import Picket
import Receiver
import RegionFiles
import System

/// An outline that you walk, from the first fix to the form of a region.
enum WalkedOutline {
  /// The survey of a walk from now until Enter, Ctrl-C or the end of its time.
  static func survey(_ configuration: Configuration, time: TimeArgument?) throws -> Survey {
    let isTerminal = isatty(STDERR_FILENO) == 1
    let live = LiveSurvey(configuration.gpsd) { _ in
      false
    } progress: { survey, reception in
      guard isTerminal else { return }
      show(
        "\(survey.count.counted("fix", "fixes")), \(survey.length.metresText(decimals: 0)), "
          + "\(reception)")
    }
    let sources = Self.sources(stopping: live)
    if let time {
      DispatchQueue.global().asyncAfter(deadline: .now() + time.seconds) { live.stop() }
    }
    Log.write(.info, "walk the outline; Enter or Ctrl-C ends it")
    let outcome = live.run()
    if isTerminal { show("") }
    for source in sources { source.cancel() }
    guard outcome.survey.count > 0 else {
      Log.write(.error, "no position on the whole walk: \(outcome.reception.reason)")
      throw ExitCode(69)
    }
    return outcome.survey
  }

  /// Sources that stop a survey on Ctrl-C and, on a terminal, on Enter.
  private static func sources(stopping live: LiveSurvey) -> [any DispatchSourceProtocol] {
    signal(SIGINT, SIG_IGN)
    var sources: [any DispatchSourceProtocol] = [
      DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    ]
    if isatty(STDIN_FILENO) == 1 {
      sources.append(DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO))
    }
    for source in sources {
      source.setEventHandler(handler: DispatchWorkItem { live.stop() })
      source.resume()
    }
    return sources
  }

  /// The survey of a walk in a recording or a folder.
  static func survey(of capture: String) throws -> Survey {
    try Problems.orEnd { try Survey.recorded(in: capture) }
  }

  /// The form of a region from a walk; prints the accuracy of the walk.
  static func form(of survey: Survey, corridor: Double?) throws -> NewRegion.Form {
    let outline = corridor == nil ? Outline.ring(of: survey) : Outline.line(of: survey)
    guard outline.corners.count >= (corridor == nil ? 4 : 2) else {
      Log.write(
        .error,
        "\(survey.count.counted("fix", "fixes")) along \(survey.length.metresText(decimals: 0)) "
          + "\(survey.count == 1 ? "makes" : "make") no outline; walk farther")
      throw ExitCode(1)
    }
    StandardOutput.print(
      "walked \(survey.length.metresText(decimals: 0)) in \(survey.count) fixes; drawn with "
        + "\(outline.corners.count - (corridor == nil ? 1 : 0)) corners, to "
        + outline.tolerance.metresText())
    for note in outline.notes { StandardOutput.print(note) }
    if survey.longestGap > .seconds(10) {
      let gap = survey.longestGap.inSeconds.text(decimals: 0)
      StandardOutput.print("no fix for \(gap) s: the outline is a straight line there")
    }
    StandardOutput.print(
      "the fixes were off by about \(survey.noise.metresText()): "
        + (survey.cushion.map { "with --cushion \($0.text(decimals: 0)) they cause no crossings" }
          ?? "no cushion is needed"))
    return corridor.map { .corridor(outline, width: $0) } ?? .outline(outline)
  }

  /// Draws a line over the previous line.
  private static func show(_ text: String) {
    let bytes = Array("\r\u{1b}[K\(text.onOneLine)".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
