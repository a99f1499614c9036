package import Geofence
internal import Notation

/// The fixes and events of the last minutes, kept so that they can be explained.
///
/// It holds at most 900 fixes, a quarter of an hour at one a second, and what they said about
/// regions at most 4096 times: with more than four regions within reach that is less time.
package struct Hindsight: Sendable {
  /// A fix, or some in a row that were rejected for the same reason.
  package struct Moment: Hashable, Sendable {
    package var time: Timestamp
    package var instant: Instant
    /// Why it was not trusted; `nil` when it was.
    package var rejection: Rejection?
    /// How many were rejected in a row.
    package var count = 1
    /// The standard deviation of the filtered position, in metres.
    package var sigma = 0.0
    /// What the accuracy of the fix was taken from, where it was trusted.
    package var accuracySource: AccuracySource?
    /// Where its observations are.
    package var observations = 0..<0
  }

  /// What one fix said about one region.
  package struct Observation: Hashable, Sendable {
    package let region: String
    // There are thousands of them, and a centimetre is exact enough to explain with.
    private let depth: Float
    private let askedAfterRun: Float
    private let asked: Float
    private let run: Float
    private let rawAsked: Float
    private let rawDepth: Float?
    private let state: RegionState
    private let isDoubted: Bool
    private let isLingering: Bool

    package init(region: String, evidence: Evidence) {
      self.region = region
      depth = Float(evidence.depth)
      askedAfterRun = Float(evidence.askedAfterRun)
      asked = Float(evidence.asked)
      run = Float(evidence.run)
      rawAsked = Float(evidence.rawAsked)
      isDoubted = evidence.isDoubted
      rawDepth = evidence.rawDepth.map { Float($0) }
      state = evidence.state
      isLingering = evidence.isLingering
    }

    package var evidence: Evidence {
      Evidence(
        state: state, depth: Double(depth), rawDepth: rawDepth.map { Double($0) },
        askedAfterRun: Double(askedAfterRun), asked: Double(asked), run: Double(run),
        rawAsked: Double(rawAsked), isDoubted: isDoubted, isLingering: isLingering)
    }
  }

  package private(set) var moments = Recent<Moment>(capacity: 900)
  package private(set) var observations = Recent<Observation>(capacity: 4096)
  package private(set) var decisions = Recent<Decision>(capacity: 64)

  /// An event, and what its crossing needed and had.
  package struct Decision: Hashable, Sendable {
    package let event: Event
    package let grounds: Grounds?
  }

  /// Creates one that remembers nothing.
  package init() {}

  /// Adds a fix that the monitor has just received.
  ///
  /// - Parameter monitor: Not changed, but not copied either: that would cost as much as the rest.
  package mutating func note(_ fix: TrustedFix, _ monitor: inout RegionMonitor) {
    let start = observations.end
    monitor.visitEvidence { region, evidence in
      observations.append(Observation(region: region, evidence: evidence))
    }
    moments.append(
      Moment(
        time: fix.time, instant: fix.instant, sigma: monitor.sigma ?? fix.sigma,
        accuracySource: fix.accuracySource, observations: start..<observations.end))
  }

  /// Adds a fix that was not trusted.
  ///
  /// - Parameters:
  ///   - time: The time of day, as far as that is known.
  ///   - instant: When it came.
  package mutating func note(_ rejection: Rejection, time: Timestamp?, at instant: Instant) {
    // Neither a second report of the same moment nor one of another receiver explains anything.
    guard rejection != .duplicate, rejection != .otherDevice, let time else { return }
    if let last = moments.last, last.rejection == rejection {
      moments[moments.end - 1].count += 1
    } else {
      moments.append(Moment(time: time, instant: instant, rejection: rejection))
    }
  }

  /// Adds an event, and what its crossing needed and had.
  package mutating func note(_ event: Event, _ grounds: Grounds?) {
    decisions.append(Decision(event: event, grounds: event.kind == .dwell ? nil : grounds))
  }

  /// The observations of a moment that are still kept.
  package func observations(of moment: Moment) -> [Observation] {
    moment.observations.clamped(to: observations.places).map { observations[$0] }
  }

  /// What a moment said about a region.
  package func evidence(of region: String, at moment: Moment) -> Evidence? {
    for place in moment.observations.clamped(to: observations.places)
    where observations[place].region == region {
      return observations[place].evidence
    }
    return nil
  }
}
