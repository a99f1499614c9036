internal import Base

/// A program next to the controller, with its own unit: the link or the page.
package struct Companion: Hashable, Sendable {
  private let check: Diagnosis.Check
  private let unit: UnitState?
  private let answer: ProgramResult?

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - unit: The unit of the program; `nil` where systemd does not run.
  ///   - answer: The output of the program's status command, if it has one.
  init(_ check: Diagnosis.Check, unit: UnitState?, answer: ProgramResult? = nil) {
    self.check = check
    self.unit = unit
    self.answer = answer
  }

  /// The link to a broker on this machine.
  package static func link() -> Companion {
    let unit = UnitState(of: "picket-link.service")
    let answer =
      unit?.isActive ?? false
      ? ProgramResult(of: ["picket-link", "status"], within: .seconds(10)) : nil
    return Companion(.link, unit: unit, answer: answer)
  }

  /// The page for a phone on this machine.
  package static func page() -> Companion {
    Companion(.page, unit: UnitState(of: "picket-page.service"))
  }

  private var name: String { "picket-\(check.rawValue)" }

  /// The verdict on the program.
  var diagnosis: Diagnosis {
    guard let unit else { return Diagnosis(check, .unused, "doctor.noSystemd") }
    guard unit.isInstalled, unit.isWanted else {
      let code = unit.isInstalled ? "doctor.unwanted" : "doctor.uninstalled"
      return Diagnosis(check, .unused, code, ["name": .text(name)])
    }
    let state = unit.diagnosis(check, of: name, mistakes: "journalctl -u \(name)")
    guard state.result == .ok, let answer, answer.status != 0 else { return state }
    // A status command that gets no answer prints only to its standard error.
    guard let line = answer.text.split(separator: "\n").first else {
      return Diagnosis(
        check, .unknown, "doctor.unseen", ["name": .text(name)], type: "sudo \(name) status")
    }
    return Diagnosis(
      check, .wrong, "doctor.unconnected",
      ["name": .text(name), "reason": .text(String(line))], type: "\(name) status")
  }
}
