import Foundation
import PackagePlugin

/// Compiles the text files of a target into it, as `PackageResources`.
///
/// SwiftPM's own `embedInCode` writes each byte as a number, which takes the compiler 40 s for the page
/// of a phone. Here each file is the literal of a string, of which its bytes are made when they are
/// asked for.
@main
struct Embedding: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let folder = context.package.directoryURL
    let kinds = ["css", "html", "js", "json"]
    var files = module.sourceFiles.map(\.url).filter { kinds.contains($0.pathExtension) }
    if target.name == "Board" {
      // Its profiles are for people, too.
      files = try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: "board/profiles"), includingPropertiesForKeys: nil)
    }
    files.sort { $0.path < $1.path }
    let script = folder.appending(path: "Sources/Embedding/embed.sh")
    let output = context.pluginWorkDirectoryURL.appending(path: "PackageResources.swift")
    return [
      .buildCommand(
        displayName: "Embedding the files of \(target.name)",
        executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, output.path] + files.map(\.path),
        inputFiles: [script] + files, outputFiles: [output])
    ]
  }
}
