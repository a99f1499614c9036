package import Base
import Glibc
internal import RegionFiles

/// The folder that holds the walks.
package enum WalkDirectory {
  /// The names of the walks, first the automatic ones in their order.
  ///
  /// - Throws: `SystemError` when the folder cannot be read; a missing one is empty.
  package static func names(in directory: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      let names = try Directory.names(in: directory)
      let own = names.compactMap { name in WalkName.number(of: name).map { (name, $0) } }
        .sorted { $0.1 < $1.1 }.map(\.0)
      return own + names.filter { WalkName.number(of: $0) == nil }
    } catch {
      guard error.code == ENOENT else { throw error }
      return []
    }
  }

  /// The number of the next automatic walk.
  static func nextNumber(in directory: String) -> Int {
    let names = (try? names(in: directory)) ?? []
    return (names.compactMap(WalkName.number).max() ?? 0) + 1
  }

  /// Removes the oldest automatic walks until there is room for another one.
  ///
  /// - Parameter size: The most bytes of all automatic walks together.
  static func removeOldest(in directory: String, keeping size: Int) {
    let numbers = ((try? names(in: directory)) ?? []).compactMap(WalkName.number).sorted()
    let folders = numbers.map { WalkFolder(path: "\(directory)/\(WalkName(number: $0).text)") }
    var total = folders.reduce(0) { $0 + $1.size }
    for folder in folders where total > size - size / WalkKeeper.pieces {
      total -= folder.size
      folder.remove()
    }
  }
}
