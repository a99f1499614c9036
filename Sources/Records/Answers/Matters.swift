internal import Base

/// What matters to the carrier now, and in which order: the first is the first line of every face.
///
/// The session decides it with each answer to `status`; the words are made where a person reads them.
package struct Matters: Sendable {
  /// What the other fields of an answer do not have.
  package struct Details: Sendable {
    /// The depth in each region that has an alarm.
    package var depths: [String: Double] = [:]
    /// The seconds since the beginning of each region's alarm.
    package var seconds: [String: Double] = [:]
    /// The limit of speed that the carrier exceeds, in km/h.
    package var limit: Double?
    /// The metres a second by which the carrier comes nearer to the nearest border.
    package var closing: Double?

    package init() {}
  }

  private let status: StatusAnswer
  private let details: Details

  /// Looks at the present state.
  package init(_ status: StatusAnswer, _ details: Details = Details()) {
    (self.status, self.details) = (status, details)
  }

  /// All, in their order.
  package var all: [Matter] {
    guard isSeen else { return alarms + faults + [blind] + lastInside }
    let places = anchors + inside
    let sides = doubt(isAlone: places.isEmpty) + places
    return alarms + faults + speeding + (sides.isEmpty ? [outside] : sides)
  }

  // MARK: Alarms and faults

  private var alarms: [Matter] {
    status.alarms.map { alarm in
      guard case .text(let region)? = alarm.values["region"] else {
        return Matter(
          .alarm, "matter.alarm", ["what": .reason(alarm)], seconds: status.age, end: "acknowledge")
      }
      let depth = details.depths[region] ?? status.near.shown.first { $0.region == region }?.depth
      let isExit = alarm.code != "alarm.entered"
      // On the other side again, no distance says what the alarm is about.
      guard let depth, (depth < 0) == isExit else {
        let what = Reason(isExit ? "done.exit" : "done.enter", ["region": .text(region)])
        return Matter(
          .alarm, "matter.alarm", ["what": .reason(what)], region: region,
          seconds: details.seconds[region], end: "acknowledge")
      }
      let isAnchor = status.anchors.contains { $0.region == region }
      return Matter(
        .alarm, isAnchor ? "matter.dragged" : isExit ? "matter.left" : "matter.entered",
        region: region, metres: depth, seconds: details.seconds[region], end: "acknowledge")
    }
  }

  private var faults: [Matter] {
    var faults = status.outputs.filter(\.isFaulty).map {
      Reason("output.faulty", ["name": .text($0.output ?? "?")])
    }
    if let files = status.storage?.faults, !files.isEmpty {
      faults.append(Reason("matter.notWritten", ["faults": .reasons(files)]))
    }
    if status.isDateImpossible == true { faults.append(Reason("matter.wrongDate")) }
    return faults.map { Matter(.fault, "matter.fault", ["what": .reason($0)], end: "repair") }
  }

  // MARK: Without a position

  /// Whether the position is of now.
  private var isSeen: Bool {
    guard let age = status.age, !status.isBlind else { return false }
    // The seconds without a position that are usual for this receiver.
    return age < max(5, 1.5 * (status.interval ?? 1) + 2)
  }

  private var blind: Matter {
    let advice = Reason.Value.reason(Reason("lacks.\(status.lack ?? "agreement")"))
    let end = status.lack ?? "agreement"
    guard let age = status.age else {
      return Matter(.blind, "matter.waiting", ["advice": advice], end: end)
    }
    return Matter(
      .blind, "matter.blind", ["advice": advice, "time": .number(age)], seconds: age, end: end)
  }

  private var lastInside: [Matter] {
    let names = regionsInside.map(\.name)
    return names.isEmpty ? [] : [Matter(.inside, "matter.last", ["names": Self.listed(names)])]
  }

  // MARK: With a position

  private var speeding: [Matter] {
    guard let region = status.speeding else { return [] }
    guard let speed = status.speed, let limit = details.limit else {
      return [Matter(.fast, "done.speeding", region: region, end: "slower")]
    }
    let values: [String: Reason.Value] = ["speed": .tenths(speed * 3.6), "limit": .tenths(limit)]
    return [Matter(.fast, "matter.fast", values, region: region, end: "slower")]
  }

  /// A state that is not believed; or one that is not known yet, if that is all.
  private func doubt(isAlone: Bool) -> [Matter] {
    let near = status.near.shown
    if let unsure = near.first(where: { $0.state == .unsure }) {
      return [Matter(.unsure, "unsure.\(unsure.was?.rawValue ?? "near")", region: unsure.name)]
    }
    if let unsure = status.unsure.shown.first {
      return [Matter(.unsure, "unsure.near", region: unsure)]
    }
    guard isAlone, let unknown = near.first(where: { $0.state == .unknown }) else { return [] }
    return [
      Matter(.unsure, "matter.unknown", region: unknown.name, metres: unknown.depth ?? 0)
    ]
  }

  private var holding: [AnchorAnswer] {
    status.anchors.filter { $0.state == .inside && $0.distance != nil }
  }

  private var anchors: [Matter] {
    holding.map { anchor in
      Matter(
        .anchor, "matter.anchor", ["radius": .tenths(anchor.radius ?? 0)],
        region: anchor.region ?? "?", metres: anchor.distance, end: "lift")
    }
  }

  /// The regions that the carrier is inside, the one with the nearest border first.
  private var regionsInside: [RegionAnswer] {
    let known = status.near.shown.filter { $0.state == .inside }
    let names = Set(status.near.shown.map(\.name))
    return known.sorted { abs($0.depth ?? 1e9) < abs($1.depth ?? 1e9) }
      + status.inside.shown.filter { !names.contains($0) }.map { id in
        var region = RegionAnswer()
        region.region = id
        return region
      }
  }

  private var inside: [Matter] {
    let anchors = Set(holding.map(\.region))
    let regions = regionsInside.filter { !anchors.contains($0.region) }
    guard let first = regions.first else { return [] }
    return [
      Matter(
        .inside, first.depth == nil ? "matter.within" : "matter.inside",
        ["names": Self.listed(regions.map(\.name))], region: first.name, metres: first.depth)
    ]
  }

  private static func listed(_ names: [String]) -> Reason.Value {
    .names(names, most: names.count < 3 ? 2 : 1)
  }

  private var outside: Matter {
    let first = status.near.shown.filter { $0.depth != nil }
      .max { ($0.depth ?? 0) < ($1.depth ?? 0) }
    guard let first else {
      return Matter(.outside, status.watched == 0 ? "matter.noRegions" : "matter.outside")
    }
    let isAhead = details.closing ?? 0 > Self.approaching
    return Matter(
      .outside, isAhead ? "matter.ahead" : "matter.away", region: first.name, metres: first.depth)
  }

  // The carrier goes towards a border when it comes nearer by this many metres a second.
  private static let approaching = 0.4
}

extension StatusAnswer {
  /// What matters to the carrier now; an older controller leaves that to its readers.
  package var matters: [Matter] { decided.isEmpty ? Matters(self).all : decided }
}
