@testable import PicketPage
import Testing

/// The devices that may visit the page.
struct PairedDevicesTests {
  @Test func tokensAreLongAndUnique() {
    let tokens = (0..<100).map { _ in Token().text }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 40 })
  }

  @Test func fileHasOnlyTheHash() {
    let token = Token().text
    var devices = PairedDevices()
    devices.add(
      PairedDevice(
        name: "Ann's \"phone\"", scope: .view, digest: Token.digest(of: token),
        made: "2026-06-03T09:00:00.000Z"))
    #expect(!devices.text.contains(token))
    let read = PairedDevices(text: devices.text)
    #expect(read == devices)
    #expect(read.device(with: token)?.name == "Ann's \"phone\"")
    for other in ["", token.uppercased(), token + " ", String(token.dropLast()), devices.text] {
      #expect(read.device(with: other) == nil, "\(other)")
    }
    #expect(read.device(with: Token.digest(of: token)) == nil)
  }

  @Test func nameOfADeviceIsItsOwn() throws {
    var devices = PairedDevices()
    for name in ["a", "b"] {
      devices.add(
        PairedDevice(name: name, scope: .control, digest: Token.digest(of: name), made: ""))
    }
    let first = try #require(devices.all.first)
    let renamed = ["b", "a", "Ann's phone"].map { devices.rename(first, to: $0) }
    #expect(renamed == [false, true, true])
    #expect(devices.device(with: "a")?.name == "Ann's phone")
    #expect(try PairedDevice.name(in: Array(#"{"name":" Ann's   phone "}"#.utf8)) == "Ann's phone")
    for body in ["", "{}", #"{"name":" "}"#, #"{"name":5}"#] {
      #expect(throws: Denial.self, "\(body)") { try PairedDevice.name(in: Array(body.utf8)) }
    }
  }

  @Test(arguments: [
    "\u{200b}", "Ann\u{ad}", "\u{2060}\u{2060}", "\u{fe0f}", "\u{3164}\u{200d}", "..", "\u{2800}",
  ])
  func invisibleNamesAreRefused(_ name: String) {
    let body = Array("{\"name\":\"\(name)\"}".utf8)
    #expect(throws: Denial.self) { try PairedDevice.name(in: body) }
  }

  @Test(arguments: ["Ann", "42", "téléphone", "电话", "😀"])
  func visibleNamesAreKept(_ name: String) throws {
    #expect(try PairedDevice.name(in: Array("{\"name\":\"\(name)\"}".utf8)) == name)
  }

  @Test func devicesAreRevokedByNumber() {
    var devices = PairedDevices()
    for name in ["a", "b", "c"] {
      devices.add(
        PairedDevice(name: name, scope: .control, digest: Token.digest(of: name), made: ""))
    }
    let missing = devices.remove(numbers: [1, 3])
    #expect(missing.isEmpty)
    #expect(devices.all.map(\.name) == ["b"])
    let beyond = devices.remove(numbers: [0, 2])
    #expect(beyond == [0, 2])
  }

  @Test func damagedLinesPairNoDevice() {
    let devices = PairedDevices(
      text: """
        {"name":"a","scope":"root","made":"","sha256":"\(Token.digest(of: "x"))"}
        {"name":"a","scope":"control","made":"","sha256":""}
        {"scope":"control","made":"","sha256":"\(Token.digest(of: "x"))"}
        no
        """)
    #expect(devices.all.isEmpty)
    #expect(devices.damaged == 4)
    #expect(devices.device(with: "x") == nil)
  }

  @Test func freeNameHasTheLowestNumber() {
    var devices = PairedDevices()
    for name in ["phone", "phone 2", "phone 4"] {
      devices.add(PairedDevice(name: name, scope: .view, digest: "", made: ""))
    }
    #expect(devices.freeName == "phone 3")
    let removed = [devices.remove(named: "phone"), devices.remove(named: "phone")]
    #expect(removed == [true, false])
    #expect(devices.freeName == "phone")
  }
}
