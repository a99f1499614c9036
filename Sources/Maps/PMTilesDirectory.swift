/// A directory of PMTiles: the places of tiles, or of further directories.
struct PMTilesDirectory {
  /// The entry for tiles with consecutive numbers, or for a directory.
  struct Entry {
    let first: UInt64
    var run: UInt64 = 0
    var part = PMTilesHeader.Part(offset: 0, count: 0)
  }

  private let entries: [Entry]

  /// The most entries: a map of the whole earth has directories with some 20,000.
  static let mostEntries = 1 << 17

  /// Reads a directory: all first numbers, then all runs, then all lengths, then all offsets.
  init(_ bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes[...])
    let count = try reader.varint()
    // An entry has four numbers of a byte or more.
    guard count <= UInt64(Self.mostEntries), count <= UInt64(reader.count / 4) else {
      throw ByteReader.Damaged()
    }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    var number: UInt64 = 0
    for index in 0..<Int(count) {
      let step = try reader.varint()
      let (next, isOver) = number.addingReportingOverflow(step)
      guard !isOver, index == 0 || step > 0 else { throw ByteReader.Damaged() }
      number = next
      entries.append(Entry(first: number))
    }
    for index in entries.indices { entries[index].run = try reader.varint() }
    let lengths = try Self.varints(&reader, entries.count)
    var end: UInt64 = 0
    for index in entries.indices {
      let stored = try reader.varint()
      guard stored > 0 || index > 0 else { throw ByteReader.Damaged() }
      // Zero: directly after the previous part.
      let offset = stored == 0 ? end : stored - 1
      let (next, isOver) = offset.addingReportingOverflow(lengths[index])
      guard !isOver else { throw ByteReader.Damaged() }
      end = next
      entries[index].part = PMTilesHeader.Part(offset: offset, count: lengths[index])
    }
    self.entries = entries
  }

  private static func varints(
    _ reader: inout ByteReader, _ count: Int
  ) throws(ByteReader.Damaged) -> [UInt64] {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try reader.varint()) }
    return numbers
  }

  /// The entry of the directory for a tile.
  enum Finding {
    case tile(PMTilesHeader.Part)
    case directory(PMTilesHeader.Part)
  }

  /// The place of a tile, or of the directory with its place; `nil` when the map has none.
  func find(_ number: UInt64) -> Finding? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].first <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    if entry.run == 0 { return .directory(entry.part) }
    return number - entry.first < entry.run ? .tile(entry.part) : nil
  }
}
