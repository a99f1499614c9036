import Foundation

/// Faults on the files of a folder, for a program that is started with this environment.
struct FaultyDisk {
  /// The result that replaces that of a call.
  enum Fault {
    case kill
    case error(Int32)
    case delay(milliseconds: Int)

    fileprivate var text: String {
      switch self {
      case .kill: "kill"
      case .error(let code): "\(code)"
      case .delay(let milliseconds): "delay:\(milliseconds)"
      }
    }
  }

  let environment: [String: String]
  private let log: String

  /// A disk on which one call fails.
  ///
  /// - Parameters:
  ///   - at: The number of the call among those of its kind; every call when 0.
  ///   - switch: A file; calls fail only while it exists.
  init(
    _ folder: String, _ call: String, at number: Int, _ fault: Fault, in scratch: TemporaryFolder,
    switch file: String? = nil
  ) throws {
    log = "\(scratch.path)/faults-\(UUID().uuidString)"
    environment = [
      "LD_PRELOAD": try Self.library.get(), "FAULT_FOLDER": folder, "FAULT_CALL": call,
      "FAULT_AT": "\(number)", "FAULT": fault.text, "FAULT_LOG": log,
      "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
    ].merging(file.map { ["FAULT_SWITCH": $0] } ?? [:]) { $1 }
  }

  /// Whether the fault has happened.
  var hasHappened: Bool { count > 0 }

  /// The number of times that the fault has happened.
  var count: Int {
    (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").count ?? 0
  }

  /// The library, built once.
  private static let library = Result { try Interposer.build("faults") }
}
