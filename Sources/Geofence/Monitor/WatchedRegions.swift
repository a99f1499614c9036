/// The regions that a monitor watches, without those that have expired, by identifier.
///
/// It is a view of what the monitor has: a dictionary would take hundreds of bytes a region more.
package struct WatchedRegions: Sendable {
  private let watched: [WatchedRegion]

  init(_ watched: [WatchedRegion]) { self.watched = watched }

  /// The region with an identifier; `nil` when it is not watched.
  package subscript(id: String) -> Region? {
    watched.place(of: id).flatMap { watched[$0].isExpired ? nil : watched[$0].region }
  }

  /// The regions, in the order of their identifiers.
  package var values: some Sequence<Region> & Sendable {
    watched.lazy.filter { !$0.isExpired }.map(\.region)
  }

  /// The identifiers of the regions, in order.
  package var keys: [String] {
    watched.lazy.filter { !$0.isExpired }.map(\.region.id)
  }

  /// The number of regions.
  package var count: Int {
    // By place: a copy of each region would cost more than the rest.
    watched.indices.reduce(0) { watched[$1].isExpired ? $0 : $0 + 1 }
  }
}

extension [WatchedRegion] {
  /// The place of a region among regions in the order of their identifiers, also of an expired one.
  func place(of id: String) -> Int? {
    var range = indices
    while let low = range.first, let high = range.last {
      let middle = (low + high) / 2
      if self[middle].region.id == id { return middle }
      range = self[middle].region.id < id ? middle + 1..<high + 1 : low..<middle
    }
    return nil
  }
}
