"""Who is answered and who is not: raw requests, as a program would send them."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.live import Live
from pelagos.live import server as server_module
from pelagos.live.server import Server


class Echo:
    def poll(self, words):
        return json.dumps(words).encode()

    def command(self, words):
        return {"heard": words}


@pytest.fixture(scope="module")
def server():
    started = Server(Echo(), b"<p>page</p>")
    started.start()
    yield started
    started.close()


def ask(server, method, path, body=None, **headers):
    """Status and body; headers with underscores for dashes, None to leave one out."""
    sent = {"Host": f"127.0.0.1:{server.port}"}
    if method == "POST":
        sent |= {"Origin": f"http://127.0.0.1:{server.port}", "Content-Type": "application/json"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request(method, path, body, {k: v for k, v in sent.items() if v is not None})
    answer = connection.getresponse()
    found = answer.status, answer.read(), answer.headers
    connection.close()
    return found


def test_the_page_and_nothing_else(server):
    status, body, headers = ask(server, "GET", f"/{server.token}/")
    assert (status, body) == (200, b"<p>page</p>")
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert headers["Server"] == "Pelagos"
    for path in ("x", "../", "..%2f", "poll", "etc/passwd", "?a"):
        assert ask(server, "GET", f"/{server.token}/{path}")[0] == 404, path


@pytest.mark.parametrize("path", ["/", "/{}x/", "/x{}/", "/wrong/poll", "poll", "/%00/"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_wrong_token_is_refused(server, method, path):
    assert ask(server, method, path.format(server.token), "{}")[0] in (400, 403)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": None},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:{port}.evil.example"},
        {"Host": "[::1]:{port}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_pages_and_other_names_are_refused(server, headers):
    filled = {k: v and v.format(port=server.port) for k, v in headers.items()}
    status, body, _ = ask(server, "POST", f"/{server.token}/command", "{}", **filled)
    assert status == 403
    assert b"heard" not in body


def test_own_requests_are_answered(server):
    status, body, _ = ask(server, "POST", f"/{server.token}/command", '{"do": "pause"}')
    assert (status, json.loads(body)) == (200, {"heard": {"do": "pause"}})
    local = f"localhost:{server.port}"
    own = {"Host": local, "Origin": f"http://{local}", "Sec_Fetch_Site": "same-origin"}
    assert ask(server, "POST", f"/{server.token}/poll", "{}", **own)[0] == 200


@pytest.mark.parametrize(
    ("body", "headers", "expected"),
    [
        ("[1]", {}, 400),
        ("{", {}, 400),
        ("[" * 9000, {}, 400),
        (b"\xff\xfe", {}, 400),
        ("{}", {"Content_Type": "text/plain"}, 415),
        ("x" * 20_000, {}, 413),
        ("{}", {"Content_Length": "-1"}, 411),
        ("{}", {"Content_Length": "9" * 40}, 413),
        ("{}", {"Content_Length": "two"}, 411),
        ("{}", {"Transfer_Encoding": "chunked"}, 411),
    ],
)
def test_bodies_are_bounded_json(server, body, headers, expected):
    assert ask(server, "POST", f"/{server.token}/command", body, **headers)[0] == expected


def test_other_methods_do_not_exist(server):
    for method in ("PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"):
        assert ask(server, method, f"/{server.token}/")[0] == 501


def first_page(server):
    """Seconds until the page is there, on a new connection."""
    begun = time.monotonic()
    assert ask(server, "GET", f"/{server.token}/")[0] == 200
    return time.monotonic() - begun


def test_the_owner_is_answered_while_strangers_are_silent_or_drip(server):
    """Far more strangers than there is room for: the oldest of them make place."""
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    dripping = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
    for byte in b"GET /":
        for one in dripping:
            with contextlib.suppress(OSError):
                one.send(bytes([byte]))
        assert first_page(server) < 2.0
    assert len(server._visits) <= 64
    for one in (*silent, *dripping):
        one.close()


def test_a_request_must_arrive_in_time_however_it_drips(monkeypatch):
    monkeypatch.setattr(server_module, "_DEADLINE", 0.3)
    server = Server(Echo(), b"page")
    server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as stranger:
            begun = time.monotonic()
            with contextlib.suppress(OSError):
                while time.monotonic() < begun + 5 and stranger.send(b"x"):
                    time.sleep(0.05)
            assert time.monotonic() < begun + 3
        for _ in range(100):
            if not server._visits:
                return
            time.sleep(0.05)
        pytest.fail("the connection is still there")
    finally:
        server.close()


def test_who_has_the_token_keeps_the_connection(server):
    """However many strangers come: the page's own connection is not given away."""
    own = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    own.request("GET", f"/{server.token}/")
    assert own.getresponse().read() == b"<p>page</p>"
    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(150)]
    own.sock.settimeout(5)
    own.auto_open = 0  # no second connection
    own.request("GET", f"/{server.token}/")
    assert own.getresponse().read() == b"<p>page</p>"
    own.close()
    for one in crowd:
        one.close()


