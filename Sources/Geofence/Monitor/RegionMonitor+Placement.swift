extension RegionMonitor {
  /// Regions made ready to be watched, which takes seconds where there are very many.
  ///
  /// It needs nothing of the monitor, so it can be made while that goes on.
  public struct Placement: Sendable {
    // What is watched, by identifier.
    var regions: [String: Region]
    var disabled: [Region]
    // In the order of identifiers, so that the order in a file decides nothing.
    var watched: [WatchedRegion]
    var expiries: Expiries
    var index: RegionIndex

    /// Makes regions ready; of two with one identifier the last.
    public init(_ regions: [Region]) {
      self.init(regions, isFlat: false)
    }

    init(_ regions: [Region], isFlat: Bool) {
      var named: [String: Region] = [:]
      for region in regions { named[region.id] = region }
      self.regions = named.filter(\.value.isEnabled)
      disabled = named.values.filter { !$0.isEnabled }.sorted { $0.id < $1.id }
      let sorted = self.regions.values.sorted { $0.id < $1.id }
      watched = zip(sorted, Exclusion.areas(of: sorted, named: named)).map {
        WatchedRegion($0, area: $1)
      }
      expiries = Expiries(of: sorted.lazy.map(\.expires))
      index = RegionIndex(watched, isFlat: isFlat)
    }
  }
}
