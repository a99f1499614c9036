package import Base
package import Geofence

/// A region in an answer: the carrier's side of it, and the evidence.
package struct RegionAnswer: AnswerValue {
  /// The identifier.
  package var region: String?
  /// The side of its border on which the carrier is.
  package var state: RegionState?
  /// The side of a region that is unsure.
  package var was: RegionState?
  /// The metres inside the border, negative outside.
  package var depth: Double?
  /// The same for the fix as the receiver reported it.
  package var rawDepth: Double?
  /// The event that is not confirmed yet.
  package var pending: Event.Kind?
  /// What that event still needs.
  package var missing: [Reason] = []
  /// Whether it is within its hours; `nil` without hours.
  package var isActive: Bool?
  /// The end of this span of hours, as a time of RFC 3339.
  package var changes: String?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("region", &region)
    form.word("state", &state)
    form.word("was", &was)
    form.number("depth", &depth, decimals: 1)
    form.number("raw", &rawDepth, decimals: 1)
    form.word("pending", &pending)
    form.reasons("missing", &missing, orNone: true)
    form.choice("active", &isActive)
    form.text("changes", &changes)
  }

  /// The identifier, for a person.
  package var name: String { region ?? "?" }
}

/// The answer to `state`.
package struct StateAnswer: AnswerValue {
  /// The region.
  package var region = RegionAnswer()
  /// Whether no fix can be trusted.
  package var isBlind = false
  /// The time of the last trusted fix.
  package var time: String?
  /// The age of that fix in seconds.
  package var age: Double?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.part(&region)
    form.flag("blind", &isBlind)
    form.text("time", &time)
    form.number("age", &age, decimals: 1)
  }
}

/// The answer to `why`: the reasons for the last event and its time, or for the lack of one.
package struct WhyLines: AnswerValue {
  /// The region; `nil` when none was within reach.
  package var region: String?
  /// The reasons in English, with times in the zone that was asked for, and as values.
  package var lines: [String] = []
  package var reasons: [Reason] = []
  /// The depth over the time, for a drawing.
  package var steps: JSON?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("region", &region)
    form.texts("lines", &lines)
    form.codes("lines", of: lines, &reasons)
    form.json("steps", &steps)
  }
}
