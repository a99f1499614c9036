"""Drives Chromium through its own protocol, over two pipes: only Python is needed."""

import base64
import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import time

# The longest time for an answer or a page, in seconds.
LONGEST = 60
# The seconds that a finger rests before it is lifted. Chromium forgets its motion after 0.08 s.
REST = 0.2
# What the page tells its reader, for the reason of a failure.
SAID = """[...document.querySelectorAll('[role=status], #answer, #draw-says')]
  .map((one) => one.textContent.trim()).filter(Boolean).join(' | ')"""


class Browser:
    """A Chromium without a window."""

    def __init__(self):
        self._profile = tempfile.TemporaryDirectory(
            prefix="picket-chromium.", ignore_cleanup_errors=True)
        (its_in, self._out), (self._in, its_out) = [
            [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe()] for _ in range(2)]

        def connect():
            os.dup2(its_in, 3)
            os.dup2(its_out, 4)

        self._process = subprocess.Popen(
            ["/usr/bin/chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--mute-audio", "--no-first-run", "--disable-dev-shm-usage",
             "--autoplay-policy=no-user-gesture-required",
             f"--user-data-dir={self._profile.name}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=connect, pass_fds=(3, 4), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(its_in)
        os.close(its_out)
        self._number = 0
        self._rest = b""
        self._pages = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._profile.cleanup()

    def _message(self, deadline):
        """The next message of the browser; None when the time is up."""
        while b"\0" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                return None
            read = os.read(self._in, 1 << 20)
            if not read:
                raise RuntimeError("the browser has ended")
            self._rest += read
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def _note(self, message):
        page = self._pages.get(message.get("sessionId"))
        if page:
            page.note(message["method"], message.get("params", {}))

    def call(self, method, session=None, **parameters):
        """Calls a method of the protocol and returns the answer."""
        self._number += 1
        call = {"id": self._number, "method": method, "params": parameters}
        if session:
            call["sessionId"] = session
        left = json.dumps(call).encode() + b"\0"
        while left:
            left = left[os.write(self._out, left):]
        deadline = time.monotonic() + LONGEST
        while True:
            message = self._message(deadline)
            if message is None:
                what = str(parameters.get("expression", ""))[:120]
                page = self._pages.get(session)
                raise RuntimeError(f"{method} {what}: no answer within {LONGEST} s"
                                   + (page.waiting() if page else ""))
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self._note(message)

    def open(self, path, width, height, *, touch=False, dark=False, before=""):
        """Opens a file or an address; before is a script that runs before those of the page."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, target)
        page.prepare(width, height, touch, dark, before)
        page.go(path)
        return page


class Page:
    """A page in the browser, with its messages and requests."""

    def __init__(self, browser, session, target):
        self._browser, self._session, self._target = browser, session, target
        self.said = []
        self.asked = []
        self._open = {}
        self._is_there = self._is_loaded = False

    def waiting(self):
        """The requests without an answer, in words; that of the stream never has a whole one."""
        paths = [url.split("/", 3)[-1][:60] for url in self._open.values()]
        return f"; without an answer: {', '.join(paths)}" if paths else ""

    def note(self, method, what):
        """Notes an event of the protocol."""
        if method == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(one.get("value", one)) for one in what["args"]))
        elif method == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            entry = what["entry"]
            self.said.append(f"{entry['text']} {entry.get('url', '')}".rstrip())
        elif method == "Network.requestWillBeSent":
            self.asked.append(what["request"]["url"])
            self._open[what["requestId"]] = what["request"]["url"]
        elif method in ("Network.loadingFinished", "Network.loadingFailed"):
            self._open.pop(what["requestId"], None)
        elif method == "Page.frameNavigated" and "parentId" not in what["frame"]:
            self._is_there = True
        elif method == "Page.loadEventFired":
            self._is_loaded = True

    def call(self, method, **parameters):
        """Calls a method of the protocol for this page."""
        return self._browser.call(method, self._session, **parameters)

    def prepare(self, width, height, touch, dark, before):
        """Sets the screen up before the page is opened."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        if before:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=before)

    def go(self, path):
        """Opens a file or an address, or a part of the present one, and waits until it is there."""
        self._is_loaded = False
        url = path if "://" in path else f"file://{path}"
        answer = self.call("Page.navigate", url=url)
        # Another part of the same page is not loaded again.
        if "loaderId" in answer:
            self.until(lambda: self._is_loaded, "the page to be loaded")

    def reload(self):
        """Loads the page again, at the address that it has now."""
        self.follow(lambda: self.call("Page.reload"))

    def follow(self, act):
        """Does what leads to another page, and waits until that is loaded."""
        self._is_loaded = False
        act()
        self.until(lambda: self._is_loaded, "the next page to be loaded")

    def back(self):
        """Goes back to the page before, which may be kept and not loaded again."""
        self._is_there = False
        self.value("setTimeout(() => history.back())")
        self.until(lambda: self._is_there, "the page before")

    def close(self):
        """Closes the page."""
        self._browser.call("Target.closeTarget", targetId=self._target)

    def value(self, script):
        """The value of an expression on the page."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def until(self, condition, words, longest=120):
        """Waits until a condition is true: a function, or an expression on the page."""
        deadline = time.monotonic() + longest
        while True:
            # The call reads the page's messages. It is one to the browser: while a page goes to another process,
            # what it is asked may never be answered.
            is_true = self.value(condition) if isinstance(condition, str) else (
                self._browser.call("Browser.getVersion") and condition())
            if is_true:
                return
            if time.monotonic() > deadline:
                said = self.value(SAID)
                raise AssertionError(f"waited {longest} s for {words}" + (f"; it says {said}" if said else "")
                                     + self.waiting())
            time.sleep(0.02)

    def settle(self):
        """Waits until what the page draws for its next picture is there. The load event may come before that."""
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")

    def box(self, selector, number=0):
        """The rectangle of an element on the screen."""
        return self.value(
            f"(() => {{ const box = document.querySelectorAll({json.dumps(selector)})[{number}]"
            ".getBoundingClientRect(); return {x: box.x, y: box.y, width: box.width,"
            " height: box.height, right: box.right, bottom: box.bottom}; })()")

    def middle(self, selector, number=0):
        """The middle of an element on the screen."""
        box = self.box(selector, number)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def mouse(self, kind, x, y, buttons=0):
        """Sends an event of the mouse."""
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, buttons=buttons,
                  button="left" if kind != "mouseMoved" or buttons else "none",
                  clickCount=0 if kind == "mouseMoved" else 1)

    def click(self, x, y):
        """Clicks at a place."""
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, 1)
        self.mouse("mouseReleased", x, y)

    def drag(self, places):
        """Drags the mouse from place to place."""
        self.mouse("mouseMoved", *places[0])
        self.mouse("mousePressed", *places[0], 1)
        for place in places[1:]:
            self.mouse("mouseMoved", *place, 1)
        self.mouse("mouseReleased", *places[-1])

    def swipe(self, places):
        """Moves a finger from place to place, or taps at one.

        The finger rests before it is lifted: lifted in motion, the browser lets the motion run out,
        and a tap that comes meanwhile only ends that.
        """
        for number, (x, y) in enumerate(places):
            self.call("Input.dispatchTouchEvent", type="touchMove" if number else "touchStart",
                      touchPoints=[{"x": x, "y": y}])
        if len(places) > 1:
            time.sleep(REST)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key, shift=False):
        """Presses a key: by its name, or a space."""
        codes = {" ": 32, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9, "Enter": 13,
                 "ArrowUp": 38, "ArrowDown": 40, "Delete": 46}
        text = {" ": " ", "Enter": "\r"}.get(key)
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", key=key,
                  code="Space" if key == " " else key, windowsVirtualKeyCode=codes[key],
                  modifiers=8 if shift else 0, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key,
                  code="Space" if key == " " else key, windowsVirtualKeyCode=codes[key],
                  modifiers=8 if shift else 0)

    def picture(self, path):
        """Saves the content of the screen."""
        shot = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def print(self, path):
        """Saves the page as it would be printed on A4."""
        printed = self.call(
            "Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(printed["data"]))
