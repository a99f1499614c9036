import Foundation
import Testing

/// The inputs of the fuzzer that are in the project, without the fuzzer: a failure ends the process.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  private static func inputs(_ target: Target) throws -> [(name: String, bytes: [UInt8])] {
    let folder = corpus.appendingPathComponent(target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ("\(target)/\($0)", Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  @Test(arguments: Target.allCases)
  func committedInputsMeetTheRequirements(_ target: Target) throws {
    let inputs = try Self.inputs(target)
    #expect(!inputs.isEmpty)
    for input in inputs {
      print(input.name)
      target.check(input.bytes)
    }
  }

  @Test(arguments: Target.allCases)
  func repeatedPiecesNeedLittleTime(_ target: Target) throws {
    for input in try Self.inputs(target) {
      for number: UInt32 in 0..<4 {
        let start = Self.processorTime
        print(input.name, number)
        target.check(Repetition.input(input.bytes, number: number))
        let seconds = Self.processorTime - start
        // Without the compiler's optimization.
        #expect(seconds < 10, "\(input.name), piece \(number): \(seconds) s")
      }
    }
  }

  /// The seconds that this thread has used a processor.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func eachFolderHasATarget() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(names.sorted() == Target.allCases.map(\.rawValue).sorted())
  }
}
