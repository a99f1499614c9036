import ArgumentParser
import System

/// The option that says in which time zone a person reads times.
struct ZoneOption: ParsableArguments {
  @Flag(help: "Print times in UTC, in place of those of the board's time zone.")
  var utc = false

  /// Has what follows print in UTC, if that is wanted.
  func apply() {
    if utc { LocalTime.showUTC() }
  }
}
