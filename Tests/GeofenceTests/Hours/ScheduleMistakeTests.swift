import Testing

@testable import Geofence

struct ScheduleMistakeTests {
  @Test(arguments: [
    ("", 0, "the text is empty", "write hours such as Mo-Fr 07:00-16:00"),
    (
      "PH off", 0, "PH needs a calendar of public holidays",
      "write the dates, such as Dec 25,26 off"
    ),
    ("Mo-Fr 08:00-16:00; PH,SH off", 19, "PH needs a calendar", "write the dates"),
    ("Mo,SH 08:00-12:00", 3, "SH needs a calendar of school holidays", "write the dates"),
    ("week 10-20 08:00-12:00", 0, "week numbers are not supported", "write months and days"),
    ("easter off", 0, "easter is not supported", "write the dates"),
    ("Mo-Fr 08:00-12:00 || Sa 09:00-10:00", 18, "a fallback after ||", "write one rule"),
    ("Mo-Fr 08:00-12:00 \"by the gate\"", 18, "a comment in quotes", "region's note"),
    ("Mon-Fri 08:00-12:00", 0, "\"Mon\" is not a weekday", "write Mo"),
    ("mo-fr 08:00-12:00", 0, "\"mo\" is not a weekday", "write Mo"),
    ("Mo-Friday 08:00-12:00", 3, "\"Friday\" is not a weekday", "write Fr"),
    ("June 08:00-12:00", 0, "\"June\" is not a month", "write Jun"),
    ("jul-aug", 0, "\"jul\" is not a month", "write Jul"),
    ("Mo-Fr 8:00-16:00", 6, "8:00 does not have two digits", "write a time such as 07:00"),
    ("Mo-Fr 07-16", 6, "07 is not a time", "write hours and minutes: 07:00"),
    ("Mo-Fr 0700-1600", 6, "0700 is not a time", "write hours and minutes: 07:00"),
    ("Mo-Fr 7am-4pm", 6, "7 is not a time", "write hours and minutes: 07:00"),
    ("Mo-Fr 07.00-16.00", 6, "07 is not a time", "07:00"),
    ("08:00-18:00 Mo-Fr", 12, "the hours are before their days", "write Mo-Fr 08:00-18:00"),
    (
      "Sa off; 08:00-12:00, 13:00-18:00 Mo,We", 33, "the hours are",
      "write Mo,We 08:00-12:00,13:00-18"
    ),
    ("00:00-00:00", 0, "the span ends when it begins", "00:00-24:00 for a whole day"),
    ("Jun 1-Aug 31: 10:00-18:00", 12, "a colon follows the days", "leave it out"),
    ("Jun 1: 10:00-18:00", 5, "a colon follows the days", "leave it out"),
    ("Jun 1-15: 10:00-18:00", 8, "a colon follows the days", "leave it out"),
    (
      "Mo-Fr 08:00", 11, "the text ends, but a hyphen and the end of the span is expected",
      "complete or shorten it"
    ),
    ("Mo-Fr 08:00+", 11, "the span has no end", "write the end"),
    ("Mo-Fr 08:00-25:61", 12, "25:61 is not a time of day", "give 00:00 to 24:00"),
    ("Mo-Fr 08:00-49:00", 12, "49:00 is not a time of day", "up to 48:00 for the next day"),
    ("24:00-26:00", 0, "a span begins on its day", "write 00:00"),
    ("08:00-08:00", 0, "the span ends when it begins", "write 00:00-24:00 for a whole day"),
    ("Mo–Fr 08:00-12:00", 2, "this is a dash, not a hyphen", "write a hyphen"),
    ("Mo-Fr 08:00 to 12:00", 12, "\"to\" is not allowed in a span", "write a hyphen"),
    ("Mo and We 08:00-12:00", 3, "\"and\" is not allowed in a list", "write a comma"),
    ("Mo-Fr: 08:00-12:00", 5, "a colon follows the days", "leave it out"),
    ("Mo-Fr 08:00-12:00, Sa 09:00-10:00", 19, "a weekday follows the hours", "semicolon"),
    ("Mo-Fr 08:00-12:00 Sa 09:00-10:00", 18, "a weekday follows the hours", "semicolon"),
    ("Mo-Fr Jun-Aug 08:00-12:00", 6, "a month follows weekdays", "Jun-Aug Mo-Fr"),
    ("Feb 30 off; 24/7", 4, "Feb has no day 30", "give 1 to 29"),
    ("2026 Dec 24 off; 24/7", 0, "2026 is a year", "expires"),
    ("Dec 2026 off; 24/7", 4, "2026 is a year", "expires"),
    ("Jun-Aug 15", 4, "the range has a day at its end only", "write Jun 1-Aug 15"),
    ("Jun 15-Aug", 7, "the range has a day at its start only", "write Aug 31"),
    ("Jun 20-10 off; 24/7", 7, "20-10 ends before it begins", "name the month of its end"),
    ("Mo[1] 08:00-12:00", 2, "the nth weekday", "write dates such as Jun 1-7 Mo"),
    ("Mo-Mo", 3, "the range begins and ends on the same day", "name it once"),
    ("Mo off", 0, "nothing is ever active", "24/7; or set enabled to false"),
    ("off", 0, "nothing is ever active", "24/7"),
    ("24/7 off", 5, "24/7 must be alone in its rule", "semicolon"),
    ("08:00-12:00;", 12, "a semicolon separates two rules", "remove the semicolon"),
    ("sunrise+00:30-sunset", 7, "an offset needs parentheses", "write (sunrise+00:30)"),
    ("(sunrise+13:00)-sunset", 9, "13:00 is not a time of day", "give up to 12:00"),
    ("dawn-dusk", 0, "dawn is not supported", "write (sunrise-00:30)"),
    ("Sunrise-sunset", 0, "\"Sunrise\" is not in lower case", "write sunrise"),
    ("sunrise-02:00", 0, "the end could be in either of two nights", "write 26:00"),
    ("10:00-sunrise", 0, "the end could mean two different sunrises", "from 12:00 on"),
    ("10:00-16:00/01:30", 11, "times in steps are not spans", "write each span"),
    ("Mo-Fr 08:00-12:00 open", 18, "\"open\" is not needed: a rule means open", "leave it out"),
    ("always", 0, "\"always\" is not a day", "24/7"),
    (
      "gibberish", 0, "found \"gibberish\", expected a month, a weekday or a time",
      "Jun-Aug"
    ),
    ("Jun-Sep 24/7", 8, "24/7 must be alone", "leave 24/7 out"),
    ("Mo-Fr 24/7", 6, "24/7 must be alone", "leave 24/7 out"),
    ("Dec 25 24/7", 7, "24/7 must be alone", "leave 24/7 out"),
    ("Sa,Su 24 hours; Mo 08:00-12:00", 6, "24/7 must be alone", "leave 24 hours out"),
    ("24 hours", 0, "\"24 hours\" is not a time", "write 24/7"),
    ("24h", 0, "\"24 h\" is not a time", "write 24/7"),
    ("Mo off; 24 Stunden", 8, "\"24 Stunden\" is not a time", "write 24/7"),
    ("01 Apr-31 Oct 10:00-18:00", 0, "a day is before its month", "write Apr 1-Oct 31"),
    ("1. April - 31. October", 0, "a day is before its month", "write Apr 1-Oct 31"),
    ("24/7; 24 Dec off", 6, "a day is before its month", "write Dec 24"),
    ("01-15 Apr 10:00-12:00", 0, "a day is before its month", "write Apr 1-15"),
    ("24/7; 25,26 Dec off", 6, "a day is before its month", "write Dec 25,26"),
    ("sunrise-30min-sunset", 7, "an offset needs parentheses", "write (sunrise-00:30)"),
    ("sunset + 1 h-23:00", 6, "an offset needs parentheses", "write (sunset+01:00)"),
    ("sunrise-00:30-sunset", 7, "an offset needs parentheses", "write (sunrise-00:30)"),
    ("sunrise-sunset-90 min", 14, "an offset needs parentheses", "write (sunset-01:30)"),
    ("(sunrise-30min)-sunset", 9, "30 is not a time", "write hours and minutes: 00:30"),
    ("(sunrise-1h)-sunset", 9, "1 is not a time", "write hours and minutes: 01:00"),
    ("Fr 22:00-Sa 06:00", 9, "the end of the span has a weekday", "22:00-06:00 ends on the next"),
    ("Mo-Fr 22:00-Sa 06:00", 12, "the end of the span has a weekday", "leave Sa out"),
    ("Su 06:00-Monday 08:00", 9, "the end of the span has a weekday", "06:00-32:00"),
    ("Fr 22:00-Su 06:00", 9, "the end of the span", "write Fr 22:00-24:00; Sa; Su 00:00-06:00"),
    ("Fr 22:00-Mo 06:00", 9, "the end of the span", "Fr 22:00-24:00; Sa-Su; Mo 00:00-06:00"),
    ("Mo-Fr 08:00-12:00\nSa 09:00-10:00", 17, "a new line separates rules", "semicolon"),
  ])
  func mistakeHasItsPlaceAndARemedy(
    _ text: String, _ offset: Int, _ wrong: String, _ remedy: String
  ) {
    do throws(Schedule.Mistake) {
      _ = try Schedule(text)
      Issue.record("there is no mistake")
    } catch {
      #expect(error.offset == offset)
      #expect(error.wrong.contains(wrong), "\(error.wrong)")
      #expect(error.remedy.contains(remedy), "\(error.remedy)")
    }
  }

  @Test(arguments: [
    "Dec 25 off; Mo-Fr 07:00-16:00", "24/7; Dec 25 off; 24/7", "Su off; Sa,Su 10:00-12:00",
    "Mo-Fr 12:00-13:00 off; Mo-Fr 08:00-18:00", "24/7; Dec 24-26 off; Dec 10:00-12:00",
  ])
  func laterRuleUndoesAnOff(_ text: String) throws {
    #expect(try Schedule(text).undoneOff != nil)
  }

  @Test(arguments: [
    "24/7; Dec 25 off", "Mo-Fr 07:00-16:00; Jun-Aug off; Jul 15 10:00-12:00",
    "Mo-Fr 08:00-16:00; Sa off; Dec 24 10:00-12:00", "24/7; Mo off; Tu-Su 10:00-12:00",
    "24/7; Mo 12:00-13:00 off; Mo 14:00-18:00", "Mo-Su off; Sa 10:00-12:00",
  ])
  func exceptionLeavesAnOffItsEffect(_ text: String) throws {
    #expect(try Schedule(text).undoneOff == nil)
  }
}
