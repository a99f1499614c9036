import Foundation
import Glibc
import Testing

/// A real gpsd that takes its receiver's sentences over UDP.
final class GPSDaemon {
  let port = Port.free()
  private let feed = Port.free(SocketKind.datagram)
  private let sender = socket(AF_INET, SocketKind.datagram, 0)
  private var process = Process()

  init() throws {
    try start()
  }

  deinit {
    kill()
    close(sender)
  }

  /// Starts it, or starts it again on the same ports.
  func start() throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/gpsd")
    process.arguments = ["-N", "-n", "-S", String(port), "udp://127.0.0.1:\(feed)"]
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    eventually("gpsd listens") { Port.isOpen(port) }
  }

  /// Ends it at once.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Hands it sentences as its receiver would.
  func send(_ sentences: [String]) {
    var address = Port.loopback(feed)
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

  /// Hands it epochs at their times, so many times as fast as life.
  ///
  /// - Parameter start: When the first second of the ride was. Epochs whose time has
  ///   passed are not handed over: the receiver was not heard then.
  func play(_ epochs: some Collection<Epoch>, speed: Double, from start: ContinuousClock.Instant) {
    for epoch in epochs {
      let wait = .seconds(epoch.second / speed) - start.duration(to: .now)
      if wait < .milliseconds(-200) { continue }
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      send(epoch.sentences)
    }
  }
}
