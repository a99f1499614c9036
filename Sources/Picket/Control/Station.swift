internal import Base
package import Geofence
internal import Records

/// A region of a course, and when it reported.
package struct Station: Hashable, Sendable {
  /// The identifier of the region.
  package let region: String

  /// The region that has to report first.
  package let after: String?

  /// Whether it reports once.
  package let isOnce: Bool

  /// The time of its first event since the last reset; `nil` before it.
  package let done: Timestamp?

  /// Whether the region that has to report first has not reported.
  package let isAsleep: Bool

  private init(_ region: Region, done: [String: Timestamp]) {
    (self.region, after, isOnce) = (region.id, region.order.after, region.order.isOnce)
    self.done = done[region.id]
    isAsleep = after.map { done[$0] == nil } ?? false
  }

  /// The regions with `after` or `once` and those that come first, each after the one before it.
  ///
  /// - Parameter done: The first events since the last reset.
  package static func all(
    of regions: some Sequence<Region>, done: [String: Timestamp]
  ) -> [Station] {
    let sorted = regions.sorted { $0.id < $1.id }
    let firsts = Set(sorted.compactMap(\.order.after))
    let stations = sorted.filter {
      $0.order.after != nil || $0.order.isOnce || firsts.contains($0.id)
    }
    let named = Set(stations.map(\.id))
    let next = Dictionary(grouping: stations) { $0.order.after ?? "" }
    var ordered: [Station] = []
    var open =
      stations.filter { $0.order.after.map { !named.contains($0) } ?? true }
      .reversed() as [Region]
    while let station = open.popLast() {
      ordered.append(Station(station, done: done))
      open += (next[station.id] ?? []).reversed()
    }
    return ordered
  }
}

extension Station {
  /// The station in an answer.
  var answer: StationAnswer {
    var answer = StationAnswer()
    (answer.region, answer.after, answer.isOnce) = (region, after, isOnce)
    (answer.done, answer.isAsleep) = (done?.rfc3339, isAsleep)
    return answer
  }
}
