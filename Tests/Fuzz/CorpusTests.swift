import Foundation
import Testing

/// The inputs of the fuzzer that are in the project, without the fuzzer: a failure ends the process.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  @Test(arguments: Target.allCases.map(\.rawValue))
  func committedInputsMeetTheRequirements(_ name: String) throws {
    let target = try #require(Target(rawValue: name))
    let folder = Self.corpus.appendingPathComponent(name)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      print("\(name)/\(file)")
      target.check(Array(bytes))
    }
  }

  @Test func eachFolderHasATarget() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(names.sorted() == Target.allCases.map(\.rawValue).sorted())
  }
}
