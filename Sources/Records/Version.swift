/// The release of Picket.
package enum Version {
  /// The release, for `picket status`, walks and the packages.
  package static let picket = "0.1.0"
}
