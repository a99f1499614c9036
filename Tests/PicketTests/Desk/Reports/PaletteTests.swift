@testable import Desk
import Foundation
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

  /// The colours of a light and of a dark page, by their names.
  private static let themes: [[String: String]] = {
    let path = Recording.root.appendingPathComponent("Sources/Desk/Reports/Style/colours.css")
    let css = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return css.components(separatedBy: "@media").map { part in
      Dictionary(
        part.matches(of: /--(\w+): (#\w+)/).map { (String($0.output.1), String($0.output.2)) }
      ) { first, _ in first }
    }
  }()

  @Test func textIsReadableOnPageAndCards() throws {
    #expect(Self.themes.map(\.count) == [17, 17])
    for theme in Self.themes {
      let inks =
        ["text", "faint", "wrong", "region", "other"].map { ($0, 4.5) }
        + ["outside", "inside", "pending", "unknown"].map { ($0, 3) }
      for (name, least) in inks {
        for background in ["page", "card"] {
          let contrast = contrast(try #require(theme[name]), try #require(theme[background]))
          #expect(contrast >= least, "\(name) on \(background): \(contrast)")
        }
      }
    }
  }

  @Test func accuraciesGrowLighterForEveryEye() throws {
    for eye in Self.eyes {
      for (number, theme) in Self.themes.enumerated() {
        let lights = try (0..<5).map { place in
          lightness(seen(try #require(theme["a\(place)"]), by: eye.matrix))
        }
        let ordered = number == 0 ? lights : lights.reversed()
        for (better, worse) in zip(ordered, ordered.dropFirst()) {
          #expect(worse - better >= 8, "\(eye.name): \(lights)")
        }
      }
    }
  }

  @Test func insideAndPendingDifferForEveryEye() throws {
    for eye in Self.eyes {
      for theme in Self.themes {
        let (left, right) = (
          seen(try #require(theme["inside"]), by: eye.matrix),
          seen(try #require(theme["pending"]), by: eye.matrix)
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
