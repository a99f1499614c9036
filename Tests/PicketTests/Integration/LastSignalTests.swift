import Foundation
import Glibc
import Testing

/// Signals that end a program which holds a relay and a channel.
struct LastSignalTests {
  private static let program = Result { try build() }

  private static func build() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let program = FileManager.default.temporaryDirectory.path + "/ending-\(getpid())"
    let status = try run(
      "/usr/bin/gcc",
      [
        "-O1", "-I/\(root)/Sources/CGPIOD", "-I/\(root)/Sources/CGPIOD/include", "-o", program,
        "/\(root)/Tests/PicketTests/Integration/Faults/ending.c",
      ]
    ).status
    #expect(status == 0)
    return program
  }

  private static func run(
    _ path: String, _ arguments: [String]
  ) throws -> (status: Int32, isSignal: Bool, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationStatus, process.terminationReason == .uncaughtSignal,
      String(decoding: data, as: UTF8.self)
    )
  }

  private static let harmless = [
    SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG, SIGWINCH,
  ]

  // Swift 6.0.3 ends with a signal at a closure in the arguments of a test.
  private static let ends: [Int32] = (1..<32).filter { !harmless.contains($0) } + [34, 64]

  @Test(arguments: ends)
  func eachEndSetsTheLinesFirst(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let channel = try folder.write("5", to: "duty_cycle")
    let end = try Self.run(Self.program.get(), ["\(signal)", channel])
    #expect(end.isSignal && end.status == signal)
    #expect(end.output == "off\n")
    #expect(try String(contentsOfFile: channel, encoding: .utf8) == "0\n")
  }

  @Test(arguments: [SIGCHLD, SIGCONT, SIGURG, SIGWINCH])
  func harmlessSignalLeavesTheLines(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let channel = try folder.write("5", to: "duty_cycle")
    let end = try Self.run(Self.program.get(), ["\(signal)", channel])
    #expect(end.status == 0 && end.output.isEmpty)
    #expect(try String(contentsOfFile: channel, encoding: .utf8) == "5")
  }
}
