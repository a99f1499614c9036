internal import Records

extension Language {
  /// A page whose scripts use this language; without a setting the browser's languages choose.
  func page(_ page: [UInt8]) -> [UInt8] {
    let text = String(decoding: page, as: UTF8.self)
    let tag = #"<html lang="en""#
    guard let place = text.firstRange(of: tag) else { return page }
    return Array(
      (text[..<place.upperBound] + " data-language=\"\(rawValue)\"" + text[place.upperBound...])
        .utf8)
  }
}
