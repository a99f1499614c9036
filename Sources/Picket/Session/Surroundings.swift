internal import Outputs

/// What a session cannot know by itself, for those who ask.
struct Surroundings: Sendable {
  /// The outputs and whether their buzzers are silent.
  var outputs: Annunciator.Overview

  /// How many signals wait to be played.
  var waiting = 0

  /// What cannot be written at present, and why.
  var trouble: [String] = []

  /// How long ago the journal and the state were written.
  var journalAge: Duration?
  var stateAge: Duration?

  /// The name of the walk that is recorded.
  var walk: String?
}
