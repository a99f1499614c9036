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
      let name = Reason.Value.text(band.region.quoted)
      func refuse(
        _ code: String, _ advice: Reason, at property: RegionProperty = .border,
        _ values: [String: Reason.Value] = [:]
      ) -> Region? {
        let values = values.merging(["key": property.named, "name": name]) { $1 }
        problems.append(
          Problem(
            file: file, place: place, Reason(code, values), advice, field: property.rawValue))
        return nil
      }
      guard let base = named[band.region] else {
        return indices[band.region] == nil
          ? refuse("wrong.unknown", .meant(band.region, among: indices))
          : refuse("wrong.borderWrong", Reason("mend.region"))
      }
      if base.id == region.id { return refuse("wrong.itself", Reason("mend.other")) }
      if let inner = base.band {
        let offset = Reason.Value.text((inner.offset + band.offset).plain)
        let values = ["name": Reason.Value.text(inner.region.quoted), "offset": offset]
        return refuse("wrong.borderOfBand", Reason("mend.base", values))
      }
      if base.isGate { return refuse("wrong.borderOfGate", Reason("mend.inside")) }
      guard let shape = base.shape.shape(offset: band.offset) else {
        let most = Reason.Value.number(base.shape.inradius.rounded())
        let values = ["offset": .text(band.offset.plain), "metres": most]
        return refuse("wrong.offset", Reason("mend.nearer"), at: .offset, values)
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

extension Reason {
  /// What to do about a name that is not in a file.
  static func meant(_ name: String, among indices: [String: Int]) -> Reason {
    Spelling.nearest(to: name, in: indices.keys.sorted()).map {
      Reason("mend.meant", ["name": .text($0.quoted)])
    } ?? Reason("mend.other")
  }
}
