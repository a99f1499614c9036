import Base
import Maps
@testable import PicketPage
import Testing

struct PageAssetTests {
  private static let scripts = Asset.all.filter { asset in
    asset.name.hasSuffix(".js") && !Asset.languages.contains(asset)
  }

  /// A circle of imports has no order in which each script comes after what it needs.
  @Test func scriptsImportOneAnotherInAnOrder() {
    var left = Asset.parts.reduce(into: [String: Set<String>]()) {
      $0[$1.name] = Set(ScriptModule(text: $1.bytes).imported)
    }
    let names = Set(left.keys)
    #expect(left.values.allSatisfy { $0.isSubset(of: names) })
    while let free = left.first(where: { $0.value.isDisjoint(with: left.keys) }) {
      left[free.key] = nil
    }
    #expect(left.isEmpty)
  }

  /// In one script a part has the names under which others export.
  @Test(arguments: Asset.parts) func scriptImportsNamesAsTheyAre(_ part: Asset) {
    let lines = String(decoding: part.bytes, as: UTF8.self).split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("import ") && $0.contains(" as ") }, "\(part.name)")
  }

  /// Two parts that export the same name, or one that waits and has a name of another, are none.
  @Test(.enabled(if: ScriptRun.isPossible), arguments: Self.scripts)
  func scriptOfAPageIsOneModule(_ asset: Asset) throws {
    let text = String(decoding: asset.bytes, as: UTF8.self)
    #expect(!text.contains("\nimport "))
    let run = try ScriptRun.run(text, with: [])
    #expect(run.output.contains("document is not defined"), "\(asset.name): \(run.output)")
  }

  @Test(arguments: Asset.all) func fileIsPackedForWhoeverAllowsIt(_ asset: Asset) throws {
    func answer(_ encodings: [String]) -> WebResponse {
      let fields = encodings.map { RequestHead.Field("Accept-Encoding", $0) }
      return WebResponse(
        asset,
        for: RequestHead(
          method: "GET", path: "/\(asset.name)", fields: fields, peer: nil, local: nil))
    }
    let plain = answer([])
    #expect(plain.body == asset.bytes && plain.fields.isEmpty)
    #expect(answer(["br", "gzip;q=0"]).body == plain.body)
    let packed = answer(["deflate, gzip;q=0.5"])
    #expect(packed.fields.map(\.name) == ["Content-Encoding"])
    #expect(packed.body.count < plain.body.count)
    #expect(try Unpacking.bytes(packed.body, limit: 1 << 20) == plain.body)
  }
}
