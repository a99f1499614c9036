import Foundation
@testable import PicketPage
import Testing

/// The ways in which a page is found without typing.
struct AnnouncementTests {
  private func configuration(_ text: String) -> PageConfiguration {
    PageConfiguration.check("[page]\n\(text)", file: "page.toml").0
  }

  @Test func onlyNetworkPagesAreAnnounced() throws {
    #expect(Announcement.text(for: PageConfiguration()) == nil)
    let text = try #require(
      Announcement.text(for: configuration(#"listen = "0.0.0.0:80""#)))
    #expect(text.contains("<type>_http._tcp</type>"))
    #expect(text.contains("<port>80</port>"))
    let secure = configuration(
      #"listen = "192.168.4.1:8643"\#ncertificate = "a.pem"\#nkey = "b.pem""#)
    #expect(Announcement.text(for: secure)?.contains("<type>_https._tcp</type>") == true)
    let parser = XMLCheck(text)
    #expect(parser.isWhole)
  }

  @Test func fileIsReplacedAndRemoved() throws {
    let folder = try TemporaryFolder()
    let announcement = Announcement(folder: folder.path)
    try announcement.remove()
    try announcement.write("one")
    try announcement.write("two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    #expect(try String(contentsOfFile: announcement.path, encoding: .utf8) == "two")
    let mode = try FileManager.default.attributesOfItem(atPath: announcement.path)[
      .posixPermissions]
    #expect(mode as? Int == 0o644)
    try announcement.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(!Announcement(folder: "\(folder.path)/none").isPossible)
  }

  @Test func nameFromAvahiIsFirst() {
    let addresses = ["10.42.0.1", "192.168.1.7"]
    #expect(
      BoardAddress.hosts(addresses: addresses, name: "picket", hasAvahi: true)
        == ["picket.local"] + addresses)
    #expect(
      BoardAddress.hosts(addresses: addresses, name: "picket", hasAvahi: false) == addresses)
    #expect(BoardAddress.hosts(addresses: [], name: "picket", hasAvahi: false) == ["picket"])
    #expect(
      BoardAddress.hosts(addresses: [], name: "b.example", hasAvahi: true) == ["b.local"])
  }
}

/// A check that each element of a small XML text is closed in its order.
private struct XMLCheck {
  let isWhole: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var isWhole = true
    for part in text.split(separator: "<") {
      let name = part.prefix { $0 != ">" && $0 != " " }
      if name.hasPrefix("?") || name.hasPrefix("!") { continue }
      if name.hasPrefix("/") {
        isWhole = isWhole && open.popLast() == name.dropFirst()
      } else {
        open.append(name)
      }
    }
    self.isWhole = isWhole && open.isEmpty
  }
}
