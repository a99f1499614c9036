// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The programs: addresses of library functions are resolved at the start and cannot be changed after
// that, and a debugger finds the symbols of a stripped program by its sum. GNU ld, the linker of Debian
// 13 for amd64, leaves them writable with the sections of Swift.
let hardened: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "--build-id=sha1"])
]

// The modules of `picket`; each depends only on modules before it.
let modules: [Target.Dependency] = [
  "Geofence", "Base", "Records", "RegionFiles", "Maps", "Board", "Picket", "Desk",
]

// The parts of picket-link.
let linkParts: [Target.Dependency] = [
  "Geofence", "Base", "Records", "RegionFiles", "Commands", "CMosquitto", "COpenSSL",
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

// The parts of picket-page.
let pageParts: [Target.Dependency] = [
  "Geofence", "Base", "Records", "RegionFiles", "Maps", "Commands", "CMicrohttpd", "CQREncode",
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

let package = Package(
  name: "picket",
  // For Geofence alone, which needs `Duration`: the other modules need Linux.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Geofence", targets: ["Geofence"]),
    .executable(name: "picket", targets: ["PicketCommand"]),
    .executable(name: "picket-link", targets: ["PicketLink"]),
    .executable(name: "picket-page", targets: ["PicketPage"]),
    .executable(name: "picket-bench", targets: ["Benchmarks"]),
    .executable(name: "picket-score", targets: ["Scoring"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // Compiles texts, such as the files of a page, into the target that has them.
    .plugin(
      name: "Embedding", capability: .buildTool(), path: "Sources/Embedding", exclude: ["embed.sh"]),
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(name: "CLibGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto",
      providers: [.apt(["libmosquitto-dev", "libssl-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CClock"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CProcess"),
    .systemLibrary(name: "CXAttributes"),
    .target(
      name: "CGPIOD", dependencies: ["CLibGPIOD"], linkerSettings: [.linkedLibrary("gpiod")]),
    .target(name: "CTOML"),
    // Its library is loaded when it is needed: the controller does not pay for it.
    .target(name: "CZlib"),
    .target(name: "Geofence", swiftSettings: settings),
    .target(
      name: "Base",
      dependencies: [
        "Geofence", "CClock", "CExpat", "CMalloc", "CProcess", "CSystemd", "CTOML", "CXAttributes",
        "CZlib",
      ],
      swiftSettings: settings, plugins: ["Embedding"]),
    .target(
      name: "Records", dependencies: ["Geofence", "Base"], swiftSettings: settings),
    .target(
      name: "RegionFiles", dependencies: ["Geofence", "Base"], swiftSettings: settings),
    .target(
      name: "Maps", dependencies: ["Geofence", "Base"], swiftSettings: settings,
      plugins: ["Embedding"]),
    .target(
      name: "Board", dependencies: ["Geofence", "Base", "CGPS", "CGPIOD"], swiftSettings: settings,
      plugins: ["Embedding"]),
    .target(
      name: "Picket",
      dependencies: ["Geofence", "Base", "Records", "RegionFiles", "Board"],
      swiftSettings: settings),
    .target(
      name: "Desk",
      dependencies: ["Geofence", "Base", "Records", "RegionFiles", "Maps", "Board", "Picket"],
      swiftSettings: settings, plugins: ["Embedding"]),
    // Common to the three programs.
    .target(
      name: "Commands",
      dependencies: [
        "Base",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "PicketCommand",
      dependencies: [
        "Geofence", "Base", "Records", "RegionFiles", "Board", "Maps", "Picket", "Desk", "Commands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings, linkerSettings: hardened),
    .executableTarget(
      name: "PicketLink", dependencies: linkParts, swiftSettings: settings, linkerSettings: hardened
    ),
    .executableTarget(
      name: "PicketPage", dependencies: pageParts, swiftSettings: settings,
      linkerSettings: hardened, plugins: ["Embedding"]),
    .target(name: "CAllocations", path: "Tests/Benchmarks/CAllocations"),
    .executableTarget(
      name: "Benchmarks", dependencies: modules + ["CGPS", "CAllocations"],
      path: "Tests/Benchmarks/Sources", swiftSettings: settings),
    .executableTarget(
      name: "Scoring",
      dependencies: [
        "Geofence", "Base", "RegionFiles", "Picket", "Desk",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Scoring/Sources", swiftSettings: settings),
    .testTarget(
      name: "GeofenceTests", dependencies: ["Geofence"], exclude: ["Truth", "interface.txt"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PicketTests",
      dependencies: modules + ["PicketCommand", "PicketLink", "PicketPage", "Scoring"],
      exclude: ["Turf", "Integration/Faults", "Records/Voice/reasons.json"],
      resources: [.copy("Captures")],
      swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: modules + ["PicketLink", "PicketPage"], path: "Tests/Fuzz",
      exclude: ["Corpus", "README.md", "Sources/Entry.swift"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17)

// Only deploy/package sets this: the folder for the linker's map of each program. As an option of the
// build it would compile everything again for each of them.
if let maps = Context.environment["PICKET_MAPS"] {
  for (target, program) in [
    ("PicketCommand", "picket"), ("PicketLink", "picket-link"), ("PicketPage", "picket-page"),
  ] {
    package.targets.first { $0.name == target }?.linkerSettings? += [
      .unsafeFlags(["-Xlinker", "-Map=\(maps)/\(program).map"])
    ]
  }
}

// Only Tests/Rigs/fuzz/run sets this: fuzzing needs libFuzzer, which some compilers lack.
if Context.environment["PICKET_FUZZ"] != nil {
  // One program cannot be linked into another: these are libraries here, without entry points.
  package.products.removeAll { ["picket-link", "picket-page"].contains($0.name) }
  package.targets.removeAll { ["PicketLink", "PicketPage", "FuzzTests"].contains($0.name) }
  package.targets += [
    .target(
      name: "PicketLink", dependencies: linkParts, exclude: ["Commands/PicketLink.swift"],
      swiftSettings: settings),
    .target(
      name: "PicketPage", dependencies: pageParts, exclude: ["Commands/PicketPageCommand.swift"],
      swiftSettings: settings, plugins: ["Embedding"]),
    .executableTarget(
      name: "Fuzz", dependencies: modules + ["PicketLink", "PicketPage"],
      path: "Tests/Fuzz/Sources", swiftSettings: settings),
  ]
}
