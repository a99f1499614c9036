import Foundation
import Glibc
import Testing

/// A real `picket-link run` in its own folder.
final class LinkProcess {
  let folder: TemporaryFolder
  private let process = Process()

  static var executable: URL {
    PicketProcess.executable.deletingLastPathComponent().appendingPathComponent("picket-link")
  }

  /// Starts it on the journal in `state` of the folder.
  ///
  /// - Parameters:
  ///   - port: The port of the broker; `nil` without a broker.
  ///   - broker: Further lines of [broker].
  ///   - link: Further lines of [link].
  init(
    port: Int?, host: String = "127.0.0.1", broker: String = "", link: String = "",
    in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    let text = """
      [picket]
      state = "state"
      configuration = "picket.toml"
      \(port.map { "[broker]\nhost = \"\(host)\"\nport = \($0)\n\(broker)" } ?? "")
      [link]
      board = "b"
      directory = "link"
      \(link)
      """
    _ = try folder.write(text, to: "link.toml")
    process.executableURL = Self.executable
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = ["run", "--config", "link.toml"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TSAN_OPTIONS": "atexit_sleep_ms=0", "ASAN_OPTIONS": "detect_leaks=0"]
    ) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let log = try folder.write("", to: "link.err")
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  var log: String {
    (try? String(contentsOfFile: "\(folder.path)/link.err", encoding: .utf8)) ?? ""
  }

  /// The most memory that it has had, in kB.
  var mostMemory: Int {
    let path = "/proc/\(process.processIdentifier)/status"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? .max
  }

  /// The processor time that it has used, in seconds.
  var work: Double {
    let ticks = process.stat.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The number of lines of its log that contain a text.
  func count(of text: String) -> Int {
    log.split(separator: "\n").filter { $0.contains(text) }.count
  }

  /// Sends a signal and waits for the end: the exit status, and the seconds it took.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> (status: Int32, seconds: Double) {
    let start = ContinuousClock.now
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return (process.terminationStatus, start.duration(to: .now) / .seconds(1))
  }

  /// Waits until it ends by itself, and returns the exit status.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The output of `picket-link status`, and its exit status.
  func statusCommand(_ options: String...) throws -> (output: String, status: Int32) {
    let command = Process()
    command.executableURL = Self.executable
    command.arguments = ["status", "--config", "\(folder.path)/link.toml"] + options
    let out = try folder.write("", to: "status.out")
    command.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: out))
    command.standardError = FileHandle.nullDevice
    try command.run()
    command.waitUntilExit()
    return (try String(contentsOfFile: out, encoding: .utf8), command.terminationStatus)
  }
}
