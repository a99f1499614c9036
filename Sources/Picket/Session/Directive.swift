internal import Base
internal import Board
internal import Geofence
internal import Records

/// One action that a session requests of its owner.
enum Directive: Sendable {
  // MARK: Outputs
  /// Set the time of day, for the quiet hours.
  case clock(WallClock, at: Instant)
  /// Play the signal of this name as soon as its turn comes, or only its lights; the cause is for a
  /// person.
  case play(String, event: Int? = nil, cause: String? = nil, isMuted: Bool = false)
  /// Play a pattern on one output, to try it.
  case test(Pattern, output: String)
  /// Play this cue from now on whenever no signal plays; `nil` for no cue.
  case cue(CueSound?)
  /// End the signal that played when the button was pressed.
  case acknowledge(pressed: Instant)
  /// Repeat the signal of this name for an alarm, or only its lights, unless it plays or waits.
  case `repeat`(String, cause: String, isMuted: Bool)
  /// End the repetitions of alarms that play or wait.
  case withdrawRepeats
  /// Drop the reminders that wait to be played.
  case withdrawReminders
  /// Silence the buzzers for this long, or until they are unmuted.
  case mute(Duration?)
  /// Let the buzzers sound again.
  case unmute
  /// Show the reception, also in words.
  case show(LightStatus, text: String)
  /// Hold these outputs on, each for a side of its regions, and the others off.
  case hold([String: RegionSide])
  /// Use these settings of the outputs from now on.
  case use(OutputSettings)

  // MARK: Files
  /// Write an event to the journal and show it.
  case event(Event)
  /// Write a note to the journal.
  case note(Note)
  /// Show a note to those that watch, without the journal, which has it with others later.
  case tell(Note)
  /// Write the state that the session has once all directives are carried out.
  ///
  /// It is not made earlier: with many regions that would hold up the signal of an event. The owner
  /// adds the events that have not sounded.
  case save
  /// Add this entry to the walk, if a walk is recorded.
  case record(WalkEntry)
  /// Add this event to the walk, if a walk is recorded; otherwise its text, which takes long, is not
  /// made.
  case recordEvent(Event)
  /// Record that other regions are watched from this instant on.
  case recordRegions(at: Instant)

  // MARK: People
  /// Write a line to the log, with fields to search the system's journal for.
  case log(Log.Priority, String, fields: KeyValuePairs<String, String> = [:])
  /// Log the problems of a file.
  case logProblems([Problem])
  /// Show a line on the console, or else log it.
  case announce(Log.Priority, String)
  /// Show a line only on the console: such lines come too often for a log on an SD card.
  case draw(String)
}
