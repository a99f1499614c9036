import Dispatch
internal import Geofence
internal import Notation
internal import Records
internal import RegionFiles
internal import System

/// Answers with the borders of the bands, which have no geometry in the files of the regions.
///
/// They are computed here and not by the controller, whose queue must never wait for a drawing.
final class OutlineDesk: Sendable {
  private let requests: ControllerRequests
  private let server: DispatchQueue
  private let queue = DispatchQueue(label: "picket.page.outlines", qos: .utility)
  private let confined: Confined<BandOutlines>

  init(_ requests: ControllerRequests, on server: DispatchQueue) {
    self.requests = requests
    self.server = server
    confined = Confined(BandOutlines(), on: queue)
  }

  /// Answers with the bands of the board's own regions, then of those of the fleet.
  ///
  /// - Important: Must only be called on the queue of its requests.
  func answer(_ reply: WebReply) {
    requests.send(.request("regions")) { [self] result in
      switch result {
      case .success(let answer):
        if let refusal = answer.refusal {
          return reply.give(WebResponse(Denial(503, refusal.reason)))
        }
        let regions = RegionsAnswer(answer)
        draw(regions.file, regions.fleet?.file, reply)
      case .failure(let denial): reply.give(WebResponse(denial))
      }
    }
  }

  private func draw(_ own: String?, _ fleet: String?, _ reply: WebReply) {
    queue.async { [self] in
      let response: WebResponse
      do throws(Problem) {
        var regions: [Region] = []
        if let own { regions = try Self.regions(of: own) }
        // A file of the fleet that is too long is not on the map.
        if let fleet { regions += (try? Self.regions(of: fleet)) ?? [] }
        response = WebResponse(
          type: "application/geo+json", body: Array(confined.value.text(of: regions).utf8))
      } catch {
        response = WebResponse(Denial(503, error.description))
      }
      server.async { reply.give(response) }
    }
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
