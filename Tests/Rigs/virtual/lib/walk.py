#!/usr/bin/env python3
"""A gpsd with one endless walk: to and fro past a row of posts.

    walk.py PORT SECOND SPEED GO

It reports each second of the walk to a client, from SECOND on and at SPEED times real
time, once the file GO is there. It prints `listening` when a client can connect.
`walk.py regions` prints the regions: rings around the posts, some within others; a leash around
one end of the row, with reminders while the carrier is outside; a shift around all of it, whose
hours begin again and again; a gate in the middle of the row; and the stations of the courses.
"""
import datetime
import json
import math
import os
import socket
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import course  # noqa: E402

posts = 6
radii = (40, 60, 80)
apart = 300  # metres from one post to the next
pace = 12  # metres a second
latitude, longitude = 47.0, 15.0
degree = 76_057  # metres of a degree of longitude there, on WGS84
start = datetime.datetime(2026, 6, 3)
shift = 5  # minutes from one beginning of its hours to the next
reminders = 6  # before the last one


def region(name, east, **properties):
    return {
        "type": "Feature",
        "id": name,
        "properties": properties,
        "geometry": {"type": "Point", "coordinates": [longitude + east / degree, latitude]},
    }


def yard(radius):
    """The class of the rings in which the relay is on."""
    return {"class": "yard"} if radius == max(radii) else {}


def gate(name, east, **properties):
    line = [[longitude + east / degree, latitude + north] for north in (-0.001, 0.001)]
    return {
        "type": "Feature",
        "id": name,
        "properties": {"gate": True, **properties},
        "geometry": {"type": "LineString", "coordinates": line},
    }


def stations():
    """The stations of the courses, of which each leads to and fro past one post."""
    return [
        course.Station(post, number, apart)
        for post in range(posts)
        for number in range(course.length)
    ]


def drawn(station):
    """The region of a station."""
    order = {"once": True}
    if station.after is not None:
        order["after"] = station.after
    if station.is_gate:
        return gate(station.name, station.east, **order)
    return region(station.name, station.east, radius=30, notifyOnExit=False, **order)


def regions():
    minutes = range(0, 24 * 60, shift)
    hours = ",".join(f"{at // 60:02}:{at % 60:02}-{at // 60:02}:{at % 60 + 2:02}" for at in minutes)
    return {
        "type": "FeatureCollection",
        "timezone": "<UTC>0",
        "features": [
            region(f"post-{post}-{radius}", (post + 0.5) * apart, radius=radius, **yard(radius))
            for post in range(posts)
            for radius in radii
        ] + [
            gate(course.middle, posts * apart / 2),
            *(drawn(station) for station in stations()),
            region("leash", 0, radius=400, remind=5, remindSide="outside", remindAtMost=reminders),
            region("shift", 0, radius=5000, active=hours, atStart=True),
        ],
    }


def report(second):
    """The report of a second of the walk."""
    moment = start + datetime.timedelta(seconds=second)
    tpv = {
        "class": "TPV",
        "device": "/dev/gps",
        "time": f"{moment:%Y-%m-%dT%H:%M:%S}.000Z",
        "mode": 3,
    }
    # Some fixes are in two dimensions only, and some are missing.
    if second % 20 in (8, 9):
        tpv["mode"] = 2
    elif second % 20 in (16, 17):
        tpv["mode"] = 1
        return tpv
    length = posts * apart
    way = second * pace % (2 * length)
    east = min(way, 2 * length - way)
    tpv.update(
        lat=latitude,
        lon=round(longitude + east / degree, 9),
        track=90.0 if way < length else 270.0,
        speed=float(pace),
        eph=4.0,
    )
    return tpv


def serve(port, second, speed, go):
    listener = socket.create_server(("127.0.0.1", port))
    print("listening", flush=True)
    client, _ = listener.accept()

    def say(what):
        client.sendall(json.dumps(what, separators=(",", ":")).encode() + b"\n")

    say({"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14})
    device = {"class": "DEVICE", "path": "/dev/gps", "activated": "2026-06-03T00:00:00Z"}
    say({"class": "DEVICES", "devices": [device]})
    say({"class": "WATCH", "enable": True, "json": True})
    while not os.path.exists(go):
        time.sleep(0.005)
    began = time.monotonic()
    while True:
        say(report(second))
        second += 1
        # On a busy host seconds are left out rather than sent late.
        now = (time.monotonic() - began) * speed
        reported = second - first
        if now < reported:
            time.sleep((reported - now) / speed)
        else:
            second = first + math.floor(now)


if __name__ == "__main__":
    if sys.argv[1:] == ["regions"]:
        json.dump(regions(), sys.stdout)
        print()
    else:
        first = int(sys.argv[2])
        serve(int(sys.argv[1]), first, float(sys.argv[3]), sys.argv[4])
