/// The last so many of what was added, each known by its place among all that ever was.
struct Recent<Element: Sendable>: Sendable {
  /// How many are kept.
  let capacity: Int

  /// The place of the one that is added next.
  private(set) var end = 0

  private var elements: [Element] = []

  /// Creates one without elements.
  init(capacity: Int) {
    self.capacity = capacity
    // What is not used yet takes no memory; growing would leave holes behind.
    elements.reserveCapacity(capacity)
  }

  /// The place of the oldest that is kept.
  var start: Int { end - elements.count }

  /// The places of all that are kept, the oldest first.
  var places: Range<Int> { start..<end }

  /// The newest.
  var last: Element? { end > start ? self[end - 1] : nil }

  /// The element at a place that is kept.
  subscript(place: Int) -> Element {
    get { elements[place % capacity] }
    set { elements[place % capacity] = newValue }
  }

  /// Adds an element in place of the oldest if there is no room.
  mutating func append(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
    } else {
      elements[end % capacity] = element
    }
    end += 1
  }
}
