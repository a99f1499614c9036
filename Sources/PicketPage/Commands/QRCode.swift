internal import CQREncode

/// A text as a code for the camera of a phone.
struct QRCode: Sendable {
  private let width: Int
  private let isDark: [Bool]

  /// Creates the code of a text; `nil` when it is too long.
  init?(text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    // The lowest bit of each byte is its colour.
    let bytes = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    isDark = bytes.map { $0 & 1 == 1 }
  }

  /// The code in characters, two rows in a line, with the light border that cameras need.
  ///
  /// - Parameter colored: Whether the code is black on white on a terminal of any colours; if not,
  ///   the characters are its light parts, for light letters on a dark ground.
  func text(colored: Bool) -> String {
    let border = 2
    let rows = stride(from: -border, to: width + border, by: 2).map { row in
      let line = (-border..<(width + border)).map { column -> String in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
      return colored ? "\u{1b}[38;5;231;48;5;16m\(line)\u{1b}[0m" : line
    }
    return rows.joined(separator: "\n")
  }

  private func isDark(_ column: Int, _ row: Int) -> Bool {
    guard 0..<width ~= column, 0..<width ~= row else { return false }
    return isDark[row * width + column]
  }
}
