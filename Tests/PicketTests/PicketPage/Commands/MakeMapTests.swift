import Foundation
import Glibc
import Testing

struct MakeMapTests {
  /// Starts to cut a map in a folder, with a tool in place of osmium.
  private static func cut(
    in folder: TemporaryFolder, with tool: String, area: String = "47,15,48,16",
    errors: FileHandle = .nullDevice
  ) throws -> Process {
    chmod(tool, 0o755)
    let source = try folder.write("", to: "source.osm.pbf")
    let process = Process()
    process.executableURL = PageProcess.executable
    process.arguments = [
      "map", "--area", area, "--from", source, "-o", "\(folder.path)/map.geojson",
    ]
    process.environment = ["PATH": "\(folder.path):/usr/bin:/bin"]
    process.standardError = errors
    try process.run()
    return process
  }

  /// osmium writes a file with a header alone when there is nothing in the area.
  @Test(arguments: [
    ("15,47,16,48", "if longitude came first, give --area 47,15,48,16"),
    ("10,100,11,101", "give a map of this part of the earth"),
  ])
  func emptyCutIsRefusedWithTheSwap(area: String, remedy: String) throws {
    let folder = try TemporaryFolder()
    let tool = try folder.write(
      """
      #!/bin/sh
      while [ "$1" != -o ]; do shift; done
      printf '\\0\\0\\0\\015\\012\\011OSMHeader' >"$2"

      """, to: "osmium")
    let log = try folder.write("", to: "log")
    let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    let process = try Self.cut(in: folder, with: tool, area: area, errors: errors)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    let source = "\(folder.path)/source.osm.pbf"
    #expect(text == "picket-page: \(source) has nothing in --area \(area); \(remedy)\n")
    #expect(try folder.names == ["log", "osmium", "source.osm.pbf"])
  }

  /// A user who knows the name could put a program there, which tilemaker runs.
  @Test func foldersNameCannotBeGuessed() throws {
    let folder = try TemporaryFolder()
    let tool = try folder.write(
      "#!/bin/sh\nstat -c '%a %n' \"${0%/*}\"/.picket-map-* >\"${0%/*}/seen\"\nexit 1\n",
      to: "osmium")
    let process = try Self.cut(in: folder, with: tool)
    process.waitUntilExit()
    let seen = try String(contentsOfFile: "\(folder.path)/seen", encoding: .utf8)
    #expect(seen.hasPrefix("700 "))
    #expect(!seen.contains(".picket-map-\(process.processIdentifier)\n"))
  }

  /// Ctrl-C ends the program that cuts, and leaves nothing of the unfinished map.
  @Test func interruptedMapLeavesNothing() throws {
    let folder = try TemporaryFolder()
    // This tool runs until a signal ends it.
    let tool = try folder.write("#!/bin/sh\n: >\"${0%/*}/started\"\nexec sleep 60\n", to: "osmium")
    let process = try Self.cut(in: folder, with: tool)
    eventually("the tool runs") { access("\(folder.path)/started", F_OK) == 0 }
    // As a terminal does, to the process group of both.
    try #require(getpgid(process.processIdentifier) == process.processIdentifier)
    kill(-process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + SIGINT)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["osmium", "source.osm.pbf", "started"])
  }
}
