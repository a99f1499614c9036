import Desk

/// A row of a table: the scores of Picket and of the reference rules on some walks.
struct ScoreRow: Summable, Sendable {
  /// Picket's score.
  var picket = Score()

  /// The scores of `ReferenceRule.all`.
  var others = ReferenceRule.all.map { _ in Score() }

  /// The number of fixes whose circle of 95 % holds the true place.
  var within = 0

  /// The number of fixes whose true place is known.
  var placed = 0

  /// Adds other walks.
  mutating func add(_ other: ScoreRow) {
    picket.add(other.picket)
    for index in others.indices { others[index].add(other.others[index]) }
    within += other.within
    placed += other.placed
  }

  /// The lines of a table in Markdown.
  static func table(_ rows: [(name: String, row: ScoreRow)]) -> [String] {
    let names = ReferenceRule.all.map(\.name).joined(separator: " | ")
    return [
      "| | hours | false | missed | delay p50 / p95 | brief visits reported | truth within 95 % | "
        + names + " |",
      "|---" + String(repeating: "|---:", count: 6 + ReferenceRule.all.count) + "|",
    ] + rows.map { "| \($0.name) | \($0.row.cells.joined(separator: " | ")) |" }
  }

  /// The cells of a row: Picket's first, then for each rule false / missed / median delay.
  private var cells: [String] {
    func share(_ part: Int, _ whole: Int) -> String { whole > 0 ? "\(part) of \(whole)" : "-" }
    let delay = picket.delay(0.5).flatMap { half in
      picket.delay(0.95).map { "\(half.fixed(1)) / \($0.fixed(1)) s" }
    }
    return [
      picket.hours.fixed(1), "\(picket.spurious)", share(picket.missed, picket.required),
      delay ?? "-", share(picket.briefReported, picket.brief),
      placed > 0 ? "\((100 * Double(within) / Double(placed)).fixed(0)) %" : "-",
    ]
      + others.map { score in
        "\(score.spurious) / \(score.required > 0 ? "\(score.missed)" : "-") / "
          + (score.delay(0.5).map { "\($0.fixed(1)) s" } ?? "-")
      }
  }
}

extension Double {
  /// The number with exactly this many decimals.
  func fixed(_ decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let whole = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = String(whole % scale)
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(sign)\(whole / scale).\(zeros)\(digits)"
  }
}
