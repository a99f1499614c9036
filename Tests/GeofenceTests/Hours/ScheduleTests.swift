import Testing

@testable import Geofence

struct ScheduleTests {
  @Test(arguments: [
    "24/7", "Mo-Fr 07:00-16:00; Sa 08:00-12:00", "Mo-Fr 07:00-12:00,13:00-16:00; We off",
    "22:00-06:00", "10:00-35:00", "Jun-Aug Sa,Su", "Nov-Feb 08:00-16:00",
    "Dec 20-Jan 5 off; 08:00-09:00", "Feb 29 00:00-24:00", "Mo,We,Fr-Su 09:00-10:30",
    "sunrise-sunset", "(sunset-00:30)-(sunrise+01:15)", "sunset-02:00", "sunrise-26:00",
    "sunset-37:00", "20:00-sunset", "22:00-sunrise", "24/7; Jan 1 off",
    "08:00-18:00; 12:00-13:00 off", "Dec-Jan",
  ])
  func usualFormStaysUnchanged(_ text: String) throws {
    #expect(try Schedule(text).description == text)
  }

  @Test(arguments: [
    (" Mo - Fr  07:00 - 16:00 ;Sa 08:00-12:00 ", "Mo-Fr 07:00-16:00; Sa 08:00-12:00"),
    ("Mo,Tu,We 07:00-12:00, 13:00-16:00", "Mo-We 07:00-12:00,13:00-16:00"),
    ("Sa-Mo 22:00-30:00", "Mo,Sa,Su 22:00-06:00"),
    ("24/7; Dec 25,26 closed", "24/7; Dec 25,Dec 26 off"),
    ("Jun 1-Aug 31 08:00-24:00", "Jun-Aug 08:00-24:00"), ("Mo-Su 08:00-09:00", "08:00-09:00"),
    ("Jun 1-15,Jul 08:00-09:00", "Jun 1-15,Jul 08:00-09:00"),
    ("( sunrise - 00:30 ) - sunset", "(sunrise-00:30)-sunset"),
    ("(sunset+00:00)-24:00", "sunset-24:00"),
  ])
  func otherFormsBecomeTheUsualForm(_ text: String, _ usual: String) throws {
    #expect(try Schedule(text).description == usual)
    #expect(try Schedule(usual) == Schedule(text))
  }
}
