internal import Geofence
internal import Notation
internal import Outputs
internal import Picket
internal import RegionFiles

extension Trial {
  /// The titles of `row`.
  static let titles = [
    "cushion", "linger", "false", "missed", "delay p50", "p95", "events", "flaps", "",
  ]

  /// The trial as a row of a table.
  package func row(isBest: Bool, isPresent: Bool) -> [String] {
    func seconds(_ value: Double?) -> String { value.map { $0.secondsText() } ?? "-" }
    let known =
      scored == 0
      ? ["-", "-", "-", "-"]
      : [
        "\(score.spurious)", "\(score.missed) of \(score.required)", seconds(score.delay(0.5)),
        seconds(score.delay(0.95)),
      ]
    let notes = [isBest ? "best" : nil, isPresent ? "present" : nil].compactMap { $0 }
    return [
      "\(setting.cushion.plain) m", "\(setting.linger.inSeconds.plain) s",
    ] + known + ["\(events)", "\(flaps)", notes.joined(separator: ", ")]
  }

  /// The trial as one line of JSON.
  package func json(isBest: Bool, isPresent: Bool) -> String {
    var line = JSONLine()
    // Readers of older releases expect the rule, and brief visits, of which marks say nothing.
    line.add("rule", "evidence")
    line.add("cushion", setting.cushion, decimals: 3)
    line.add("linger", setting.linger.inSeconds, decimals: 3)
    line.add("sense", setting.sense?.rawValue)
    if scored > 0 {
      line.add("false", score.spurious)
      line.add("missed", score.missed)
      line.add("required", score.required)
      line.add("p50", score.delay(0.5), decimals: 3)
      line.add("p95", score.delay(0.95), decimals: 3)
      line.add("brief", 0)
      line.add("brief_told", 0)
    }
    line.add("events", events)
    line.add("flaps", flaps)
    if isBest { line.add("best", true) }
    if isPresent { line.add("present", true) }
    return line.text
  }
}

extension Tuning {
  /// The only line if all settings give the same events and it is not known which are right.
  private func unmarked(present: Setting) -> String? {
    guard let first = trials.first, trials.count > 1,
      trials.allSatisfy({ $0.scored == 0 && ($0.events, $0.flaps) == (first.events, first.flaps) })
    else { return nil }
    return """
      all \(trials.count) settings give the same \(first.events.counted("event")), and it is not \
      known \(first.events == 1 ? "whether it is" : "which are") right: mark each passage of a \
      border (picket mark, or a long press)
      """
  }

  /// The trials as a table, and the best as lines for the configuration.
  ///
  /// - Parameter seconds: The time that the replays took.
  package func lines(present: Setting, seconds: Double) -> [String] {
    if let line = unmarked(present: present) { return [line] }
    let best = best?.setting
    let rows = trials.map { $0.row(isBest: $0.setting == best, isPresent: $0.setting == present) }
    var lines = Table.lines(of: [Trial.titles] + rows)
    lines += [
      "",
      "\(trials.count.counted("setting")) \(walked): "
        + "\((trials.count * walks).counted("replay")) in \(seconds.secondsText(decimals: 2))",
    ]
    if trials.allSatisfy({ $0.scored == 0 }) {
      lines.append(
        "it is not known which events are right, so fewer flaps count as better: mark each passage "
          + "of a border")
    }
    guard let best, best != present else {
      return lines + ["nothing is better than the present setting"]
    }
    return lines + [
      "the best, for the configuration:", "", "[regions]", "cushion = \(best.cushion.plain)",
      "linger = \(best.linger.inSeconds.plain)",
    ]
  }
}
