import ArgumentParser
import Base
import Board
import Commands
import Desk
import Dispatch
import Geofence
import Glibc
import Picket
import RegionFiles

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
          + reception.said.text)
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
      Log.write(.error, "no position on the whole walk: \(outcome.reason.text)")
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
    let drawn: SurveyedOutline
    do throws(SurveyedOutline.TooShort) {
      drawn = try SurveyedOutline(of: survey, isCorridor: corridor != nil)
    } catch {
      Log.write(.error, error.said.text)
      throw ExitCode(1)
    }
    for sentence in drawn.sentences(cushion: { "--cushion \($0)" }) {
      StandardOutput.print(sentence)
    }
    return corridor.map { .corridor(drawn.outline, width: $0) } ?? .outline(drawn.outline)
  }

  /// Draws a line over the previous line.
  private static func show(_ text: String) {
    let bytes = Array("\r\u{1b}[K\(text.onOneLine)".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
