internal import Base
package import Geofence

/// The fixes and events of the last minutes, kept so that they can be explained.
///
/// It holds at most 900 fixes, a quarter of an hour at one fix a second, and at most 4096
/// observations of regions: with more than four regions within reach, these cover less time.
package struct Hindsight: Sendable {
  /// A fix, or several in a row that were rejected for the same reason.
  package struct Moment: Hashable, Sendable {
    package let time: Timestamp
    package let instant: Instant
    // Hundreds of moments are kept: this order and these types make them 48 bytes long.
    private let firstObservation: Int
    private var rejections: Int32
    private let packedSigma: Float
    private let observationCount: UInt16
    /// The reason for which the fix was rejected; `nil` for a trusted fix.
    package let rejection: Rejection?
    /// The source of the accuracy of a trusted fix.
    package let accuracySource: AccuracySource?

    /// A fix that was trusted.
    fileprivate init(_ fix: TrustedFix, sigma: Double, observations: Range<Int>) {
      time = fix.time
      instant = fix.instant
      firstObservation = observations.lowerBound
      observationCount = UInt16(clamping: observations.count)
      rejections = 0
      packedSigma = Float(sigma)
      rejection = nil
      accuracySource = fix.accuracySource
    }

    /// A fix that was rejected.
    fileprivate init(_ rejection: Rejection, time: Timestamp, at instant: Instant) {
      self.time = time
      self.instant = instant
      self.rejection = rejection
      firstObservation = 0
      observationCount = 0
      rejections = 1
      packedSigma = 0
      accuracySource = nil
    }

    /// The number of fixes that were rejected in a row.
    package var count: Int { Int(rejections) }

    /// The standard deviation of the filtered position, in metres.
    package var sigma: Double { Double(packedSigma) }

    /// The places of the observations of the fix.
    package var observations: Range<Int> {
      firstObservation..<firstObservation + Int(observationCount)
    }

    /// Counts another fix that was rejected for the same reason.
    fileprivate mutating func addRejection() {
      rejections = rejections == .max ? .max : rejections + 1
    }
  }

  /// The evidence of one fix about one region.
  package struct Observation: Hashable, Sendable {
    package let region: String
    package let evidence: Evidence
  }

  package private(set) var moments = Recent<Moment>(capacity: 900)
  private(set) var observations = Recent<PackedObservation>(capacity: 4096)
  private var regions = RegionNumbers()
  package private(set) var decisions = Recent<Decision>(capacity: 64)

  /// An event, and the metres that its crossing needed and reached.
  package struct Decision: Hashable, Sendable {
    package let event: Event
    package let grounds: Grounds?
    // The place of the moment that was noted next: that of the fix that confirmed the event, or of the
    // first one after the deadline that did.
    fileprivate let next: Int
  }

  /// Creates an empty record.
  package init() {}

  /// Adds a fix that the monitor has just received.
  ///
  /// - Parameter monitor: Stays unchanged; `inout` avoids a copy, which would double the cost.
  package mutating func receive(_ fix: TrustedFix, _ monitor: inout RegionMonitor) {
    let start = observations.end
    monitor.visitEvidence { region, evidence in
      // Most identifiers are of regions that were removed long ago.
      if regions.count > 2 * observations.capacity { renumber() }
      observations.append(
        PackedObservation(region: regions.number(of: region), evidence: evidence))
    }
    let moment = Moment(
      fix, sigma: monitor.sigma ?? fix.sigma, observations: start..<observations.end)
    if isNoted(fix.time) { moments[moments.end - 1] = moment } else { moments.append(moment) }
  }

  /// Whether the last moment is the trusted fix of a time: a later report may complete it.
  private func isNoted(_ time: Timestamp) -> Bool {
    moments.last.map { $0.time == time && $0.rejection == nil } ?? false
  }

  /// Adds a fix that was rejected.
  ///
  /// - Parameters:
  ///   - time: The time of day; without it the fix is left out.
  ///   - instant: The time of its arrival.
  package mutating func reject(_ rejection: Rejection, time: Timestamp?, at instant: Instant) {
    // A second report of the same moment, or a report of another receiver, explains nothing.
    guard rejection != .duplicate, rejection != .otherDevice, let time else { return }
    if let last = moments.last, last.rejection == rejection {
      moments[moments.end - 1].addRejection()
    } else {
      moments.append(Moment(rejection, time: time, at: instant))
    }
  }

  /// Adds an event, and the metres that its crossing needed and reached.
  package mutating func decide(_ event: Event, _ grounds: Grounds?) {
    decisions.append(
      Decision(
        event: event, grounds: !event.kind.isCrossing ? nil : grounds,
        next: moments.end - (isNoted(event.time) ? 1 : 0)))
  }

  /// The instant of a decision on the timeline; `nil` if its moment is no longer kept.
  ///
  /// The receiver's clock may have been set since: its times cannot be compared.
  package func instant(of decision: Decision) -> Instant? {
    if moments.places.contains(decision.next) {
      let moment = moments[decision.next]
      let isOfFix = moment.time == decision.event.time && moment.rejection == nil
      return moment.instant.advanced(by: isOfFix ? .zero : .nanoseconds(-1))
    }
    // No fix has come since.
    return decision.next < moments.places.lowerBound
      ? nil : moments.last?.instant.advanced(by: .nanoseconds(1))
  }

  /// The decisions since an instant, of one region or of all, with their instants.
  package func decisions(
    since: Instant, of region: String? = nil
  ) -> [(decision: Decision, instant: Instant)] {
    decisions.places.compactMap { place in
      let decision = decisions[place]
      guard region == nil || decision.event.region == region,
        let instant = instant(of: decision), instant >= since
      else { return nil }
      return (decision, instant)
    }
  }

  /// The number of identifiers that are stored.
  var regionCount: Int { regions.count }

  /// The observations of a moment that are still kept.
  package func observations(of moment: Moment) -> [Observation] {
    moment.observations.clamped(to: observations.places).map { place in
      let observation = observations[place]
      return Observation(region: regions[observation.region], evidence: observation.evidence)
    }
  }

  /// The evidence of a moment about a region.
  package func evidence(of region: String, at moment: Moment) -> Evidence? {
    for place in moment.observations.clamped(to: observations.places)
    where regions[observations[place].region] == region {
      return observations[place].evidence
    }
    return nil
  }

  /// Numbers only the regions that an observation is still about.
  private mutating func renumber() {
    var numbers = RegionNumbers()
    for place in observations.places {
      let region = regions[observations[place].region]
      observations[place].region = numbers.number(of: region)
    }
    regions = numbers
  }
}

/// Identifiers of regions by small numbers, in the order in which they were first seen.
struct RegionNumbers: Hashable, Sendable {
  private var identifiers: [String] = []
  private var numbers: [String: UInt16] = [:]
  private var latest = 0

  /// The number of identifiers.
  var count: Int { identifiers.count }

  /// The identifier of a number that was given to it.
  subscript(number: UInt16) -> String { identifiers[Int(number)] }

  /// The number of an identifier; a new identifier gets the next number.
  mutating func number(of identifier: String) -> UInt16 {
    // Regions are visited in the same order at each fix.
    latest = latest + 1 < identifiers.count ? latest + 1 : 0
    if identifiers.isEmpty || identifiers[latest] != identifier {
      latest = numbers[identifier].map(Int.init) ?? identifiers.count
      if latest == identifiers.count {
        numbers[identifier] = UInt16(latest)
        identifiers.append(identifier)
      }
    }
    return UInt16(latest)
  }
}
