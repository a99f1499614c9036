internal import Notation

/// The last so many of what was added, each known by its place among all that ever was.
package struct Recent<Element: Sendable>: Sendable {
  /// How many are kept.
  package let capacity: Int

  /// The place of the one that is added next.
  package private(set) var end = 0

  private var elements: [Element] = []

  /// Creates one without elements.
  package init(capacity: Int) {
    self.capacity = capacity
    // What is not used yet takes no memory; growing would leave holes behind.
    elements.reserveCapacity(capacity)
  }

  /// The place of the oldest that is kept.
  package var start: Int { end - elements.count }

  /// The places of all that are kept, the oldest first.
  package var places: Range<Int> { start..<end }

  /// The newest.
  package var last: Element? { end > start ? self[end - 1] : nil }

  /// The element at a place that is kept.
  package subscript(place: Int) -> Element {
    get { elements[place % capacity] }
    set { elements[place % capacity] = newValue }
  }

  /// Adds an element in place of the oldest if there is no room.
  package mutating func append(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
    } else {
      elements[end % capacity] = element
    }
    end += 1
  }
}
