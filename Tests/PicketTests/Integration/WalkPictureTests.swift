import Foundation
import Testing

/// The moving picture of the README, and the walk that it shows.
struct WalkPictureTests {
  @Test func pictureShowsTheEventsOfItsWalk() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardized.path
    let picture = try String(
      contentsOfFile: "\(root)/Sources/Picket/Picket.docc/Resources/walk.svg", encoding: .utf8)
    let shown = picture.components(separatedBy: "xml:space=\"preserve\">").dropFirst().compactMap {
      text in
      text.components(separatedBy: "</tspan>").first?
        .replacingOccurrences(of: "<tspan[^>]*>", with: "", options: .regularExpression)
    }
    let run = try PicketCommandRun([
      "replay", "--config", "\(root)/deploy/picket.toml", "--regions",
      "\(root)/board/walks/town.regions.geojson", Recording.real("snapper_w06.json.xz"),
    ])
    let events = run.output.split(separator: "\n").map(String.init)
    #expect(!events.isEmpty)
    // As they are at its end, and as they come.
    #expect(shown == events + events)
  }
}
