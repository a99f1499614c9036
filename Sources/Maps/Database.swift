internal import CSQLite
internal import Notation

/// A database of SQLite that is only read.
///
/// No program may write to it meanwhile: it is not locked, so that it may be on a read-only card.
final class Database {
  private let handle: OpaquePointer
  private let path: String

  /// A row: its first two columns.
  struct Row {
    let first: [UInt8]
    let second: [UInt8]
  }

  /// Opens a database; the corresponding C function is `sqlite3_open_v2`.
  init(path: String, longestValue: Int) throws(Problem) {
    self.path = path
    guard let handle = picket_sqlite_open(Self.address(of: path), Int32(longestValue)) else {
      throw Problem(
        file: path, wrong: "MBTiles need libsqlite3.so.0, which is missing",
        remedy: "apt install libsqlite3-0")
    }
    self.handle = handle
  }

  deinit {
    picket_sqlite_close(handle)
  }

  /// The first rows of a query; the corresponding C function is `sqlite3_step`.
  func rows(_ query: String, _ numbers: [Int] = [], most: Int) throws(Problem) -> [Row] {
    var rows: [Row] = []
    let isDone = withUnsafeMutablePointer(to: &rows) { rows in
      picket_sqlite_query(
        handle, query, numbers.map(Int64.init), Int32(numbers.count), Int32(most),
        { rows, first, firstCount, second, secondCount in
          func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
            Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
          }
          rows?.assumingMemoryBound(to: [Row].self).pointee.append(
            Row(first: bytes(first, firstCount), second: bytes(second, secondCount)))
        }, UnsafeMutableRawPointer(rows))
    }
    guard isDone else {
      let reason = String(cString: picket_sqlite_reason(handle))
      throw TileFailure.damaged(path, "SQLite reports \(reason.quoted)")
    }
    return rows
  }

  /// The path as a URI with options for SQLite: characters with a meaning in a URI are escaped.
  private static func address(of path: String) -> String {
    // With an authority, which is empty, a path may begin with two slashes.
    var address = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0x80...:
        address += "%\(String(byte, radix: 16))"
      default: address.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return "\(address)?mode=ro&immutable=1"
  }
}
