internal import Maps

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
