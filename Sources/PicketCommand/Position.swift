import ArgumentParser
import Base
import Board
import Commands
import Geofence
import Picket
import RegionFiles

/// The place where the carrier stands now.
enum Position {
  /// The mean of the fixes of ten seconds; without fixes the reason is logged and the command ends.
  static func here(_ configuration: Configuration) throws -> Coordinate {
    let live = LiveSurvey(configuration.gpsd, blindLimit: configuration.blind.limit) { survey in
      survey.span >= Self.time
    }
    Log.write(.info, "stand still for ten seconds")
    let outcome = live.run()
    guard !outcome.isBlind, let stand = outcome.survey.standstill(over: Self.time) else {
      Log.write(.error, "no position: \(outcome.reason.text)")
      throw ExitCode(69)
    }
    if let pace = stand.pace {
      Log.write(
        .error,
        "you move at \(pace.text(decimals: 1)) m/s; stand still for ten seconds and try again")
      throw ExitCode(1)
    }
    StandardOutput.print(
      "here is the mean of \(stand.count) fixes in \(stand.span.inSeconds.secondsText(decimals: 0)), "
        + "\(stand.spread.metresText()) apart; \(error(stand.claimed, stand.source))")
    return stand.coordinate
  }

  /// The error of the fixes, and its source where that is not the receiver itself.
  static func error(_ metres: Double, _ source: AccuracySource?) -> String {
    switch source {
    case nil, .gst?, .receiver?: "the receiver reports an error of \(metres.metresText())"
    case let source?: "their error of \(metres.metresText()) is \(source.said.text)"
    }
  }

  private static let time = Duration.seconds(10)
}
