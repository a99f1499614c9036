import Base
import Foundation
import Records
import Testing

/// A program for each event, by a real `picket follow`.
@Suite(.timeLimit(.minutes(20)))
struct FollowTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
  }

  private static func event(_ number: Int) -> String {
    #"{"seq":\#(number),"event":"enter","region":"gate","note":"Close it","#
      + #""time":"2026-06-03T09:14:31.000Z"}"#
  }

  private func add(_ numbers: ClosedRange<Int>) throws {
    var journal = Journal(directory: "\(folder.path)/state", size: 400_000, next: 1)
    for number in numbers { try journal.add(Self.event(number), sequence: number) }
  }

  private func cursor() throws -> Int? {
    let bytes = try? OpenFile("\(folder.path)/cursor", O_RDONLY).contents(limit: 1000)
    return try bytes.map { try Cursor(line: $0).sequence }
  }

  private static let log = #"read -r line; printf '%s\n' "$line" >>seen"#

  // MARK: The input of the program

  @Test func theProgramGetsTheEvent() async throws {
    try add(1...1)
    let follow = try FollowProcess(
      """
      cat >json; grep SigBlk /proc/self/status >blocked
      echo "$PICKET_EVENT|$PICKET_REGION|$PICKET_SEQ|$PICKET_TIME|$PICKET_NOTE" >seen
      """, ["--from", "start"], in: folder)
    await eventually("it is done") { (try? cursor()) == 1 }
    #expect(follow.text(of: "seen") == "enter|gate|1|2026-06-03T09:14:31.000Z|Close it\n")
    #expect(follow.text(of: "json") == Self.event(1) + "\n")
    #expect(follow.text(of: "blocked") == "SigBlk:\t0000000000000000\n")
    #expect(follow.end().status == 0)
    #expect(follow.log.isEmpty)
  }

  @Test func newEventsComeAsTheyAreWritten() async throws {
    try add(1...3)
    let follow = try FollowProcess(Self.log, in: folder)
    await eventually("it has begun") { (try? cursor()) == 3 }
    for number in 4...6 {
      try add(number...number)
      // Long before the follower would check without a notification of the kernel.
      await eventually(within: 10, "event \(number) comes") { (try? cursor()) == number }
    }
    #expect(follow.lines(of: "seen") == (4...6).map(Self.event))
  }

  @Test func restartContinuesWhereItStopped() async throws {
    try add(1...2)
    let first = try FollowProcess(Self.log, ["--from", "start"], in: folder)
    await eventually("both are done") { (try? cursor()) == 2 }
    #expect(first.end().status == 0)
    try add(3...4)
    // --from counts only for a start without a cursor.
    let second = try FollowProcess(Self.log, ["--from", "start"], in: folder)
    await eventually("all are done") { (try? cursor()) == 4 }
    #expect(second.lines(of: "seen") == (1...4).map(Self.event))
  }

  @Test func missingJournalIsAwaited() async throws {
    let follow = try FollowProcess(Self.log, in: folder)
    await eventually("it waits") { follow.log.contains("waiting for it") }
    try add(1...2)
    await eventually("it is followed") { (try? cursor()) == 2 }
    #expect(follow.lines(of: "seen") == (1...2).map(Self.event))
  }

  @Test func runningControllerIsFollowed() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let follow = try FollowProcess(Self.log, ["--from", "start"], in: folder)
    gpsd.play(Epoch.ride, speed: 10, from: .now)
    await eventually("both events come") { follow.lines(of: "seen").count == 2 }
    #expect(follow.lines(of: "seen") == picket.eventLines)
    #expect(picket.eventLines.allSatisfy { $0.contains(#""depth":"#) })
  }

  // MARK: Failures

  @Test func failureIsRetriedBeforeTheNextEvent() async throws {
    try add(1...2)
    let follow = try FollowProcess(
      #"echo "$PICKET_SEQ" >>tries; test -e may || exit 3; \#(Self.log)"#, ["--from", "start"],
      in: folder)
    await eventually("it has failed") { follow.lines(of: "tries").count >= 2 }
    #expect(try cursor() == 0)
    _ = try folder.write("", to: "may")
    await eventually("both are done") { (try? cursor()) == 2 }
    #expect(follow.lines(of: "seen") == (1...2).map(Self.event))
    #expect(
      follow.lines(of: "follow.err").first
        == "picket: event 1 (enter gate): sh ended with status 3; again in 1 s, attempt 2 of 20")
  }

  @Test func anEventIsSkippedAfterItsAttempts() async throws {
    try add(1...2)
    let follow = try FollowProcess(
      #"test "$PICKET_SEQ" != 1 || kill -9 $$; \#(Self.log)"#,
      ["--from", "start", "--attempts", "1"], in: folder)
    await eventually("the next is done") { (try? cursor()) == 2 }
    #expect(follow.lines(of: "seen") == [Self.event(2)])
    #expect(
      follow.log == """
        picket: event 1 (enter gate): sh was ended by signal 9 (Killed); skipped after 1 attempt

        """)
  }

  /// A program that does not end, and three processes that it has started: one in its group, one that
  /// has left the group, and one whose parent has ended; all of them ignore signals.
  private static let stubborn = """
    trap '' TERM
    sh -c 'trap "" TERM; echo $$ >a; sleep 1000; :' &
    setsid sh -c 'trap "" TERM; echo $$ >b; sleep 1000; :' &
    (setsid sh -c 'trap "" TERM; echo $$ >c; sleep 1000; :' &)
    echo $$ >d
    while :; do sleep 1000; done
    """

  /// Expects that the stubborn program and its processes have started and ended.
  private func expectEnded(_ follow: FollowProcess) throws {
    for name in ["a", "b", "c", "d"] {
      let process = try #require(follow.lines(of: name).first.flatMap { pid_t($0) }, "\(name)")
      #expect(kill(process, 0) == -1 && errno == ESRCH, "\(name)")
    }
  }

  @Test func hangingProgramIsEndedWithItsChildren() async throws {
    try add(1...1)
    let follow = try FollowProcess(
      Self.stubborn, ["--from", "start", "--timeout", "3", "--attempts", "1"], in: folder)
    await eventually("it is skipped") { (try? cursor()) == 1 }
    try expectEnded(follow)
    #expect(follow.log.contains("sh has not ended after 3 s and was ended; skipped"))
  }

  @Test func sigtermEndsTheProgramWithinASecond() async throws {
    try add(1...1)
    let follow = try FollowProcess(Self.stubborn, ["--from", "start"], in: folder)
    await eventually("all of it runs") {
      ["a", "b", "c", "d"].allSatisfy { !follow.lines(of: $0).isEmpty }
    }
    let (status, seconds) = follow.end()
    #expect(status == 0)
    #expect(seconds < (PicketProcess.isSanitized ? 3 : 1))
    try expectEnded(follow)
    // The event comes again.
    #expect(try cursor() == 0)
  }

  @Test func processesLeftRunningAreNotEnded() async throws {
    try add(1...2)
    let follow = try FollowProcess(
      #"""
      case $PICKET_SEQ in
        1) sleep 1000 >/dev/null 2>&1 </dev/null & echo $! >left ;;
        *) sleep 1000 ;;
      esac
      """#, ["--from", "start", "--timeout", "1", "--attempts", "1"], in: folder)
    await eventually("both are done") { (try? cursor()) == 2 }
    let left = try #require(follow.lines(of: "left").first.flatMap { pid_t($0) })
    #expect(kill(left, SIGKILL) == 0)
  }

  @Test func nextFollowerWaitsForALeftProgram() async throws {
    try add(1...2)
    let slow =
      #"echo "begin $PICKET_SEQ" >>seen; until test -e go; do sleep 0.05; done; "#
      + #"echo "end $PICKET_SEQ" >>seen"#
    let first = try FollowProcess(slow, ["--from", "start"], in: folder)
    await eventually("it has begun") { first.lines(of: "seen") == ["begin 1"] }
    await first.abandon()
    let second = try FollowProcess(slow, in: folder)
    // The next follower holds the cursor, and does not begin while the program still runs.
    await eventually("it holds the cursor") { (try? CursorFile("\(folder.path)/cursor")) == nil }
    #expect(second.lines(of: "seen") == ["begin 1"])
    _ = try folder.write("", to: "go")
    await eventually("both are done") { (try? cursor()) == 2 }
    #expect(
      second.lines(of: "seen") == ["begin 1", "end 1", "begin 1", "end 1", "begin 2", "end 2"])
  }

  // MARK: Exit codes

  @Test func aSecondFollowerEndsWith69() async throws {
    try add(1...1)
    let first = try FollowProcess(Self.log, in: folder)
    await eventually("it has begun") { (try? cursor()) == 1 }
    let second = try FollowProcess(Self.log, in: folder)
    #expect(second.status() == 69)
    #expect(
      second.log
        == "picket: cursor is in use by another picket; stop it, or give another file\n")
    #expect(first.isRunning)
  }

  @Test func aDamagedCursorEndsWith1() throws {
    try add(1...1)
    _ = try folder.write("17", to: "cursor")
    let follow = try FollowProcess(Self.log, in: folder)
    #expect(follow.status() == 1)
    #expect(follow.lines(of: "follow.err").count == 1)
    #expect(follow.log.hasPrefix("cursor: this is not a cursor"))
    #expect(follow.text(of: "cursor") == "17")
    #expect(follow.lines(of: "seen").isEmpty)
  }

  @Test func unwritableCursorEndsWith74() throws {
    try add(1...1)
    let run = try PicketCommandRun(
      ["follow", "--config", "picket.toml", "--cursor", "none/cursor", "--", "true"],
      folder: folder.path)
    #expect(run.status == 74)
    #expect(run.log.split(separator: "\n").count == 1, "\(run.log)")
  }

  @Test(
    arguments: [
      (["--", "./none"], "./none: there is no such program"),
      (["--", "./picket.toml"], "./picket.toml: may not be executed"),
      ([], "give a program after --"), (["--timeout", "0", "--", "true"], "--timeout 0 is"),
      (["--attempts", "0", "--", "true"], "--attempts 0"), (["true"], "give a program after --"),
    ] as [([String], String)])
  func wrongUsageEndsWith2(arguments: [String], words: String) throws {
    let run = try PicketCommandRun(
      ["follow", "--config", "picket.toml", "--cursor", "cursor"] + arguments,
      folder: folder.path)
    #expect(run.status == 2)
    #expect(run.log.contains(words), "\(run.log)")
    #expect(run.log.split(separator: "\n").count == 1, "\(run.log)")
  }

  @Test func removedProgramIsAFailure() async throws {
    try add(1...1)
    let hook = try folder.write("#!/bin/sh\nrm \"$0\"\nexit 1\n", to: "hook")
    chmod(hook, 0o755)
    // The script replaces the shell.
    let process = Process()
    process.executableURL = PicketProcess.executable
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = [
      "follow", "--config", "picket.toml", "--cursor", "cursor", "--from", "start", "--attempts",
      "2", "--", "./hook",
    ]
    let log = try folder.write("", to: "log")
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try process.run()
    await eventually("it is skipped") { (try? cursor()) == 1 }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains("./hook cannot be started: No such file or directory; skipped"))
  }
}
