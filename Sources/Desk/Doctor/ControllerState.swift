internal import Base
internal import Geofence
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
  var faultyOutputs: Set<Reason> {
    guard case .status(let status) = self else { return [] }
    return Set(
      status.outputs.filter(\.isFaulty).compactMap {
        $0.output.map { Reason("owner.output", ["name": .text($0)]) }
      })
  }

  /// The verdict on the controller.
  ///
  /// - Parameter unit: The verdict on the unit, which may explain why the controller does not run.
  func controller(_ unit: Diagnosis, configurationPath: String?) -> Diagnosis {
    switch self {
    case .status(let status):
      if status.monitors, status.lacksSpeed || status.velocityDoubt != nil {
        let doubt = status.velocityDoubt ?? VelocityCheck.Doubt.none.account
        var parts = [doubt]
        if case .reasons(let all)? = doubt.values["all"] { parts = all }
        return Diagnosis(
          .controller, .wrong,
          Reason(
            status.lacksSpeed ? "doctor.speedless" : "doctor.slanted",
            ["reason": .reasons(Array(parts.prefix(1)))]), parts.dropFirst().first)
      }
      guard !status.monitors else {
        guard let since = status.since, let seconds = status.seconds else {
          return Diagnosis(.controller, .ok, "doctor.monitors")
        }
        return Diagnosis(
          .controller, .ok, "doctor.monitorsSince",
          ["since": .text(Speech.log.time(since)), "time": .number(seconds)])
      }
      let reason = status.reason ?? Reason("doctor.noReason")
      // The doctor's own filter, which is new, may trust the same fixes.
      let rejection = Rejection.allCases.first { status.reason?.contains($0.said) == true }
      return Diagnosis(
        .controller, .wrong, Reason("doctor.unmonitoring", ["reason": .reason(reason)]),
        rejection?.remedy ?? Reason("do.below"))
    case .absent(let reason):
      if unit.result == .wrong {
        return Diagnosis(.controller, .unused, "doctor.seeUnit")
      }
      let path = configurationPath.map { " --config \($0)" } ?? ""
      return Diagnosis(
        .controller, .wrong, "doctor.absent", message: reason,
        type: unit.result == .ok ? "sudo systemctl restart picket" : "picket run\(path)")
    case .denied(let reason):
      return Diagnosis(
        .controller, .unknown, "doctor.denied", message: reason, say: "do.denied")
    case .hung(let reason):
      return Diagnosis(
        .controller, .wrong, "doctor.hung", message: reason,
        type: "journalctl -u picket; sudo systemctl restart picket")
    }
  }

  /// The verdict on the files that the controller writes.
  var journal: Diagnosis {
    guard case .status(let status) = self else { return withoutStatus(.journal) }
    let faults = status.storage?.faults ?? []
    guard let first = faults.first else {
      return Diagnosis(.journal, .ok, "doctor.written")
    }
    return Diagnosis(
      .journal, .wrong, "doctor.unwritten", ["fault": .reason(first)], say: "do.room")
  }

  /// The verdict on whether the buzzers sound.
  var sound: Diagnosis {
    guard case .status(let status) = self else { return withoutStatus(.sound) }
    guard status.isMuted else {
      return Diagnosis(.sound, .ok, status.isQuiet ? "doctor.quiet" : "doctor.sounds")
    }
    let code = "doctor.muted" + (status.muteLeft == nil ? "" : "For")
    return Diagnosis(
      .sound, .wrong, code + (status.isQuiet ? "Quiet" : ""),
      ["time": .number(status.muteLeft ?? 0)], type: "picket unmute")
  }

  private func withoutStatus(_ check: Diagnosis.Check) -> Diagnosis {
    switch self {
    case .absent, .status: Diagnosis(check, .unused, "doctor.notRunning")
    case .denied: Diagnosis(check, .unknown, "doctor.mayNot", type: "sudo picket doctor")
    case .hung: Diagnosis(check, .unknown, "doctor.noAnswer")
    }
  }
}
