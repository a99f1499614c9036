package import Base
package import Geofence

/// The answer to `regions`: the watched files, and the regions by the carrier's state.
package struct RegionsAnswer: AnswerValue {
  /// The path of the regions file, and whether it can be written.
  package var file: String?
  package var isWritable = false
  /// The number of watched regions.
  package var watched: Int?
  /// The names of the signals.
  package var signals = Listed<String>(within: .names)
  /// The receiver's time.
  package var time: String?
  /// The regions of a fleet.
  package var fleet: Fleet?
  package var inside = Listed<String>(within: .names)
  package var unknown = Listed<String>(within: .names)
  package var unsure = Listed<String>(within: .names)
  package var expired = Listed<String>(within: .names)
  /// All others; only with `all`.
  package var outside: Listed<String>?
  /// Whether one of these lists is cut.
  package private(set) var isCut = false
  package var anchors: [AnchorAnswer] = []

  /// The version of the regions of a fleet, and the path of their file.
  package struct Fleet: AnswerValue {
    package var version: FleetVersion?
    package var file: String?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.version(&version)
      form.text("file", &file)
    }
  }

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("file", &file)
    form.flag("writable", &isWritable)
    form.count("watched", &watched)
    form.texts("signals", &signals)
    form.text("time", &time)
    form.object("fleet", &fleet)
    var more = form.texts("inside", &inside)
    more += form.texts("unknown", &unknown)
    more += form.texts("unsure", &unsure, orNone: true)
    more += form.texts("expired", &expired)
    more += form.texts("outside", &outside)
    isCut = more > 0
    form.mark("more", &isCut)
    form.objects("anchors", &anchors, orNone: true)
  }

  /// The state of a region that is watched, or that was until it expired.
  package enum Listing: String, Hashable, Sendable {
    case outside, inside, unknown, unsure, expired
  }

  /// The lists by their states; `outside` may be missing.
  package var states: [(state: Listing, regions: Listed<String>)] {
    [
      (.outside, outside ?? Listed()), (.inside, inside), (.unknown, unknown),
      (.unsure, unsure), (.expired, expired),
    ]
  }
}

/// An anchor in an answer, and in the state file.
package struct AnchorAnswer: AnswerValue {
  /// Its name, that of its region.
  package var region: String?
  /// Its place.
  package var latitude: Double?
  package var longitude: Double?
  /// The radius of its circle in metres.
  package var radius: Double?
  /// The deviation of the fixes of its place in metres.
  package var spread: Double?
  /// The time at which it was dropped.
  package var time: String?
  /// The carrier's distance from it in metres.
  package var distance: Double?
  /// The state of its region.
  package var state: RegionState?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("region", &region)
    form.number("lat", &latitude, decimals: 9)
    form.number("lon", &longitude, decimals: 9)
    form.number("radius", &radius, decimals: 3)
    form.number("sd", &spread, decimals: 2)
    form.text("time", &time)
    form.number("distance", &distance, decimals: 1)
    form.word("state", &state)
  }
}

/// The answer to `drop` and `lift`.
package struct DropAnswer: AnswerValue {
  /// The anchor; only its name when it was lifted.
  package var anchor = AnchorAnswer()
  /// The number of fixes whose mean is its place.
  package var fixes: Int?
  /// The carrier's speed in metres per second, if it moved: then the place lags behind.
  package var speed: Double?
  /// Whether it was lifted.
  package var isLifted = false

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.part(&anchor)
    form.count("fixes", &fixes)
    form.number("speed", &speed, decimals: 1)
    form.mark("lifted", &isLifted)
  }
}
