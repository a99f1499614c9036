#!/usr/bin/env python3
"""Checks that each page lets a browser use its own style and script only: page_policy.py PAGE...

Prints the mistakes, one line for each page.
"""

import base64
import hashlib
import re
import sys


def source(text):
    """The source by which a policy names a text."""
    digest = hashlib.sha256(text.encode()).digest()
    return "'sha256-%s'" % base64.b64encode(digest).decode()


def mistake(page):
    """The mistake in a page, or nothing."""
    style = re.findall(r"<style>(.*?)</style>", page, re.S)
    script = re.findall(r"<script>(.*?)</script>", page, re.S)
    if len(style) != 1 or len(script) != 1:
        return "%d styles and %d scripts" % (len(style), len(script))
    # Pictures of the ground are in the page, and the map can be saved as a picture.
    policy = (
        "default-src 'none'; style-src %s; script-src %s; img-src data:; base-uri 'none'; form-action 'none'"
        % (source(style[0]), source(script[0])))
    meta = '<meta http-equiv="Content-Security-Policy" content="%s">' % policy
    if page.count("http-equiv") != 1 or meta not in page.split("<style>")[0]:
        return "no policy before its style that allows only its own style and script"
    if re.search(r'<[^>]*\sstyle="', page):
        return "a style attribute, which its policy forbids"
    return None


wrong = False
for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="") as file:
        found = mistake(file.read())
    if found:
        print("%s: %s" % (path.rsplit("/", 1)[-1], found))
        wrong = True
sys.exit(1 if wrong else 0)
