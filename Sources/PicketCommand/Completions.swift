import ArgumentParser
import Base
import Desk
import Geofence
import Picket
import RegionFiles

/// Completions from the files of this board.
extension CompletionKind {
  /// The identifiers of the regions.
  static var regions: CompletionKind {
    .custom { words, _, _ in settings(words).regions.map(\.id).sorted() }
  }

  /// The names of the recorded walks.
  static var walks: CompletionKind {
    .custom { words, _, _ in walkNames(words) }
  }

  /// The names of walks, and files.
  static var walksAndFiles: CompletionKind {
    .custom { words, _, prefix in walkNames(words) + paths(startingWith: prefix) }
  }

  /// The names of the outputs.
  static var outputs: CompletionKind {
    .custom { words, _, _ in settings(words).configuration.outputs.list.map(\.name) }
  }

  /// The names of the signals, and the word for all of them.
  static var signals: CompletionKind {
    .custom { words, _, _ in
      settings(words).configuration.outputs.signals.keys.sorted() + ["all"]
    }
  }

  /// The properties of a region, or after one the values that are known, also behind `=`.
  static var properties: CompletionKind {
    .custom { words, index, _ in
      let word = words.indices ~= index ? words[index] : ""
      let before = words.indices ~= index - 1 ? words[index - 1] : ""
      let start = word.firstIndex(of: "=").map { word[...$0] } ?? ""
      // Bash parts words at an equals sign.
      let isParted = before == "=" || word == "="
      let name = isParted ? words[index - (word == "=" ? 1 : 2)] : String(start.dropLast())
      guard let property = RegionProperty(rawValue: name.isEmpty ? before : name) else {
        let names = RegionProperty.allCases.filter { $0 != .id }.map(\.rawValue)
        return names + names.map { "\($0)=" }
      }
      let values =
        switch property.entry.values {
        case .region, .regions: settings(words).regions.map(\.id).sorted()
        case _ where property == .signal:
          settings(words).configuration.outputs.signals.keys.sorted()
        default: property.values
        }
      return values.map { start + $0 }
    }
  }

  /// The files and folders whose path starts with a text, folders with a `/` at the end.
  private static func paths(startingWith text: String) -> [String] {
    let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    let start = text.dropFirst(folder.count)
    let names = (try? Directory.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }
      .map { name in
        let path = folder + name
        return Walk.isFolder(path) ? "\(path)/" : path
      }
  }

  private static func walkNames(_ words: [String]) -> [String] {
    let directory = settings(words).configuration.walkDirectory
    return ((try? WalkList.rows(in: directory)) ?? []).map(\.name)
  }

  /// The settings in the files that the words name.
  private static func settings(_ words: [String]) -> Settings {
    func value(_ option: String) -> String? {
      words.firstIndex(of: option).flatMap { words.indices ~= $0 + 1 ? words[$0 + 1] : nil }
    }
    return Settings.check(configurationPath: value("--config"), regionsPath: value("--regions"))
      .settings
  }
}
