@testable import Receiver
import Testing

struct FixFieldsTests {
  private static func alone(_ line: String) -> String {
    let line = Array(line.utf8)
    return String(decoding: FixFields.alone(in: line[...]) ?? line, as: UTF8.self)
  }

  @Test func unusedFieldsAreLeftOut() {
    let line = """
      {"class":"TPV","device":"/dev/a,b}","mode":3,"time":"2026-06-03T09:14:31.250Z","ept":0.005,\
      "lat":51.501,"lon":-0.142,"altHAE":31.2,"epx":3.1,"track":271.5,"speed":1.37,"eph":9.5,\
      "sep":"{"}
      """
    #expect(
      Self.alone(line) == """
        {"class":"TPV","device":"/dev/a,b}","mode":3,"time":"2026-06-03T09:14:31.250Z",\
        "lat":51.501,"lon":-0.142,"track":271.5,"speed":1.37,"eph":9.5}
        """)
  }

  @Test func firstFieldMayBeUnused() {
    #expect(Self.alone(#"{"ept":1,"class":"TPV","mode":1}"#) == #"{"class":"TPV","mode":1}"#)
  }

  @Test(arguments: [
    "{}", "{", "", "}", #"{"class"}"#, #"{"class":}"#, #"{"class":"TPV",}"#, #"{"class":"TPV""#,
    #"{"class":"TPV","ept":[1],"mode":3}"#, #"{"class":"TPV","ept":{"a":1},"mode":3}"#,
    #"{"class":"TPV","ept":"a\"b","mode":3}"#, #"{"class":"TPV","e\u0070t":1,"mode":3}"#,
    #"{"class":"TPV","sep":"class":"TPV"}"#, #"{"class":"TPV"},"mode":3}"#,
    #"{"class":"TPV","ept":1"mode":3}"#, #"{"class":"TPV" "mode":3}"#,
  ])
  func unusualReportsStayUnchanged(_ line: String) {
    #expect(Self.alone(line) == line)
  }
}
