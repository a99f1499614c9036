internal import Base
import Dispatch
internal import Geofence
import Glibc
internal import Records
internal import RegionFiles

/// Answers with what is computed from the files of the regions: the borders of the bands, which have no
/// geometry there, and the facts about a region.
///
/// They are computed here and not by the controller, whose queue must never wait for a drawing.
final class OutlineDesk: Sendable {
  private let requests: ControllerRequests
  private let server: DispatchQueue
  private let queue = DispatchQueue(label: "picket.page.outlines", qos: .utility)
  /// What only the queue of the drawings may reach.
  private struct State {
    var outlines = BandOutlines()
    // The last regions and their drawing, and the files that they are of.
    var last: (files: [FileMark?], regions: [Region], text: String?) = ([], [], nil)
  }

  private let confined: Confined<State>

  init(_ requests: ControllerRequests, on server: DispatchQueue) {
    self.requests = requests
    self.server = server
    confined = Confined(State(), on: queue)
  }

  /// Answers with the bands of the board's own regions, then of those of the fleet.
  ///
  /// - Important: Must only be called on the queue of its requests.
  func answer(of sender: String, _ reply: WebReply) {
    respond(to: sender, reply) { [self] answer throws(Problem) in
      let regions = try regions(of: answer)
      if let text = confined.value.last.text { return Self.response(text) }
      let (text, isWhole) = confined.value.outlines.text(of: regions)
      if isWhole { confined.value.last.text = text }
      return Self.response(text)
    }
  }

  private static func response(_ text: String) -> WebResponse {
    WebResponse(type: "application/geo+json", body: Array(text.utf8))
  }

  /// Answers with the facts about a region or an anchor, for its card.
  ///
  /// - Important: Must only be called on the queue of its requests.
  func tell(of id: String, for sender: String, _ reply: WebReply) {
    respond(to: sender, reply) { [self] answer throws(Problem) in
      let anchors = answer.anchors.compactMap(\.watched)
      guard let region = try (anchors + regions(of: answer)).first(where: { $0.id == id }) else {
        return WebResponse(Denial(404, "there is no region \"\(id.onOneLine)\""))
      }
      var line = JSONLine()
      line.add("ok", true)
      line.add("facts", RegionDescription(region).card)
      return WebResponse(status: 200, json: line.text)
    }
  }

  /// Asks the controller for its files, and responds with what is made of them on the own queue.
  private func respond(
    to sender: String, _ reply: WebReply,
    _ response: @escaping @Sendable (RegionsAnswer) throws(Problem) -> WebResponse
  ) {
    requests.send(.request("regions"), of: sender) { [self] result in
      switch result {
      case .success(let answer):
        if let refusal = answer.refusal {
          return reply.give(WebResponse(Denial(503, refusal.reason)))
        }
        let regions = RegionsAnswer(answer)
        queue.async { [self] in
          let made: WebResponse
          do throws(Problem) {
            made = try response(regions)
          } catch {
            made = WebResponse(Denial(503, error.description))
          }
          server.async { reply.give(made) }
        }
      case .failure(let denial): reply.give(WebResponse(denial))
      }
    }
  }

  /// The regions of the files, which are read again only when one of them has changed.
  private func regions(of answer: RegionsAnswer) throws(Problem) -> [Region] {
    let (own, fleet) = (answer.file, answer.fleet?.file)
    let files = [own, fleet].map { $0.flatMap(FileMark.init) }
    if confined.value.last.files == files { return confined.value.last.regions }
    var regions: [Region] = []
    if let own { regions = try Self.regions(of: own) }
    // A file of the fleet that is too long is not on the map.
    if let fleet { regions += (try? Self.regions(of: fleet)) ?? [] }
    confined.value.last = (files, regions, nil)
    return regions
  }

  private static func regions(of path: String) throws(Problem) -> [Region] {
    // The controller has checked the regions by its own limits.
    var settings = RegionSettings()
    settings.maxRadius = 20_040_000
    let bytes = try RegionsFile.bytes(path: path, limit: ControllerDesk.longestRegions)
    let text = try TextFile.text(bytes, path: path)
    return RegionsFile.check(text, file: path, rules: RegionRules(settings)).regions
  }
}

extension AnchorAnswer {
  /// The region that the controller watches for it.
  fileprivate var watched: Region? {
    guard let region, let latitude, let longitude, let radius,
      let circle = Circle(
        center: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
    else { return nil }
    return Region(id: region, shape: .circle(circle), notifyOnEntry: false, latches: true)
  }
}

/// What changes with each change of a file.
private struct FileMark: Equatable {
  private let numbers: [Int]

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    numbers = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
      status.st_ctim.tv_nsec,
    ]
  }
}
