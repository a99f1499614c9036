import ArgumentParser
import System

/// The option for the time zone of printed times.
struct ZoneOption: ParsableArguments {
  @Flag(help: "Print times in UTC instead of the board's time zone.")
  var utc = false

  /// Makes all later times print in UTC if the flag is given.
  func apply() {
    if utc { LocalTime.showUTC() }
  }
}
