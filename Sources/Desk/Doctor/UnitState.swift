package import Base
internal import Glibc

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
    case .unmanaged: return Diagnosis(.unit, .unused, "doctor.noSystemd")
    case .other(let configuration):
      return Diagnosis(.unit, .unused, "doctor.otherUnit", ["path": .text(configuration)])
    case .known(let state):
      guard state.isInstalled else {
        return isRunning
          ? Diagnosis(.unit, .unused, "doctor.unitless")
          : Diagnosis(
            .unit, .wrong, "doctor.uninstalled", ["name": .text("picket.service")],
            say: "do.install")
      }
      return state.diagnosis(.unit, of: "picket", mistakes: "picket check")
    }
  }
}

/// A unit of systemd, as `systemctl show` prints it.
package struct UnitState: Hashable, Sendable {
  private let fields: [String: String]
  private let keepsCores: Bool

  /// Reads the output of `systemctl show`: a line `Name=value` for each property.
  ///
  /// - Parameter keepsCores: Whether `coredumpctl` can describe a crash.
  package init(_ text: String, keepsCores: Bool = false) {
    self.keepsCores = keepsCores
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
    self.init(output.text, keepsCores: access("/usr/bin/coredumpctl", X_OK) == 0)
  }

  private static let names = [
    "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
    "ExecMainCode", "ExecMainStatus",
  ]

  /// Whether there is such a unit.
  var isInstalled: Bool { fields["LoadState"] != "not-found" }

  /// Whether the unit runs.
  var isActive: Bool { ["active", "reloading"].contains(fields["ActiveState"] ?? "") }

  /// Whether the unit is meant to run.
  var isWanted: Bool { isEnabled || isActive || fields["ActiveState"] == "failed" }

  private var isEnabled: Bool { fields["UnitFileState"]?.hasPrefix("enabled") ?? false }

  /// How often systemd has started the unit again.
  private var restarts: Int { Int(fields["NRestarts"] ?? "") ?? 0 }

  /// How the unit ended for the last time, after too many starts; `nil` unless it was given up.
  package var lastEnd: Reason? {
    let isLimit = fields["Result"] == "start-limit-hit"
    guard fields["ActiveState"] == "failed", isLimit || (restarts > 0 && signal != nil) else {
      return nil
    }
    let values = ["end": Reason.Value.text(end ?? ""), "count": .count(restarts)]
    return Reason(end == nil ? "ending.plain" : "ending.with", values)
  }

  /// The end of the main process: `SIGSEGV`, or `status 3`.
  private var end: String? {
    guard let status = fields["ExecMainStatus"], status != "0" else { return nil }
    return signal ?? "status \(status)"
  }

  /// The signal that ended the main process.
  ///
  /// `ExecMainCode` is that of waitid(2): 2 killed, 3 dumped.
  private var signal: String? {
    guard let number = Int(fields["ExecMainStatus"] ?? ""), number > 0,
      ["2", "3"].contains(fields["ExecMainCode"])
    else { return nil }
    return number <= Self.signals.count ? "SIG\(Self.signals[number - 1])" : "signal \(number)"
  }

  // signal(7), from 1 on; the same on amd64 and arm64.
  private static let signals =
    "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM".split(separator: " ")

  /// The verdict on a unit that has to run.
  ///
  /// - Parameters:
  ///   - unit: The name of the unit without `.service`.
  ///   - mistakes: The command that prints the mistakes in the unit's files.
  func diagnosis(_ check: Diagnosis.Check, of unit: String, mistakes: String) -> Diagnosis {
    var values = ["unit": Reason.Value.text(unit), "count": .count(restarts)]
    let start = "sudo systemctl enable --now \(unit)"
    let log = "journalctl -u \(unit)"
    // The last core has the place of the fault.
    let core = keepsCores && signal != nil ? "coredumpctl info \(unit); " : ""
    if fields["LoadState"] == "masked" {
      return Diagnosis(
        check, .wrong, "doctor.masked", values, type: "sudo systemctl unmask \(unit) && \(start)")
    }
    if let lastEnd {
      (values["ending"], values["log"]) = (.reason(lastEnd), .text(core + log))
      return Diagnosis(check, .wrong, "doctor.gaveUp", values, say: "do.resetFailed")
    }
    switch (fields["ActiveState"], fields["Result"]) {
    case ("failed", let result):
      let status = fields["ExecMainStatus"] ?? "0"
      // After a signal, the status is the number of the signal.
      switch result == "exit-code" ? status : "" {
      case "1", "2":
        (values["status"], values["mistakes"]) = (.text(status), .text(mistakes))
        return Diagnosis(check, .wrong, "doctor.failedFile", values, say: "do.start")
      case "214":
        return Diagnosis(
          check, .wrong, "doctor.realTime", values,
          type: "sudo systemctl edit \(unit): [Service], CPUSchedulingPolicy=other")
      default:
        let code = end.map { ", \($0)" } ?? ""
        values["end"] = .text("\(result ?? "no reason")\(code)")
        return Diagnosis(check, .wrong, "doctor.failed", values, type: core + log)
      }
    // systemd 254 and later also have auto-restart-queued.
    case ("activating", _) where fields["SubState"]?.hasPrefix("auto-restart") ?? false:
      values["end"] = end.map(Reason.Value.text)
      return Diagnosis(
        check, .wrong, end == nil ? "doctor.again" : "doctor.restarting", values, type: core + log)
    default: break
    }
    guard isActive || fields["ActiveState"] == "activating" else {
      let code = isEnabled ? "doctor.enabled" : "doctor.unstarted"
      return Diagnosis(check, .wrong, code, values, type: start)
    }
    guard isEnabled else {
      return Diagnosis(check, .wrong, "doctor.unenabled", values, type: start)
    }
    return Diagnosis(check, .ok, restarts == 0 ? "doctor.runs" : "doctor.restarted", values)
  }
}
