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

// Board profiles are compiled into the program, since a board may have no other file of Picket.
let boards = [
  "beaglebone-black.toml", "orange-pi-zero-2.toml", "radxa-rock-5b.toml", "raspberry-pi-3.toml",
  "raspberry-pi-4.toml", "raspberry-pi-5.toml", "raspberry-pi-zero-2-w.toml",
]

// The scripts and the style that draw the map of a report and of the page for a phone.
let drawing =
  [
    "elements", "labels", "names", "placement", "places", "reason", "region", "scale", "tile",
    "view",
  ].map { "Drawing/\($0).js" } + ["Drawing/map.css"]

// The styles and scripts of a report; each page contains them.
let reportStyles = [
  "colours", "page", "day", "switches", "stage", "panel", "events", "timelines", "tables", "print",
].map { "Style/\($0).css" }
let reportScripts = [
  "numbers", "words", "parts", "fixes", "scene", "pins", "track", "map", "axis", "plot", "rows",
  "timelines", "panel",
  "lists", "sheet", "layout", "sound", "player", "links", "picture", "paper", "walk",
].map { "Script/\($0).js" }
let reportWords = ["de", "es", "fr"].map { "Words/\($0).json" }

// The files of the page for a phone are compiled into its program, too.
let pageFiles = [
  "arc.js", "area.js", "back.css", "back.html", "back.js", "backdrop.js", "bands.js",
  "border.js", "card.js", "circle.js", "de.json", "depths.js",
  "draw.css", "draw.js", "es.json", "events.js", "exchange.js", "facts.js", "feet.js",
  "fields.js", "first.js", "flat.js",
  "form.js", "fr.json", "framing.js", "ground.css", "ground.js", "handles.js", "headline.js",
  "hints.js", "live.css", "live.js", "map.js", "orders.js", "outline.js",
  "page.css", "page.html", "pair.html", "pair.js", "panel.js", "pointing.js",
  "post.js", "regions.js", "saving.js", "say.js", "shape.js", "shapes.js", "sheet.js",
  "signals.js", "sketch.js", "sounds.js", "standing.js", "state.js", "steps.js", "stream.js",
  "survey.js", "tiling.js", "tour.js", "upload.js", "why.js", "words.js",
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
let pageResources: [Resource] = pageFiles.map { .embedInCode("Page/\($0)") }

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
      swiftSettings: settings),
    .target(
      name: "Records", dependencies: ["Geofence", "Base"],
      resources: [
        "commands-de", "commands-es", "commands-fr", "commands-log", "de", "en", "es", "fr", "log",
      ].map { .embedInCode("Voice/\($0).json") },
      swiftSettings: settings),
    .target(
      name: "RegionFiles", dependencies: ["Geofence", "Base"], swiftSettings: settings),
    .target(
      name: "Maps", dependencies: ["Geofence", "Base"],
      resources: drawing.map { .embedInCode($0) }, swiftSettings: settings),
    .target(
      name: "Board", dependencies: ["Geofence", "Base", "CGPS", "CGPIOD"],
      resources: boards.map { .embedInCode("../../board/profiles/\($0)") },
      swiftSettings: settings),
    .target(
      name: "Picket",
      dependencies: ["Geofence", "Base", "Records", "RegionFiles", "Board"],
      swiftSettings: settings),
    .target(
      name: "Desk",
      dependencies: ["Geofence", "Base", "Records", "RegionFiles", "Maps", "Board", "Picket"],
      resources: (reportStyles + reportScripts + reportWords).map { .embedInCode("Reports/\($0)") },
      swiftSettings: settings),
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
      name: "PicketPage", dependencies: pageParts, resources: pageResources,
      swiftSettings: settings, linkerSettings: hardened),
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
      resources: pageResources, swiftSettings: settings),
    .executableTarget(
      name: "Fuzz", dependencies: modules + ["PicketLink", "PicketPage"],
      path: "Tests/Fuzz/Sources", swiftSettings: settings),
  ]
}
