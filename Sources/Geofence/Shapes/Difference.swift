/// All points of a shape that are not in some other shapes.
///
/// The excluded shapes may be differences themselves, and so on. All of these shapes are stored in
/// one row, each once: neither the depth of the nesting nor the number of ways to a shape matters.
public struct Difference: Hashable, Sendable {
  private let row: Row
  private let place: Int

  /// The shape that has the points.
  public var base: Shape { row.parts[place].base }

  /// The shapes that take some of these points away.
  public var excluded: [Shape] { row.parts[place].excluded.map { row.shape(at: $0) } }

  /// The number of shapes in the row, including those that this difference does not need.
  var partCount: Int { row.parts.count }

  /// Creates the difference of a shape and others.
  public init(base: Shape, excluded: [Shape]) {
    var row = Row()
    let places = excluded.map { row.add($0) }
    place = Int(row.add(base, excluding: places))
    self.row = row
  }

  fileprivate init(_ row: Row, at place: Int) {
    self.row = row
    self.place = place
  }

  // MARK: Depth

  /// The least of the depth in the base and of the heights above the excluded shapes.
  ///
  /// Inside, this is the distance to the border. Outside of the base and inside an excluded shape,
  /// it is the longer of the two ways.
  func depth(at plane: TangentPlane, within limit: Double) -> Double {
    depth(within: limit) { $0.depth(at: plane, within: limit) }
  }

  /// The depth that follows from the depths in the shapes.
  ///
  /// - Parameter shape: Returns the depth in a shape; called at most once for each, however deeply
  ///   they exclude each other.
  func depth(within limit: Double, of shape: (Shape) -> Double) -> Double {
    let parts = row.parts
    var depth = shape(parts[place].base)
    if parts[place].levels == 1 {
      for index in parts[place].excluded where depth > -limit {
        depth = min(depth, -shape(parts[Int(index)].base))
      }
      return depth
    }
    guard depth > -limit else { return depth }
    let lowest = Int(parts[place].lowest)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: place - lowest + 1) { known in
      // Not a number: not known yet.
      known.initialize(repeating: .nan)
      return withUnsafeTemporaryAllocation(of: Visit.self, capacity: Int(parts[place].levels) + 1) {
        steps in
        steps.initialize(repeating: Visit(place: place, depth: depth))
        var top = 0
        while true {
          let step = steps[top]
          guard step.depth > -limit, step.next < parts[step.place].excluded.count else {
            if top == 0 { return step.depth }
            known[step.place - lowest] = step.depth
            top -= 1
            steps[top].depth = min(steps[top].depth, -step.depth)
            continue
          }
          steps[top].next += 1
          let index = Int(parts[step.place].excluded[step.next])
          if known[index - lowest].isNaN {
            top += 1
            steps[top] = Visit(place: index, depth: shape(parts[index].base))
          } else {
            steps[top].depth = min(step.depth, -known[index - lowest])
          }
        }
      }
    }
  }

  /// The depth of a part, as far as the shapes that it excludes have been visited.
  private struct Visit {
    let place: Int
    var depth: Double
    var next = 0
  }

  /// The inradius, or at least `most` if it is more than that.
  func inradius(upTo most: Double) -> Double {
    let outline = base.outline
    return Inradius.largest(around: outline, upTo: most) { depth(at: $0, within: most) }
  }

  // MARK: Comparing

  /// Whether the shapes are the same, whatever their places in their rows are.
  public static func == (left: Difference, right: Difference) -> Bool {
    var open = [Pair(left: Int32(left.place), right: Int32(right.place))]
    var seen: Set<Pair> = []
    while let pair = open.popLast() {
      let (one, other) = (left.row.parts[Int(pair.left)], right.row.parts[Int(pair.right)])
      guard one.base == other.base, one.excluded.count == other.excluded.count else { return false }
      for (left, right) in zip(one.excluded, other.excluded) {
        let next = Pair(left: left, right: right)
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return true
  }

  /// Hashes the shape that has the points, and the number of shapes that take some away.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(row.parts[place].excluded.count)
  }

  private struct Pair: Hashable {
    let left: Int32
    let right: Int32
  }

  // MARK: The row

  /// Shapes in a row, each after those that it excludes.
  struct Row: Sendable {
    /// A shape, and the places of those that take points away from it.
    struct CutShape: Sendable {
      let base: Shape
      let excluded: [Int32]
      /// The number of shapes on the longest way through excluded shapes.
      let levels: Int32
      /// The first place of all shapes on such ways.
      let lowest: Int32
    }

    private(set) var parts: [CutShape] = []

    /// The difference in a place of the row.
    func shape(at place: Int32) -> Shape {
      let part = parts[Int(place)]
      return part.excluded.isEmpty ? part.base : .difference(Difference(self, at: Int(place)))
    }

    /// Adds a shape without the areas in some places; returns its own place.
    mutating func add(_ base: Shape, excluding places: [Int32]) -> Int32 {
      let place = Int32(parts.count)
      var (levels, lowest) = (Int32(0), place)
      for excluded in places {
        levels = max(levels, parts[Int(excluded)].levels + 1)
        lowest = min(lowest, parts[Int(excluded)].lowest)
      }
      parts.append(CutShape(base: base, excluded: places, levels: levels, lowest: lowest))
      return place
    }

    /// Adds a shape with all that it excludes.
    fileprivate mutating func add(_ shape: Shape) -> Int32 {
      guard case .difference(let difference) = shape else { return add(shape, excluding: []) }
      let other = difference.row.parts
      var open = [difference.place]
      var found = Set(open)
      while let place = open.popLast() {
        for index in other[place].excluded where found.insert(Int(index)).inserted {
          open.append(Int(index))
        }
      }
      var places: [Int32: Int32] = [:]
      for place in found.sorted() {
        let excluded = other[place].excluded.compactMap { places[$0] }
        places[Int32(place)] = add(other[place].base, excluding: excluded)
      }
      return Int32(parts.count - 1)
    }
  }
}
