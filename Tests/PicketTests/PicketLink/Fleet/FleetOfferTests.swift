import Base
@testable import PicketLink
import Records
import Testing

struct FleetOfferTests {
  private let folder: TemporaryFolder
  private let key: PrivateKey
  private let other: PrivateKey

  init() throws {
    folder = try TemporaryFolder()
    key = try PrivateKey(path: try folder.write(Self.pem[0], to: "one.key"))
    other = try PrivateKey(path: try folder.write(Self.pem[1], to: "other.key"))
  }

  // Two keys as `openssl genpkey -algorithm ed25519` makes them.
  private static let pem = [
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g",
    "MC4CAQAwBQYDK2VwBCIEIEzNCJso/5baurQ02eqXIq8rPoZTxzxswpxE6gLfG0n7",
  ].map { "-----BEGIN PRIVATE KEY-----\n\($0)\n-----END PRIVATE KEY-----\n" }

  @Test(arguments: [
    #"{"ok":false,"error":"too many","busy":true}"#,
    #"{"ok":true,"applied":false,"busy":true,"refused":["locked"]}"#,
  ])
  func updateWaitsForABusyController(_ line: String) throws {
    let reply = try #require(Reply(line))
    #expect(throws: ControlConnection.Unavailable.self) { try FleetController.Effect(reply) }
  }

  @Test func refusedUpdateIsGivenUp() throws {
    let refused = try #require(Reply(#"{"ok":false,"error":"older","outdated":true}"#))
    let answer = try FleetController.Effect(refused)
    #expect(!answer.isApplied)
    #expect(answer.messages == ["older"])
    let problems = try #require(
      Reply(#"{"ok":true,"watched":2,"applied":false,"refused":["a"],"refused_more":3}"#))
    let other = try FleetController.Effect(problems)
    #expect(!other.isApplied)
    #expect(other.messages == ["a", "and 3 more"])
    let present = try #require(Reply(#"{"ok":true,"regions":2,"watched":5}"#))
    let same = try FleetController.Effect(present)
    #expect(same.isApplied)
    #expect(same.regions == 2)
  }

  private func manifest(
    _ number: Int, source: String = "fleet/a", signedBy key: PrivateKey? = nil
  ) throws -> Manifest {
    var manifest = try #require(
      Manifest(FleetSample.version(number, source: source), bytes: 250_000))
    manifest.signature = key.flatMap { $0.signature(of: manifest.signedBytes) }
      .map { Base64.text($0) }
    return manifest
  }

  private func offer(
    trusting keys: [PrivateKey] = [], watched: Int? = nil, newest: Int? = nil
  ) -> FleetOffer {
    FleetOffer(
      target: .group("a"), trustedKeys: keys.compactMap(\.publicKey),
      watched: watched.map { FleetSample.version($0) },
      newest: newest.map { FleetSample.version($0) })
  }

  private func refusal(_ verdict: FleetOffer.Verdict) -> String? {
    if case .refused(let reason) = verdict { reason } else { nil }
  }

  @Test func newerUpdateIsFetched() throws {
    #expect(offer().verdict(on: try manifest(1)) == .fetch)
    #expect(offer(watched: 4, newest: 4).verdict(on: try manifest(5)) == .fetch)
  }

  @Test func presentUpdateIsNotFetched() throws {
    #expect(offer(watched: 5, newest: 5).verdict(on: try manifest(5)) == .present)
  }

  @Test func lostUpdateIsFetchedAgain() throws {
    #expect(offer(newest: 5).verdict(on: try manifest(5)) == .fetch)
  }

  @Test func olderUpdateIsRefused() throws {
    let words = "version 4 of fleet/a is older than version 5, which the board has"
    #expect(refusal(offer(watched: 5).verdict(on: try manifest(4))) == words)
    // Also when the controller has lost its file.
    #expect(refusal(offer(newest: 5).verdict(on: try manifest(4))) == words)
  }

  @Test func updateForAnotherGroupIsRefused() throws {
    #expect(
      refusal(offer().verdict(on: try manifest(5, source: "fleet/b")))
        == "the manifest is for fleet/b, but this board accepts only those for fleet/a")
  }

  // MARK: Signatures

  @Test func signedUpdateIsFetched() throws {
    let offer = offer(trusting: [other, key])
    #expect(offer.verdict(on: try manifest(5, signedBy: key)) == .fetch)
  }

  @Test func unsignedUpdateIsRefused() throws {
    #expect(
      refusal(offer(trusting: [key]).verdict(on: try manifest(5)))
        == "version 5 of fleet/a is not signed, but trusted_keys requires a signature; sign it "
        + "with picket-link sign")
  }

  @Test func updateSignedByAnotherKeyIsRefused() throws {
    #expect(
      refusal(offer(trusting: [key]).verdict(on: try manifest(5, signedBy: other)))
        == "version 5 of fleet/a is not signed with a key of trusted_keys; sign it with one of "
        + "their keys")
  }

  @Test func changedManifestIsRefused() throws {
    let signed = try manifest(5, signedBy: key)
    let changes: [(inout [String: JSON]) -> Void] = [
      { $0["version"] = .number(6) }, { $0["sha256"] = .string(String(repeating: "8", count: 64)) },
      { $0["bytes"] = .number(250_001) },
    ]
    for change in changes {
      var fields = try #require(JSON.parse(signed.text).object)
      change(&fields)
      let manifest = try Manifest(Array(JSON.object(fields).text.utf8))
      #expect(
        refusal(offer(trusting: [key]).verdict(on: manifest))?.contains("not signed with a key")
          == true)
    }
  }

  @Test func malformedSignatureIsRefused() throws {
    var manifest = try manifest(5)
    for text in ["", "x", "AAAA", Base64.text([UInt8](repeating: 0, count: 64))] {
      manifest.signature = text
      #expect(refusal(offer(trusting: [key]).verdict(on: manifest)) != nil, "\(text)")
    }
  }

  /// The first test of RFC 8032, section 7.1.
  @Test func signatureOfTheStandardIsVerified() throws {
    let key = try #require(
      PublicKey(
        Base64.text(
          bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"))))
    let signature = bytes(
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555f"
        + "b8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b")
    #expect(key.verifies(signature, of: []))
    #expect(!key.verifies(signature, of: [0]))
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
  }

  @Test func otherFilesAreNotKeys() throws {
    for text in ["", "key", Self.pem[0].replacing("PRIVATE", with: "PUBLIC")] {
      let path = try folder.write(text, to: "bad.key")
      let problem = thrown(Problem.self) { try PrivateKey(path: path) }
      #expect(problem?.wrong == "this is not a private key in PEM without a password")
    }
    #expect(PublicKey("AAAA") == nil)
    #expect(PublicKey("?") == nil)
  }
}
