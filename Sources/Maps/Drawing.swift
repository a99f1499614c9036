/// The scripts that draw a map and say a reason, and the style of maps: on a page for a phone, and in a report.
///
/// Each is a module with one subject, in the order in which they need each other.
package enum Drawing: String, CaseIterable, Hashable, Sendable {
  case elements, reason, placement, labels, region, names, scale, tile, places, view

  /// The script, which imports others by their paths on a page: `/labels.js`.
  package var script: [UInt8] {
    switch self {
    case .elements: PackageResources.elements_js
    case .reason: PackageResources.reason_js
    case .placement: PackageResources.placement_js
    case .labels: PackageResources.labels_js
    case .region: PackageResources.region_js
    case .names: PackageResources.names_js
    case .scale: PackageResources.scale_js
    case .tile: PackageResources.tile_js
    case .places: PackageResources.places_js
    case .view: PackageResources.view_js
    }
  }

  /// The style sheet, without its colours.
  package static var style: [UInt8] { PackageResources.map_css }
}
