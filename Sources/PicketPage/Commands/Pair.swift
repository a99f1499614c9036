import ArgumentParser
import Base
import Commands
import Glibc

/// `picket-page pair`: lets a phone visit the page.
struct Pair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pair a phone: prints a link, and its code for a camera.",
    discussion: """
      The link opens the page on any device: keep it secret. picket-page devices lists the \
      paired devices, picket-page revoke ends a pairing at once.

        sudo picket-page pair "Ann's phone"
        sudo picket-page pair visitors --read-only
      """)

  @OptionGroup var page: PageOption

  @Argument(help: "A name for the device, to find it again.")
  var name: String?

  @Flag(help: "The device may look, but not send orders.")
  var readOnly = false

  @Option(help: ArgumentHelp("The host in the link.", valueName: "name"))
  var host: String?

  func validate() throws {
    if let name,
      name.allSatisfy(\.isWhitespace) || name.utf8.count > PairedDevice.longestName
        || name.hasControls
    {
      throw ValidationError(
        "give a name of one line with at most \(PairedDevice.longestName) bytes")
    }
    if let host, HostName(host) == nil { throw ValidationError("--host \(host) is not a name") }
  }

  func run() throws {
    let configuration = try page.configuration()
    let hosts = host.map { [$0] } ?? BoardAddress.names(for: configuration)
    let (token, device) = try PageOption.orEnd {
      let token = Token()
      let device = try DeviceFile(folder: configuration.directory).change { devices in
        guard devices.all.count < PairedDevices.most else {
          throw Problem(
            file: DeviceFile(folder: configuration.directory).path,
            wrong: "\(PairedDevices.most) devices are paired already",
            remedy: "revoke some with picket-page revoke")
        }
        let name = name ?? devices.freeName
        guard !devices.all.contains(where: { $0.name == name }) else {
          throw Problem(
            file: DeviceFile(folder: configuration.directory).path,
            wrong: "a device is called \(name.quoted) already",
            remedy: "give another name, or revoke that one first")
        }
        let device = PairedDevice(
          name: name, scope: readOnly ? .view : .control, digest: Token.digest(of: token.text),
          made: SystemClock.now.rfc3339)
        devices.add(device)
        return device
      }
      return (token, device)
    }
    let links = hosts.map { link(to: $0, configuration, token) }
    if let code = links.first.flatMap(QRCode.init(text:)) {
      StandardOutput.print(text: code.text(colored: isatty(STDOUT_FILENO) == 1))
    }
    for link in links { StandardOutput.print(link) }
    let scope = device.scope == .view ? ", which may only look" : ""
    StandardOutput.print(
      "for \(device.name)\(scope); this link opens the page on any device: keep it secret")
    if configuration.listening.isLoopback {
      Log.write(
        .warning,
        "the page listens on \(configuration.listening.text), which no phone can reach: set "
          + "listen = \"0.0.0.0:\(configuration.listening.port)\" in page.toml and restart it")
    }
  }

  private func link(
    to host: String, _ configuration: PageConfiguration, _ token: Token
  ) -> String {
    let scheme = configuration.certificate == nil ? "http" : "https"
    let host = host.contains(":") ? "[\(host)]" : host
    // The part behind # is never sent, so it is not in any log.
    return "\(scheme)://\(host):\(configuration.listening.port)/#\(token.text)"
  }
}
