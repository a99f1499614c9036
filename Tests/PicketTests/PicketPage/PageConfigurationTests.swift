import Foundation
@testable import PicketPage
import Testing

/// The settings of the page.
struct PageConfigurationTests {
  private static func problems(_ text: String) -> [String] {
    PageConfiguration.check(text, file: "page.toml").1.map(\.description)
  }

  @Test func withoutSettingsOnlyThisBoardConnects() {
    let (configuration, problems) = PageConfiguration.check("", file: "page.toml")
    #expect(problems.isEmpty)
    #expect(configuration.listening.text == "127.0.0.1:8642")
    #expect(configuration.listening.isLoopback)
    #expect(configuration.socketPath == "/run/picket/picket.sock")
  }

  @Test func settingsAreRead() {
    let (configuration, problems) = PageConfiguration.check(
      """
      [picket]
      state = "state"
      [page]
      listen = "[::]:443"
      names = ["Board.Example."]
      language = "fr"
      local = false
      certificate = "page.crt"
      key = "page.key"
      """, file: "/etc/x/page.toml")
    #expect(problems.isEmpty)
    #expect(configuration.socketPath == "/etc/x/state/control.sock")
    #expect(configuration.listening.text == "[::]:443")
    #expect(!configuration.listening.isLoopback)
    #expect(configuration.allNames.contains("board.example"))
    #expect(configuration.certificate == "/etc/x/page.crt")
    #expect(configuration.language == .french)
    #expect(!configuration.isLocalTrusted)
  }

  @Test func sampleHasTheDefaults() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = try String(contentsOfFile: "/\(root)/deploy/page.toml", encoding: .utf8)
    let (configuration, problems) = PageConfiguration.check(text, file: "page.toml")
    #expect(problems.isEmpty)
    #expect(configuration == PageConfiguration())
  }

  @Test func mistakesNameTheirPlaceAndTheRemedy() {
    for (text, words) in [
      ("[page]\nlanguage = \"it\"", "language in [page] is \"it\"; give one of en, de, fr or es"),
      ("[page]\nlisten = \"8642\"", "page.toml:2:1: listen in [page] is \"8642\"; give an address"),
      ("[page]\nlisten = \"board:80\"", "listen in [page] is \"board:80\""),
      ("[page]\nlisten = \"0.0.0.0:0\"", "listen in [page] is \"0.0.0.0:0\""),
      ("[page]\nnames = \"a:80\"", "names in [page] has \"a:80\"; give names without a port"),
      ("[page]\nkey = \"k\"", "[page] has key without certificate; give both"),
      (
        "[page]\nextract = \"x\"",
        "page.toml:2:11: no map is cut on the board any more (extract in [page]); write map"
      ),
      (
        "[boards]\nlink = \"x\"",
        "page.toml:1:2: there is no page with all boards of a broker any more; remove [boards]"
      ),
      ("[page]\nlistn = 1", "did you mean 'listen'?"), ("[pge]", "did you mean [page]?"),
      ("listen", "this is not TOML"),
    ] {
      let found = Self.problems(text)
      #expect(found.count == 1 && found[0].contains(words), "\(text): \(found)")
    }
  }

  @Test func codeHasABorderAndCorners() throws {
    let code = try #require(QRCode(text: "http://192.168.4.1:8642/#0123456789abcdef"))
    let lines = code.text(colored: false).split(separator: "\n").map(Array.init)
    #expect(lines.allSatisfy { $0.count == lines[0].count })
    #expect(lines[0].allSatisfy { $0 == "█" })
    // A corner of seven dark modules, its second row with two.
    #expect(String(lines[1][2..<9]) == " ▄▄▄▄▄ ")
    #expect(QRCode(text: String(repeating: "x", count: 5000)) == nil)
  }
}
