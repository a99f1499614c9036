import Foundation
@testable import Reports
import Testing

struct PaletteTests {
  /// The effect of each kind of colour blindness on a linear colour.
  ///
  /// G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based Model for
  /// Simulation of Color Vision Deficiency" (2009), severity 1.
  static let eyes: [(name: String, matrix: [[Double]])] = [
    ("all cones", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    ),
    (
      "deuteranopia",
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    ),
    (
      "tritanopia",
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    ),
    ("grey", [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]]),
  ]

  @Test func textIsReadableOnPageAndCards() {
    for (background, theme) in [
      (Palette.page, \Palette.Ink.light), (Palette.page, \.dark),
      (Palette.card, \.light), (Palette.card, \.dark),
    ] {
      for ink in [Palette.text, Palette.faint, Palette.wrong, Palette.region, Palette.other] {
        let contrast = contrast(ink[keyPath: theme], background[keyPath: theme])
        #expect(contrast >= 4.5, "\(ink.name) on \(background[keyPath: theme]): \(contrast)")
      }
      for ink in Palette.trackStates.values {
        let contrast = contrast(ink[keyPath: theme], background[keyPath: theme])
        #expect(contrast >= 3, "\(ink.name) on \(background[keyPath: theme]): \(contrast)")
      }
    }
  }

  @Test func accuraciesGrowLighterForEveryEye() {
    for eye in Self.eyes {
      for theme in [\Palette.Ink.light, \.dark] {
        let lights = Palette.accuracy.map { lightness(seen($0[keyPath: theme], by: eye.matrix)) }
        let ordered = theme == \.light ? lights : lights.reversed()
        for (better, worse) in zip(ordered, ordered.dropFirst()) {
          #expect(worse - better >= 8, "\(eye.name): \(lights)")
        }
      }
    }
  }

  @Test func insideAndPendingDifferForEveryEye() throws {
    let inside = try #require(Palette.trackStates[.inside])
    let pending = try #require(Palette.trackStates[.pending])
    for eye in Self.eyes {
      for theme in [\Palette.Ink.light, \.dark] {
        let (left, right) = (
          seen(inside[keyPath: theme], by: eye.matrix),
          seen(pending[keyPath: theme], by: eye.matrix)
        )
        #expect(abs(lightness(left) - lightness(right)) >= 5 || eye.name != "grey", "\(eye.name)")
      }
    }
  }

  // MARK: Colours

  private func linear(_ hex: String) -> [Double] {
    let digits = Array(hex.dropFirst())
    return stride(from: 0, to: 6, by: 2).map { place in
      let value = Double(Int(String(digits[place...place + 1]), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  private func seen(_ hex: String, by matrix: [[Double]]) -> [Double] {
    let color = linear(hex)
    return matrix.map { row in max(0, min(1, zip(row, color).reduce(0) { $0 + $1.0 * $1.1 })) }
  }

  private func luminance(_ color: [Double]) -> Double {
    0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
  }

  /// The L* of CIELAB.
  private func lightness(_ color: [Double]) -> Double {
    116 * cbrt(max(luminance(color), 0.008856)) - 16
  }

  /// The contrast ratio of WCAG 2.
  private func contrast(_ left: String, _ right: String) -> Double {
    let values = [luminance(linear(left)), luminance(linear(right))].sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }
}
