@testable import Board
import Geofence
import Testing

/// Contacts that bounce, on a line whose owner is often late.
extension ButtonTests {
  @Test(arguments: 1...200)
  func bouncingPressesAreCountedOnce(_ seed: Int) {
    var chance = SeededGenerator(seed: UInt64(seed))
    var contact = Contact()
    var expected: [Button.Length] = []
    for _ in 0..<20 {
      let (length, range): (Button.Length, ClosedRange<Int>) =
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: (.short, 90_000...900_000)
        case 1: (.long, 1_100_000...3_800_000)
        default: (.veryLong, 4_100_000...6_000_000)
        }
      expected.append(length)
      contact.wait(Int.random(in: 90_000...800_000, using: &chance))
      contact.turn(for: Int.random(in: range, using: &chance), &chance)
      contact.turn(for: 0, &chance)
    }
    var owner = Owner(contact, seed: seed)
    let presses = owner.run()
    #expect(presses.map(\.length) == expected)
    for (press, start) in zip(presses, contact.presses) {
      let late = Contact.instant(start).duration(to: press.start)
      #expect(.zero <= late && late <= .microseconds(Contact.longest))
    }
  }

  @Test(arguments: [0, 20])
  func lateEdgeCountsAtVeryLongDeadline(_ debounce: Int) {
    var button = Self.button(debounce: debounce)
    var presses = button.edge(isPressed: true, at: at(0))
    presses += button.deadlineReached(at: at(debounce), isPressed: true)
    // The button was released just now: the level is read before the edge.
    presses += button.deadlineReached(at: at(4000), isPressed: false)
    #expect(presses.isEmpty)
    presses += button.edge(isPressed: false, at: at(3999))
    presses += button.deadlineReached(at: at(4100), isPressed: false)
    #expect(presses == [Button.Press(length: .long, start: at(0))])
    #expect(button.deadline == nil)
  }

  @Test func lateEdgeCountsOnASteadyLine() {
    var button = Self.button(debounce: 20)
    var presses = button.edge(isPressed: true, at: at(0))
    presses += button.deadlineReached(at: at(90), isPressed: false)
    presses += button.edge(isPressed: false, at: at(89))
    presses += button.deadlineReached(at: at(200), isPressed: false)
    #expect(presses == [Button.Press(length: .short, start: at(0))])
  }

  @Test func levelCountsWithoutItsEdge() {
    var button = Self.button(debounce: 20)
    _ = button.edge(isPressed: false, at: at(0))
    for time in [30, 60] { _ = button.deadlineReached(at: at(time), isPressed: true) }
    #expect(button.deadline == at(4030))
    #expect(button.deadlineReached(at: at(4030), isPressed: true).map(\.length) == [.veryLong])
  }

  @Test func pressIsRecognisedWithoutItsEdges() {
    var button = Self.button(debounce: 20)
    for time in 0..<16 { _ = button.edge(isPressed: !time.isMultiple(of: 2), at: at(time)) }
    button.edgesLost(at: at(25), isPressed: true)
    // Nothing was read until the button was released.
    var presses = button.edge(isPressed: false, at: at(400))
    presses += button.deadlineReached(at: at(420), isPressed: false)
    #expect(presses == [Button.Press(length: .short, start: at(0))])
  }

  private static func button(debounce: Int) -> Button {
    var settings = ButtonSettings(line: .name("GPIO4"))
    settings.long = .seconds(1)
    settings.veryLong = .seconds(4)
    return Button(settings, debounce: .milliseconds(debounce), isPressed: false)
  }
}

private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

/// A contact and its edges, in microseconds.
private struct Contact {
  typealias Edge = (time: Int, isPressed: Bool)

  private(set) var edges: [Edge] = []
  /// The times of the presses.
  private(set) var presses: [Int] = []
  private var now = 1_000_000
  private var isPressed = false

  /// The longest burst of bounces.
  static let longest = 30_000

  static func instant(_ microseconds: Int) -> Instant { Instant(.microseconds(microseconds)) }

  mutating func wait(_ microseconds: Int) { now += microseconds }

  /// Presses or releases the button, with 2 to 50 bounces.
  mutating func turn(for microseconds: Int, _ chance: inout SeededGenerator) {
    isPressed.toggle()
    if isPressed { presses.append(now) }
    let bounces = 2 * Int.random(in: 1...25, using: &chance)
    var times: Set<Int> = [0]
    while times.count <= bounces {
      times.insert(Int.random(in: 1...Self.longest, using: &chance))
    }
    for (index, time) in times.sorted().enumerated() {
      edges.append((now + time, isPressed == index.isMultiple(of: 2)))
    }
    now += microseconds
  }
}

/// Acts like `ButtonLine` on a line that the kernel does not debounce.
private struct Owner {
  private let contact: Contact
  private var button = Button(
    ButtonSettings(line: .name("GPIO4")), debounce: .milliseconds(20), isPressed: false)
  private var chance: SeededGenerator
  private var presses: [Button.Press] = []
  private var next = 0
  private var kept: [Contact.Edge] = []
  private var isPaused = false
  private var now = 0

  /// The number of edges that the kernel keeps; further edges are lost.
  private static let capacity = 16

  init(_ contact: Contact, seed: Int) {
    self.contact = contact
    chance = SeededGenerator(seed: UInt64(seed))
  }

  /// Handles all edges and deadlines, each of them late, as while signals play.
  mutating func run() -> [Button.Press] {
    while next < contact.edges.count || !kept.isEmpty || button.deadline != nil {
      let due = button.deadline.map { Int(($0.offset / .microseconds(1)).rounded(.up)) } ?? .max
      let edge = !kept.isEmpty ? now : next < contact.edges.count ? contact.edges[next].time : .max
      let isEdge = !isPaused && edge <= due
      pass(until: (isEdge ? edge : due) + Int.random(in: 0...15_000, using: &chance))
      if isEdge {
        if read() > 0 { isPaused = true }
      } else {
        reachDeadline()
      }
    }
    return presses
  }

  private mutating func pass(until time: Int) {
    now = max(now, time)
    // An interrupt is delayed, and the level of its edge is read only then.
    let latency = Int.random(in: 0...300, using: &chance)
    while next < contact.edges.count, contact.edges[next].time <= now - latency {
      let edge = contact.edges[next]
      next += 1
      guard kept.count < Self.capacity else { continue }
      kept.append((edge.time, level(at: edge.time + Int.random(in: 0...80, using: &chance))))
    }
  }

  private func level(at time: Int) -> Bool {
    var (low, high) = (0, contact.edges.count)
    while low < high {
      let middle = (low + high) / 2
      if contact.edges[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 && contact.edges[low - 1].isPressed
  }

  private mutating func read() -> Int {
    let edges = kept
    kept = []
    for edge in edges {
      presses += button.edge(isPressed: edge.isPressed, at: Contact.instant(edge.time))
    }
    if edges.count == Self.capacity {
      button.edgesLost(at: Contact.instant(now), isPressed: level(at: now))
    }
    return edges.count
  }

  private mutating func reachDeadline() {
    _ = read()
    guard let deadline = button.deadline, deadline <= Contact.instant(now) else { return }
    presses += button.deadlineReached(at: Contact.instant(now), isPressed: level(at: now))
    isPaused = false
  }
}
