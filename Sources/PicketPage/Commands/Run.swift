import ArgumentParser
import Base
import Dispatch
import Glibc

/// `picket-page run`: serves the page, in the foreground.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the page, until SIGTERM or SIGINT.",
    discussion: """
      On this board itself, http://127.0.0.1:8642 needs no pairing for root and for members of the \
      group picket. For a phone, name an address of its network in page.toml, and pair it.

        picket-page run --config /etc/picket/page.toml
      """)

  @OptionGroup var page: PageOption

  func run() throws {
    // Before there is a second thread.
    ProcessSignals.hold(Self.signals)
    Heap.keepTogether()
    let configuration = try page.configuration()
    let identity = try PageOption.orEnd { try configuration.identity() }
    let socket = try listen(configuration.listening)
    let devices = try PageOption.orEnd {
      try DeviceFile(folder: configuration.directory).read()
    }
    let queue = DispatchQueue(label: "picket.page")
    let server = PageServer(configuration, socket: socket, devices: devices, on: queue)
    try queue.sync {
      do throws(WebServer.Unusable) {
        try server.start(identity)
      } catch {
        Log.write(
          .error, "the certificate and the key in page.toml do not match; give both in PEM")
        throw ExitCode(1)
      }
    }
    let scheme = identity == nil ? "http" : "https"
    Log.write(
      .notice, "the page is at \(scheme)://\(configuration.listening.text)")
    Systemd.notify("READY=1")
    _ = ProcessSignals.next(of: Self.signals)
    Systemd.notify("STOPPING=1")
    queue.sync { server.stop() }
    Systemd.finish(within: 1)
  }

  private static let signals = [SIGTERM, SIGINT]

  /// Listens, or ends with 69.
  private func listen(_ listening: Listening) throws -> Socket {
    do throws(SystemError) {
      return try listening.open()
    } catch {
      let remedy =
        switch error.code {
        case EADDRINUSE: "another program listens there: stop it, or set another port with listen"
        case EACCES: "ports below 1024 are root's: set another with listen"
        default: "set another address with listen in page.toml"
        }
      Log.write(.error, "\(error); \(remedy)")
      throw ExitCode(69)
    }
  }
}
