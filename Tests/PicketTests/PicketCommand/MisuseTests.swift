import Testing

/// Wrong command lines and their messages.
struct MisuseTests {
  private static let commands = [
    ["run"], ["replay"], ["check"], ["doctor"], ["outputs", "list"], ["outputs", "test"],
    ["outputs", "off"],
    ["board"], ["events"], ["follow"], ["while"], ["status"], ["watch"], ["state"], ["why"],
    ["mute"], ["unmute"], ["mark"], ["acknowledge"], ["drop"], ["lift"], ["sound"],
    ["anchor", "--radius", "45"],
    ["course", "show"], ["course", "reset"], ["laps"], ["walk", "start"], ["walk", "stop"],
    ["walk", "list"], ["walk", "remove"], ["tune"],
    ["report"], ["regions", "list"], ["regions", "show"], ["regions", "add"],
    ["regions", "remove"], ["regions", "enable"], ["regions", "disable"], ["regions", "import"],
    ["regions", "export"], ["regions", "undo"],
  ]

  @Test(arguments: commands) func unknownOptionEndsWithTwo(command: [String]) throws {
    let run = try PicketCommandRun(command + ["--nope"])
    #expect(run.status == 2)
    #expect(run.log.split(separator: "\n").count == 1, "\(run.log)")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    (["stat"], "did you mean status or state?"), (["help", "evnets"], "did you mean events?"),
    (["help", "nope"], "see picket --help"), (["walk", "lst"], "did you mean list?"),
    (["help", "regions", "ad"], "did you mean add?"),
  ]) func unknownCommandEndsWithTwo(arguments: [String], words: String) throws {
    let run = try PicketCommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.log.contains(words), "\(run.log)")
  }

  @Test(
    arguments: [
      ([], "picket: give a command: status, watch, "),
      (["regions"], "of picket regions: list, show, "),
      (["outputs"], "of picket outputs: list, test, play, off or given-up"),
      (["course"], "of picket course: make, show or reset"),
      (["walk"], "of picket walk: start, stop, list or remove"),
    ] as [([String], String)])
  func missingCommandPrintsTheHelp(arguments: [String], words: String) throws {
    let run = try PicketCommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    let help = try PicketCommandRun(arguments + ["--help"])
    #expect(help.status == 0)
    #expect(help.log.isEmpty)
    #expect(run.log.hasPrefix(help.output), "\(run.log)")
    #expect(run.log.split(separator: "\n").last?.contains(words) == true, "\(run.log)")
  }

  @Test(arguments: [
    ["help"], ["--help"], ["help", "walk"], ["help", "regions", "add"],
    ["--generate-completion-script", "bash"], ["--generate-completion-script=zsh"],
    ["--experimental-dump-help"],
  ])
  func requestedHelpIsLong(arguments: [String]) throws {
    let run = try PicketCommandRun(arguments)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count > 10)
  }

  @Test func lapsOfARegionThatWasOnlyLeftAreNone() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[state]\ndirectory = \".\"\n", to: "picket.toml")
    _ = try folder.write(
      #"{"seq":1,"event":"exit","region":"gate","time":"2026-06-03T09:14:31.000Z"}"# + "\n",
      to: "journal.1.jsonl")
    let cases: [([String], String)] = [
      ([], "no entry into \"gate\", nor a crossing of a gate of this name; picket events"),
      (["--since", "1h"], "of this name within these limits; picket events"),
    ]
    for (options, words) in cases {
      let run = try PicketCommandRun(["laps", "gate", "--config", config] + options)
      #expect(run.status == 1)
      // "no crossing" would be wrong: picket events shows the exit.
      #expect(run.log.contains(words), "\(run.log)")
    }
  }

  @Test func eventsOfAnAbsentRegionNameOthers() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[state]\ndirectory = \".\"\n", to: "picket.toml")
    _ = try folder.write(
      #"{"seq":1,"event":"exit","region":"gate","time":"2026-06-03T09:14:31.000Z"}"# + "\n",
      to: "journal.1.jsonl")
    for (name, words) in [
      ("orchard", "has no line of \"orchard\"; it names gate\n"), ("gaet", "did you mean gate?\n"),
    ] {
      let run = try PicketCommandRun(["events", "--region", name, "--config", config])
      #expect(run.status == 0)
      #expect(run.log.hasSuffix(words), "\(run.log)")
    }
    // It has lines, though none of these days.
    let run = try PicketCommandRun(
      ["events", "--region", "gate", "--since", "1h", "--config", config])
    #expect(run.status == 0)
    #expect(!run.log.contains("has no line"), "\(run.log)")
  }

  @Test(arguments: [
    (["events", "--since", "10"], "such as 10s or 10m"),
    (["events", "--until", "x"], "such as 2h"), (["events", "--since", "inf"], "such as 2h"),
    (["events", "--since=-5"], "such as 2h"),
    (["why", "--last", "10x"], "such as 90s, 10m, 1h30m or 2d"),
    (["mute", "soon"], "such as 90s"),
    (["regions", "set", "a", "offset"], "picket: give a value, or --unset; see"),
    (["sound", "a", "--for", "m5"], "such as 90s"),
    (["follow", "--cursor", "c", "--timeout", "2x", "--", "true"], "such as 90s"),
    (["follow", "--cursor", "c", "--timeout", "2d", "--", "true"], "--timeout 2d is not between"),
    (["events", "-n", "0"], "a count of 1 or more"),
    (["events", "-n", "-3"], "-n -3: give a count of 1 or more"),
    (["sound", "a", "--for", "-5"], "such as 90s"),
    (["run", "--speed", "-1.5"], "--speed -1.5 is not between"),
    (["tune", "--steps", "6"], "picket tune has no --steps any more: it compares the senses"),
    (["drop", "--radius", "-.5"], "--radius: give 5 to 5000 metres"),
    (["mute", "-5"], "if -5 is a value, give all options, then -- -5"),
    (["mute", "--", "-5"], "such as 90s"),
    (
      ["regions", "set", "a", "offset", "-3"],
      "give a value, or --unset; if -3 is a value, give all options, then -- -3; see"
    ),
    (["events", "--since", "1h", "--until", "2h"], "--until is before --since"),
    (["follow", "--cursor", "", "--", "true"], "--cursor is empty; give a file"),
    (["mute", "0"], "0 is not between 1s and 7d"), (["mute", "8d"], "8d is not between"),
    (["why", "--last", "0"], "--last 0 is not between 1s and 24h"),
    (["why", "--last", "2d"], "--last 2d is not between"),
    (
      ["events", "-n", "x"],
      "The value 'x' is invalid for '-n <count>': give a number; see picket ev"
    ),
    (["events", "-n", "2.5"], "'-n <count>': give a whole number; see picket events --help"),
    (
      ["regions", "rename"], "picket: give <old>: The identifier of the region; see picket regions"
    ),
    (["run", "--outputs", "foo"], "Please provide one of 'terminal' and 'gpiod'; see picket run"),
  ]) func invalidValueGetsAnExample(arguments: [String], words: String) throws {
    let run = try PicketCommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.log.contains(words), "\(run.log)")
  }
}
