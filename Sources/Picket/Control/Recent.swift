internal import Base

/// The last elements that were added, each found by its place among all that were ever added.
package struct Recent<Element: Sendable>: Sendable {
  /// The most elements that are kept.
  package let capacity: Int

  /// The place of the element that is added next.
  package private(set) var end = 0

  private var elements: [Element] = []

  /// Creates an empty collection.
  package init(capacity: Int) {
    self.capacity = capacity
    // Unused pages take no memory; growing would leave holes in the heap.
    elements.reserveCapacity(capacity)
  }

  /// The place of the oldest element that is kept.
  package var start: Int { end - elements.count }

  /// The places of all elements that are kept, the oldest first.
  package var places: Range<Int> { start..<end }

  /// The newest element.
  package var last: Element? { end > start ? self[end - 1] : nil }

  /// The element at a place that is kept.
  package subscript(place: Int) -> Element {
    get { elements[place % capacity] }
    set { elements[place % capacity] = newValue }
  }

  /// Adds an element, in place of the oldest when there is no room.
  package mutating func append(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
    } else {
      elements[end % capacity] = element
    }
    end += 1
  }
}
