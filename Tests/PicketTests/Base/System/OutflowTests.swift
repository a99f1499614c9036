@testable import Base
import Glibc
import Testing

struct OutflowTests {
  @Test func oldestWaitingLinesAreDroppedAndCounted() throws {
    let folder = try TemporaryFolder()
    let inner = "\(folder.path)/inner"
    let path = "\(inner)/events"
    #expect(mkdir(inner, 0o700) == 0)
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_APPEND)
    // Nothing can be written until there is a folder for it again.
    #expect(unlink(path) == 0 && rmdir(inner) == 0)
    let outflow = Outflow(
      LineWriter(file.descriptor, name: "events", path: path), mostWaiting: nil)
    // Only changed on the outflow's queue, which has ended its work when it is read.
    nonisolated(unsafe) var missing: [Int] = []
    outflow.start { outcome in
      if case .recovered(let count) = outcome { missing.append(count) }
    }
    for number in 1...1200 { outflow.enqueue { outflow.write("\(number)\n") } }
    #expect(mkdir(inner, 0o700) == 0)
    #expect(outflow.finish(within: 30))
    #expect(missing == [200])
    let text = String(
      decoding: try OpenFile(path, O_RDONLY).contents(limit: 100_000), as: UTF8.self)
    #expect(text == (201...1200).map { "\($0)\n" }.joined())
    withExtendedLifetime(file) {}
  }
}
