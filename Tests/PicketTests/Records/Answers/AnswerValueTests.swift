import Base
@testable import Records
import Testing

/// What the controller writes is what its clients read.
struct AnswerValueTests {
  private static let status = [
    #"{"monitors":false,"reason":"blind","sight":"blind","since":"2026-06-03T09:14:31.000Z","#,
    #""seconds":1.5,"gpsd":{"host":"127.0.0.1","port":2947,"release":"3.22","reception":"3D fix"},"#,
    #""device":"/dev/ttyAMA0","mode":3,"interval":1.5,"report_age":0.2,"lacks":"sky","#,
    #""satellites":{"used":9,"seen":14},"time":"2026-06-03T09:14:31.000Z","age":0.4,"#,
    #""lat":47.1234567,"lon":15.7654321,"sd":3.5,"apart":152.5,"accuracy_from":"gst","#,
    #""accuracy_doubt":{"claimed":2.2,"observed":9.5},"eph":4.25,"speed":1.25,"track":90.5,"#,
    #""watched":2,"inside":["a","b"],"inside_more":3,"unsure":["c"],"speeding":"a","#,
    #""speed_missing":true,"anchors":[{"region":"anchor","lat":47.5,"lon":15.5,"radius":40.5,"#,
    #""sd":1.25,"time":"2026-06-03T09:14:31.000Z","distance":2.5,"state":"inside"}],"#,
    #""alarms":["a: left"],"near":[{"region":"a","state":"unsure","was":"inside","depth":-1.5,"#,
    #""raw":2.5,"pending":"exit","missing":["2 m"],"active":false,"#,
    #""changes":"2026-06-03T09:14:31.000Z"}],"near_more":1,"dwell":[{"region":"b","left":2.5}],"#,
    #""reminders":[{"region":"a","count":1,"of":20,"left":3.5}],"#,
    #""outputs":[{"output":"lamp","kind":"led","active":true,"faulty":true,"reason":"a"}],"#,
    #""muted":true,"mute_left":60,"quiet":true,"storage":{"directory":"/var","faults":["full"],"#,
    #""journal_age":5,"state_age":7},"uptime":61.5,"versions":{"picket":"1","libgps":"2","#,
    #""libgpiod":"3"},"date_doubt":"old","date_impossible":false,"events":7,"walk":"ride","#,
    #""files":"other"}"#,
  ].joined()

  private static let regions = [
    #"{"file":"/a","writable":true,"watched":9,"signals":["x"],"time":"t","#,
    #""fleet":{"source":"s","version":4,"sha256":""#, String(repeating: "f", count: 64),
    #"","file":"/b"},"inside":["a"],"unknown":[],"#,
    #""unsure":["u"],"expired":["e"],"expired_more":2,"outside":["o"],"more":true,"#,
    #""anchors":[{"region":"anchor"}]}"#,
  ].joined()

  private static let fix =
    #"{"time":"t","fix":"trusted","lat":47.5,"lon":15.5,"sd":3.5,"apart":152.5,"speed_missing":true,"accuracy_from":"gst","#
    + #""approach":{"region":"a","step":2,"seconds":4.5},"regions":[{"region":"a"}],"#
    + #""regions_more":4,"eph":4.25,"speed":1.25,"track":90.5,"receiver_lat":47.25,"#
    + #""receiver_lon":15.25}"#

  @Test func everyFieldIsReadAsItIsWritten() {
    #expect(StatusAnswer(Self.status)?.json.text == Self.status)
    #expect(RegionsAnswer(Self.regions)?.json.text == Self.regions)
    #expect(FixLine(Self.fix)?.json.text == Self.fix)
    let state = #"{"region":"a","state":"inside","blind":true,"time":"t","age":1.5}"#
    #expect(StateAnswer(state)?.json.text == state)
  }

  private static let hash = String(repeating: "7", count: 64)

