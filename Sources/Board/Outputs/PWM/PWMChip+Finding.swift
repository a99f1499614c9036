internal import Base

extension PWMChip {
  /// Finds the chip of a channel.
  ///
  /// - Parameter owner: The part that uses the channel, such as `output 'buzzer'`.
  /// - Throws: `LineFault` when there is no such chip or channel, or more than one chip.
  static func find(
    _ settings: PWMSettings, for owner: String, in root: String
  ) throws(LineFault) -> PWMChip {
    let chips = all(in: root)
    guard !chips.isEmpty else {
      throw LineFault(
        """
        \(owner): there is no PWM chip in \(root); on a Raspberry Pi \
        add dtoverlay=pwm to config.txt
        """)
    }
    let found = chips.filter { $0.isOn(settings.device) }
    guard let chip = found.first else { throw noChip(settings.device, among: chips, owner) }
    guard found.count == 1 else {
      throw LineFault(
        """
        \(owner): more than one PWM chip is on the device '\(settings.device)': \
        \(found.map(\.path).listed()); give more of the device's path
        """)
    }
    guard settings.channel >= 0, settings.channel < chip.channelCount else {
      throw chip.noChannel(owner)
    }
    return chip
  }

  private static func noChip(
    _ device: String, among chips: [PWMChip], _ owner: String
  ) -> LineFault {
    let known = chips.map(\.device)
    let near = Spelling.nearest(to: device, in: known)
    return LineFault(
      """
      \(owner): no PWM chip is on the device '\(device)'; there \
      \(known.count == 1 ? "is" : "are") \(known.listed())\
      \(near.map { "; did you mean '\($0)'?" } ?? "")
      """)
  }

  private func noChannel(_ owner: String) -> LineFault {
    let channels =
      switch channelCount {
      case ...0: "no channels"
      case 1: "channel 0 only"
      default: "channels 0 to \(channelCount - 1)"
      }
    return LineFault("\(owner): \(path) (\(device)) has \(channels)")
  }
}
