import Base
import Glibc
import Testing

struct PEMFileTests {
  private static let certificate = """
    subject=CN = ca
    -----BEGIN CERTIFICATE-----
    MIIB
    -----END CERTIFICATE-----

    """

  private static func key(_ kind: String) -> String {
    "-----BEGIN \(kind)-----\nMIIB\n-----END \(kind)-----\n"
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func problem(
    _ path: String, _ content: PEMFile.Content = .certificate
  ) -> String? {
    thrown(Problem.self) {
      try PEMFile.read(path, with: content, setting: "ca in [broker]", reader: "picket-link")
    }?.description
  }

  @Test(arguments: ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"])
  func everyKindOfKeyIsRead(_ kind: String) throws {
    let text = Self.key(kind)
    let path = try folder.write(text, to: "key")
    #expect(try PEMFile.read(path, with: .privateKey, setting: "", reader: "") == text)
  }

  @Test func certificatesAfterOtherTextAreRead() throws {
    let path = try folder.write(Self.certificate + Self.certificate, to: "ca")
    let text = try PEMFile.read(path, with: .certificate, setting: "", reader: "")
    #expect(text == Self.certificate + Self.certificate)
  }

  @Test func linesMayEndLikeThoseOfWindows() throws {
    let text = Self.key("PRIVATE KEY").split(separator: "\n").joined(separator: "\r\n")
    let path = try folder.write(text, to: "key")
    #expect(try PEMFile.read(path, with: .privateKey, setting: "", reader: "") == text)
  }

  @Test func missingFileNamesSettingAndRemedy() {
    #expect(
      problem("\(folder.path)/ca")
        == "\(folder.path)/ca: there is no such file (ca in [broker]); correct its path")
  }

  @Test func unreadableFileNamesSettingAndRemedy() throws {
    let path = try folder.write(Self.certificate, to: "ca")
    chmod(path, 0)
    try withoutPrivileges {
      #expect(
        problem(path)
          == "\(path): the file may not be read (ca in [broker]); let the user of picket-link read "
          + "it")
    }
  }

  @Test func emptyFileNamesSettingAndRemedy() throws {
    let path = try folder.write("", to: "ca")
    #expect(
      problem(path)
        == "\(path): the file is empty (ca in [broker]); put the certificate in it")
  }

  @Test func folderNamesTheSetting() {
    #expect(problem(folder.path)?.contains("this is a directory (ca in [broker]); ") == true)
  }

  @Test(arguments: ["0\u{82}DER", "-----BEGIN CERTIFICATE-----\nMIIB\n", key("PRIVATE KEY")])
  func otherContentsNameSettingAndRemedy(_ text: String) throws {
    let path = try folder.write(text, to: "ca")
    #expect(
      problem(path)
        == "\(path): there is no whole certificate in PEM in this file (ca in [broker]); give a "
        + "file with -----BEGIN and -----END lines")
  }

  @Test(arguments: [
    key("ENCRYPTED PRIVATE KEY"),
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nx\n-----END RSA PRIVATE KEY-----\n",
  ])
  func keyWithAPasswordIsNamed(_ text: String) throws {
    let path = try folder.write(text, to: "key")
    #expect(problem(path, .privateKey)?.contains("the private key has a password (") == true)
  }
}
