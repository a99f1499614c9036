import Base
import Picket
import Records
import Testing

struct StatusTextTests {
  private static let status = """
    {"ok":true,"monitors":true,"sight":"sighted","since":"2026-06-03T09:00:00Z","seconds":125,\
    "gpsd":{"host":"127.0.0.1","port":2947,"reception":"3D fix","release":"3.22"},\
    "device":"/dev/ttyAMA0","mode":3,"satellites":{"used":9,"seen":12},"lat":47,"lon":15.5,"sd":3.5,\
    "accuracy_from":"gst","age":1.2,"speed":1.5,"track":90,"date_doubt":"1024 weeks; see /etc/x",\
    "accuracy_doubt":{"claimed":2.2,"observed":9.5},"wander":22.4,"inside":["orchard"],"inside_more":3,\
    "unsure":["quarry"],"speeding":"road","speed_missing":true,"near":[{"region":"orchard",\
    "state":"unsure","was":"inside","depth":-12.5,"pending":"exit","missing":["needed 7.8 m"],\
    "active":false,"changes":"2026-06-03T10:00:00Z"}],"dwell":[{"region":"orchard","left":9}],\
    "anchors":[{"region":"anchor","radius":40,"distance":2.5,"time":"2026-06-03T08:00:00Z"}],\
    "reminders":[{"region":"orchard","count":1,"of":20,"left":3}],"watched":2,"files":"/etc/picket",\
    "outputs":[{"output":"buzzer","active":true},{"output":"lamp","faulty":true}],"muted":true,\
    "mute_left":60,"quiet":true,"walk":"monday","uptime":130,"versions":{"picket":"1"},\
    "storage":{"directory":"/var/lib/picket","faults":["journal: No space left on device"]}}
    """

  @Test func everythingIsThereForWhoLooksForAFault() throws {
    let text = StatusText(try #require(StatusAnswer(Self.status))).lines.joined(separator: "\n")
    for words in [
      "sight      sighted since 2026-06-03T", "gpsd       3D fix, at 127.0.0.1:2947 (3.22)",
      "receiver   /dev/ttyAMA0, 3D fix, 9 of 12 satellites", "date       1024 weeks; see /etc/x",
      "position   47.000000, 15.500000 ± 3.5 m (from GST), 1.2 s ago",
      "moving     1.5 m/s towards 90°",
      "reception  fixes wander by 22.4 m here; borders nearer than",
      "region     orchard: unsure (inside before), 12.5 m outside",
      "; exit pending: needed 7.8 m; outside its hours until 2026-06-03T",
      "anchor     anchor: 2.5 m from it, radius 40 m, since 2026-06-03T", "files      /etc/picket",
      "storage    /var/lib/picket: NOT WRITTEN: journal: No space left on device",
      "versions   picket 1",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
  }

  @Test(arguments: Language.allCases)
  func carrierReadsNoPathSocketOrWholeTime(_ language: Language) throws {
    let reply = try #require(StatusAnswer(Self.status))
    let lines = StatusText(reply, in: Voice(language)).lines
    let text = lines.joined(separator: "\n").replacing("m/s", with: "")
    // The hours may begin on another day.
    #expect(text.contains(#/06-0\d \d\d:00/#), "\(text)")
    for technical in ["/", "127.0.0.1", "2026-", "GST", "{", "}"] {
      #expect(!text.contains(technical), "\(technical) in \(text)")
    }
    // All texts begin in the same column.
    let columns = lines.compactMap { line in
      line.firstRange(of: #/ {2,}/#).map { line.distance(from: line.startIndex, to: $0.upperBound) }
    }
    #expect(lines.count == 19)
    #expect(Set(columns).count == 1, "\(text)")
  }

  @Test func carrierReadsTheirLanguage() throws {
    let lines = StatusText(try #require(StatusAnswer(Self.status)), in: Voice(.german)).lines
    let text = lines.joined(separator: "\n").replacing(#/ {2,}/#, with: " ")
    for words in [
      "GPS Position bekannt seit ", "Position 47.000000, 15.500000 ± 3,5 m, vor 1,2 s",
      "Bewegung 1,5 m/s nach 90°", "drinnen orchard, und 3 weitere",
      "Region orchard: unsicher (vorher drinnen), 12,5 m vor der Grenze; Austritt steht aus: ",
      "Ton noch 1 min stumm, und Ruhezeit", "Ausgänge buzzer aktiv, lamp gestört",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
  }
}