def test_a_port_in_use_is_told(server):
    with pytest.raises(PelagosError, match="choose another --port"):
        Server(Echo(), b"", port=server.port)


def test_tokens_differ():
    servers = [Server(Echo(), b"") for _ in range(3)]
    assert len({one.token for one in servers}) == 3
    assert all(len(one.token) >= 24 for one in servers)
    for one in servers:
        one.server_close()


def test_elsewhere_numbers_are_welcome_but_not_foreign_names():
    """Bound to all addresses a name could be rebound to this machine; an address cannot."""
    server = Server(Echo(), b"", host="0.0.0.0")
    try:
        assert server.welcomes(f"192.168.1.7:{server.port}")
        assert not server.welcomes(f"evil.example:{server.port}")
    finally:
        server.server_close()


# The command, as a user starts it -------------------------------------------------------------


def start(folder, *words):
    code = "from pelagos.cli.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "live", *words, "--no-open", "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    lines = [process.stdout.readline(), process.stdout.readline()]
    match = re.search(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/", lines[-1])
    assert match, (lines, process.stderr.read() if process.poll() is not None else "")
    return process, int(match[1]), match[2]


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_cleanly_and_keeps_the_recording(tmp_path, number):
    process, port, token = start(tmp_path, "pendulum", "swing")

    class There:
        pass

    there = There()
    there.port, there.token = port, token
    post = f"/{token}/"
    ask(there, "POST", f"{post}poll", '{"after": -1}')
    ask(there, "POST", f"{post}command", '{"do": "record", "value": true}')
    seen = 0
    while seen < 0.3:
        seen = json.loads(ask(there, "POST", f"{post}poll", '{"after": 0}')[1])["t"]
    ask(there, "POST", f"{post}command", '{"do": "switch", "name": "hold", "value": true}')
    process.send_signal(number)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert "pendulum-swing-1.nc" in out
    assert "refused wishes of viewers: unknown name: 1" in out
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=1)
    run = pl.open(tmp_path / "pendulum-swing-1.nc")
    assert run.outcome.finished
    assert run.arrays["time"][-1] > 0.2


def test_refusals_of_the_command(tmp_path, capsys):
    from pelagos.cli.main import main

    (tmp_path / "file").write_text("")
    for words, expected in (
        (["nothing"], "nothing"),
        (["pendulum", "--out", str(tmp_path / "file")], "is no folder"),
        (["pendulum", "--out", str(tmp_path / "file/in")], "cannot be made"),
        (["pendulum", "--slider", "bodies.rod.mas"], "no number"),
        (["pendulum", "--integrator", "radau"], "radau"),
    ):
        with pytest.raises(SystemExit) as end:
            main(["live", *words, "--no-open"])
        assert end.value.code == 2
        assert expected in capsys.readouterr().err


def test_the_folder_of_recordings_is_made(tmp_path):
    live = Live(pl.load("pendulum"), out=str(tmp_path / "new/recordings"))
    live._server.server_close()
    assert (tmp_path / "new/recordings").is_dir()
