@testable import Base
@testable import Desk
import Geofence
@testable import Picket
@testable import Records

extension Target {
  /// With any names, a page has only its own style and script, and a policy that allows no others.
  func checkPages(_ bytes: [UInt8]) {
    let texts = Self.texts(bytes)
    let (account, monitor) = Self.walked(texts)
    expectPage(ReportPage(account, monitor: monitor).html())
    let records = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { JournalRecord(String($0)) }
    expectPage(ReportPage(journal: records, title: texts[0]).html())
  }

  /// With any names, other programs can read an export.
  func checkExports(_ bytes: [UInt8]) {
    let (account, _) = Self.walked(Self.texts(bytes))
    expectJSON(GeoJSONFile(account).text)
    let gpx = Array(GPXFile(account).text.utf8)
    var names = 0
    do throws(Problem) {
      try XMLReader.read(gpx, file: "f", wanted: ["wpt"]) { part throws(Problem) in
        if case .element = part { names += 1 }
      }
    } catch {
      fatalError("its GPX cannot be read: \(error)")
    }
    expect(names == account.events.count + account.marks.count, "\(names) waypoints")
  }

  private func expectPage(_ page: String) {
    func count(_ text: String) -> Int { page.ranges(of: text).count }
    // The data, and the script that draws it.
    expect(count("<script") == 2 && count("</script") == 2, "\(count("<script")) scripts")
    let data = page.firstRange(of: "id=\"data\">").map { page[$0.upperBound...] } ?? ""
    expectJSON(String(data.prefix { $0 != "<" }))
    expect(count("<style") == 1 && count("</style") == 1, "another style")
    expect(count("http-equiv") == 1, "another policy")
    // A policy of hashes forbids style attributes.
    expect(count("style=\"") == 0, "a style attribute")
    let place = page.firstRange(of: "<main>")
    expect(
      place.map { page[..<$0.lowerBound].contains("script-src 'sha256-") } ?? false, "no policy")
  }

  /// The first five lines of an input.
  private static func texts(_ bytes: [UInt8]) -> [String] {
    let lines = bytes.split(separator: 0x0a, maxSplits: 4, omittingEmptySubsequences: false)
    return (0..<5).map { $0 < lines.count ? String(decoding: lines[$0], as: UTF8.self) : "" }
  }

  /// A ride through two regions with these names, notes and marks.
  private static func walked(_ texts: [String]) -> (Account, RegionMonitor) {
    let center = Coordinate(latitude: 47, longitude: 15)
    let circle = Shape.circle(Circle(center: center, radius: 40)!)
    let regions = [
      Region(id: texts[1], shape: circle, note: texts[2]),
      Region(id: texts[1] + "2", shape: circle, note: texts[3], dwell: .seconds(5)),
    ]
    var replay = CaptureReplay(regions: regions, blindLimit: .seconds(10))
    var account = Account(title: texts[0], regions: regions, blindLimit: .seconds(10))
    for report in ride {
      let findings = replay.play(.whole(Array(report.utf8)))
      account.explain(replay.explanation, findings)
    }
    account.mark(
      WalkMark(
        text: texts[4], time: Timestamp(nanoseconds: 1_780_478_130_000_000_000), coordinate: center)
    )
    account.differences = [texts[3]]
    return (account, replay.monitor)
  }
}
