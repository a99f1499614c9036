package import Base
package import Geofence

/// A fix and its effects, as clients that watch fixes receive it.
package struct FixLine: PlacedAnswer {
  /// Whether a fix is believed.
  package enum Belief: String, Hashable, Sendable {
    case trusted, rejected
  }

  /// The time of the fix.
  package var time: String?
  /// Whether the fix is believed.
  package var belief: Belief?
  /// The reason of a rejection.
  package var reason: Reason?
  /// The estimate of the position, and its standard deviation on each axis in metres.
  package var latitude: Double?
  package var longitude: Double?
  package var deviation: Double?
  /// The metres from there to the receiver's place, while they disagree.
  package var apart: Double?
  /// Whether limits of speed cannot be judged.
  package var lacksSpeed = false
  /// The source of the fix's accuracy.
  package var accuracySource: AccuracySource?
  /// The approach cue that plays.
  package var approach: CueAnswer?
  /// The regions within reach; `nil` with a fix that is rejected.
  package var regions: Listed<RegionAnswer>?
  /// gpsd's estimate of the horizontal error in metres.
  package var eph: Double?
  /// The speed in metres a second.
  package var speed: Double?
  /// The course in degrees.
  package var track: Double?
  /// The place that the receiver reported.
  package var receiverLatitude: Double?
  package var receiverLongitude: Double?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("time", &time)
    form.word("fix", &belief)
    form.reason("reason", &reason)
    form.number("lat", &latitude, decimals: 7)
    form.number("lon", &longitude, decimals: 7)
    form.number("sd", &deviation, decimals: 1)
    form.number("apart", &apart, decimals: 1)
    form.mark("speed_missing", &lacksSpeed)
    form.word("accuracy_from", &accuracySource)
    form.object("approach", &approach)
    form.objects("regions", &regions)
    form.number("eph", &eph, decimals: 2)
    form.number("speed", &speed, decimals: 2)
    form.course("track", &track)
    form.number("receiver_lat", &receiverLatitude, decimals: 7)
    form.number("receiver_lon", &receiverLongitude, decimals: 7)
  }

  /// Whether the fix is trusted.
  package var isTrusted: Bool { belief == .trusted }
}

/// A line that clients receive without a request.
package enum PublishedLine: Sendable {
  case output(OutputAnswer)
  case fix(FixLine)
  /// An event, as in the journal.
  case event
  /// A note, as in the journal.
  case note
  /// This many lines before it were left out.
  case leftOut(Int)

  /// Reads a line that is not an answer; `nil` when it is none of these.
  package init?(_ reply: Reply) {
    if reply.fields["event"]?.string != nil {
      self = reply.fields["seq"] == nil ? .note : .event
    } else if reply.fields["output"]?.string != nil {
      self = .output(OutputAnswer(reply))
    } else if reply.fields["fix"]?.string != nil {
      self = .fix(FixLine(reply))
    } else if let count = reply.fields["left_out"]?.integer {
      self = .leftOut(count)
    } else {
      return nil
    }
  }
}

/// An answer with a position.
package protocol PlacedAnswer: AnswerValue {
  var latitude: Double? { get }
  var longitude: Double? { get }
  /// The standard deviation on each axis in metres.
  var deviation: Double? { get }
  /// The metres from it to the receiver's place, while they disagree.
  var apart: Double? { get }
  /// In metres a second.
  var speed: Double? { get }
}

/// An approach cue, or that of a limit of speed.
package struct CueAnswer: AnswerValue {
  /// The region whose border comes nearer, or whose limit is exceeded.
  package var region: String?
  /// The number of the step.
  package var step: Int?
  /// The seconds until the border.
  package var seconds: Double?
  /// Whether it sounds because of the region's limit of speed.
  package var isSpeed = false

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("region", &region)
    form.count("step", &step)
    form.number("seconds", &seconds, decimals: 1)
    form.mark("speed", &isSpeed)
  }
}
