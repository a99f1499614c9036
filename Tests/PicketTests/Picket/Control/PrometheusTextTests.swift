import Picket
import Records
import Testing

struct PrometheusTextTests {
  @Test func withoutAPicketItIsDown() {
    #expect(
      PrometheusText(status: nil, regions: nil).lines == [
        "# HELP picket_up Whether a picket answers.", "# TYPE picket_up gauge", "picket_up 0",
      ])
  }

  @Test func aRunningPicketHasItsMeasures() throws {
    let status = try #require(
      StatusAnswer(
        #"{"ok":true,"monitors":true,"sight":"sighted","age":0.4,"sd":3.7,"speed":1.25,"#
          + #""satellites":{"used":9,"seen":14},"watched":2,"events":17,"muted":false,"#
          + #""outputs":[{"output":"buz\"zer","active":true},{"output":"led","faulty":true}],"#
          + #""storage":{"faults":["no room"],"journal_age":5,"state_age":7},"uptime":61.5,"#
          + #""versions":{"picket":"1.2","libgps":"3.22","libgpiod":"1.6"}}"#))
    let regions = try #require(
      RegionsAnswer(
        #"{"ok":true,"inside":["b"],"outside":["a"],"unsure":["c\\d"],"unknown":["e"]}"#))
    let lines = PrometheusText(status: status, regions: regions).lines
    let samples = lines.filter { !$0.hasPrefix("#") }
    #expect(
      samples == [
        "picket_up 1", #"picket_build_info{version="1.2",libgps="3.22",libgpiod="1.6"} 1"#,
        "picket_uptime_seconds 61.5", "picket_monitoring 1", "picket_sighted 1",
        #"picket_first{kind="alarm"} 0"#, #"picket_first{kind="fault"} 1"#,
        #"picket_first{kind="blind"} 0"#, #"picket_first{kind="fast"} 0"#,
        #"picket_first{kind="unsure"} 0"#, #"picket_first{kind="anchor"} 0"#,
        #"picket_first{kind="inside"} 0"#, #"picket_first{kind="outside"} 0"#,
        "picket_alarms 0", "picket_speeding 0",
        "picket_fix_age_seconds 0.4", "picket_position_deviation_meters 3.7",
        "picket_speed_meters_per_second 1.25", "picket_satellites_used 9",
        "picket_satellites_seen 14", "picket_events_total 17", "picket_regions_watched 2",
        "picket_storage_faults 1", "picket_journal_age_seconds 5", "picket_state_age_seconds 7",
        "picket_muted 0", "picket_quiet 0", #"picket_output_active{output="buz\"zer"} 1"#,
        #"picket_output_active{output="led"} 0"#, #"picket_output_faulty{output="buz\"zer"} 0"#,
        #"picket_output_faulty{output="led"} 1"#, #"picket_region_inside{region="a"} 0"#,
        #"picket_region_inside{region="b"} 1"#, #"picket_region_unsure{region="a"} 0"#,
        #"picket_region_unsure{region="b"} 0"#, #"picket_region_unsure{region="c\\d"} 1"#,
        #"picket_region_unsure{region="e"} 1"#,
      ])
    // Each measure has its words and its type once, before it.
    let names = samples.map { $0.prefix { $0 != "{" && $0 != " " } }
    for name in Set(names) {
      #expect(lines.filter { $0.hasPrefix("# HELP \(name) ") }.count == 1)
      #expect(lines.filter { $0.hasPrefix("# TYPE \(name) ") }.count == 1)
    }
  }

  @Test func whatIsNotKnownHasNoSample() throws {
    let status = try #require(StatusAnswer(#"{"ok":true,"monitors":false,"sight":"waiting"}"#))
    let lines = PrometheusText(status: status, regions: nil).lines
    #expect(lines.contains("picket_sighted 0"))
    #expect(!lines.contains { $0.hasPrefix("picket_fix_age_seconds") })
  }
}
