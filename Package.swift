// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// What is known of boards is compiled into the program, which may be alone on one.
let boards = [
  "beaglebone-black.toml", "orange-pi-zero-2.toml", "radxa-rock-5b.toml", "raspberry-pi-3.toml",
  "raspberry-pi-4.toml", "raspberry-pi-5.toml", "raspberry-pi-zero-2-w.toml",
]

// All that `picket` is made of, each of which knows only some of those before it.
let modules: [Target.Dependency] = [
  "Geofence", "Notation", "System", "RegionFiles", "Receiver", "Outputs", "Picket", "Desk",
]

let package = Package(
  name: "picket",
  products: [
    .library(name: "Geofence", targets: ["Geofence"]),
    .executable(name: "picket", targets: ["PicketCommand"]),
    .executable(name: "picket-bench", targets: ["Benchmarks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(name: "CLibGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .target(
      name: "CGPIOD", dependencies: ["CLibGPIOD"], linkerSettings: [.linkedLibrary("gpiod")]),
    .target(name: "CTOML"),
    .target(name: "Geofence", swiftSettings: settings),
    .target(
      name: "BoardProfiles", path: "board/profiles", resources: boards.map { .embedInCode($0) },
      swiftSettings: settings),
    .target(
      name: "ReportPage", resources: [.embedInCode("report.css"), .embedInCode("report.js")],
      swiftSettings: settings),
    .target(
      name: "Notation", dependencies: ["Geofence", "CExpat", "CTOML"], swiftSettings: settings),
    .target(
      name: "System", dependencies: ["Geofence", "Notation", "CMalloc", "CSystemd"],
      swiftSettings: settings),
    .target(
      name: "RegionFiles", dependencies: ["Geofence", "Notation", "System"],
      swiftSettings: settings),
    .target(
      name: "Receiver", dependencies: ["Geofence", "Notation", "System", "CGPS"],
      swiftSettings: settings),
    .target(
      name: "Outputs", dependencies: ["Geofence", "Notation", "System", "BoardProfiles", "CGPIOD"],
      swiftSettings: settings),
    .target(
      name: "Picket",
      dependencies: ["Geofence", "Notation", "System", "RegionFiles", "Receiver", "Outputs"],
      swiftSettings: settings),
    .target(
      name: "Desk",
      dependencies: [
        "Geofence", "Notation", "System", "RegionFiles", "Receiver", "Outputs", "Picket",
        "ReportPage",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "PicketCommand",
      dependencies: [
        "Geofence", "Notation", "System", "RegionFiles", "Receiver", "Outputs", "Picket", "Desk",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(name: "CAllocations", path: "Tests/Benchmarks/CAllocations"),
    .executableTarget(
      name: "Benchmarks", dependencies: modules + ["CGPS", "CAllocations"],
      path: "Tests/Benchmarks/Sources", swiftSettings: settings),
    .testTarget(
      name: "GeofenceTests", dependencies: ["Geofence"], exclude: ["Truth"], swiftSettings: settings
    ),
    .testTarget(
      name: "PicketTests", dependencies: modules + ["PicketCommand"],
      exclude: ["Turf", "Integration/Faults"], resources: [.copy("Captures")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17)

// Only board/fuzz asks for this: it needs a compiler with libFuzzer, which not every one has.
if Context.environment["PICKET_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: modules, path: "Tests/Fuzz/Sources",
      swiftSettings: settings))
}

// Only deploy/virtual-pi asks for this: the tests for which a processor is enough.
if Context.environment["PICKET_PLAIN_TESTS"] != nil {
  package.targets.first { $0.name == "PicketTests" }?.exclude += ["Integration", "VirtualBoard"]
}
