/// Which Picket this is.
package enum Version {
  /// The release, as `picket status` and what is recorded say it.
  package static let picket = "0.1"
}
