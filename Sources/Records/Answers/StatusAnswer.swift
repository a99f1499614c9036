package import Base
package import Geofence

/// The answer to `status`; times are those of RFC 3339, lengths of time are in seconds.
package struct StatusAnswer: PlacedAnswer {
  /// What matters to the carrier now, as the session has decided it.
  package var decided: [Matter] = []
  /// Whether it monitors, and the reason if it does not.
  package var monitors = false
  package var reason: Reason?
  /// Whether fixes can be trusted, since when and for how long.
  package var sight: Sight?
  package var since: String?
  package var seconds: Double?
  /// The connection to gpsd.
  package var gpsd: Daemon?
  /// The receiver's device, and the mode of its last report if that is recent.
  package var device: String?
  package var mode: Int?
  /// The interval of its reports, and the age of the last.
  package var interval: Double?
  package var reportAge: Double?
  /// What is missing for a position: `gpsd`, `receiver`, `sky` or `reports`.
  package var lack: String?
  package var satellites: SatelliteCounts?
  /// The receiver's time.
  package var time: String?
  /// The age of the last trusted fix.
  package var age: Double?
  /// The estimate of the position, and its standard deviation on each axis in metres.
  package var latitude: Double?
  package var longitude: Double?
  package var deviation: Double?
  /// The metres from there to the place that the receiver reports, while they disagree.
  package var apart: Double?
  /// The source of the fix's accuracy, and what speaks against it.
  package var accuracySource: AccuracySource?
  package var accuracyDoubt: Scatter?
  /// The metres by which fixes wander here, if that is much.
  package var wander: Double?
  /// What the fixes have shown against the reported velocity, and what to do.
  package var velocityDoubt: Reason?
  /// The fix's horizontal error in metres, its speed in metres a second, its course in degrees.
  package var eph: Double?
  package var speed: Double?
  package var track: Double?
  /// The number of watched regions.
  package var watched: Int?
  package var inside = Listed<String>(within: .names)
  package var unsure = Listed<String>(within: .names)
  /// The region whose limit of speed the carrier exceeds.
  package var speeding: String?
  /// Whether limits of speed cannot be judged.
  package var lacksSpeed = false
  package var anchors: [AnchorAnswer] = []
  /// The alarms that go on.
  package var alarms: [Reason] = []
  /// The nearest regions, and all with a pending crossing.
  package var near = Listed<RegionAnswer>(within: .regions)
  /// The stays that are not long enough yet.
  package var stays = Listed<Stay>(within: .regions)
  /// The reminders that go on; `nil` for none.
  package var reminders: Listed<Reminder>?
  package var outputs: [OutputAnswer] = []
  /// Whether the buzzers are muted, for how long, and whether these are quiet hours.
  package var isMuted = false
  package var muteLeft: Double?
  package var isQuiet = false
  package var storage: Storage?
  package var uptime: Double?
  package var versions: Versions?
  /// The doubt about the receiver's date in words, and whether that date cannot be.
  package var dateDoubt: String?
  package var isDateImpossible: Bool?
  /// The number of events so far.
  package var events: Int?
  /// The walk that is being recorded.
  package var walk: String?
  /// Why the present files are not those that are watched.
  package var filesFault: String?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.objects("matters", &decided, orNone: true)
    form.flag("monitors", &monitors)
    form.reason("reason", &reason)
    form.word("sight", &sight)
    form.text("since", &since)
    form.number("seconds", &seconds, decimals: 1)
    form.object("gpsd", &gpsd)
    form.text("device", &device)
    form.count("mode", &mode)
    form.number("interval", &interval, decimals: 1)
    form.number("report_age", &reportAge, decimals: 1)
    form.text("lacks", &lack)
    form.object("satellites", &satellites)
    form.text("time", &time)
    form.number("age", &age, decimals: 1)
    form.number("lat", &latitude, decimals: 7)
    form.number("lon", &longitude, decimals: 7)
    form.number("sd", &deviation, decimals: 1)
    form.number("apart", &apart, decimals: 1)
    form.word("accuracy_from", &accuracySource)
    form.object("accuracy_doubt", &accuracyDoubt)
    form.number("wander", &wander, decimals: 1)
    form.reason("velocity_doubt", &velocityDoubt)
    form.number("eph", &eph, decimals: 2)
    form.number("speed", &speed, decimals: 2)
    form.course("track", &track)
    form.count("watched", &watched)
    form.texts("inside", &inside)
    form.texts("unsure", &unsure, orNone: true)
    form.text("speeding", &speeding)
    form.mark("speed_missing", &lacksSpeed)
    form.objects("anchors", &anchors, orNone: true)
    form.reasons("alarms", &alarms, orNone: true)
    form.objects("near", &near)
    form.objects("dwell", &stays)
    form.objects("reminders", &reminders)
    form.objects("outputs", &outputs)
    form.flag("muted", &isMuted)
    form.number("mute_left", &muteLeft, decimals: 0)
    form.flag("quiet", &isQuiet)
    form.object("storage", &storage)
    form.number("uptime", &uptime, decimals: 1)
    form.object("versions", &versions)
    form.text("date_doubt", &dateDoubt)
    form.choice("date_impossible", &isDateImpossible)
    form.count("events", &events)
    form.text("walk", &walk)
    form.text("files", &filesFault)
  }

  /// Whether no fix can be trusted any more.
  package var isBlind: Bool { sight == .blind }
}
