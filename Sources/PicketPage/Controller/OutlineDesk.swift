internal import Base
import Dispatch
internal import Geofence
import Glibc
internal import Records
internal import RegionFiles

/// Answers with the borders of the bands, which have no geometry in the files of the regions.
///
/// They are computed here and not by the controller, whose queue must never wait for a drawing.
final class OutlineDesk: Sendable {
  private let requests: ControllerRequests
  private let server: DispatchQueue
  private let queue = DispatchQueue(label: "picket.page.outlines", qos: .utility)
  /// What only the queue of the drawings may reach.
  private struct State {
    var outlines = BandOutlines()
    // The last answer, and the files that it is of.
    var last: (files: [FileMark?], text: String)?
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
    requests.send(.request("regions"), of: sender) { [self] result in
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
        response = WebResponse(
          type: "application/geo+json", body: Array(try text(of: own, fleet).utf8))
      } catch {
        response = WebResponse(Denial(503, error.description))
      }
      server.async { reply.give(response) }
    }
  }

  /// The bands in the files, which are read and drawn again only when one of them has changed.
  private func text(of own: String?, _ fleet: String?) throws(Problem) -> String {
    let files = [own, fleet].map { $0.flatMap(FileMark.init) }
    if let last = confined.value.last, last.files == files { return last.text }
    var regions: [Region] = []
    if let own { regions = try Self.regions(of: own) }
    // A file of the fleet that is too long is not on the map.
    if let fleet { regions += (try? Self.regions(of: fleet)) ?? [] }
    let (text, isWhole) = confined.value.outlines.text(of: regions)
    if isWhole { confined.value.last = (files, text) }
    return text
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
