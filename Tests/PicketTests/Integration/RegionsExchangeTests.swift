import Base
import Foundation
import Geofence
import Testing

/// `picket regions` on files, without a controller.
struct RegionsExchangeTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.write(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"ring","properties":{"radius":50,"note":"a <dog>","dwell":30},
      "geometry":{"type":"Point","coordinates":[15,47]}},
      {"type":"Feature","id":"ditch","properties":{"width":12,"exclude":["ring"]},
      "geometry":{"type":"LineString","coordinates":[[15,47],[15.01,47.01]]}},
      {"type":"Feature","id":"field","properties":{"enabled":false},
      "geometry":{"type":"Polygon","coordinates":[[[15,47],[15.01,47],[15.01,47.01],[15,47]]]}}]}
      """, to: "regions.geojson")
  }

  private func picket(_ arguments: String...) throws -> PicketCommandRun {
    try PicketCommandRun(["regions"] + arguments)
  }

  private func summary(_ path: String) throws -> [String] {
    let run = try PicketCommandRun("regions", "list", "--json", "--regions", path)
    #expect(run.status == 0, "\(run.log)")
    return run.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test func exportedKMLIsReadBack() throws {
    let kml = "\(folder.path)/out.kml"
    #expect(try picket("export", kml, "--regions", regions).status == 0)
    let text = try String(contentsOfFile: kml, encoding: .utf8)
    #expect(text.hasPrefix("<?xml") && text.contains("<kml "))
    let again = "\(folder.path)/again.geojson"
    let run = try picket("import", kml, "--regions", again)
    #expect(run.status == 0, "\(run.log)")
    #expect(try summary(again) == summary(regions))
  }

  @Test func standardInputIsImported() throws {
    let again = "\(folder.path)/again.geojson"
    let shell = ["sh", "-c", "\"$0\" \"$@\" < \(regions)"]
    let run = try PicketCommandRun(
      ["regions", "import", "-", "--regions", again], through: ["/usr/bin/env"] + shell)
    #expect(run.status == 0, "\(run.log)")
    #expect(try summary(again) == summary(regions))
  }

  @Test func kmzIsRead() throws {
    let kml = "\(folder.path)/doc.kml"
    _ = try picket("export", kml, "--regions", regions)
    let zip = Process()
    zip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let kmz = "\(folder.path)/map.kmz"
    zip.arguments = ["-m", "zipfile", "-c", kmz, kml]
    try zip.run()
    zip.waitUntilExit()
    let again = "\(folder.path)/again.geojson"
    let run = try picket("import", kmz, "--regions", again)
    #expect(run.status == 0, "\(run.log)")
    #expect(try summary(again) == summary(regions))
  }

  @Test func gzippedFileIsRead() throws {
    let gpx = "\(folder.path)/out.gpx"
    _ = try picket("export", gpx, "--regions", regions)
    let gzip = try Process.run(URL(fileURLWithPath: "/usr/bin/gzip"), arguments: [gpx])
    gzip.waitUntilExit()
    let again = "\(folder.path)/again.geojson"
    let run = try picket("import", gpx + ".gz", "--regions", again)
    #expect(run.status == 0, "\(run.log)")
    #expect(try summary(again) == summary(regions))
  }

  @Test func unknownEndingIsRefused() throws {
    let run = try picket("export", "\(folder.path)/x.shp", "--regions", regions)
    #expect(run.status == 2 && run.log.contains(".geojson, .gpx or .kml"), "\(run.log)")
  }

  @Test(arguments: ["x.JSON", "x.GeoJSON"])
  func endingMayBeInCapitals(_ name: String) throws {
    let run = try picket("export", "\(folder.path)/\(name)", "--regions", regions)
    #expect(run.status == 0, "\(run.log)")
    let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    #expect(text.hasPrefix("{"))
  }

  @Test func regionIsChangedAndRenamed() throws {
    let set = try picket("set", "ring", "dwell", "90", "--regions", regions)
    #expect(set.output.hasPrefix("set dwell of ring to 90\n"), "\(set.log)")
    #expect(try picket("set", "ring", "dwell", "soon", "--regions", regions).status == 1)
    let rename = try picket("rename", "ring", "circle", "--regions", regions)
    #expect(rename.output.contains("also in the exclude of ditch"), "\(rename.log)")
    #expect(try summary(regions).contains { $0.contains("\"circle\"") })
    #expect(try picket("rename", "nope", "x", "--regions", regions).status == 1)
  }

  @Test func tooLongTextsChangeNothing() throws {
    let before = try String(contentsOfFile: regions, encoding: .utf8)
    let (name, note) = (String(repeating: "n", count: 256), String(repeating: "n", count: 1001))
    for (words, wrong) in [
      (["rename", "ring", name], "has 256 bytes; give at most 255"),
      (["set", "ring", "note", note], "(\"ring\"): note has 1001 bytes; give at most 1000"),
      (["set", "ring", "class", name], "(\"ring\"): class has 256 bytes; give at most 255"),
      (["add", name, "--circle", "47,15,60"], "has 256 bytes; give at most 255"),
    ] {
      let run = try PicketCommandRun(["regions"] + words + ["--regions", regions])
      #expect(run.status == 1 && run.output.isEmpty, "\(words)")
      #expect(run.log.hasPrefix("\(regions): feature "), "\(run.log)")
      #expect(run.log.hasSuffix("\(wrong)\n") && run.log.utf8.count < 500, "\(run.log)")
      #expect(try String(contentsOfFile: regions, encoding: .utf8) == before)
    }
    // A region that already has a too long name can be renamed.
    let long = try folder.write(
      before.replacingOccurrences(of: "\"ring\"", with: "\"\(name)\""), to: "long.geojson")
    #expect(try PicketCommandRun("check", "--regions", long).status == 1)
    let rename = try picket("rename", name, "ring", "--regions", long)
    #expect(rename.status == 0, "\(rename.log)")
    #expect(try PicketCommandRun("check", "--regions", long).status == 0)
    let gpx = try folder.write(
      """
      <gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="47" lon="15"><name>Long</name>
      <desc>\(note)</desc></wpt></gpx>
      """, to: "long.gpx")
    let run = try picket("import", gpx, "--radius", "20", "--regions", regions)
    #expect(run.status == 0, "\(run.log)")
    #expect(
      run.log.contains("warning: \"Long\": the note has 1001 bytes, and only the first 1000 "))
  }

  @Test func polygonIsAddedAndReplaced() throws {
    let corners = try folder.write("47,15\n47,15.01\n# north\n47.01,15.01\n", to: "corners.txt")
    let added = try picket("add", "meadow", "--polygon", corners, "--regions", regions)
    #expect(added.status == 0, "\(added.log)")
    #expect(
      try picket("add", "meadow", "--circle", "47,15,60", "--regions", regions).status == 1)
    let put = try picket("add", "meadow", "--circle", "47,15,60", "--replace", "--regions", regions)
    #expect(put.status == 0 && put.output.hasPrefix("put meadow: "), "\(put.log)")
    #expect(try summary(regions).count == 4)
    let bad = try folder.write("47,15\nhere\n", to: "bad.txt")
    let refused = try picket("add", "x", "--polygon", bad, "--regions", regions)
    #expect(refused.status == 1 && refused.log.contains("bad.txt:2:1: "), "\(refused.log)")
  }

  @Test func doubtfulRadiusIsReported() throws {
    let run = try picket("add", "dot", "--circle", "47,15,3", "--regions", regions)
    #expect(run.status == 0 && run.log.contains("its radius of 3 m"), "\(run.log)")
    let check = try PicketCommandRun("check", "--regions", regions)
    #expect(check.status == 0 && check.log.contains("its radius of 3 m"), "\(check.log)")
  }
}
