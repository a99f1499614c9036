/// The files beside this one, which are compiled into the program and from there into each report.
package enum ReportPage {
  /// How a report looks, but for its colours.
  package static var style: [UInt8] { PackageResources.report_css }

  /// What a report does when it is touched.
  package static var script: [UInt8] { PackageResources.report_js }
}
