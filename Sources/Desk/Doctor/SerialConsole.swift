internal import Base

/// The terminals at which a person may log in through a serial port, and the ports of receivers.
package struct SerialConsole: Hashable, Sendable {
  /// The names of the kernel's consoles, such as `ttyS0`.
  package var consoles: [String]

  /// The names of the terminals on which a login program runs; `nil` where systemd does not run.
  package var logins: [String]?

  /// The names of the receivers' ports, without links.
  package var receivers: [String]

  /// Creates terminals and ports.
  package init(consoles: [String], logins: [String]? = nil, receivers: [String]) {
    self.consoles = consoles
    self.logins = logins
    self.receivers = receivers
  }

  /// Looks at this machine.
  ///
  /// - Parameter receivers: The paths of the receivers' ports.
  package init(receivers: [String]) {
    let line = (try? TextFile.read(path: "/proc/cmdline", limit: 1 << 16, remedy: "")) ?? ""
    let command = ["systemctl", "list-units", "serial-getty@*", "--plain", "--no-legend"]
    let units = Systemd.isRunning ? ProgramResult(of: command, within: .seconds(5)) : nil
    self.init(
      consoles: Self.consoles(in: line), logins: units.map { Self.logins(in: $0.text) },
      receivers: receivers.filter { $0.hasPrefix("/dev/") }
        .map { String((Path.real($0) ?? $0).dropFirst("/dev/".count)) })
  }

  /// The consoles in the kernel's command line, such as console=ttyS0,115200.
  package static func consoles(in line: String) -> [String] {
    line.split { $0.isWhitespace }.filter { $0.hasPrefix("console=") }
      .map { String($0.dropFirst("console=".count).prefix { $0 != "," }) }
  }

  /// The terminals of the units that systemctl has listed, such as serial-getty@ttyS0.service.
  package static func logins(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let unit = line.prefix { $0 != " " }
      guard unit.hasPrefix("serial-getty@"), unit.hasSuffix(".service") else { return nil }
      return String(unit.dropFirst("serial-getty@".count).dropLast(".service".count))
    }
  }

  /// The verdict on the ports of the receivers.
  var diagnosis: Diagnosis {
    // A receiver on USB does not share its port with a console.
    let ports = receivers.filter {
      $0.hasPrefix("tty") && !$0.hasPrefix("ttyUSB") && !$0.hasPrefix("ttyACM")
    }
    guard !ports.isEmpty else {
      return Diagnosis(.console, .unused, "doctor.noPort")
    }
    if let port = ports.first(where: { logins?.contains($0) ?? false }) {
      return Diagnosis(
        .console, .wrong, "doctor.login", ["port": .text(port)], say: "do.getty")
    }
    if let port = ports.first(where: consoles.contains) {
      return Diagnosis(
        .console, .wrong, "doctor.kernel", ["port": .text(port)], say: "do.raspi")
    }
    return Diagnosis(.console, .ok, "doctor.console", ["names": .list(ports)])
  }
}