  @Test func answersToOrdersAreReadAsTheyAreWritten() {
    func written<Value: AnswerValue>(_: Value.Type, _ text: String) -> Bool {
      Value(text)?.json.text == text
    }
    #expect(written(DropAnswer.self, #"{"region":"a","lat":47.5,"sd":1.5,"fixes":4}"#))
    #expect(written(DropAnswer.self, #"{"region":"a","lifted":true}"#))
    #expect(
      written(
        CourseAnswer.self,
        #"{"stations":[{"region":"a","after":"b","once":true,"done":"t","asleep":true}]}"#))
    #expect(written(CourseAnswer.self, #"{"reset":2}"#))
    #expect(written(PlayAnswer.self, #"{"signal":"a","outputs":[],"seconds":1.5,"muted":true}"#))
    #expect(written(PlayAnswer.self, #"{"signals":["a"],"muted":false}"#))
    #expect(
      written(SoundAnswer.self, #"{"region":"a","depth":-2.5,"step":3,"blind":false,"muted":true}"#)
    )
    #expect(written(WhyLines.self, #"{"region":"a","lines":["b"],"steps":[[1.5,-2,null]]}"#))
    #expect(written(WalkAnswer.self, #"{"path":"/a","reports":7}"#))
    #expect(written(WalkAnswer.self, #"{"folder":"/a","recording":"b"}"#))
    #expect(
      written(
        SurveyAnswer.self,
        #"{"corners":[[15,47]],"length":90.5,"tolerance":1.25,"noise":2.5,"cushion":8,"open":3.5,"#
          + #""loops":40,"gap":7,"sentences":["a"]}"#))
  }

  @Test func answersAboutFilesAreReadAsTheyAreWritten() throws {
    let version = #""source":"s","version":4,"sha256":"\#(Self.hash)""#
    let lines = [
      #"{\#(version),"regions":3,"watched":5}"#,
      #"{\#(version),"watched":5,"applied":true,"regions":3,"warnings":["a"],"warnings_more":2}"#,
      #"{\#(version),"watched":5,"applied":false,"refused":["a"]}"#,
      #"{"applied":false,"busy":true,"refused":["a"]}"#,
    ]
    for line in lines { #expect(FleetAnswer(line)?.json.text == line) }
    let edits = [
      #"{"applied":true,"file":"/a","sha256":"h","warnings":[],"watched":5}"#,
      #"{"applied":false,"conflict":true,"sha256":"h","refused":["a"]}"#,
      #"{"applied":false,"busy":true,"refused":["a","b"]}"#,
      #"{"applied":false,"refused":["a"],"problems":[{"problem":"p","remedy":"r","#
        + #""severity":"error","file":"/a","feature":2,"region":"g","field":"radius"}]}"#,
    ]
    for edit in edits { #expect(ChangeAnswer(edit)?.json.text == edit) }
    let kinds = edits.map { ChangeAnswer($0)?.refusal?.kind }
    #expect(kinds == [nil, .outdated, .busy, .wrong])
    let reload = #"{"file":"/a","watched":2,"reloaded":true,"warnings":[]}"#
    #expect(ReloadAnswer(reload)?.json.text == reload)
    let document = #"{"file":"/a","sha256":"h","count":9,"features":[{"id":"g"}],"next":1}"#
    #expect(DocumentAnswer(document)?.json.text == document)
  }

  @Test(arguments: RefusalKind.allCases)
  func refusalSaysItsKind(_ kind: RefusalKind) throws {
    var line = JSONLine()
    Refusal("not now", kind).add(to: &line)
    let reply = try #require(Reply(line.text))
    #expect(reply.refusal == Refusal("not now", kind))
    #expect(line.text.hasPrefix(#"{"ok":false,"error":"not now""#))
  }

  @Test func whatIsNotKnownIsLeftOut() {
    #expect(
      StatusAnswer().json.text == """
        {"monitors":false,"inside":[],"near":[],"dwell":[],"outputs":[],"muted":false,"quiet":false}
        """)
    #expect(FixLine().json.text == "{}")
    #expect(
      RegionsAnswer().json.text == """
        {"writable":false,"signals":[],"inside":[],"unknown":[],"expired":[]}
        """)
  }

  @Test func whatIsOfAnotherKindIsNotRead() {
    let status = StatusAnswer(
      #"{"monitors":1,"mode":"3","age":"1","inside":{},"near":[1],"gpsd":[],"reminders":{}}"#)
    #expect(status == StatusAnswer("{}"))
    #expect(StatusAnswer("[]") == nil)
    #expect(RegionsAnswer(#"{"outside":1}"#)?.outside == nil)
  }
}
