import ArgumentParser
import Desk
import Geofence
import Notation
import Picket

/// What a shell can complete that only the files of this board say.
extension CompletionKind {
  /// The identifiers of the regions.
  static var regions: CompletionKind {
    .custom { words, _, _ in settings(words).regions.map(\.id).sorted() }
  }

  /// The names of the walks that were recorded.
  static var walks: CompletionKind {
    .custom { words, _, _ in walkNames(words) }
  }

  /// The names of walks, and files.
  static var walksAndFiles: CompletionKind {
    .custom { words, _, prefix in walkNames(words) + PathCompletion.paths(startingWith: prefix) }
  }

  /// The names of the outputs.
  static var outputs: CompletionKind {
    .custom { words, _, _ in settings(words).configuration.outputs.list.map(\.name) }
  }

  /// The values of the property before them, where the possible ones are known.
  static var propertyValues: CompletionKind {
    .custom { words, index, _ in
      switch words.indices ~= index - 1 ? words[index - 1] : "" {
      case "sense": Sense.allCases.map(\.rawValue)
      case "notifyOnEntry", "notifyOnExit", "enabled": ["true", "false"]
      case "signal": settings(words).configuration.outputs.signals.keys.sorted()
      default: []
      }
    }
  }

  private static func walkNames(_ words: [String]) -> [String] {
    let directory = settings(words).configuration.walkDirectory
    return ((try? WalkList.rows(in: directory)) ?? []).map(\.name)
  }

  /// The settings that the words so far name.
  private static func settings(_ words: [String]) -> Settings {
    func value(_ option: String) -> String? {
      words.firstIndex(of: option).flatMap { words.indices ~= $0 + 1 ? words[$0 + 1] : nil }
    }
    return Settings.check(configurationPath: value("--config"), regionsPath: value("--regions"))
      .settings
  }
}
