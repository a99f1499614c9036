import Base
import Foundation
import Records
import Testing

/// The page's script says what `Voice` says.
struct ReasonScriptTests {
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

  @Test(.enabled(if: ScriptRun.isPossible), arguments: Language.allCases)
  func reasonsAreSaidAsByVoice(_ language: Language) throws {
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Records/Voice/reasons.json")
    let run = try ScriptRun.run(
      Self.script,
      with: ["say.js", "words.js", "units.js", "reason.js", "\(language.rawValue).js"],
      [cases.path, language.rawValue])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
  }
}
