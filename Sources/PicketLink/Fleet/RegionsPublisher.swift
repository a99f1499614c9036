import Base
import Dispatch
import Geofence

/// Publishes an update of regions from the desk, and waits for the answers of boards.
///
/// The parts are published first and the manifest last: a board that receives it finds all parts.
/// All are retained, so that a board that is off receives them later.
final class RegionsPublisher: Sendable {
  /// The outcome of the publication.
  enum Outcome: Sendable {
    /// The broker has it, and these boards have answered.
    case published(Manifest, answers: [FleetResult])
    /// The update is not published, or not as a whole.
    case failed(String)
  }

  private let update: OutgoingUpdate
  private let target: FleetTarget
  private let prefix: String
  private let manifest: @Sendable (_ present: Manifest?) -> Result<Manifest, Refusal>
  private let wait: Duration
  private let queue = DispatchQueue(label: "picket-link.publish")
  private let broker: Broker
  private let done = DispatchSemaphore(value: 0)

  /// The reason for which an update is not published.
  struct Refusal: Error, Sendable {
    /// One line for a person.
    let reason: String
  }

  /// What only the queue may reach.
  private struct State {
    var present: Manifest?
    var chosen: Manifest?
    var left: [Message] = []
    var unanswered = 0
    var answers: [FleetResult] = []
    var outcome: Outcome?
  }

  private let confined: Confined<State>

  /// Creates a publication.
  ///
  /// - Parameters:
  ///   - wait: The time to wait for the answers of boards.
  ///   - manifest: Called with the manifest that the broker has; returns the one to publish.
  init(
    _ update: OutgoingUpdate, for target: FleetTarget, prefix: String, at address: BrokerSettings,
    wait: Duration,
    manifest: @escaping @Sendable (_ present: Manifest?) -> Result<Manifest, Refusal>
  ) {
    self.update = update
    self.target = target
    self.wait = wait
    self.manifest = manifest
    self.prefix = prefix
    broker = Broker(
      address, client: "picket-publish-\(UInt32.random(in: 0...UInt32.max))", will: nil,
      on: queue)
    confined = Confined(State(), on: queue)
  }

  /// Publishes; the call blocks.
  func run() -> Outcome {
    queue.async { [self] in
      broker.start { [self] news in receive(news) }
    }
    done.wait()
    return queue.sync {
      broker.end()
      return confined.value.outcome ?? .failed("nothing was published")
    }
  }

  private func end(_ outcome: Outcome) {
    guard confined.value.outcome == nil else { return }
    confined.value.outcome = outcome
    done.signal()
  }

  private func receive(_ news: Broker.News) {
    switch news {
    case .connected:
      broker.subscribe(target.topic(prefix: prefix))
      // A broker that keeps no manifest sends none.
      queue.asyncAfter(deadline: .now() + Self.patience) { [self] in choose() }
    case .disconnected(let trouble, _):
      end(.failed(trouble.description))
    case .limited: break
    case .message(let message): receive(message)
    case .unsubscribed(let topic, let reason):
      end(.failed("\(topic): the broker does not let this user read it: \(reason)"))
    }
  }

  private func receive(_ message: ReceivedMessage) {
    if message.topic == target.topic(prefix: prefix), confined.value.chosen == nil {
      confined.value.present = try? Manifest(message.payload)
      choose()
    } else if let result = FleetResult(message.payload),
      result.version == confined.value.chosen?.version,
      // Retained answers from an earlier time are about another version.
      message.topic == Topics(prefix: prefix, board: result.board).regionsResult
    {
      confined.value.answers.removeAll { $0.board == result.board }
      confined.value.answers.append(result)
      if target == .board(result.board), let chosen = confined.value.chosen {
        end(.published(chosen, answers: confined.value.answers))
      }
    }
  }

  private func choose() {
    guard confined.value.chosen == nil, confined.value.outcome == nil else { return }
    switch manifest(confined.value.present) {
    case .failure(let refusal): end(.failed(refusal.reason))
    case .success(let manifest):
      confined.value.chosen = manifest
      broker.subscribe("\(prefix)/+/regions/result")
      confined.value.left = (0..<manifest.parts).map { part in
        Message(topic(manifest, part), update.part(part), isRetained: true)
      }
      publishMore()
    }
  }

  private func topic(_ manifest: Manifest, _ part: Int) -> String {
    target.topic(prefix: prefix, version: manifest.version.number, part: "\(part)")
  }

  /// Publishes further parts, a few at a time, and the manifest once the broker has all of them.
  private func publishMore() {
    while confined.value.unanswered < Self.mostInFlight, !confined.value.left.isEmpty {
      let message = confined.value.left.removeFirst()
      confined.value.unanswered += 1
      broker.publish(message) { [self] publication in
        confined.value.unanswered -= 1
        switch publication {
        case .accepted: publishMore()
        case .refused, .tooLarge:
          end(.failed("\(message.topic): \(publication.refusal ?? "refused")"))
        case .unknown: end(.failed("the connection to the broker was lost; publish it again"))
        }
      }
    }
    guard confined.value.unanswered == 0, confined.value.left.isEmpty,
      let chosen = confined.value.chosen, confined.value.outcome == nil
    else { return }
    publishManifest(chosen)
  }

  private func publishManifest(_ manifest: Manifest) {
    let topic = target.topic(prefix: prefix)
    broker.publish(Message(topic, manifest.text, isRetained: true)) { [self] publication in
      guard case .accepted = publication else {
        return end(.failed("\(topic): the broker did not take the manifest; publish it again"))
      }
      removeOld()
      queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in
        end(.published(manifest, answers: confined.value.answers))
      }
    }
  }

  /// Has the broker remove the parts of the previous version.
  private func removeOld() {
    guard let present = confined.value.present, let chosen = confined.value.chosen,
      present.version.number != chosen.version.number
    else { return }
    for part in 0..<present.parts {
      broker.publish(Message(topic(present, part), [UInt8](), isRetained: true))
    }
  }

  // In seconds.
  private static let patience = 2.0
  private static let mostInFlight = 20
}
