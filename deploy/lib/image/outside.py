"""The emulator's additions to a card that is tried, and requests over the network."""
import base64
import os

from board import arguments

# Additions to the card's own services, by the kernel's command line: a shell on the other serial
# port, and one speed for gpsd. The emulated port hangs the board at most other speeds.
desk = """[Service]
ExecStart=/bin/bash -c "stty -echo -opost && echo the desk has a shell && exec bash"
StandardInput=tty-force
StandardOutput=tty
StandardError=journal
TTYPath=/dev/ttyAMA0
Environment=HOME=/root TERM=dumb
"""
gpsd = """[Service]
ExecStartPre=/bin/stty -F /dev/ttyS1 38400 raw -echo
ExecStart=
ExecStart=/usr/sbin/gpsd -n -b -s 38400 /dev/ttyS1
"""


def credential(name, text):
    return f"systemd.set_credential_binary={name}:{base64.b64encode(text.encode()).decode()}"


def command_line(folder):
    with open(os.path.join(folder, "cmdline.txt")) as file:
        own = file.read().strip()
    return " ".join([
        own, arguments, credential("systemd.extra-unit.desk.service", desk),
        credential("systemd.unit-dropin.gpsd.service", gpsd),
        # The emulated processor needs minutes for what a board does in a second.
        "systemd.default_device_timeout_sec=900",
        "systemd.wants=desk.service systemd.mask=serial-getty@ttyAMA0.service"])


def request(host, path, token=None, post=None):
    """A command that prints the first line of the page's answer: the card has no curl."""
    cookie = f"Cookie: picket={token}\\r\\n" if token else ""
    text = f"{path} HTTP/1.1\\r\\nHost: {host}:8642\\r\\n{cookie}Connection: close\\r\\n"
    if post:
        body = post.replace('"', '\\"')
        text = (f"POST {text}Content-Type: application/json\\r\\n"
                f"Content-Length: {len(post)}\\r\\n\\r\\n{body}")
    else:
        text = f"GET {text}\\r\\n"
    return (f"bash -c 'exec 3<>/dev/tcp/{host}/8642 && printf \"{text}\" >&3 && "
            "IFS= read -r line <&3 && echo \"$line\"'")
