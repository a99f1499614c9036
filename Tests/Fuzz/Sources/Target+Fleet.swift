@testable import Base
import Geofence
@testable import Picket
@testable import PicketLink
@testable import RegionFiles

extension Target {
  /// Messages of a broker: a manifest on the first line with the regions after it, or an order.
  func checkFleet(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
    do throws(Manifest.MessageMistake) {
      let manifest = try Manifest(Array(parts[0]))
      checkManifest(manifest)
      checkUpdate(Array(parts.last ?? []), manifest.version)
    } catch {
      expectPlain(error.reason)
    }
    checkOrder(bytes)
    checkRetained(bytes)
  }

  /// Whatever the broker has kept under the board's own topics: a sign is one line.
  private func checkRetained(_ bytes: [UInt8]) {
    let topics = Topics(prefix: "picket", board: "b")
    var namesake = Namesake(nonce: "own", host: "h")
    _ = namesake.read(ReceivedMessage(topics.session, namesake.message(topics).payload))
    if let sign = namesake.read(ReceivedMessage(topics.session, bytes)) { expectPlain(sign) }
    var settings = LinkSettings(broker: BrokerSettings(host: "h", port: 1), board: "b")
    settings.homeAssistant = true
    var state = RetainedState(settings, topics)
    for topic in [topics.region("r"), "homeassistant/binary_sensor/picket_picket_2f_b/r/config"] {
      _ = state.note(ReceivedMessage(topic, bytes, isRetained: true))
    }
    for message in state.messages() {
      expectPlain(message.topic)
      expectPlain(String(decoding: message.payload, as: UTF8.self))
    }
  }

  /// Parts have the bytes of the file, and only what was signed is trusted.
  private func checkManifest(_ manifest: Manifest) {
    expect((try? Manifest(Array(manifest.text.utf8))) == manifest, "not the same twice")
    let sizes = (0..<manifest.parts).map(manifest.size(ofPart:))
    expect(sizes.allSatisfy { $0 > 0 } && sizes.reduce(0, +) == manifest.bytes, "\(sizes)")
    guard let key = PublicKey(Self.key) else { fatalError("the key is invalid") }
    let offer = FleetOffer(
      target: .group("orchards"), trustedKeys: [key], watched: nil, newest: nil)
    switch offer.verdict(on: manifest) {
    case .refused(let reason): expectPlain(reason)
    case .fetch, .present: expect(manifest.signedBytes == Array(Self.signed.utf8), "forged")
    }
  }

  /// The version changes nothing about the regions, and can be read again.
  private func checkUpdate(_ bytes: [UInt8], _ version: FleetVersion) {
    guard let text = try? TextFile.text(bytes, path: "f") else { return }
    let rules = Configuration().regionRules
    let (regions, problems) = RegionsFile.check(text, file: "f", rules: rules)
    guard problems.allSatisfy({ $0.severity == .warning }) else { return }
    let fleet = FleetRegions(FleetFile.stamped(text, version), file: "f", rules: rules)
    for problem in fleet.problems { expectPlain(problem.description) }
    // A file that already has a version is refused with a second version.
    guard fleet.problems.allSatisfy({ $0.severity == .warning }) else { return }
    expect(fleet.version == version, "another version: \(String(describing: fleet.version))")
    expect(fleet.regions.map(\.id) == regions.map(\.id), "other regions")
  }

  /// An order is one request; a refused order has a reason on one line.
  private func checkOrder(_ bytes: [UInt8]) {
    do throws(Order.Refusal) {
      let order = try Order(
        bytes, isRetained: false, allowed: Set(LinkSettings.Order.allCases))
      expectPlain(order.request.text)
      expect((try? JSON.parse(order.request.text)) != nil, "not JSON: \(order.request.text)")
      for time in [nil, order.expires, order.expires.advanced(by: .seconds(-1))] {
        if let refusal = order.refusal(at: time) { expectPlain(refusal.reason) }
      }
    } catch {
      expectPlain(error.reason)
    }
  }

  // The key that signed Corpus/fleet/signed, and the signed text; the private half was not kept.
  private static let key = "MhlpJToyGAONHPz66e7QdpYeG4LEXkdF1YdXLI8iVeg="
  private static let signed = """
    picket-regions 1
    for fleet/orchards
    version 7
    sha256 9fedf570d4b381b4d70fe49c902b72fa0d2098f5570c20c36ab5364fd95e6d80
    bytes 887
    parts 1

    """
}
