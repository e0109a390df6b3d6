"""The server behind the live page: a handful of small answers to one browser on this machine.

What it trusts. Only requests that know the random token of this start, that were addressed to this
server by its own address (a foreign name that was made to point here does not count), and that come
from its own page. It reads no files: the page is in memory, everything else is numbers.

Whom it waits for. Everybody can connect, so that costs little: there is room for some connections,
the oldest that has not shown the token makes place for a new one, and a request must be there as a
whole within seconds, however its bytes drip in. Who has shown the token keeps the connection.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import json
import secrets
import socket
import socketserver
import threading
import time
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from pelagos.errors import PelagosError

LOOPBACK = "127.0.0.1"
_LONGEST_BODY = 16_384  # bytes
_MOST_CONNECTIONS = 64
_DEADLINE = 5.0  # seconds for a request to arrive, of somebody who has not shown the token
_SILENCE = 20.0  # the same for those who have; an idle connection is closed then
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Show(Protocol):
    """What there is to see and to do."""

    def poll(self, words: dict[str, Any]) -> bytes: ...

    def command(self, words: dict[str, Any]) -> dict[str, Any]: ...


class Refusal(Exception):  # noqa: N818
    """A request that is not answered, and why."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass
class Visit:
    """A connection: by when its next request must have arrived, and whether it has the token."""

    deadline: float
    known: bool = False


class Server(ThreadingHTTPServer):
    """Serves one page and its numbers until it is closed."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 1024  # a crowd is taken in at once, so that nobody waits behind it

    def __init__(self, show: Show, page: bytes, host: str = LOOPBACK, port: int = 0) -> None:
        self.show, self.page = show, page
        self.token = secrets.token_urlsafe(18)
        self._lock = threading.Lock()
        self._visits: dict[socket.socket, Visit] = {}  # oldest first
        if ":" in host:
            self.address_family = socket.AF_INET6
        try:
            super().__init__((host, port), Handler)
        except (OSError, OverflowError) as error:
            raise PelagosError(
                f"cannot listen on {host} port {port}: {error}\n"
                "    choose another --port, or none to take a free one"
            ) from None
        self.host, self.port = host, int(self.server_address[1])

    def server_bind(self) -> None:
        # the name of this machine is nobody's business here, and looking it up may take seconds
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    @property
    def address(self) -> str:
        """What the browser opens."""
        everywhere = self.host in ("0.0.0.0", "::")
        shown = socket.gethostname() if everywhere else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}/{self.token}/"

    def welcomes(self, host: str) -> bool:
        """Whether a request was addressed to this server, and not by a name of somebody else's."""
        name, _, port = host.rpartition(":")
        if port != str(self.port):
            return False
        if self.host == LOOPBACK:
            return name in (LOOPBACK, "localhost")
        return name.strip("[]") in (self.host, socket.gethostname()) or _is_number(name.strip("[]"))

    def start(self) -> None:
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def close(self) -> None:
        """Stop listening and end the connections."""
        self.shutdown()
        self.server_close()
        with self._lock:
            for one in list(self._visits):
                self._drop(one)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            if len(self._visits) >= _MOST_CONNECTIONS:
                strangers = (one for one, visit in self._visits.items() if not visit.known)
                oldest = next(strangers, None)
                if oldest is None:
                    self.shutdown_request(request)
                    return
                self._drop(oldest)
            self._visits[request] = Visit(time.monotonic() + _DEADLINE)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._visits.pop(request, None)

    def service_actions(self) -> None:
        """Called every now and then: drop those whose request did not arrive in time."""
        now = time.monotonic()
        with self._lock:
            for one in [one for one, visit in self._visits.items() if visit.deadline < now]:
                self._drop(one)

    def welcome(self, connection: socket.socket) -> None:
        """Somebody has shown the token, or was answered: the next request may take its time."""
        with self._lock:
            visit = self._visits.get(connection)
            if visit is not None:
                visit.known, visit.deadline = True, time.monotonic() + _SILENCE

    def _drop(self, connection: socket.socket) -> None:
        """End a connection; the thread that reads from it notices, and closes it."""
        del self._visits[connection]
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away is no error."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    timeout = _SILENCE
    server: Server
    # small answers leave at once
    disable_nagle_algorithm = True
    wbufsize = -1

    def version_string(self) -> str:
        return "Pelagos"

    def log_message(self, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._answer(self._page)

    def do_POST(self) -> None:
        self._answer(self._numbers)

    def _answer(self, make: Any) -> None:
        try:
            self._check()
            self.server.welcome(self.connection)
            kind, body = make()
        except Refusal as refusal:
            # the body, if any, was not read: what follows on this connection means nothing
            self.close_connection = True
            self._send(refusal.status, "text/plain; charset=utf-8", f"{refusal}\n".encode())
        else:
            self._send(HTTPStatus.OK, kind, body)
            self.server.welcome(self.connection)

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def _check(self) -> None:
        """Refuse whoever is not the page that this server handed out, or its user."""
        host = self.headers.get("Host", "")
        if not self.server.welcomes(host):
            raise Refusal(HTTPStatus.FORBIDDEN, "this server is not called by that name")
        token = self.path.split("/")[1] if self.path.startswith("/") else ""
        if not hmac.compare_digest(token.encode(), self.server.token.encode()):
            raise Refusal(HTTPStatus.FORBIDDEN, "open the address that `pelagos live` printed")
        origin = self.headers.get("Origin")
        asked = self.command == "POST"
        if origin != f"http://{host}" and (asked or origin is not None):
            raise Refusal(HTTPStatus.FORBIDDEN, "requests of other pages are not answered")
        if self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise Refusal(HTTPStatus.FORBIDDEN, "requests of other pages are not answered")

    def _page(self) -> tuple[str, bytes]:
        if self.path != f"/{self.server.token}/":
            raise Refusal(HTTPStatus.NOT_FOUND, "there is only the page")
        return "text/html; charset=utf-8", self.server.page

    def _numbers(self) -> tuple[str, bytes]:
        words = self._words()
        action = self.path.split("/", 2)[2:]
        if action == ["poll"]:
            return "application/json", self.server.show.poll(words)
        if action == ["command"]:
            answer = self.server.show.command(words)
            return "application/json", json.dumps(answer).encode()
        raise Refusal(HTTPStatus.NOT_FOUND, "there is only poll and command")

    def _words(self) -> dict[str, Any]:
        """The body: a JSON object of bounded size."""
        if self.headers.get("Content-Type", "").partition(";")[0] != "application/json":
            raise Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send application/json")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in self.headers:
            raise Refusal(HTTPStatus.LENGTH_REQUIRED, "say how long the request is")
        if len(length) > 9 or int(length) > _LONGEST_BODY:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {_LONGEST_BODY} bytes")
        try:
            words = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            words = None
        if not isinstance(words, dict):
            raise Refusal(HTTPStatus.BAD_REQUEST, "send a JSON object")
        return words


def _is_number(name: str) -> bool:
    """Whether a host is an address rather than a name: nobody can make that point elsewhere."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
