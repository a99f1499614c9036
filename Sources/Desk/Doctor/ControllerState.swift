internal import Geofence
internal import Notation
internal import Picket
package import Records

/// The answer of the controller with this configuration.
package enum ControllerState: Sendable {
  /// The status of the controller.
  case status(StatusAnswer)
  /// No controller listens on the socket.
  case absent(String)
  /// This user may not connect to the controller.
  case denied(String)
  /// The controller listens, but does not answer.
  case hung(String)

  /// Requests the status, with a short timeout: a controller that hangs never answers.
  package init(socket path: String) {
    let connection: ControlConnection
    do throws(ControlConnection.Unavailable) {
      connection = try ControlConnection(path: path)
    } catch {
      self = error.isDenied ? .denied(error.description) : .absent(error.description)
      return
    }
    do throws(ControlConnection.Unavailable) {
      let reply = try connection.reply(to: .request("status"), within: Self.patience)
      self = reply.refusal.map { .denied($0.reason) } ?? .status(StatusAnswer(reply))
    } catch {
      self = .hung(error.description)
    }
  }

  // In seconds; an answer takes milliseconds.
  private static let patience = 5.0

  /// Whether the controller runs and has answered.
  var isRunning: Bool { if case .status = self { true } else { false } }

  /// Whether the controller certainly does not run.
  var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// The outputs that could not be switched, as the listing of the board names them.
  var faultyOutputs: Set<String> {
    guard case .status(let status) = self else { return [] }
    return Set(
      status.outputs.filter(\.isFaulty).compactMap { $0.output.map { "output \($0)" } })
  }

  /// The verdict on the controller.
  ///
  /// - Parameter unit: The verdict on the unit, which may explain why the controller does not run.
  func controller(_ unit: Diagnosis, configurationPath: String?) -> Diagnosis {
    switch self {
    case .status(let status):
      if status.monitors, status.lacksSpeed || status.velocityDoubt != nil {
        return Diagnosis(
          .controller, .wrong,
          message: "it monitors\(status.lacksSpeed ? ", but no limit of speed" : ""): "
            + (status.velocityDoubt ?? VelocityCheck.Doubt.none.account).text)
      }
      guard !status.monitors else {
        return Diagnosis(.controller, .ok, "it monitors, \(Speech.log.sight(status))")
      }
      let reason = status.reason?.text ?? "it gives no reason"
      // The doctor's own filter, which is new, may trust the same fixes.
      let rejection = Rejection.allCases.first { status.reason?.contains($0.said) == true }
      return Diagnosis(
        .controller, .wrong, "it runs and does not monitor: \(reason)",
        rejection?.remedy ?? "see the lines below")
    case .absent(let reason):
      if unit.result == .wrong {
        return Diagnosis(.controller, .unused, "picket does not run; see its unit")
      }
      let path = configurationPath.map { " --config \($0)" } ?? ""
      return Diagnosis(
        .controller, .wrong, Diagnosis(.controller, .wrong, message: reason).found,
        unit.result == .ok ? "sudo systemctl restart picket" : "picket run\(path)")
    case .denied(let reason): return Diagnosis(.controller, .unknown, message: reason)
    case .hung(let reason):
      return Diagnosis(
        .controller, .wrong, Diagnosis(.controller, .wrong, message: reason).found,
        "journalctl -u picket; sudo systemctl restart picket")
    }
  }

  /// The verdict on the files that the controller writes.
  var journal: Diagnosis {
    guard case .status(let status) = self else { return withoutStatus(.journal) }
    let faults = status.storage?.faults ?? []
    guard let first = faults.first else {
      return Diagnosis(.journal, .ok, "the state and the journal are written")
    }
    return Diagnosis(
      .journal, .wrong, "not written: \(first.text)",
      "make room, or mend the disk; journalctl -u picket"
    )
  }

  /// The verdict on whether the buzzers sound.
  var sound: Diagnosis {
    guard case .status(let status) = self else { return withoutStatus(.sound) }
    let words = Speech.log.sound(status)
    if status.isMuted {
      return Diagnosis(.sound, .wrong, "the buzzers are \(words)", "picket unmute")
    }
    return Diagnosis(
      .sound, .ok, status.isQuiet ? "quiet hours: the buzzers are silent now" : "on")
  }

  private func withoutStatus(_ check: Diagnosis.Check) -> Diagnosis {
    switch self {
    case .absent, .status: Diagnosis(check, .unused, "picket does not run")
    case .denied:
      Diagnosis(check, .unknown, "this user may not connect to picket", "sudo picket doctor")
    case .hung: Diagnosis(check, .unknown, "picket does not answer")
    }
  }
}
