import Foundation
import Glibc
import Testing

/// A real `picket run` in its own folder.
final class PicketProcess {
  let folder: TemporaryFolder
  private let process = Process()

  /// The executable next to the test bundle.
  ///
  /// Commands without `--config` read a configuration of the tests: they must neither read the
  /// machine's own nor talk to a picket that runs on it.
  static let executable: URL = {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    setenv("PICKET_CONFIG", "/\(root)/board/lib/nowhere.toml", 1)
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("picket")
  }()

  /// Whether the programs have a sanitizer, which does not even start within a limit on memory or on
  /// the size of files.
  static let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

  /// Starts `picket run` against a gpsd on a port of this machine.
  ///
  /// - Parameters:
  ///   - outputs: The outputs instead of those of the configuration; `nil` keeps these.
  ///   - events: The file of `--events`, in the run's folder.
  ///   - showsLines: Whether it prints the changes of level, not the signals.
  ///   - options: Further options.
  ///   - folder: The folder of an earlier run, to continue from its state.
  ///   - isAdding: Whether the file of events keeps those of an earlier run.
  init(
    port: Int, regions: String, speed: Double = 1, device: String? = nil,
    configuration: String = "", outputs: String? = "terminal", events: String = "events.jsonl",
    showsLines: Bool = true, options: [String] = [], in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], through wrapper: [String] = [], isAdding: Bool = false
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
    let run = [
      "run", "--config", file("picket.toml").path, "--events", file(events).path,
      "--speed", String(speed),
    ]
    let shown = outputs.map { ["--outputs", $0] + (showsLines ? ["--lines"] : []) } ?? []
    process.arguments = command + run + shown + options
    // A run adds to its file of events; these tests count the events of one run.
    var status = Glibc.stat()
    if !isAdding, lstat(file(events).path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      unlink(file(events).path)
    }
    for name in ["out", "err"] {
      try Data().write(to: file(name))
    }
    process.standardOutput = try FileHandle(forWritingTo: file("out"))
    process.standardError = try FileHandle(forWritingTo: file("err"))
    process.standardInput = FileHandle.nullDevice
    // A shape's case is kept in unused bits of its last pointer, where no pointer is recognised.
    try Data("leak:BallTree\n".utf8).write(to: file("no-leaks"))
    // The thread sanitizer otherwise sleeps for a second before it lets a process end.
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        "TSAN_OPTIONS": "atexit_sleep_ms=0", "ASAN_OPTIONS": "detect_leaks=1",
        "LSAN_OPTIONS": "suppressions=\(file("no-leaks").path):print_suppressions=0",
      ]
    ) { $1 }.merging(environment) { $1 }
    try process.run()
  }

  deinit {
    if !process.isRunning, process.terminationStatus != 0 { print(log) }
    if process.isRunning {
      process.interrupt()
      // Also one that a test has stopped, and then failed.
      send(SIGCONT)
      process.waitUntilExit()
    }
  }

  func file(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }

  /// Starts `picket watch`, which writes into a file until it is ended.
  func watch(into name: String, environment: [String: String] = [:]) throws -> Process {
    try Data().write(to: file(name))
    let watch = Process()
    watch.executableURL = Self.executable
    watch.arguments = ["watch", "--config", file("picket.toml").path]
    watch.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    watch.standardInput = FileHandle.nullDevice
    watch.standardOutput = try FileHandle(forWritingTo: file(name))
    watch.standardError = FileHandle.nullDevice
    try watch.run()
    return watch
  }

  func text(of name: String) -> String {
    // Reading a file while it grows leaks in String(contentsOf:) of Swift 6.3.
    guard let handle = try? FileHandle(forReadingFrom: file(name)) else { return "" }
    defer { try? handle.close() }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// Its log.
  var log: String { text(of: "err") }

  /// Its standard output.
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

  /// The memory that a process uses.
  struct Memory: Equatable, CustomStringConvertible {
    let kilobytes: Int
    /// Whether a sanitizer watches the process: it needs much memory itself, and time.
    let isInstrumented: Bool

    var description: String { "\(kilobytes) kB\(isInstrumented ? ", instrumented" : "")" }

    /// Whether it is larger by this many kB; a sanitizer's own memory does not count.
    func hasGrown(by kilobytes: Int, since before: Memory) -> Bool {
      !isInstrumented && self.kilobytes - before.kilobytes >= kilobytes
    }
  }

  /// Its memory.
  ///
  /// - Throws: When the figure cannot be read, for example after the process has ended: a check
  ///   must not pass without a figure.
  func memory() throws -> Memory {
    let path = "/proc/\(process.processIdentifier)/status"
    let status = try String(contentsOfFile: path, encoding: .utf8)
    let sizes = try ["VmSize:", "VmRSS:"].map { name in
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      return try #require(line.flatMap { Int($0.filter(\.isNumber)) }, "no \(name) in \(status)")
    }
    // In kB: only a sanitizer reserves a terabyte.
    return Memory(kilobytes: sizes[1], isInstrumented: sizes[0] >= 1 << 30)
  }

  /// Whether it blocks a signal.
  func holds(_ signal: Int32) -> Bool {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    let mask = line.flatMap { UInt64($0.dropFirst(7).drop { !$0.isHexDigit }, radix: 16) } ?? 0
    return mask >> UInt64(signal - 1) & 1 == 1
  }

  /// Whether it was stopped by a signal.
  var isStopped: Bool { process.stat.first == "T" }

  /// The processor time that it has used, as the kernel prints it.
  var work: String { process.stat.dropFirst(11).prefix(2).joined(separator: " ") }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Limits the number of its open files from now on.
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
  /// The line of an event as in the journal, also of an event that was shown before it was written.
  var asWritten: String { replacingOccurrences(of: #","unwritten":true}"#, with: "}") }
}

/// Waits until a condition is true, and leaves the thread to other tests meanwhile.
///
/// A suite whose initializer waits is `@unchecked Sendable`: Swift 6.0 wants a Sendable result of an
/// asynchronous initializer, and each test has an instance of its own.
///
/// The limit is for what never comes: a machine under a sanitizer, or with six other programs that
/// need its processors, takes many times as long as an idle one.
func eventually(
  within seconds: Double = 240, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async -> Bool
) async {
  let start = ContinuousClock.now
  while await !condition() {
    do {
      guard start.duration(to: .now) < .seconds(seconds) else { throw CancellationError() }
      try await Task.sleep(for: .milliseconds(10))
    } catch {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test of programs within a limit on memory or on the size of files.
  static var limited: Self {
    .disabled(if: PicketProcess.isSanitized, "a sanitizer needs more than the limit")
  }
}
