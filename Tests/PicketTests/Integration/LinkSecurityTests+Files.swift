import Foundation
import Testing

/// Files of [broker] that are missing or cannot be used, with a real mosquitto.
extension LinkSecurityTests {
  private static let files = ["ca": "board-ca.pem", "certificate": "board.pem", "key": "board.key"]
  private static let settings =
    "tls = true\nca = \"board-ca.pem\"\ncertificate = \"board.pem\"\nkey = \"board.key\""

  private func strictBroker() async throws -> TestBroker {
    try certificate("server", for: "localhost")
    try certificate("board", for: "b")
    // The broker may read its own file after it listens.
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/ca.pem", toPath: "\(folder.path)/board-ca.pem")
    return try await broker("require_certificate true\nuse_identity_as_username true")
  }

  private func path(_ setting: String) -> String {
    "\(folder.path)/\(Self.files[setting] ?? "")"
  }

  @Test(arguments: ["ca", "certificate", "key"])
  func missingFileIsNamedUntilItIsThere(_ setting: String) async throws {
    let broker = try await strictBroker()
    let path = path(setting)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try FileManager.default.removeItem(atPath: path)
    let link = try link(broker, Self.settings)
    // Relative to the configuration, which is named without a folder.
    let name = Self.files[setting] ?? ""
    let words = "\(name): there is no such file (\(setting) in [broker]); correct its path"
    await eventually("it is named") { link.count(of: words) == 1 }
    _ = try folder.write("", to: name)
    // The next attempts have another reason, which is named, too.
    await eventually("the empty file is named") {
      link.count(of: "\(name): the file is empty (\(setting) in [broker]); ") == 1
    }
    _ = try folder.write(text, to: name)
    await eventually("the event is there") { cursor() == 1 }
    #expect(!link.log.contains("Success"), "\(link.log)")
    #expect(link.end().status == 0)
  }

  @Test func fileThatIsGoneLaterIsNamed() async throws {
    let broker = try await strictBroker()
    let link = try link(broker, Self.settings)
    await eventually("the event is there") { cursor() == 1 }
    _ = try folder.write("no certificate\n", to: "board.pem")
    broker.end()
    await eventually("the file is named") {
      link.count(of: "there is no whole certificate in PEM in this file (certificate in [broker])")
        == 1
    }
    #expect(link.end().status == 0)
  }

  @Test(arguments: ["ca", "certificate", "key"])
  func fileThatOpenSSLRefusesIsNamed(_ setting: String) async throws {
    let broker = try await strictBroker()
    let label = setting == "key" ? "PRIVATE KEY" : "CERTIFICATE"
    let name = Self.files[setting] ?? ""
    _ = try folder.write(
      "-----BEGIN \(label)-----\nMIIB\n-----END \(label)-----\n", to: name)
    let line = try await refusal(broker, Self.settings)
    #expect(
      line.contains(
        "\(name): OpenSSL cannot use this file (\(setting) in [broker]); "),
      "\(line)")
  }

  @Test func keyOfAnotherCertificateIsNamed() async throws {
    let broker = try await strictBroker()
    let settings = Self.settings.replacingOccurrences(of: "board.key", with: "server.key")
    let line = try await refusal(broker, settings)
    #expect(
      line.contains("server.key: OpenSSL cannot use this file (key in [broker]); give the key"),
      "\(line)")
  }

  @Test func emptySharedSecretIsNamed() async throws {
    let plain = try await TestBroker(in: folder, subscriber: nil)
    _ = try folder.write("", to: "psk")
    let line = try await refusal(plain, "tls = true\npsk_identity = \"b\"\npsk_file = \"psk\"")
    #expect(
      line.contains("psk: this is not a key in hexadecimal digits (psk_file in [broker])"),
      "\(line)")
  }
}
