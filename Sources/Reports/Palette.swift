internal import Notation
internal import Picket

/// The colours of a report, chosen so that they differ in lightness too.
///
/// Shapes, dashes, widths and words carry the same meaning, so that no colour is needed.
enum Palette {
  /// A colour for a light and for a dark page.
  struct Ink: Hashable, Sendable {
    /// The name of the property in the style sheet.
    let name: String
    let light: String
    let dark: String
  }

  /// The page and its text.
  static let page = Ink(name: "page", light: "#ffffff", dark: "#14171a")
  static let card = Ink(name: "card", light: "#f6f6f3", dark: "#1d2125")
  static let text = Ink(name: "text", light: "#1c2124", dark: "#eceeef")
  static let faint = Ink(name: "faint", light: "#5a6369", dark: "#a7b0b6")
  static let rule = Ink(name: "rule", light: "#d8dad6", dark: "#3a4046")

  /// The accuracy of the track, the best first: from dark to light, after Cividis.
  static let accuracy = [
    Ink(name: "a0", light: "#00285c", dark: "#ffe75a"),
    Ink(name: "a1", light: "#3f5079", dark: "#cdbd6c"),
    Ink(name: "a2", light: "#757678", dark: "#9d9a78"),
    Ink(name: "a3", light: "#b3a35f", dark: "#72757a"),
    Ink(name: "a4", light: "#f0d43c", dark: "#43517a"),
  ]

  /// The upper limits of the accuracy inks, in metres of standard deviation.
  static let accuracySteps = [2.5, 5, 10, 20]

  /// The state of the carrier on the track.
  static let trackStates: [Moment.TrackState: Ink] = [
    .outside: Ink(name: "outside", light: "#6b747b", dark: "#98a2a9"),
    .inside: Ink(name: "inside", light: "#00417f", dark: "#8cc8ff"),
    .pending: Ink(name: "pending", light: "#b34700", dark: "#ff9d4d"),
    .unknown: Ink(name: "unknown", light: "#8a8f93", dark: "#7c858b"),
  ]

  /// A comparison: another walk, or the same by another rule.
  static let other = Ink(name: "other", light: "#7b2d8b", dark: "#e3a8f2")

  /// A region's border, and rejected fixes.
  static let region = Ink(name: "region", light: "#00674b", dark: "#4cc9a0")
  static let wrong = Ink(name: "wrong", light: "#a1002f", dark: "#ff8fa3")

  /// All colours.
  static var inks: [Ink] {
    [page, card, text, faint, rule, other, region, wrong] + accuracy
      + Moment.TrackState.allCases.compactMap { trackStates[$0] }
  }

  /// The colours as properties of a style sheet.
  static var css: String {
    func list(_ value: KeyPath<Ink, String>) -> String {
      inks.map { "--\($0.name):\($0[keyPath: value])" }.joined(separator: ";")
    }
    return """
      :root{color-scheme:light dark;\(list(\.light))}
      @media screen and (prefers-color-scheme:dark){:root{\(list(\.dark))}}
      """
  }
}
