internal import Base

/// A value over any length of time, in a limited number of columns.
///
/// Each column holds the least and the greatest of its values. When the values
/// reach beyond the last column, all columns become twice as wide.
struct Profile: Sendable {
  /// The values of one stretch of time.
  struct Column: Hashable, Sendable {
    /// The time of the first value, in seconds.
    var offset: Double
    var least: Double
    var greatest: Double
    /// Whether the least value came before the greatest: the direction of a line through both.
    var rises: Bool
    /// Whether the line breaks before this column.
    var isLifted: Bool
  }

  /// The columns that hold a value, in order of time.
  private(set) var columns: [Column] = []

  /// Whether there are no values.
  var isEmpty: Bool { columns.isEmpty }

  private var width = 0.1
  private var places: [Int] = []
  private var start: Double?
  private var isLifted = true

  /// The maximum number of columns.
  static let most = 4000

  /// Adds a value; values are added in order of time.
  mutating func note(_ value: Double, at offset: Double) {
    let start = start ?? offset
    self.start = start
    // When the clock stops or is set back, the value joins the last column.
    var place = max(places.last ?? 0, Self.place(offset - start, width))
    while place >= Self.most {
      halve()
      place = max(places.last ?? 0, Self.place(offset - start, width))
    }
    let column = Column(
      offset: offset, least: value, greatest: value, rises: true, isLifted: isLifted)
    if let last = places.last, last == place, !isLifted {
      columns[columns.count - 1].merge(column)
    } else {
      columns.append(column)
      places.append(place)
    }
    isLifted = false
  }

  /// Breaks the line: the next value is not joined to the last one.
  mutating func lift() { isLifted = true }

  /// The same values in fewer columns.
  func coarser(than count: Int) -> [Column] {
    var coarse = self
    while coarse.columns.count > max(2, count), coarse.halve() {}
    return coarse.columns
  }

  private static func place(_ passed: Double, _ width: Double) -> Int {
    // The limit is far beyond the length of a walk, and keeps the number in the range of Int.
    Int(min(max(0, passed / width), 1e12))
  }

  @discardableResult
  private mutating func halve() -> Bool {
    let before = columns.count
    width *= 2
    var merged: [Column] = []
    var at: [Int] = []
    for (column, place) in zip(columns, places) {
      if at.last == place / 2, !column.isLifted {
        merged[merged.count - 1].merge(column)
      } else {
        merged.append(column)
        at.append(place / 2)
      }
    }
    (columns, places) = (merged, at)
    return columns.count < before || places.last ?? 0 > 1
  }
}

extension Profile.Column {
  /// Merges the next column into this one.
  fileprivate mutating func merge(_ next: Self) {
    rises = next.greatest > greatest || (next.least >= least && rises)
    least = min(least, next.least)
    greatest = max(greatest, next.greatest)
  }
}
