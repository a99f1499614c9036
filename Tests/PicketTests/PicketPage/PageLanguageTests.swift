import Base
@testable import PicketPage
import Records
import Testing

struct PageLanguageTests {
  /// The sentences that a script has as keys or uses, by a pattern with the sentence as its group.
  private func sentences(_ asset: Asset, _ pattern: some RegexComponent<(Substring, Substring)>)
    -> Set<String>
  {
    let text = String(decoding: asset.bytes, as: UTF8.self)
    return Set(text.matches(of: pattern).map { String($0.output.1) })
  }

  private static let translations = Asset.languages.filter { $0.name != "en.js" }

  @Test(arguments: translations)
  func languageHasEachSentence(_ language: Asset) {
    let used = Set(
      Asset.parts
        .flatMap { sentences($0, #/\bsay\("([^"]+)"/#) })
    let known = sentences(language, #/"([^"]+)": "/#)
    #expect(used.count > 150)
    #expect(used.subtracting(known).isEmpty, "\(language.name)")
  }

  private func page(asking languages: String, setting: Language? = nil) -> String {
    let head = RequestHead(
      method: "GET", path: "/", fields: [RequestHead.Field("Accept-Language", languages)],
      peer: nil, local: nil)
    return String(decoding: head.page(Asset.page, in: setting), as: UTF8.self)
  }

  @Test func settingIsOnThePage() {
    let text = page(asking: "fr", setting: .german)
    #expect(text.contains(#"<html lang="en" data-language="de">"#))
    #expect(text.contains(#" src="/de.js""#))
  }

  @Test func pageNamesTheWordsOfItsBrowser() {
    #expect(page(asking: "it, es-MX;q=0.9,en;q=0.8").contains(#" src="/es.js""#))
    #expect(page(asking: "it").contains(#" src="/en.js""#))
  }
}
