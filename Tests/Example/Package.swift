// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "example",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "picket", path: "../..")],
  targets: [
    .executableTarget(
      name: "example", dependencies: [.product(name: "Geofence", package: "picket")],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6])
