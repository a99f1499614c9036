import Foundation
import Geofence
import Glibc
import Testing

/// A real gpsd that reads the sentences of its receivers over UDP, or from a serial line.
final class GPSDaemon {
  let port = Port.free()
  private let feeds: [Int]
  private let sender = socket(AF_INET, SocketKind.datagram, 0)
  private let line: SerialLine?
  private var process = Process()

  init(receivers: Int = 1) async throws {
    feeds = (0..<receivers).map { _ in Port.free(SocketKind.datagram) }
    line = nil
    try await start()
  }

  /// Starts gpsd with a receiver at a serial line.
  init(_ line: SerialLine) async throws {
    feeds = []
    self.line = line
    try await start()
  }

  deinit {
    kill()
    close(sender)
  }

  /// The paths under which it reports its receivers.
  var devices: [String] { line.map { [$0.path] } ?? feeds.map { "udp://127.0.0.1:\($0)" } }

  /// Starts gpsd, or starts it again on the same ports.
  func start() async throws {
    process = Process()
    // gpsd shares memory with the program that sets the clock (NTP), which must not get a walk's time.
    let apart = geteuid() == 0 ? ["/usr/bin/unshare", "--ipc"] : []
    let command = apart + ["/usr/sbin/gpsd", "-N", "-n", "-S", String(port)] + devices
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    await eventually("gpsd listens") { Port.isOpen(port) }
  }

  /// Kills gpsd.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Sends sentences as one of its receivers does.
  func send(_ sentences: [String], from receiver: Int = 0) {
    if let line { return line.send(sentences) }
    var address = Port.loopback(feeds[receiver])
    for sentence in sentences {
      let bytes = Array("\(sentence)\r\n".utf8)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          _ = sendto(
            sender, bytes, bytes.count, 0, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  /// Sends epochs at their times, at a multiple of real time.
  ///
  /// - Parameter start: The time of the first second of the ride. Epochs before now are
  ///   not sent: gpsd did not run then.
  func play(_ epochs: some Collection<Epoch>, speed: Double, from start: ContinuousClock.Instant) {
    for epoch in epochs {
      let wait = .seconds(epoch.second / speed) - start.duration(to: .now)
      if wait < .milliseconds(-200) { continue }
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      send(epoch.sentences)
    }
  }
}
