internal import Base
internal import Board
internal import Geofence
import Glibc
internal import Picket
package import Records
internal import RegionFiles

extension WatchView {
  /// The greatest width of a name, and half the width of the longest and the shortest bar.
  private static let longestName = 20
  private static let longestBar = 15
  private static let shortestBar = 3

  /// Puts parts on as few lines as possible; a part that is wider than a line is wrapped.
  static func fit(_ parts: [String], width: Int) -> [String] {
    let parts = parts.filter { !$0.isEmpty }
    let whole = parts.joined(separator: "   ")
    return whole.count <= width ? [whole] : parts.flatMap { wrapped($0, width: width) }
  }

  /// A text in lines that break at spaces if possible, indented from the second line on.
  static func wrapped(_ text: String, width: Int, indent: Int = 0) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var line = ""
    func space(_ count: Int) -> String { String(repeating: " ", count: min(count, width - 1)) }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      var word = line.isEmpty ? String(word) : " \(word)"
      if line.count + word.count > width, !line.isEmpty {
        lines.append(line)
        line = ""
        word = space(indent) + word.dropFirst()
      }
      line += word
      while line.count > width {
        lines.append(String(line.prefix(width)))
        line = space(indent) + line.dropFirst(width)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// A row for each region, and another row for a pending crossing that does not fit into it.
  package func rows(_ regions: [RegionAnswer], width: Int) -> [String] {
    let distances = regions.map { $0.depth.map(speech.distance) ?? "" }
    let longest = distances.map(\.count).max() ?? 0
    let names = regions.map { $0.name }
    var name = min(names.map(\.count).max() ?? 0, Self.longestName)
    // The lamp, three gaps and the middle of the bar.
    let rest = width - longest - 7
    name = max(min(name, 8), min(name, rest - 2 * Self.shortestBar))
    let half = min(Self.longestBar, (rest - name) / 2)
    return zip(zip(regions, names), distances).flatMap { region, distance in
      let lamp = region.0.state.flatMap { Self.lamps[$0] } ?? "○"
      var row = "\(lamp) \(Self.shortened(region.1, to: name))"
      guard let depth = region.0.depth else { return [row] }
      row += half < Self.shortestBar ? "" : "  \(Self.bar(depth, half: half))"
      row += "  \(distance)"
      guard let crossing = region.0.pending else { return Self.wrapped(row, width: width) }
      let missing = speech.missing(region.0)
      let question = crossing == .enter ? speech.say("enter?") : speech.say("exit?")
      let pending = "\(question)\(missing.isEmpty ? "" : " \(missing)")"
      return row.count + 2 + pending.count <= width
        ? ["\(row)  \(pending)"]
        : Self.wrapped(row, width: width)
          + Self.wrapped("    \(pending)", width: width, indent: 4)
    }
  }

  private static let lamps: [RegionState: String] = [.inside: "●", .unsure: "◐"]

  private static func shortened(_ name: String, to width: Int) -> String {
    name.count > width
      ? "\(name.prefix(max(0, width - 1)))…"
      : name + String(repeating: " ", count: width - name.count)
  }

  /// A bar with the border in the middle: outside is left, inside right.
  ///
  /// The scale is logarithmic, since the last metres matter most; the ends are at 200 m.
  package static func bar(_ depth: Double, half: Int = 15) -> String {
    let share = min(1, log(1 + abs(depth)) / log(201))
    let place = half + Int((share * Double(half)).rounded()) * (depth < 0 ? -1 : 1)
    return String((0...2 * half).map { $0 == place ? "◆" : $0 == half ? "│" : "─" })
  }
}
