package import Base

/// The answer to `play`.
package struct PlayAnswer: AnswerValue {
  /// The name of the signal; `nil` for a pattern, and for the states of all regions.
  package var signal: String?
  /// The signals of the states.
  package var signals: Listed<String>?
  /// The outputs that play.
  package var outputs: Listed<String>?
  /// The duration in seconds.
  package var seconds: Double?
  /// Whether buzzers are silent, by a mute or by the hour.
  package var isMuted = false

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("signal", &signal)
    form.texts("signals", &signals)
    form.texts("outputs", &outputs)
    form.number("seconds", &seconds, decimals: 1)
    form.flag("muted", &isMuted)
  }
}

/// The answer to `sound`.
package struct SoundAnswer: AnswerValue {
  package var region: String?
  /// The metres inside the border, negative outside.
  package var depth: Double?
  /// The step of the tempo, greater when nearer.
  package var step: Int?
  /// Whether no fix can be trusted.
  package var isBlind = false
  /// Whether buzzers are silent, by a mute or by the hour.
  package var isMuted = false

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("region", &region)
    form.number("depth", &depth, decimals: 1)
    form.count("step", &step)
    form.flag("blind", &isBlind)
    form.flag("muted", &isMuted)
  }
}

/// The answer to `mark`: the time and the place of the mark, as far as they are known.
package struct MarkAnswer: AnswerValue {
  package var time: String?
  package var latitude: Double?
  package var longitude: Double?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("time", &time)
    form.number("lat", &latitude, decimals: 7)
    form.number("lon", &longitude, decimals: 7)
  }
}

/// The answer to `acknowledge`: the regions whose reminders or alarms ended.
package struct AcknowledgeAnswer: AnswerValue {
  package var acknowledged = Listed<String>(within: .names)

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.texts("acknowledged", &acknowledged)
  }
}

/// The answer to `walk`.
package struct WalkAnswer: AnswerValue {
  /// The path of the walk that begins or has ended.
  package var path: String?
  /// The number of its reports at the end.
  package var reports: Int?
  /// The folder of the walks.
  package var folder: String?
  /// The walk that is recorded.
  package var recording: String?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("path", &path)
    form.count("reports", &reports)
    form.text("folder", &folder)
    form.text("recording", &recording)
  }
}

/// The answer to `survey`: the outline of a walk.
package struct SurveyAnswer: AnswerValue {
  /// Positions, each once.
  package var corners: JSON?
  /// In metres, as the three values that follow.
  package var length: Double?
  package var tolerance: Double?
  package var noise: Double?
  /// The cushion that exceeds the noise; `nil` when none is needed.
  package var cushion: Double?
  /// The metres from the end to the beginning, of an outline that is not closed.
  package var open: Double?
  /// The square metres that were left out.
  package var loops: Double?
  /// The most seconds without a position.
  package var gap: Double?
  /// All that in words.
  package var sentences: [String] = []

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.json("corners", &corners)
    form.number("length", &length, decimals: 1)
    form.number("tolerance", &tolerance, decimals: 2)
    form.number("noise", &noise, decimals: 2)
    form.number("cushion", &cushion, decimals: 0)
    form.number("open", &open, decimals: 1)
    form.number("loops", &loops, decimals: 1)
    form.number("gap", &gap, decimals: 1)
    form.texts("sentences", &sentences)
  }
}

/// The answer to `course`: the regions that come one after the other.
package struct CourseAnswer: AnswerValue {
  /// The regions in their order; `nil` after a reset.
  package var stations: Listed<StationAnswer>?
  /// The number of regions that had reported before the reset.
  package var reset: Int?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.objects("stations", &stations)
    form.count("reset", &reset)
  }
}

/// A region of a course in an answer.
package struct StationAnswer: AnswerValue {
  /// The identifier.
  package var region: String?
  /// The region that has to report first.
  package var after: String?
  /// Whether it reports once.
  package var isOnce = false
  /// The time of its first event since the last reset.
  package var done: String?
  /// Whether the region that has to report first has not reported.
  package var isAsleep = false

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("region", &region)
    form.text("after", &after)
    form.mark("once", &isOnce)
    form.text("done", &done)
    form.mark("asleep", &isAsleep)
  }
}
