internal import Glibc

/// A language in which Picket speaks to its carrier.
package enum Language: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// The language of this process's environment: of `LC_ALL`, `LC_MESSAGES` or `LANG`, whichever is
  /// set first (setlocale(3)).
  package static var ofEnvironment: Language {
    let names: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    let tag = values.first { !$0.isEmpty }?.prefix(2)
    return tag.flatMap { Language(rawValue: String($0)) } ?? .english
  }

  /// The sentences in this language, by their codes or by the English ones, as a JSON object.
  ///
  /// In English there are only those that have other words than in a log.
  package var words: [UInt8] {
    switch self {
    case .english: PackageResources.en_json
    case .german: PackageResources.de_json
    case .french: PackageResources.fr_json
    case .spanish: PackageResources.es_json
    }
  }

  /// An expression of a script for these sentences and more of them, which are a JSON object, too.
  package func table(with more: [UInt8]) -> [UInt8] {
    let tables = (self == .english ? [Self.logWords] : []) + [words, more]
    return Array("Object.assign(".utf8) + tables.joined(separator: Array(", ".utf8))
      + Array(")".utf8)
  }

  /// The sentences of a log by their codes, as a JSON object.
  package static var logWords: [UInt8] { PackageResources.log_json }
}
