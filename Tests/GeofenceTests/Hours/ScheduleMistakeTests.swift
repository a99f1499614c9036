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
    ("Mo-Friday 08:00-12:00", 3, "\"Friday\" is not a weekday", "write Mo-Fr 08:00-12:00"),
    ("June 08:00-12:00", 0, "\"June\" is not a month", "write Jun"),
    ("jul-aug", 0, "\"jul\" is not a month", "write Jul"),
    ("Mo-Fr 8:00-16:00", 6, "8:00 does not have two digits", "write Mo-Fr 08:00-16:00"),
    ("Mo-Fr 07-16", 6, "07 is not a time", "write Mo-Fr 07:00-16:00"),
    ("Mo-Fr 0700-1600", 6, "0700 is not a time", "write Mo-Fr 07:00-16:00"),
    ("Mo-Fr 7am-4pm", 6, "7 is not a time", "write Mo-Fr 07:00-16:00"),
    ("Mo-Fr 07.00-16.00", 6, "07 is not a time", "write Mo-Fr 07:00-16:00"),
    ("08:00-18:00 Mo-Fr", 12, "the hours are before their days", "write Mo-Fr 08:00-18:00"),
    (
      "Sa off; 08:00-12:00, 13:00-18:00 Mo,We", 33, "the hours are",
      "write Sa off; Mo,We 08:00-12:00,13:00-18:00"
    ),
    ("00:00-00:00", 0, "the span ends when it begins", "write 00:00-24:00"),
    ("Jun 1-Aug 31: 10:00-18:00", 12, "a colon follows", "write Jun-Aug 10:00-18:00"),
    ("Jun 1: 10:00-18:00", 5, "a colon follows the days", "write Jun 1 10:00-18:00"),
    ("Jun 1-15: 10:00-18:00", 8, "a colon follows the days", "write Jun 1-15 10:00-18:00"),
    (
      "Mo-Fr 08:00", 11, "the text ends, but a hyphen and the end of the span is expected",
      "complete or shorten it"
    ),
    ("Mo-Fr 08:00+", 11, "the span has no end", "write the end"),
    ("Mo-Fr 08:00-25:61", 12, "25:61 is not a time of day", "give 00:00 to 24:00"),
    ("Mo-Fr 08:00-49:00", 12, "49:00 is not a time of day", "up to 48:00 for the next day"),
    ("24:00-26:00", 0, "a span begins on its day", "write 00:00"),
    ("08:00-08:00", 0, "the span ends when it begins", "write 00:00-24:00 for a whole day"),
    ("Mo–Fr 08:00-12:00", 2, "this is a dash, not a hyphen", "write Mo-Fr 08:00-12:00"),
    ("Mo-Fr 08:00 to 12:00", 12, "\"to\" is not allowed in a span", "Mo-Fr 08:00-12:00"),
    ("Mo and We 08:00-12:00", 3, "\"and\" is not allowed in a list", "write Mo,We 08:00"),
    ("Mo-Fr: 08:00-12:00", 5, "a colon follows the days", "write Mo-Fr 08:00-12:00"),
    ("Mo-Fr 08:00-12:00, Sa 09:00-10:00", 19, "a weekday follows", "00; Sa 09:00-10:00"),
    ("Mo-Fr 08:00-12:00 Sa 09:00-10:00", 18, "a weekday follows", "00; Sa 09:00-10:00"),
    ("Mo-Fr 08:00-12:00, Mo 14:00-18:00", 19, "a weekday follows the hours", "semicolon"),
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
    ("08:00-12:00;", 12, "a semicolon separates two rules", "write 08:00-12:00"),
    ("sunrise+00:30-sunset", 7, "an offset needs parentheses", "write (sunrise+00:30)"),
    ("(sunrise+13:00)-sunset", 9, "13:00 is not a time of day", "give up to 12:00"),
    ("dawn-dusk", 0, "dawn is not supported", "write (sunrise-00:30)"),
    ("Sunrise-sunset", 0, "\"Sunrise\" is not in lower case", "write sunrise"),
    ("sunrise-02:00", 0, "the end could be in either of two nights", "write 26:00"),
    ("10:00-sunrise", 0, "the end could mean two different sunrises", "from 12:00 on"),
    ("10:00-16:00/01:30", 11, "times in steps are not spans", "write each span"),
    ("Mo-Fr 08:00-12:00 open", 18, "\"open\" is not needed", "write Mo-Fr 08:00-12:00"),
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
    ("01 Apr-31 Oct 10:00-18:00", 0, "a day is before its month", "write Apr-Oct 10:00-18:00"),
    ("1. April - 31. October", 0, "a day is before its month", "write Apr-Oct"),
    ("24/7; 24 Dec off", 6, "a day is before its month", "write 24/7; Dec 24 off"),
    ("01-15 Apr 10:00-12:00", 0, "a day is before its month", "write Apr 1-15 10:00"),
    ("24/7; 25,26 Dec off", 6, "a day is before its month", "write 24/7; Dec 25,Dec 26"),
    ("sunrise-30min-sunset", 7, "an offset needs parentheses", "write (sunrise-00:30)"),
    ("sunset + 1 h-23:00", 6, "an offset needs parentheses", "write (sunset+01:00)"),
    ("sunrise-00:30-sunset", 7, "an offset needs parentheses", "write (sunrise-00:30)"),
    ("sunrise-sunset-90 min", 14, "an offset needs parentheses", "write (sunset-01:30)"),
    ("(sunrise-30min)-sunset", 9, "30 is not a time", "write hours and minutes: 00:30"),
    ("(sunrise-1h)-sunset", 9, "1 is not a time", "write (sunrise-01:00)-sunset"),
    ("Fr 22:00-Sa 06:00", 9, "the end of the span has a weekday", "22:00-06:00 ends on the next"),
    ("Mo-Fr 22:00-Sa 06:00", 12, "the end of the span has a weekday", "leave Sa out"),
    ("Su 06:00-Monday 08:00", 9, "the end of the span has a weekday", "06:00-32:00"),
    ("Fr 22:00-Su 06:00", 9, "the end of the span", "write Fr 22:00-24:00; Sa; Su 00:00-06:00"),
    ("Fr 22:00-Mo 06:00", 9, "the end of the span", "Fr 22:00-24:00; Sa-Su; Mo 00:00-06:00"),
    ("Mo-Fr 08:00-12:00\nSa 09:00-10:00", 17, "a new line", "12:00; Sa 09:00-10:00"),
    ("6pm", 0, "6 is not a time", "write hours and minutes: 18:00"),
    ("Jun-Aug 9-17", 4, "the range has a day at its end only", "write Jun-Aug 09:00-17:00"),
    ("Jun-Aug 9", 4, "the range has a day at its end only", "write Jun 1-Aug 9"),
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

  /// What people write, and the hours that the remedy names: they are read.
  @Test(arguments: [
    ("8am-6pm", "08:00-18:00"), ("8 am - 6 pm", "08:00-18:00"),
    ("Mo-Fr 8am-6pm", "Mo-Fr 08:00-18:00"),
    ("8:30am-12:30pm,1pm-5:30pm", "08:30-12:30,13:00-17:30"), ("8 a.m. to 6 p.m.", "08:00-18:00"),
    ("10pm-6AM", "22:00-06:00"), ("12am-12pm", "00:00-12:00"), ("noon-midnight", "12:00-24:00"),
    ("8-6pm", "08:00-18:00"), ("2-6pm", "14:00-18:00"), ("9am-5", "09:00-17:00"),
    ("9-5", "09:00-17:00"),
    ("10-2am", "22:00-02:00"), ("08:00-6pm", "08:00-18:00"), ("sunrise-6pm", "sunrise-18:00"),
    ("08.00-18.00", "08:00-18:00"), ("8.30-12", "08:30-12:00"),
    ("Mo-Fr 8.00-18.00", "Mo-Fr 08:00-18:00"),
    ("08.00-12.00,13.00-18.00", "08:00-12:00,13:00-18:00"), ("8.30-12.00 Uhr", "08:30-12:00"),
    ("08:00 - 18.00", "08:00-18:00"), ("9-17", "09:00-17:00"), ("22-6", "22:00-06:00"),
    ("Mo-Fr 9-17; Sa 10-14", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"),
    ("Jun 1-15 9-17", "Jun 1-15 09:00-17:00"),
    ("Mo-Fr 8:30-12", "Mo-Fr 08:30-12:00"), ("8h-18h", "08:00-18:00"), ("8h30-18h", "08:30-18:00"),
    ("08h30 à 18h00", "08:30-18:00"), ("8 Uhr bis 18 Uhr", "08:00-18:00"),
    ("8-18 Uhr", "08:00-18:00"),
    ("08:00h-18:00h", "08:00-18:00"), ("08:00 to 18:00", "08:00-18:00"),
    ("8 until 18", "08:00-18:00"),
    ("from 8am to 6pm", "08:00-18:00"), ("08:00–18:00", "08:00-18:00"),
    ("0800-2000", "08:00-20:00"),
    ("800-1800", "08:00-18:00"), ("Monday to Friday: 9am-5pm", "Mo-Fr 09:00-17:00"),
    ("Mo 8am-6pm, We 9am-1pm", "Mo 08:00-18:00; We 09:00-13:00"),
    ("6 pm - 11 pm Mo-Fr", "Mo-Fr 18:00-23:00"),
    ("daily 9-17", "09:00-17:00"),
    ("Mo-Fr 9-17; Sa closed; Dec 25 OFF", "Mo-Fr 09:00-17:00; Sa off; Dec 25 off"),
  ])
  func remedyOfHoursIsRead(_ text: String, _ hours: String) throws {
    do throws(Schedule.Mistake) {
      _ = try Schedule(text)
      Issue.record("there is no mistake")
    } catch {
      #expect(error.remedy == "write \(hours)")
      #expect(try Schedule(hours).description == hours)
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
