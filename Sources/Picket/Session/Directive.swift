internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// One thing that a session has its owner do.
enum Directive: Sendable {
  // MARK: Outputs
  /// Set the time of day, for the quiet hours.
  case clock(WallClock, at: Instant)
  /// Play the signal of this name as soon as its turn comes.
  case play(String, event: Int? = nil, at: Instant)
  /// Play a pattern on one output, to try it.
  case test(Pattern, output: String)
  /// End the signal that played when the button was pressed.
  case acknowledge(pressed: Instant)
  /// Silence the buzzers for this long, or until they are unmuted.
  case mute(Duration?)
  /// Let the buzzers sound again.
  case unmute
  /// Show how well fixes are received and inside which classes of regions the carrier is, and
  /// the same in words.
  case show(Status, insideOf: [String?], text: String)
  /// Use these settings of the outputs from now on.
  case use(OutputSettings)

  // MARK: Files
  /// Write an event to the journal and show it.
  case event(Event)
  /// Write a note to the journal.
  case note(Note)
  /// Write the state, with what the monitor knows.
  case save(Memory)
  /// Record this in the walk, if one is recorded.
  case record(WalkEntry)
  /// Record that other regions are watched from this instant on.
  case recordRegions(at: Instant)

  // MARK: People
  /// Write a line to the log, with what the system's journal can be searched for.
  case log(Log.Priority, String, fields: KeyValuePairs<String, String> = [:])
  /// Log what is wrong with a file.
  case logProblems([Problem])
  /// Show a line to a person who watches, or else log it.
  case announce(Log.Priority, String)
}
