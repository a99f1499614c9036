import Foundation
@testable import PicketPage
import Records
import Testing

/// The page's script says what `Voice` says.
struct ReasonScriptTests {
  private static let node = URL(fileURLWithPath: "/usr/bin/node")

  private static let script = """
    import { readFileSync } from "node:fs";
    globalThis.navigator ??= {};
    const [path, tag] = process.argv.slice(2);
    globalThis.document = { documentElement: { dataset: { language: tag } } };
    const { reasonWords } = await import("./reason.js");
    for (const { reason, said } of JSON.parse(readFileSync(path))) {
      const words = reasonWords(reason, "text");
      if (said[tag] !== undefined && words !== said[tag]) console.log(words);
    }
    if (reasonWords({ code: "of.later" }, "text") !== "text") console.log("a later code");
    if (reasonWords(undefined, "text") !== "text") console.log("no code");

    """

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: node.path)),
    arguments: Language.allCases)
  func reasonsAreSaidAsByVoice(_ language: Language) throws {
    let folder = try TemporaryFolder()
    let names = ["say.js", "words.js", "reason.js", "\(language.rawValue).js"]
    for asset in Asset.all where names.contains(asset.name) {
      let text = String(decoding: asset.bytes, as: UTF8.self)
      let local = text.replacing(#"from "/"#, with: #"from "./"#).replacing("(`/$", with: "(`./$")
      _ = try folder.write(local, to: asset.name)
    }
    _ = try folder.write(#"{"type":"module"}"#, to: "package.json")
    let process = Process()
    process.executableURL = Self.node
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Records/Voice/reasons.json")
    process.arguments = [
      try folder.write(Self.script, to: "run.js"), cases.path, language.rawValue,
    ]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(
      process.terminationStatus == 0 && data.isEmpty, "\(String(decoding: data, as: UTF8.self))")
  }
}
