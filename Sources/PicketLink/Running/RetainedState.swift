import Records

/// The retained messages of this board: its regions, its state, and Home Assistant's discovery.
struct RetainedState: Hashable, Sendable {
  private let topics: Topics
  private let assistant: HomeAssistant?

  /// The regions.
  var regions: RegionStates

  /// The state of the board.
  private(set) var status: BoardStatus?

  private var publishedStatus: BoardStatus?
  // The regions that were announced to Home Assistant by this connection, and their objects.
  private var announced: [String]?
  private var objects: Set<String> = []
  // The broker's retained messages from an earlier run.
  private var keptRegions: Set<String> = []
  private var keptObjects: Set<String> = []

  /// Creates an empty state.
  init(_ settings: LinkSettings, _ topics: Topics) {
    self.topics = topics
    regions = RegionStates(patience: settings.unsureAfter)
    assistant =
      settings.homeAssistant
      ? HomeAssistant(topics, version: Version.picket, hasPosition: settings.position != nil) : nil
  }

  /// The topics with earlier retained messages, so that those of removed regions are cleared.
  var keptTopics: [String] { ["\(topics.root)/region/+"] + (assistant.map { [$0.kept] } ?? []) }

  /// Applies the state of the board.
  mutating func apply(_ status: BoardStatus) {
    self.status = status
  }

  /// Notes a retained message from the broker; returns whether the broker needs an update.
  mutating func note(_ message: ReceivedMessage) -> Bool {
    guard !message.payload.isEmpty, message.isRetained else { return false }
    func text(_ key: String) -> String? {
      Reply(String(decoding: message.payload, as: UTF8.self))?.text(key)
    }
    if let object = assistant?.keptObject(in: message.topic) {
      guard !objects.contains(object) else { return false }
      // Its topic may arrive later: a region that the controller may still watch keeps its object.
      if let id = text("name"), HomeAssistant.object(id) == object { keptRegions.insert(id) }
      return keptObjects.insert(object).inserted
    }
    guard message.topic.hasPrefix("\(topics.root)/region/"), let id = text("region"),
      topics.region(id) == message.topic
    else { return false }
    return regions.regions?[id] == nil && keptRegions.insert(id).inserted
  }

  /// Forgets the retained messages, since the broker may be a different one.
  mutating func forget() {
    regions.forget()
    publishedStatus = nil
    announced = nil
    objects = []
    keptRegions = []
    keptObjects = []
  }

  /// The messages that bring the broker up to date.
  mutating func messages() -> [Message] {
    var messages: [Message] = []
    if let status, status != publishedStatus {
      publishedStatus = status
      messages.append(status.message(topics, link: Version.picket))
    }
    regions.adopt(keptRegions)
    guard let known = regions.regions else { return messages }
    let ids = known.keys.sorted()
    if let assistant {
      let earlier = objects.union(keptObjects)
      if announced != ids {
        let present = Set(announced ?? [])
        messages += assistant.announcement(of: ids.filter { !present.contains($0) })
        announced = ids
        objects = Set(ids.map(HomeAssistant.object))
      }
      messages += earlier.subtracting(objects).sorted().map(assistant.removal)
      keptObjects = []
    }
    messages += regions.messages(topics, kept: keptRegions)
    keptRegions = []
    return messages
  }
}
