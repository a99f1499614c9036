/// The scripts that draw a map and say a reason, and the style of maps: on a page for a phone, and in a report.
///
/// Each is a module with one subject, in the order in which they need each other.
package enum Drawing: String, CaseIterable, Hashable, Sendable {
  case elements, units, reason, placement, labels, region, names, scale, tile, places, view

  /// The script, which imports others by their paths on a page: `/labels.js`.
  package var script: [UInt8] {
    PackageResources.all.first { $0.name == "\(rawValue).js" }?.bytes() ?? []
  }

  /// The style sheet, without its colours.
  package static var style: [UInt8] { PackageResources.map_css }
}
