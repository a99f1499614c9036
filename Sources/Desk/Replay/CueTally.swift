package import Geofence

/// The approach cues of a replay, counted by region.
package struct CueTally: Sendable {
  /// The regions that have a cue, or for which one played.
  package private(set) var records: [String: CueRecord] = [:]

  private var present: String?
  private var last: Instant?

  /// Creates a tally of the regions that have a cue.
  package init(_ regions: some Sequence<Region>) {
    watch(regions)
  }

  /// Counts the cues of these regions, too.
  package mutating func watch(_ regions: some Sequence<Region>) {
    for region in regions
    where region.approach != nil && region.isEnabled && records[region.id] == nil {
      records[region.id] = CueRecord()
    }
  }

  /// Notes the results of a line.
  ///
  /// - Parameter fix: The trusted fix in the line.
  package mutating func note(_ findings: [Finding], _ fix: TrustedFix?) {
    guard !records.isEmpty else { return }
    last = fix?.instant ?? last
    for finding in findings {
      switch finding {
      case .cue(let sounding, let instant):
        let cue = sounding?.ofApproach
        last = max(instant, last ?? instant)
        if let present, present != cue?.region { records[present]?.end(at: instant) }
        if let cue { records[cue.region, default: CueRecord()].begin(at: instant) }
        present = cue?.region
      case .event(let event) where event.kind.isCrossing && !event.isScheduled: cross(event.region)
      case .determined(let region, _): cross(region)
      default: break
      }
    }
  }

  /// The counts at the end of the recording.
  package var total: [String: CueRecord] {
    records.mapValues { record in
      var record = record
      if let last { record.finish(at: last) }
      return record
    }
  }

  private mutating func cross(_ region: String) {
    guard let last else { return }
    records[region]?.cross(at: last)
  }
}
