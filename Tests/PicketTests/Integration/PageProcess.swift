import Foundation
import Glibc
import Testing

/// A real `picket-page run` in its own folder, for the controller of a run.
final class PageProcess {
  let folder: TemporaryFolder
  let port: Int
  private let process = Process()

  static var executable: URL {
    PicketProcess.executable.deletingLastPathComponent().appendingPathComponent("picket-page")
  }

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - state: The folder of the controller's state.
  ///   - settings: Further lines of [page].
  ///   - program: The path of another program than that of the build.
  init(
    state: String, settings: String = "", port: Int? = nil, in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], program: String? = nil
  ) async throws {
    self.folder = try folder ?? TemporaryFolder()
    self.port = port ?? Port.free()
    let text = """
      [picket]
      state = "\(state)"
      [page]
      listen = "127.0.0.1:\(self.port)"
      directory = "\(self.folder.path)"
      \(settings)
      """
    let configuration = try self.folder.write(text, to: "page.toml")
    process.executableURL = program.map { URL(fileURLWithPath: $0) } ?? Self.executable
    process.arguments = ["run", "--config", configuration]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let log = try self.folder.write("", to: "page.log")
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    await eventually("the page listens") { Port.isOpen(self.port) || !process.isRunning }
  }

  /// Starts it for a run as soon as the run listens.
  convenience init(_ picket: PicketProcess, settings: String = "") async throws {
    _ = await ControlTalk(picket)
    try await self.init(state: picket.file("state").path, settings: settings)
  }

  deinit {
    guard process.isRunning else { return }
    // Also one that a test has stopped, and then failed.
    send(SIGCONT)
    end()
  }

  var log: String {
    (try? String(contentsOfFile: "\(folder.path)/page.log", encoding: .utf8)) ?? ""
  }

  var isRunning: Bool { process.isRunning }

  /// Its resident memory in kB.
  var memory: Int {
    let path = "/proc/\(process.processIdentifier)/status"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// The number of its open descriptors.
  var descriptors: Int {
    let path = "/proc/\(process.processIdentifier)/fd"
    return (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
  }

  /// The number of programs that it runs.
  var children: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.count { one in
      let parent = Process.stat(of: one).dropFirst().first
      return parent.flatMap { Int32($0) } == process.processIdentifier
    }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Sends a signal and returns the exit status.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    send(signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs another command of `picket-page` with its settings.
  func command(_ arguments: String...) throws -> (status: Int32, output: String, log: String) {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments + ["--config", "\(folder.path)/page.toml"]
    let paths = try ["command.out", "command.err"].map { try folder.write("", to: $0) }
    let files = try paths.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
    process.standardOutput = files[0]
    process.standardError = files[1]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return (process.terminationStatus, texts[0], texts[1])
  }

  /// Pairs a device and returns its token.
  func pair(_ arguments: String...) throws -> String {
    let process = Process()
    let path = try folder.write("", to: "pair.out")
    process.executableURL = Self.executable
    process.arguments = ["pair"] + arguments + ["--config", "\(folder.path)/page.toml"]
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return String(text.drop { $0 != "#" }.dropFirst().prefix(40))
  }
}
