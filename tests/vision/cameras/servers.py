"""Cameras in the network, on this machine: MJPEG over HTTP, and JPEG pictures over RTSP."""

import base64
import hashlib
import queue
import re
import socketserver
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

USER, PASSWORD = "ana", "geh:eim/7"
WRITTEN = "ana:geh%3Aeim%2F7@"
SIZE_WH = (64, 48)
GREYS = 200
"""A video's pictures become lighter so often, each by one grey; then it begins anew."""


def jpeg_of(grey: int, seed: int = 0) -> bytes:
    """Return a flat picture with a sensor's noise."""
    noise = np.random.default_rng(seed).normal(grey, 6, (SIZE_WH[1], SIZE_WH[0], 3))
    coded = cv2.imencode(".jpg", np.clip(noise, 0, 255).astype(np.uint8))[1]
    return bytes(coded)


def grey_of(number: int) -> int:
    """Return how grey that picture of a video is."""
    return 20 + number % GREYS


class Video:
    """What a camera sends, by itself or in steps, and what it wants of whoever watches."""

    def __init__(self) -> None:
        self.freely = True
        """Whether one picture follows another by itself, each a little lighter."""
        self.steps: queue.Queue[bytes | None] = queue.Queue()
        """Where not ``freely``: what is sent next; None: the camera hangs up."""
        self.kind = "multipart/x-mixed-replace; boundary=frame"
        self.boundary = b"--frame"
        self.with_length = True
        self.wants: str | None = None
        """"Basic" or "Digest", where a password is wanted."""
        self.asked: list[str] = []
        self.sent = 0
        self.sent_enough = threading.Event()
        self.enough = 0
        self.ending = threading.Event()

    def goes_on(self, parts: int) -> None:
        """Wait until so many parts more were sent."""
        self.sent_enough.clear()
        self.enough = self.sent + parts
        assert self.sent_enough.wait(30)

    def parts(self) -> Iterator[bytes]:
        """Give one part of the video after another."""
        while self.freely and not self.ending.wait(0.005):
            yield jpeg_of(grey_of(self.sent), self.sent)
            self.sent += 1
            if self.sent >= self.enough:
                self.sent_enough.set()
        while not self.ending.is_set():
            try:
                part = self.steps.get(timeout=0.05)
            except queue.Empty:
                continue
            if part is None:
                return
            yield part

    def framed(self, part: bytes) -> bytes:
        """Return one part as it goes over HTTP."""
        length = b"Content-Length: %d\r\n" % len(part) if self.with_length else b""
        return self.boundary + b"\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + part + b"\r\n"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, video: Video) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.video = video


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        video = self.server.video
        video.asked.append(self.path)
        if not _may(video, self.headers.get("Authorization", "")):
            self.send_response(401)
            realm = 'realm="cam", nonce="n1", qop="auth"' if video.wants == "Digest" else 'realm="cam"'
            self.send_header("WWW-Authenticate", f"{video.wants} {realm}")
            self.end_headers()
            return
        if not self.path.startswith("/video"):
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", video.kind)
        self.end_headers()
        try:
            for part in video.parts():
                self.wfile.write(video.framed(part))
        except OSError:
            return  # whoever watched has hung up

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def _may(video: Video, said: str) -> bool:
    if video.wants is None:
        return True
    if video.wants == "Basic":
        return said == "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    parts = dict(re.findall(r'(\w+)="?([^",]*)"?', said))
    secret = _md5(f"{USER}:cam:{PASSWORD}")
    what = _md5(f"GET:{parts.get('uri')}")
    middle = ":".join(parts.get(key, "") for key in ("nonce", "nc", "cnonce", "qop"))
    return parts.get("response") == _md5(f"{secret}:{middle}:{what}")


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


@contextmanager
def http_camera(video: Video) -> Iterator[str]:
    """Serve a video; give its host and port."""
    with _serving(_Server(video), video) as place:
        yield place


@contextmanager
def https_camera(video: Video, certificate: Path) -> Iterator[str]:
    """Serve the same with TLS; ``certificate``: a PEM file with its key, for 127.0.0.1."""
    server = _Server(video)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    with _serving(server, video) as place:
        yield place


class _RtspServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, video: Video) -> None:
        super().__init__(("127.0.0.1", 0), _RtspHandler)
        self.video = video


_SDP = (
    b"v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=cam\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n"
)


class _RtspHandler(socketserver.StreamRequestHandler):
    """As much of RTSP as FFmpeg asks for, the pictures in the same connection (RFC 2326, 10.12)."""

    server: _RtspServer

    def handle(self) -> None:
        while asked := self._asked():
            verb, headers = asked
            if not _may(self.server.video, headers.get("authorization", "")):
                self._answer(
                    headers, b'WWW-Authenticate: Basic realm="cam"\r\n', status=b"401 Unauthorized"
                )
            elif verb == "OPTIONS":
                self._answer(headers, b"Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n")
            elif verb == "DESCRIBE":
                self._answer(headers, b"Content-Type: application/sdp\r\n", _SDP)
            elif verb == "SETUP":
                self._answer(
                    headers, b"Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
                )
            elif verb == "PLAY":
                self._answer(headers, b"Session: 1\r\n")
                self._play()
                return
            else:
                self._answer(headers, b"")

    def _asked(self) -> tuple[str, dict[str, str]] | None:
        first = self.rfile.readline().decode()
        headers = {}
        while line := self.rfile.readline().decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        return (first.split(" ")[0], headers) if first.strip() else None

    def _answer(
        self, headers: dict[str, str], more: bytes, body: bytes = b"", status: bytes = b"200 OK"
    ) -> None:
        length = b"Content-Length: %d\r\n" % len(body) if body else b""
        number = headers.get("cseq", "0").encode()
        self.wfile.write(
            b"RTSP/1.0 " + status + b"\r\nCSeq: " + number + b"\r\n" + more + length + b"\r\n" + body
        )

    def _play(self) -> None:
        packets = 0
        try:
            for shown, jpeg in enumerate(self.server.video.parts()):
                for packet in _rtp(jpeg, shown, packets):
                    packets += 1
                    self.wfile.write(b"$\x00" + struct.pack(">H", len(packet)) + packet)
        except OSError:
            return  # whoever watched has hung up


def _rtp(jpeg: bytes, shown: int, first: int) -> Iterator[bytes]:
    """Give one picture's packets (RFC 2435): the tables of its quantiser, then what was coded."""
    tables = b"".join(_quantisers(jpeg))
    scan = jpeg.index(b"\xff\xda")
    coded = jpeg[scan + 2 + int.from_bytes(jpeg[scan + 2 : scan + 4], "big") : -2]
    for start in range(0, len(coded), 1200):
        piece = coded[start : start + 1200]
        last = start + 1200 >= len(coded)
        kind = 26 | (0x80 if last else 0)
        head = struct.pack(">BBHII", 0x80, kind, (first + start // 1200) & 0xFFFF, shown * 900, 7)
        size = bytes([SIZE_WH[0] // 8, SIZE_WH[1] // 8])
        main = b"\x00" + start.to_bytes(3, "big") + b"\x01\xff" + size
        quantisers = b"\x00\x00" + struct.pack(">H", len(tables)) + tables if start == 0 else b""
        yield head + main + quantisers + piece


def _quantisers(jpeg: bytes) -> Iterator[bytes]:
    at = 2
    while jpeg[at + 1] != 0xDA:
        length = int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if jpeg[at + 1] == 0xDB:
            held = jpeg[at + 4 : at + 2 + length]
            for start in range(0, len(held), 65):
                yield held[start + 1 : start + 65]
        at += 2 + length


@contextmanager
def rtsp_camera(video: Video) -> Iterator[str]:
    """Serve a video over RTSP; give its host and port."""
    with _serving(_RtspServer(video), video) as place:
        yield place


@contextmanager
def _serving(server: socketserver.TCPServer, video: Video) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        video.ending.set()
        server.shutdown()
        server.server_close()
        thread.join()
