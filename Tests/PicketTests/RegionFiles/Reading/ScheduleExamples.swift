/// Schedules as people write them wrongly.
enum ScheduleExamples {
  static let wrong = [
    "", "PH off", "Mo-Fr 08:00-16:00; PH,SH off", "Mo,SH 08:00-12:00", "week 10-20 08:00-12:00",
    "easter off", "Mo-Fr 08:00-12:00 || Sa 09:00-10:00", "Mo-Fr 08:00-12:00 \"by the gate\"",
    "Mon-Fri 08:00-12:00", "mo-fr 08:00-12:00", "Mo-Friday 08:00-12:00", "June 08:00-12:00",
    "jul-aug", "Mo-Fr 8:00-16:00", "Mo-Fr 07-16", "Mo-Fr 0700-1600", "Mo-Fr 7am-4pm",
    "Mo-Fr 07.00-16.00", "Mo-Fr 08:00", "Mo-Fr 08:00+", "Mo-Fr 08:00-25:61", "Mo-Fr 08:00-49:00",
    "24:00-26:00", "08:00-08:00", "Mo–Fr 08:00-12:00", "Mo-Fr 08:00 to 12:00",
    "Mo and We 08:00-12:00", "Mo-Fr: 08:00-12:00", "Mo-Fr 08:00-12:00, Sa 09:00-10:00",
    "Mo-Fr 08:00-12:00 Sa 09:00-10:00", "Mo-Fr Jun-Aug 08:00-12:00", "Feb 30 off; 24/7",
    "2026 Dec 24 off; 24/7", "Dec 2026 off; 24/7", "Jun-Aug 15", "Jun 15-Aug",
    "Jun 20-10 off; 24/7",
    "Mo[1] 08:00-12:00", "Mo-Mo", "Mo off", "off", "24/7 off", "08:00-12:00;",
    "sunrise+00:30-sunset", "(sunrise+13:00)-sunset", "dawn-dusk", "Sunrise-sunset",
    "sunrise-02:00", "10:00-sunrise", "10:00-16:00/01:30", "Mo-Fr 08:00-12:00 open", "always",
    "gibberish", "Mo-Fr 08:00-12:00\nSa 09:00-10:00",
  ]
}
