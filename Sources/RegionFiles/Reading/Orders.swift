internal import Base
internal import Geofence

/// The order of the regions of a course.
enum Orders {
  /// The problems of `after`: an unknown region, the region itself, a circle, or a region that never
  /// reports.
  ///
  /// - Parameter indices: The indices of all features that have an identifier, by identifier.
  static func problems(
    of regions: [Region], at indices: [String: Int], file: String
  ) -> [Problem] {
    var before: [String: String] = [:]
    for region in regions { before[region.id] = region.order.after }
    let named = Dictionary(regions.map { ($0.id, $0) }) { first, _ in first }
    var problems: [Problem] = []
    for region in regions {
      guard let after = before[region.id], let index = indices[region.id] else { continue }
      func note(_ code: String, _ advice: Reason, _ severity: Problem.Severity = .error) {
        let values = ["key": RegionProperty.after.named, "name": .text(after.quoted)]
        problems.append(
          Problem(
            file: file, place: .feature(index, id: region.id), Reason(code, values), advice,
            severity: severity, field: RegionProperty.after.rawValue))
      }
      if after == region.id {
        note("wrong.itself", Reason("mend.other"))
      } else if indices[after] == nil {
        note("wrong.unknown", .meant(after, among: indices))
      } else if isInCircle(region.id, before) {
        note("wrong.afterCircle", Reason("mend.afterCircle"))
      } else if let first = named[after], !first.isGate, !first.notifyOnEntry, !first.notifyOnExit,
        first.dwell == nil
      {
        note("doubt.afterSilent", Reason("mend.entries"), .warning)
      } else if named[after]?.isEnabled == false {
        note("doubt.afterDisabled", Reason("mend.enable"), .warning)
      }
    }
    return problems
  }

  private static func isInCircle(_ id: String, _ before: [String: String]) -> Bool {
    var next = before[id]
    var count = 0
    while let name = next, count <= before.count {
      if name == id { return true }
      next = before[name]
      count += 1
    }
    return false
  }
}
