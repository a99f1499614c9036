internal import Notation
internal import System

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

/// A unit of systemd, as `systemctl show` prints it.
package struct UnitState: Hashable, Sendable {
  private let fields: [String: String]

  /// Reads the output of `systemctl show`: a line `Name=value` for each property.
  package init(_ text: String) {
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      fields[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    self.fields = fields
  }

  /// Reads the unit from systemd; `nil` where systemd does not run or does not answer.
  package init?(of name: String) {
    guard Systemd.isRunning,
      let output = ProgramResult(
        of: ["systemctl", "show", name, "--property=\(Self.names.joined(separator: ","))"],
        within: .seconds(5)),
      output.status == 0
    else { return nil }
    self.init(output.text)
  }

  private static let names = [
    "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
    "ExecMainStatus",
  ]

  /// Whether there is such a unit.
  var isInstalled: Bool { fields["LoadState"] != "not-found" }

  /// Whether the unit runs.
  var isActive: Bool { ["active", "reloading"].contains(fields["ActiveState"] ?? "") }

  /// Whether the unit is meant to run.
  var isWanted: Bool { isEnabled || isActive || fields["ActiveState"] == "failed" }

  private var isEnabled: Bool { fields["UnitFileState"]?.hasPrefix("enabled") ?? false }

  /// The verdict on a unit that has to run.
  ///
  /// - Parameters:
  ///   - unit: The name of the unit without `.service`.
  ///   - mistakes: The command that prints the mistakes in the unit's files.
  func diagnosis(_ check: Diagnosis.Check, of unit: String, mistakes: String) -> Diagnosis {
    func wrong(_ found: String, _ remedy: String) -> Diagnosis {
      Diagnosis(check, .wrong, "\(unit).service \(found)", remedy)
    }
    let start = "sudo systemctl enable --now \(unit)"
    let log = "journalctl -u \(unit)"
    if fields["LoadState"] == "masked" {
      return wrong("is masked", "sudo systemctl unmask \(unit) && \(start)")
    }
    switch (fields["ActiveState"], fields["Result"]) {
    case ("failed", "start-limit-hit"):
      return wrong(
        "ended too often, and systemd does not start it again",
        "\(log); then sudo systemctl reset-failed \(unit) && sudo systemctl start \(unit)")
    case ("failed", let result):
      let status = fields["ExecMainStatus"] ?? "0"
      // After a signal, the status is the number of the signal.
      switch result == "exit-code" ? status : "" {
      case "1", "2":
        return wrong(
          "ended with status \(status): a mistake in a file", "\(mistakes); then start it")
      case "214":
        return wrong(
          "may not have a real-time priority: status 214/SETSCHEDULER",
          "sudo systemctl edit \(unit): [Service], CPUSchedulingPolicy=other")
      default:
        let code = status == "0" ? "" : ", \(result == "exit-code" ? "status" : "signal") \(status)"
        return wrong("has failed (\(result ?? "no reason")\(code))", log)
      }
    // systemd 254 and later also have auto-restart-queued.
    case ("activating", _) where fields["SubState"]?.hasPrefix("auto-restart") ?? false:
      let status = fields["ExecMainStatus"].map { " with status \($0)" } ?? ""
      return wrong("has ended\(status), and is started again and again", log)
    default: break
    }
    guard isActive || fields["ActiveState"] == "activating" else {
      return wrong("is \(isEnabled ? "enabled, but does not run" : "not started")", start)
    }
    guard isEnabled else {
      return wrong("runs, but will not after a restart of the board", start)
    }
    let restarts = Int(fields["NRestarts"] ?? "") ?? 0
    let again = restarts == 0 ? "" : "; it was restarted \(restarts.counted("time"))"
    return Diagnosis(check, .ok, "\(unit).service runs\(again)")
  }
}
