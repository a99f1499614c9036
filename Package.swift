// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "picket",
  products: [
    .library(name: "Geofence", targets: ["Geofence"]),
    .executable(name: "picket", targets: ["PicketCommand"]),
    .executable(name: "picket-bench", targets: ["Benchmarks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(name: "CGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CTOML"),
    .target(name: "Geofence", swiftSettings: settings),
    .target(
      name: "Picket",
      dependencies: ["Geofence", "CGPS", "CGPIOD", "CMalloc", "CSystemd", "CTOML"],
      swiftSettings: settings),
    .executableTarget(
      name: "PicketCommand",
      dependencies: [
        "Geofence", "Picket",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(name: "CAllocations", path: "Tests/Benchmarks/CAllocations"),
    .executableTarget(
      name: "Benchmarks", dependencies: ["Geofence", "Picket", "CGPS", "CAllocations"],
      path: "Tests/Benchmarks/Sources", swiftSettings: settings),
    .testTarget(
      name: "GeofenceTests", dependencies: ["Geofence"], exclude: ["Truth"], swiftSettings: settings
    ),
    .testTarget(
      name: "PicketTests", dependencies: ["Geofence", "Picket", "PicketCommand"],
      exclude: ["Turf", "Integration/Faults"], resources: [.copy("Captures")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17)
