import Dispatch
import Testing

@testable import System

/// Attempts to connect, at this machine's own ports.
struct DialTests {
  @Test func addressesAreTriedOneAfterTheOther() async throws {
    let gpsd = FakeGPSD()
    // The name has two addresses on most machines, and the server listens at one of them.
    #expect(await dialled("localhost", gpsd.port) == "connected")
  }

  @Test func refusalIsTheReason() async {
    let port = FakeGPSD().port
    #expect(await dialled("127.0.0.1", port) == "127.0.0.1:\(port): Connection refused")
  }

  @Test func nobodyWaitsForeverForAnAnswer() async {
    let hole = BlackHole(.full)
    #expect(
      await dialled("127.0.0.1", hole.port) == "127.0.0.1:\(hole.port): no answer in 1 s")
  }

  @Test func nameWithoutAnAddressIsTheReason() async {
    let end = await dialled("no host", 2947)
    #expect(end.hasPrefix("no host: "), "\(end)")
  }

  @Test func cancelledAttemptEndsWithoutAWord() async {
    let gpsd = FakeGPSD()
    let queue = DispatchQueue(label: "dial")
    let heard = queue.sync {
      let heard = Confined(false, alreadyOn: queue)
      dial("127.0.0.1", gpsd.port, queue) { _ in heard.value = true }.cancel()
      return heard
    }
    // The name is resolved elsewhere, and then on the queue.
    _ = await dialled("127.0.0.1", gpsd.port)
    #expect(queue.sync { !heard.value })
  }

  private func dial(
    _ host: String, _ port: Int, _ queue: DispatchQueue, ending: @escaping Dial.Ending
  ) -> Dial {
    Dial(host, port, within: 1, on: queue) {
      try Socket(connectingTo: $0, mostWaiting: 4096)
    } ending: {
      ending($0)
    }
  }

  /// The end of an attempt.
  private func dialled(_ host: String, _ port: Int) async -> String {
    let queue = DispatchQueue(label: "dial")
    let dials = Confined<Dial?>(nil, on: queue)
    return await withCheckedContinuation { continuation in
      queue.async {
        dials.value = dial(host, port, queue) { result in
          switch result {
          case .success: continuation.resume(returning: "connected")
          case .failure(let failure): continuation.resume(returning: failure.description)
          }
        }
      }
    }
  }
}
