/// A language of the page; without a setting the browser's languages choose.
enum PageLanguage: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// A page whose scripts use this language.
  func page(_ page: [UInt8]) -> [UInt8] {
    let text = String(decoding: page, as: UTF8.self)
    let tag = #"<html lang="en""#
    guard let place = text.firstRange(of: tag) else { return page }
    return Array(
      (text[..<place.upperBound] + " data-language=\"\(rawValue)\"" + text[place.upperBound...])
        .utf8)
  }
}
