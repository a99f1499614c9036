/// The places of a controller's state and of its socket for clients.
package enum ControllerPlace {
  /// The folder of the state and the journal, unless one is configured.
  package static let state = "/var/lib/picket"

  /// The control socket of the controller that keeps its state in a folder, unless one is
  /// configured.
  ///
  /// Only one controller works in a folder: a controller on trial never gets in the way of the
  /// controller that systemd runs.
  package static func socket(state directory: String) -> String {
    directory == state ? "/run/picket/picket.sock" : "\(directory)/control.sock"
  }
}
