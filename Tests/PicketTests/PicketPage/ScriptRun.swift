import Foundation
@testable import PicketPage

/// Runs a script with some of the page's scripts in Node.js.
enum ScriptRun {
  private static let node = URL(fileURLWithPath: "/usr/bin/node")

  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: node.path) }

  /// Runs it; the exit code and what was printed.
  static func run(
    _ script: String, with assets: [String], _ arguments: [String] = []
  ) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    for asset in Asset.parts + Asset.languages where assets.contains(asset.name) {
      let text = String(decoding: asset.bytes, as: UTF8.self)
      let local = text.replacing(#"from "/"#, with: #"from "./"#).replacing("(`/$", with: "(`./$")
      _ = try folder.write(local, to: asset.name)
    }
    _ = try folder.write(#"{"type":"module"}"#, to: "package.json")
    let process = Process()
    process.executableURL = node
    process.arguments = [try folder.write(script, to: "run.js")] + arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
