/// Lengths of time in seconds as text.
extension Double {
  /// The seconds with their unit: 2.4 s.
  package func secondsText(decimals: Int = 1) -> String { "\(text(decimals: decimals)) s" }

  /// A length of time in figures: 2.4 s, 1:02 min, 2:15:09 h.
  package var spanText: String {
    self < 60 ? secondsText() : "\(clockText) \(rounded() < 3600 ? "min" : "h")"
  }

  /// A short length of time, always with its tenths: 2.0 s.
  package var delayText: String {
    let text = spanText
    return text.hasSuffix(" s") && !text.contains(".") ? "\(text.dropLast(2)).0 s" : text
  }

  /// Minutes and seconds, with the hours if there are any: 2:33, 1:02:33.
  package var clockText: String {
    let seconds = Int(rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds < 3600
      ? "\(seconds / 60):\(two(seconds % 60))"
      : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// A length of time in words: 45 s, 12 min 5 s, 3 h 20 min, 2 d 0 h 5 min.
  package var elapsedText: String {
    let seconds = Int(Swift.max(0, Swift.min(self, 1e9)).rounded())
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 {
      return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
    }
    let days = seconds / 86_400
    let rest = "\(seconds / 3600 % 24) h \(seconds / 60 % 60) min"
    return days == 0 ? rest : "\(days) d \(rest)"
  }
}
