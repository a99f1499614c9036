import Base
@testable import Desk
import Foundation
import Testing

struct PagePolicyTests {
  @Test func hashesMatchTheStandard() {
    // FIPS 180-4's examples, and lengths around the end of a block.
    for (text, hash) in [
      ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      (String(repeating: "a", count: 55), "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
      (String(repeating: "a", count: 56), "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="),
      (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
    ] {
      #expect(Base64.text(SHA256.digest(text.utf8)) == hash, "\(text)")
    }
    #expect(
      ["", "f", "fo", "foo", "foob"].map { Base64.text(Array($0.utf8)) }
        == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="])
  }

  @Test func policyAllowsOnlyThePagesOwnParts() throws {
    let page = try ReportedWalk(scored: "14-nested-1hz").page
    func inner(_ element: String) throws -> String {
      let start = try #require(page.range(of: "<\(element)>"))
      let end = try #require(
        page.range(of: "</\(element)>", range: start.upperBound..<page.endIndex))
      return String(page[start.upperBound..<end.lowerBound])
    }
    func hash(_ text: String) -> String { "'sha256-\(Base64.text(SHA256.digest(text.utf8)))'" }
    let policy =
      "default-src 'none'; style-src \(hash(try inner("style"))); script-src "
      + "\(hash(try inner("script"))); img-src data:; base-uri 'none'; form-action 'none'"
    let meta = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
    let place = try #require(page.range(of: meta))
    let style = try #require(page.range(of: "<style>"))
    #expect(place.lowerBound < style.lowerBound)
    // A policy of hashes forbids style attributes.
    #expect(!page.contains("style=\""))
    #expect(!page.contains("unsafe"))
    #expect(page.firstMatch(of: /\son[a-z]+="/) == nil)
  }
}
