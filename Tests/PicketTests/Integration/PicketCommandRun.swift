import Foundation

/// A `picket` command that has ended.
struct PicketCommandRun {
  let status: Int32
  let output: String
  let log: String

  init(_ arguments: String..., environment: [String: String] = [:]) throws {
    try self.init(arguments, environment: environment)
  }

  init(
    _ arguments: [String], environment: [String: String] = [:], folder working: String? = nil,
    through wrapper: [String] = []
  ) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL =
      wrapper.first.map { URL(fileURLWithPath: $0) } ?? PicketProcess.executable
    let command = wrapper.isEmpty ? [] : wrapper.dropFirst() + [PicketProcess.executable.path]
    process.arguments = command + arguments
    if let working { process.currentDirectoryURL = URL(fileURLWithPath: working) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let files = try ["out", "err"].map { name in
      try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write("", to: name)))
    }
    process.standardOutput = files[0]
    process.standardError = files[1]
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8)
    log = try String(contentsOfFile: "\(folder.path)/err", encoding: .utf8)
  }
}
