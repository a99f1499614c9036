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

  @Test(arguments: [Asset.german, .french, .spanish])
  func languageHasEachSentence(_ language: Asset) {
    let used = Set(
      Asset.all.filter { $0.name.hasSuffix(".js") }
        .flatMap { sentences($0, #/\bsay\("([^"]+)"/#) })
    let known = sentences(language, #/"([^"]+)": "/#)
    #expect(used.count > 150)
    #expect(used.subtracting(known).isEmpty, "\(language.name)")
  }

  @Test func settingIsOnThePage() {
    let text = String(decoding: Language.german.page(Asset.page), as: UTF8.self)
    #expect(text.contains(#"<html lang="en" data-language="de">"#))
  }
}
