import Foundation
import Glibc
import Testing

/// A real mosquitto on a port of this machine, and a subscriber that records its messages.
final class TestBroker {
  let folder: TemporaryFolder
  let port: Int
  private let settings: String
  private var broker: Process?
  private var subscriber: Process?

  /// Starts it.
  ///
  /// - Parameters:
  ///   - settings: Lines of its configuration, after those of the listener.
  ///   - subscriber: Options of the subscriber; `nil` for none.
  init(
    _ settings: String = "allow_anonymous true", in folder: TemporaryFolder,
    subscriber options: [String]? = [], isStarted: Bool = true
  ) async throws {
    self.folder = folder
    port = Port.free()
    // A subscriber gets every message, however quickly events come.
    self.settings = """
      listener \(port) 127.0.0.1
      user root
      max_inflight_messages 1000
      max_queued_messages 100000
      \(settings)
      """
    if isStarted { try await start() }
    if let options { try await subscribe(options) }
  }

  deinit {
    for process in [subscriber, broker] {
      guard let process, process.isRunning else { continue }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  func start() async throws {
    let file = try folder.write(settings, to: "mosquitto.conf")
    // Threads of the tests block signals, and the broker would keep that.
    let unblocked = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execv(sys.argv[1], sys.argv[1:])
      """
    broker = try Self.run(
      "python3", ["-c", unblocked, Self.path(of: "mosquitto"), "-c", file],
      log: folder.write("", to: "mosquitto.log"))
    await eventually("the broker listens") { Port.isOpen(port) }
  }

  func send(_ signal: Int32) {
    if let broker { kill(broker.processIdentifier, signal) }
  }

  func end() {
    send(SIGKILL)
    broker?.waitUntilExit()
  }

  private func subscribe(_ options: [String]) async throws {
    subscriber = try Self.run(
      "mosquitto_sub",
      ["-p", "\(port)", "-V", "5", "-q", "1", "-t", "#", "-F", "%t %p"] + options,
      output: folder.write("", to: "received"))
    // The broker keeps only retained messages: a late subscriber misses all others.
    let probe = "probe/\(UUID().uuidString)"
    await eventually("the subscriber is there") {
      _ = try? publish("x", to: probe, options)
      return received.contains { $0.hasPrefix(probe) }
    }
  }

  func publish(_ text: String, to topic: String, _ options: [String] = []) throws {
    let publisher = try Self.run(
      "mosquitto_pub", ["-p", "\(port)", "-V", "5", "-q", "1", "-t", topic, "-m", text] + options)
    publisher.waitUntilExit()
  }

  /// The topics and texts that the subscriber has received.
  var received: [String] {
    let text = (try? String(contentsOfFile: "\(folder.path)/received", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The texts of a topic, in their order.
  func texts(of topic: String) -> [String] {
    received.filter { $0.hasPrefix("\(topic) ") }.map { String($0.dropFirst(topic.count + 1)) }
  }

  /// The numbers of the events of a board, in the order in which they came.
  func numbers(of board: String = "b") -> [Int] {
    texts(of: "picket/\(board)/event").compactMap { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["seq"] as? Int
    }
  }

  private static func path(of program: String) -> String {
    ["/usr/sbin/", "/usr/bin/"].map { $0 + program }.first { access($0, X_OK) == 0 }
      ?? "/usr/bin/\(program)"
  }

  private static func run(
    _ program: String, _ arguments: [String], log: String? = nil, output: String? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(of: program))
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput =
      try output.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
      ?? FileHandle.nullDevice
    process.standardError =
      try log.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
      ?? FileHandle.nullDevice
    try process.run()
    return process
  }
}
