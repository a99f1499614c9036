import ArgumentParser
import Base
import Commands
import Geofence
import RegionFiles

/// `picket-link publish`: sends a file of regions to boards.
struct PublishRegions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a file of regions for a group of boards, or for one.",
    discussion: """
      The broker and the prefix are those of link.toml. The broker keeps the regions: a board that \
      is off gets the newest when it comes back. With FILE.manifest, which picket-link sign writes, \
      the update is signed; without, only boards without trusted_keys apply it. The version is that \
      of the manifest, or one more than the broker has.

      It prints which boards have answered, and ends with 1 if one refuses the regions.

        picket-link publish meadows.geojson --group orchards
        picket-link publish meadows.geojson --board orchard-3 --wait 60
      """)

  @Argument(help: "The regions, as GeoJSON.", completion: .file(extensions: ["geojson", "json"]))
  var file: String

  @OptionGroup var target: TargetOptions

  @Option(help: ArgumentHelp("The version, higher than all before.", valueName: "number"))
  var version: Int?

  @Option(
    help: ArgumentHelp(
      "How long to wait for answers of boards, such as 30s; 10s if not given.", valueName: "time"),
    transform: TimeArgument.read)
  var wait = TimeArgument(seconds: 10)

  @OptionGroup var settings: SettingsOption

  func validate() throws {
    guard 0...86_400 ~= wait.seconds else {
      throw ValidationError("--wait \(wait) is not from 0 to 86400 seconds")
    }
    if let version { try OutgoingUpdate.check(version: version) }
  }

  func run() throws {
    let (settings, address) = try settings.settingsWithBroker()
    let target = try target.target()
    let update = try Problem.orEnd { () throws(Problem) in try OutgoingUpdate(path: file) }
    let signed = try Problem.orEnd { () throws(Problem) in try update.signedManifest(for: target) }
    if let signed, let version, version != signed.version.number {
      throw ValidationError(
        "--version \(version) is not the signed one, which is \(signed.version.number)")
    }
    let given = try version.map { try update.manifest($0, for: target) }
    // Checks the bounds of the size, too.
    let first = try update.manifest(1, for: target)
    let publisher = RegionsPublisher(
      update, for: target, prefix: settings.prefix, at: address,
      wait: Duration(roundedSeconds: wait.seconds)
    ) { present in
      Self.choice(signed ?? given, after: present, first: first)
    }
    switch publisher.run() {
    case .failed(let reason):
      Log.write(.error, reason)
      throw ExitCode(69)
    case .published(let manifest, let answers):
      StandardOutput.print(
        "published \(manifest.version.words): \(update.count.counted("region")), "
          + (manifest.signature == nil ? "not signed" : "signed"))
      try show(answers)
    }
  }

  /// The manifest to publish, newer than the broker's.
  static func choice(
    _ given: Manifest?, after present: Manifest?, first: Manifest
  ) -> Result<Manifest, RegionsPublisher.Refusal> {
    guard let given else {
      let number = (present?.version.number ?? 0) + 1
      let version = FleetVersion(
        source: first.version.source, number: number, sha256: first.version.sha256)
      guard let version, let manifest = Manifest(version, bytes: first.bytes) else {
        return .failure(.init(reason: "there is no version after \(number - 1)"))
      }
      return .success(manifest)
    }
    if let reason = given.version.refusal(after: present?.version) {
      let reason = reason.replacing(
        text: "which the board has", by: "which the broker has")
      return .failure(.init(reason: "\(reason); give a higher version"))
    }
    return .success(given)
  }

  private func show(_ answers: [FleetResult]) throws {
    for answer in answers.sorted(by: { $0.board < $1.board }) {
      let regions = answer.regions.map { ", \($0.counted("region"))" } ?? ""
      StandardOutput.print("\(answer.board): \(answer.isApplied ? "applied" : "refused")\(regions)")
      for message in answer.messages { StandardOutput.print("  \(message)") }
    }
    if answers.isEmpty { StandardOutput.print("no board has answered yet") }
    guard answers.allSatisfy(\.isApplied) else { throw ExitCode(1) }
  }
}
