import Glibc

/// A form of a file that a program of Debian turns into the plain one, known by its first bytes.
enum PackedForm: CaseIterable {
  case xz, gzip, bzip2, zstd
  /// Text in UTF-16, as Windows' PowerShell writes the output of a program.
  case utf16, utf16LittleEndian, utf16BigEndian
  /// Text whose lines end with a carriage return alone.
  case carriageReturns

  /// The number of first bytes that are needed.
  static let prefix = 4096

  /// Recognises a form; `nil` for a plain file.
  init?(_ bytes: [UInt8], path: String) {
    let found = Self.allCases.first { bytes.starts(with: $0.start) && !$0.start.isEmpty }
    // After a power cut a plain file may have zeros in it.
    let hasZeros = found == .utf16LittleEndian && bytes.dropFirst(2).first == 0
    if let found, !hasZeros {
      self = found
    } else if path.hasSuffix(".xz") {
      self = .xz
    } else if Self.endsLinesWithReturns(bytes) {
      self = .carriageReturns
    } else {
      return nil
    }
  }

  /// The bytes that a file of this form begins with; without a byte order mark, those of `{` or `<`.
  private var start: [UInt8] {
    switch self {
    case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
    case .gzip: [0x1f, 0x8b]
    case .bzip2: Array("BZh".utf8)
    case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
    case .utf16: [0xff, 0xfe]
    case .utf16LittleEndian: [0x7b, 0x00]
    case .utf16BigEndian: [0xfe, 0xff]
    case .carriageReturns: []
    }
  }

  private static func endsLinesWithReturns(_ bytes: [UInt8]) -> Bool {
    // A packet of a receiver may have such bytes, too: text has neither zeros nor bytes above ASCII.
    bytes.count { $0 == 0x0d } > 1 && bytes.allSatisfy { 0x09...0x7e ~= $0 && $0 != 0x0a }
  }

  /// The program and its arguments.
  var command: [String] {
    switch self {
    // Files that xz makes with its usual options need 65 MiB.
    case .xz: ["xz", "-dcM", "128MiB"]
    case .gzip: ["gzip", "-dc"]
    case .bzip2: ["bzip2", "-dc"]
    case .zstd: ["zstd", "-dc", "--memory=128MB"]
    case .utf16: ["iconv", "-f", "UTF-16", "-t", "UTF-8"]
    case .utf16LittleEndian: ["iconv", "-f", "UTF-16LE", "-t", "UTF-8"]
    case .utf16BigEndian: ["iconv", "-f", "UTF-16", "-t", "UTF-8"]
    case .carriageReturns: ["tr", "\\r", "\\n"]
    }
  }

  /// The package of Debian that has the program.
  var package: String {
    switch self {
    case .xz: "xz-utils"
    case .gzip, .bzip2, .zstd: command[0]
    case .utf16, .utf16LittleEndian, .utf16BigEndian: "libc-bin"
    case .carriageReturns: "coreutils"
    }
  }
}
