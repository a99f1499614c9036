/// The bytes of the bodies that are received or worked on.
struct BodyRoom {
  private var shares: [String: Int] = [:]

  /// The most bytes of all, and of one sender: a recording.
  static let most = 12 << 20
  static let mostOfSender = SentRecording.most

  /// Bodies of at most this many bytes do not count: an order always has room.
  static let small = 4096

  /// Reserves room for a body of a sender; returns whether there was enough.
  mutating func enter(_ count: Int, of sender: String) -> Bool {
    let own = shares[sender, default: 0]
    guard count > Self.small else { return true }
    // The number is a header of the sender, and may be too great for a sum.
    guard count <= Self.mostOfSender - own, shares.values.reduce(count, +) <= Self.most else {
      return false
    }
    shares[sender] = own + count
    return true
  }

  /// Releases the room of a body.
  mutating func leave(_ count: Int, of sender: String) {
    guard count > Self.small else { return }
    let left = shares[sender, default: count] - count
    shares[sender] = left > 0 ? left : nil
  }
}
