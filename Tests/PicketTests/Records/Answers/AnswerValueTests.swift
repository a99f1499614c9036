@testable import Records
import Testing

/// What the controller writes is what its clients read.
struct AnswerValueTests {
  private static let status = [
    #"{"monitors":false,"reason":"blind","sight":"blind","since":"2026-06-03T09:14:31.000Z","#,
    #""seconds":1.5,"gpsd":{"host":"127.0.0.1","port":2947,"release":"3.22","reception":"3D fix"},"#,
    #""device":"/dev/ttyAMA0","mode":3,"interval":1.5,"report_age":0.2,"#,
    #""satellites":{"used":9,"seen":14},"time":"2026-06-03T09:14:31.000Z","age":0.4,"#,
    #""lat":47.1234567,"lon":15.7654321,"sd":3.5,"accuracy_from":"gst","#,
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
    #""fleet":{"source":"s","version":4,"sha256":"f","file":"/b"},"inside":["a"],"unknown":[],"#,
    #""unsure":["u"],"expired":["e"],"expired_more":2,"outside":["o"],"more":true,"#,
    #""anchors":[{"region":"anchor"}]}"#,
  ].joined()

  private static let fix =
    #"{"time":"t","fix":"trusted","lat":47.5,"lon":15.5,"sd":3.5,"accuracy_from":"gst","#
    + #""approach":{"region":"a","step":2,"seconds":4.5},"regions":[{"region":"a"}],"#
    + #""regions_more":4,"eph":4.25,"speed":1.25,"track":90.5}"#

  @Test func everyFieldIsReadAsItIsWritten() {
    #expect(StatusAnswer(Self.status)?.json.text == Self.status)
    #expect(RegionsAnswer(Self.regions)?.json.text == Self.regions)
    #expect(FixLine(Self.fix)?.json.text == Self.fix)
    let state = #"{"region":"a","state":"inside","blind":true,"time":"t","age":1.5}"#
    #expect(StateAnswer(state)?.json.text == state)
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
