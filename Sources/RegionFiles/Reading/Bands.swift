internal import Base
internal import Geofence

/// The regions whose border lies around that of others.
enum Bands {
  /// Gives each band its shape, or removes it and notes why it has none.
  ///
  /// - Parameter indices: The indices of all features that have an identifier, by identifier.
  static func shape(
    _ regions: inout [Region], at indices: [String: Int], file: String,
    _ problems: inout [Problem]
  ) {
    let named = Dictionary(regions.map { ($0.id, $0) }) { first, _ in first }
    regions = regions.compactMap { region in
      guard let band = region.band else { return region }
      let place = Problem.Place.feature(indices[region.id] ?? 0, id: region.id)
      func refuse(
        _ wrong: String, _ remedy: String, at property: RegionProperty = .border
      ) -> Region? {
        problems.append(
          Problem(
            file: file, place: place, wrong: wrong, remedy: remedy, field: property.rawValue))
        return nil
      }
      guard let base = named[band.region] else {
        let name = band.region.quoted
        guard indices[band.region] == nil else {
          return refuse("border names \(name), which has an error", "mend that region")
        }
        let near = Spelling.nearest(to: band.region, in: indices.keys.sorted())
        return refuse(
          "border names \(name), which is not in the file",
          near.map { "did you mean \($0.quoted)?" } ?? "give the id of another feature")
      }
      let name = base.id.quoted
      if base.id == region.id {
        return refuse("border names the region itself", "give the id of another feature")
      }
      if let inner = base.band {
        return refuse(
          "border names \(name), which has a border itself",
          "give \(inner.region.quoted) and the offset \((inner.offset + band.offset).plain)")
      }
      if base.isGate {
        return refuse("border names \(name), which is a gate", "give a region with an inside")
      }
      guard let shape = base.shape.shape(offset: band.offset) else {
        let most = base.shape.inradius.metresText(decimals: 0)
        return refuse(
          "offset \(band.offset.plain) leaves nothing of \(name), whose border is at most \(most) "
            + "from any place in it", "give an offset nearer to 0", at: .offset)
      }
      var region = region
      region.shape = shape
      region.active = region.active.map {
        Hours($0.schedule, clock: $0.clock, place: shape.middle)
      }
      return region
    }
  }
}
