import Foundation
import Glibc
@testable import Notation
@testable import Outputs
@testable import Picket
import Testing

/// A real `picket run` in a folder of its own.
final class PicketProcess {
  let folder: TemporaryFolder
  private let process = Process()

  /// The executable beside the test bundle.
  static var executable: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("picket")
  }

  /// Starts `picket run` against a gpsd on a port of this machine.
  ///
  /// - Parameters:
  ///   - outputs: What they are, whatever the configuration says; as that says when `nil`.
  ///   - events: The file of `--events`, in its folder.
  ///   - options: What else it is given.
  ///   - folder: That of an earlier run, to go on from its state.
  init(
    port: Int, regions: String, speed: Double = 1, device: String? = nil,
    configuration: String = "", outputs: String? = "terminal", events: String = "events.jsonl",
    options: [String] = [], in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], through wrapper: [String] = []
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    let text = """
      [gpsd]
      port = \(port)
      \(device.map { "device = \"\($0)\"" } ?? "")
      [state]
      directory = "state"
      \(configuration)
      """
    try text.write(to: file("picket.toml"), atomically: false, encoding: .utf8)
    try regions.write(to: file("regions.geojson"), atomically: false, encoding: .utf8)
    process.executableURL = wrapper.first.map { URL(fileURLWithPath: $0) } ?? Self.executable
    let command = wrapper.isEmpty ? [] : wrapper.dropFirst() + [Self.executable.path]
    process.arguments =
      command + [
        "run", "--config", file("picket.toml").path, "--events", file(events).path,
        "--speed", String(speed),
      ] + (outputs.map { ["--outputs", $0] } ?? []) + options
    for name in ["out", "err"] {
      try Data().write(to: file(name))
    }
    process.standardOutput = try FileHandle(forWritingTo: file("out"))
    process.standardError = try FileHandle(forWritingTo: file("err"))
    process.standardInput = FileHandle.nullDevice
    // The thread sanitizer otherwise sleeps for a second before it lets a process end.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TSAN_OPTIONS": "atexit_sleep_ms=0", "ASAN_OPTIONS": "detect_leaks=1"]
    ) { $1 }.merging(environment) { $1 }
    try process.run()
  }

  deinit {
    if !process.isRunning, process.terminationStatus != 0 { print(log) }
    if process.isRunning {
      process.interrupt()
      process.waitUntilExit()
    }
  }

  func file(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }

  func text(of name: String) -> String {
    // Reading a file while it grows leaks in String(contentsOf:) of Swift 6.3.
    guard let handle = try? FileHandle(forReadingFrom: file(name)) else { return "" }
    defer { try? handle.close() }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// What it logged.
  var log: String { text(of: "err") }

  /// What it printed.
  var output: String { text(of: "out") }

  /// The events in its file: "enter ring", "exit ring".
  var events: [String] {
    eventLines.compactMap { line in
      guard let kind = field("event", of: line), let region = field("region", of: line) else {
        return nil
      }
      return "\(kind) \(region)"
    }
  }

  var eventLines: [String] {
    text(of: "events.jsonl").split(separator: "\n").map(String.init)
  }

  var isRunning: Bool { process.isRunning }

  /// How many kB of memory it holds; `nil` under a sanitizer, which holds much of its own.
  ///
  /// - Throws: When the figure cannot be read, as of a process that has ended: a check of it must
  ///   not pass for want of it.
  func memory() throws -> Int? {
    let path = "/proc/\(process.processIdentifier)/status"
    let status = try String(contentsOfFile: path, encoding: .utf8)
    let sizes = try ["VmSize:", "VmRSS:"].map { name in
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      return try #require(line.flatMap { Int($0.filter(\.isNumber)) }, "no \(name) in \(status)")
    }
    return sizes[0] < 1 << 30 ? sizes[1] : nil
  }

  /// Whether it was stopped by a signal.
  var isStopped: Bool { stat.first == "T" }

  /// How much time of the processor it has taken, in the kernel's own words.
  var work: String { stat.dropFirst(11).prefix(2).joined(separator: " ") }

  /// What proc(5) says of it, from its state on.
  private var stat: [Substring] {
    let path = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    // The name of the program, in brackets, may hold anything.
    return text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst().split(separator: " ")
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Sets how many files it may have open from now on.
  func limitFiles(to count: Int) throws {
    let prlimit = try Process.run(
      URL(fileURLWithPath: "/usr/bin/prlimit"),
      arguments: ["--pid", "\(process.processIdentifier)", "--nofile=\(count):"])
    prlimit.waitUntilExit()
  }

  /// Sends a signal and waits for the end.
  ///
  /// - Returns: the exit status and the seconds it took.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> (status: Int32, seconds: Double) {
    let start = ContinuousClock.now
    send(signal)
    process.waitUntilExit()
    let took = start.duration(to: .now) / .seconds(1)
    return (process.terminationStatus, took)
  }
}

extension String {
  /// The line of an event as the journal has it, also of one that was shown before that.
  var asWritten: String { replacingOccurrences(of: #","unwritten":true}"#, with: "}") }
}

/// Waits until something is so, for as long as a slow machine under a sanitizer may need.
func eventually(
  within seconds: Double = 30, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () -> Bool
) {
  let start = ContinuousClock.now
  while !condition() {
    guard start.duration(to: .now) < .seconds(seconds) else {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
    usleep(10_000)
  }
}
