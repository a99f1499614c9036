import Dispatch
@testable import Picket
import Records
import Synchronization
import Testing

/// Outlines that are drawn beside the controller's queue.
struct SurveyorTests {
  @Test func outlinesWaitForOneAnotherUpToALimit() throws {
    let queue = DispatchQueue(label: "test.surveys")
    let surveyor = Surveyor(queue: queue)
    let line = try Request(Array(BorderWalk(seed: 1, past: 10).request.utf8))
    let request = try SurveyRequest(line)
    let results = Mutex<[Bool]>([])
    let refusals = Mutex<[Refusal]>([])
    let done = DispatchSemaphore(value: 0)
    // In one turn of the queue, so that none has ended before the last one is requested.
    queue.sync {
      for _ in 0..<Surveyor.most + 2 {
        surveyor.draw(
          request,
          AnswerPromise { result in
            switch result {
            case .success(let fields):
              results.withLock { $0.append(fields().text.contains(#""corners":[["#)) }
            case .failure(let refusal): refusals.withLock { $0.append(refusal) }
            }
            done.signal()
          })
      }
    }
    for _ in 0..<Surveyor.most + 2 { #expect(done.wait(timeout: .now() + 60) == .success) }
    #expect(results.withLock { $0 } == Array(repeating: true, count: Surveyor.most))
    let (count, areBusy) = refusals.withLock { ($0.count, $0.allSatisfy { $0.kind == .busy }) }
    #expect(count == 2)
    #expect(areBusy)
  }
}
