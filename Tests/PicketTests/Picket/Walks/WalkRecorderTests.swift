import Desk
import Dispatch
import Geofence
import Glibc
@testable import Picket
import RegionFiles
import Synchronization
import Testing

struct WalkRecorderTests {
  @Test func reportsOmittedBySlowCardsAreCounted() throws {
    let folder = try TemporaryFolder()
    let recorder = WalkRecorder(mostWaiting: 1000) { _ in }
    let release = DispatchSemaphore(value: 0)
    recorder.begin(
      Self.start("walk"), in: folder.path, regions: [], configuration: nil, keeping: nil
    ) { error in
      #expect(error == nil)
      release.wait()
    }
    for number in 0..<100 { recorder.add(report: Array("{\"number\":\(number)}".utf8)) }
    release.signal()
    recorder.finish(within: 30)
    recorder.add(report: Array("{\"number\":100}".utf8))
    let reports = Mutex(0)
    recorder.end("asked", at: nil) { result in
      reports.withLock { $0 = (try? result.get()) ?? -1 }
    }
    recorder.finish(within: 30)
    let walk = try Walk(path: "\(folder.path)/walk")
    let lines = try Recording.lines(of: walk.reports)
    #expect(lines.last == "{\"number\":100}")
    #expect(lines.count < 100 && lines.count > 50)
    #expect(reports.withLock { $0 } == lines.count)
    #expect(walk.entries.map(\.entry) == [.leftOut(101 - lines.count)])
    #expect(walk.entries.map(\.report) == [lines.count - 1])
    #expect(walk.notices.count == 1)
  }

  @Test func failedStartLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "file")
    let errors = Mutex([Int32]())
    let recorder = WalkRecorder { _ in }
    func begin(in directory: String) {
      recorder.begin(
        Self.start("walk"), in: directory, regions: [], configuration: nil, keeping: nil
      ) { error in errors.withLock { $0.append(error?.code ?? 0) } }
    }
    begin(in: path)
    begin(in: folder.path)
    begin(in: folder.path)
    recorder.finish(within: 30)
    #expect(errors.withLock { $0 } == [ENOTDIR, 0, EEXIST])
    recorder.add(report: [0x7b, 0x7d])
    recorder.finish(within: 30)
    #expect(try Walk(path: "\(folder.path)/walk").entries.isEmpty)
  }

  private static func start(_ name: String) -> WalkStart {
    let regions: [Region] = []
    let monitor = RegionMonitor(regions: regions)
    return WalkStart(
      name: name, blindLimit: .seconds(10),
      usual: WalkStart.Thresholds(RegionSettings()), memory: Memory(),
      before: WalkStart.Before(filter: FixFilter(), monitor: monitor.snapshot, sigmas: [:]))
  }
}
