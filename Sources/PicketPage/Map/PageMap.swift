internal import Base
import Dispatch
import Glibc
internal import Maps

/// The map below the regions, read on a separate queue since a card may be slow.
final class PageMap: Sendable {
  private let queue = DispatchQueue(label: "picket.page.map", qos: .utility)
  /// What only the queue may reach.
  private struct State {
    var source = Source.none
    var cache = TileCache()
    var upload: MapUpload
    // Each damaged place is logged once, up to `mostLogged` of them.
    var logged: Set<String> = []
  }

  private let confined: Confined<State>
  // Whether page.toml names the map: then a phone cannot replace it.
  private let isNamed: Bool

  private enum Source {
    case none
    case unusable(Problem)
    case tiles(PMTilesFile)
  }

  // In seconds.
  private static let patience = 30.0

  // The most mistakes of a map that are logged.
  private static let mostLogged = 20

  /// Opens the map in a file; a file with mistakes is logged, and is not shown.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `nil` for the map that a phone has sent.
  ///   - folder: The folder for maps that phones send.
  init(path: String?, folder: String) {
    isNamed = path != nil
    let sent = "\(folder)/ground.map"
    confined = Confined(State(upload: MapUpload(path: sent)), on: queue)
    queue.async { [self] in
      if let path = path ?? Self.existing(sent) { open(path) }
    }
  }

  private static func existing(_ path: String) -> String? { access(path, F_OK) == 0 ? path : nil }

  private func open(_ path: String) {
    (confined.value.cache, confined.value.logged) = (TileCache(), [])
    do throws(Problem) {
      confined.value.source = .tiles(try PMTilesFile(path: path))
      Log.write(.notice, "the map is \(path)")
    } catch {
      confined.value.source = .unusable(error)
      Log.write(error)
    }
  }

  /// Adds a part of a map that a phone sends; the map is shown when it is whole.
  func add(
    _ bytes: [UInt8], _ arguments: [String: String], on server: DispatchQueue, _ reply: WebReply
  ) {
    queue.async { [self] in
      let response: WebResponse
      do throws(Denial) {
        let isWhole = try add(bytes, arguments)
        if isWhole { open(confined.value.upload.path) }
        var line = JSONLine()
        line.add("ok", true)
        line.add("whole", isWhole)
        response = WebResponse(json: line.text)
      } catch {
        response = WebResponse(error)
      }
      server.async { reply.give(response) }
    }
  }

  private func add(_ bytes: [UInt8], _ arguments: [String: String]) throws(Denial) -> Bool {
    guard !isNamed else { throw Denial(409, Reason("denied.namedMap")) }
    let part = try MapUpload.Chunk(arguments)
    queue.asyncAfter(deadline: .now() + MapUpload.patience.inSeconds) { [self] in
      confined.value.upload.giveUp(at: MonotonicClock.now)
    }
    return try confined.value.upload.add(bytes, part, at: MonotonicClock.now)
  }

  /// Answers with the description of the map.
  func describe(on server: DispatchQueue, _ reply: WebReply) {
    queue.async { [self] in
      let text = description.text
      server.async { reply.give(WebResponse(json: text)) }
    }
  }

  /// Answers with a tile.
  func draw(_ tile: TileID, on server: DispatchQueue, _ reply: WebReply) {
    // Only the first answer counts. Tiles wait for each other, and a map may be slow to read.
    server.asyncAfter(deadline: .now() + Self.patience) {
      reply.give(WebResponse(Denial(503, "the map gives no tile within \(Int(Self.patience)) s")))
    }
    queue.async { [self] in
      let response = confined.value.cache[tile] ?? response(for: tile)
      server.async { reply.give(response) }
    }
  }

  private var description: JSONLine {
    var line = JSONLine()
    line.add("ok", true)
    if !isNamed {
      line.add("most", MapUpload.most)
      line.add("part", MapUpload.mostOfPart)
    }
    switch confined.value.source {
    case .none: line.add("kind", "none")
    case .unusable(let problem):
      line.add("kind", "none")
      line.add("error", problem.description)
    case .tiles(let tiles):
      let about = tiles.description
      line.add("kind", about.kind == .images ? "images" : "lines")
      line.add("min", about.zooms.lowerBound)
      line.add("max", about.zooms.upperBound)
      line.add("west", about.southWest.longitude, decimals: 7)
      line.add("south", about.southWest.latitude, decimals: 7)
      line.add("east", about.northEast.longitude, decimals: 7)
      line.add("north", about.northEast.latitude, decimals: 7)
      line.add("attribution", about.attribution)
    }
    return line
  }

  // MARK: Tiles

  private func response(for tile: TileID) -> WebResponse {
    do throws(Problem) {
      let response = try make(tile)
      confined.value.cache[tile] = response
      return response
    } catch {
      if confined.value.logged.count < Self.mostLogged,
        confined.value.logged.insert(error.description).inserted
      {
        Log.write(error)
      }
      return WebResponse(Denial(503, error.description))
    }
  }

  private func make(_ tile: TileID) throws(Problem) -> WebResponse {
    switch confined.value.source {
    case .none, .unusable: return WebResponse(.notFound)
    case .tiles(let tiles):
      switch try tiles.content(of: tile) {
      case .image(let type, let bytes)?: return WebResponse(type: type, body: bytes)
      case .lines(let lines)?: return try Self.drawing(lines, on: tile, of: tiles.path)
      case nil:
        // An answer of 404 would be an error on the console of each phone.
        guard tiles.description.kind == .images else { return WebResponse(json: TileDrawing.empty) }
        return WebResponse(type: "image/png", body: Self.emptyImage)
      }
    }
  }

  private static func drawing(
    _ lines: [GroundLine], on tile: TileID, of path: String
  ) throws(Problem) -> WebResponse {
    guard let drawing = TileDrawing(lines, on: tile) else {
      throw Problem(
        file: path,
        wrong: "the tile \(tile.zoom)/\(tile.column)/\(tile.row) has too many lines to be drawn",
        remedy: "make the map again with less detail")
    }
    return WebResponse(json: drawing.json)
  }

  // A PNG of one transparent pixel.
  private static let emptyImage: [UInt8] =
    Base64.bytes(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAA"
        + "SUVORK5CYII=") ?? []
}

/// The tiles that were served last, up to a number of bytes.
struct TileCache {
  private var responses: [TileID: (response: WebResponse, use: Int)] = [:]
  private var uses = 0
  private(set) var bytes = 0

  /// The most bytes: some thirty tiles.
  static let most = 2 << 20

  /// A tile that was served.
  subscript(tile: TileID) -> WebResponse? {
    mutating get {
      guard let known = responses[tile] else { return nil }
      uses += 1
      responses[tile] = (known.response, uses)
      return known.response
    }
    set {
      if let old = responses.removeValue(forKey: tile) { bytes -= Self.size(old.response) }
      guard let newValue else { return }
      uses += 1
      responses[tile] = (newValue, uses)
      bytes += Self.size(newValue)
      while bytes > Self.most, let oldest = responses.min(by: { $0.value.use < $1.value.use }) {
        bytes -= Self.size(oldest.value.response)
        responses[oldest.key] = nil
      }
    }
  }

  // An empty answer needs some memory, too.
  private static func size(_ response: WebResponse) -> Int { response.body.count + 200 }
}
