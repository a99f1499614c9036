/// The unit of the controller.
package enum Unit: Sendable {
  /// systemd does not run, or does not answer.
  case unmanaged
  /// The configuration is not that of the unit.
  case other(configuration: String)
  /// The unit as systemd describes it.
  case known(UnitState)

  /// The verdict on the unit.
  ///
  /// - Parameter isRunning: Whether a controller answers.
  func diagnosis(isRunning: Bool) -> Diagnosis {
    switch self {
    case .unmanaged: return Diagnosis(.unit, .unused, "systemd does not run here")
    case .other(let configuration):
      return Diagnosis(.unit, .unused, "the unit uses a configuration other than \(configuration)")
    case .known(let state):
      guard state.isInstalled else {
        return isRunning
          ? Diagnosis(.unit, .unused, "picket runs without its unit")
          : Diagnosis(
            .unit, .wrong, "picket.service is not installed", "install the package: deploy/install")
      }
      return state.diagnosis(.unit, of: "picket", mistakes: "picket check")
    }
  }
}
