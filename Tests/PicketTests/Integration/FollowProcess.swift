import Foundation
import Testing

/// A real `picket follow`, with a program that is a script for a shell.
final class FollowProcess {
  let folder: TemporaryFolder
  private let process = Process()

  /// Starts it in a folder that has `picket.toml`.
  init(_ script: String, _ options: [String] = [], in folder: TemporaryFolder) throws {
    self.folder = folder
    process.executableURL = PicketProcess.executable
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments =
      ["follow", "--config", "picket.toml", "--cursor", "cursor"] + options
      + ["--", "sh", "-c", script]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TSAN_OPTIONS": "atexit_sleep_ms=0", "ASAN_OPTIONS": "detect_leaks=1"]
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let log = try folder.write("", to: "follow.err")
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  var log: String { text(of: "follow.err") }

  /// The content of a file of its folder; empty while it is missing.
  func text(of name: String) -> String {
    (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
  }

  func lines(of name: String) -> [String] {
    text(of: name).split(separator: "\n").map(String.init)
  }

  /// Sends a signal and waits for the end: the exit status, and the seconds it took.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> (status: Int32, seconds: Double) {
    let start = ContinuousClock.now
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return (process.terminationStatus, start.duration(to: .now) / .seconds(1))
  }

  /// Kills it, and leaves its program behind.
  ///
  /// `waitUntilExit` would wait for the program, too, which has inherited Foundation's socket.
  func abandon() async {
    let process = process.processIdentifier
    kill(process, SIGKILL)
    await eventually("it is dead") {
      let state = Process.stat(of: process).first
      return state == nil || state == "Z"
    }
  }

  /// Waits until it ends by itself, and returns the exit status.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
