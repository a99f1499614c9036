import ArgumentParser
import Base
import Commands
import Glibc
import RegionFiles

/// `picket-link sign`: writes the signed manifest of a file of regions.
struct SignRegions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign a file of regions for a group of boards, or for one.",
    discussion: """
      It writes FILE.manifest, which picket-link publish sends with the file, and prints the public \
      key for trusted_keys in link.toml. The key needs to be on no machine that the broker reaches.

        openssl genpkey -algorithm ed25519 -out fleet.key
        picket-link sign meadows.geojson --group orchards --version 7 --key fleet.key
      """)

  @Argument(help: "The regions, as GeoJSON.", completion: .file(extensions: ["geojson", "json"]))
  var file: String

  @OptionGroup var target: TargetOptions

  @Option(help: ArgumentHelp("The version, higher than all before.", valueName: "number"))
  var version: Int

  @Option(
    help: ArgumentHelp("The private key, of Ed25519 in PEM.", valueName: "file"),
    completion: .file())
  var key: String

  func validate() throws {
    try OutgoingUpdate.check(version: version)
  }

  func run() throws {
    let target = try target.target()
    let update = try Problem.orEnd { () throws(Problem) in try OutgoingUpdate(path: file) }
    var manifest = try update.manifest(version, for: target)
    let key = try Problem.orEnd { () throws(Problem) in try PrivateKey(path: self.key) }
    guard let signature = key.signature(of: manifest.signedBytes), let publicKey = key.publicKey
    else {
      Log.write(.error, "\(self.key): OpenSSL cannot sign with it; make another key")
      throw ExitCode(1)
    }
    manifest.signature = Base64.text(signature)
    let path = OutgoingUpdate.manifestPath(of: file)
    do throws(SystemError) {
      try OutputFile.write("\(manifest.text)\n", to: path)
    } catch {
      Log.write(.error, "\(error); give a file in another folder")
      throw ExitCode(74)
    }
    StandardOutput.print("signed \(manifest.version.words): \(path)")
    StandardOutput.print("public key: \(publicKey.text)")
  }
}

/// The options that name the boards that an update of regions is for.
struct TargetOptions: ParsableArguments {
  @Option(help: ArgumentHelp("All boards of this group.", valueName: "name"))
  var group: String?

  @Option(help: ArgumentHelp("This board alone.", valueName: "name"))
  var board: String?

  func validate() throws {
    guard (group == nil) != (board == nil) else {
      throw ValidationError("give one of --group NAME and --board NAME")
    }
    for name in [group, board] {
      if let name, let fault = Topics.fault(in: name, isOneLevel: true) {
        throw ValidationError("the name \(name.quoted) \(fault)")
      }
    }
  }

  /// The boards.
  func target() throws -> FleetTarget {
    if let group { return .group(group) }
    if let board { return .board(board) }
    throw ValidationError("give one of --group NAME and --board NAME")
  }
}
