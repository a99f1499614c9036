import Desk
import Picket

extension SettingsOptions {
  /// What the options say in place of what was recorded with a walk; `nil` if nothing.
  func settings(for walk: Walk) throws -> WalkReplay.Settings? {
    guard config != nil || regions != nil else { return nil }
    var options = self
    options.config = config ?? walk.configurationPath
    options.regions = regions ?? walk.regionsPath
    let settings = try options.settings()
    return WalkReplay.Settings(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      device: settings.configuration.gpsd.device)
  }
}
