internal import Notation

/// A value over time, in so many columns at most however long it lasts.
///
/// Each column holds the least and the greatest of its values. When time runs
/// beyond the last, the columns become twice as wide.
struct Profile: Sendable {
  /// The values of one stretch of time.
  struct Column: Hashable, Sendable {
    /// When the first of them was, in seconds.
    var offset: Double
    var least: Double
    var greatest: Double
    /// Whether the last one came after the least: so a line through both goes the right way.
    var rises: Bool
    /// Whether it is not joined to the column before it.
    var isLifted: Bool
  }

  /// The columns that hold a value, in order of time.
  private(set) var columns: [Column] = []

  /// Whether nothing was noted.
  var isEmpty: Bool { columns.isEmpty }

  private var width = 0.1
  private var places: [Int] = []
  private var start: Double?
  private var isLifted = true

  /// How many columns there are at most.
  static let most = 4000

  /// Adds a value; values come in order of time.
  mutating func note(_ value: Double, at offset: Double) {
    let start = start ?? offset
    self.start = start
    // A clock that stands still or goes back has no place of its own.
    var place = max(places.last ?? 0, Self.place(offset - start, width))
    while place >= Self.most {
      halve()
      place = max(places.last ?? 0, Self.place(offset - start, width))
    }
    let column = Column(
      offset: offset, least: value, greatest: value, rises: true, isLifted: isLifted)
    if let last = places.last, last == place, !isLifted {
      columns[columns.count - 1].take(column)
    } else {
      columns.append(column)
      places.append(place)
    }
    isLifted = false
  }

  /// The next value is not joined to the last one.
  mutating func lift() { isLifted = true }

  /// The same in fewer columns.
  func coarser(than count: Int) -> [Column] {
    var coarse = self
    while coarse.columns.count > max(2, count), coarse.halve() {}
    return coarse.columns
  }

  private static func place(_ passed: Double, _ width: Double) -> Int {
    // Far more than any walk lasts, and no number of columns that cannot be counted.
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
        merged[merged.count - 1].take(column)
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
  /// Takes the column in that comes after it.
  fileprivate mutating func take(_ next: Self) {
    rises = next.greatest > greatest || (next.least >= least && rises)
    least = min(least, next.least)
    greatest = max(greatest, next.greatest)
  }
}
