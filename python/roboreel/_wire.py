"""Frames of the bridge's protocol over a Unix socket; docs/reference/bridge.md is the contract."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
import threading
from typing import Any

from ._errors import ProtocolError, of_kind
from ._version import __version__

PROTOCOL = 1
MIN_PROTOCOL = 1
_MAX_FRAME_BYTES = 64 << 20
_LENGTH = struct.Struct("<I")
_BELL = _LENGTH.pack(0)


class Connection:
    """One socket to the daemon. One thread receives, any may send."""

    def __init__(self, path: str) -> None:
        """Connects.

        Raises:
            OSError: when there is no daemon.
        """
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._sending = threading.Lock()
        try:
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise

    def hello(self) -> dict[str, Any]:
        """Agrees on a version.

        Returns:
            The daemon's ``welcome``.

        Raises:
            VersionMismatch: when there is no common one.
            EOFError, OSError: when the daemon goes.
        """
        self.send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "min_protocol": MIN_PROTOCOL,
                "client": f"roboreel-python {__version__}",
                "pid": os.getpid(),
            }
        )
        return self.expect("welcome")

    def send(self, message: dict[str, Any]) -> None:
        """Sends a message whole.

        Raises:
            OSError: when the daemon has gone.
        """
        data = json.dumps(message, allow_nan=False).encode()
        if len(data) > _MAX_FRAME_BYTES:
            raise ProtocolError(f"a message of {len(data)} bytes is too large; expected at most {_MAX_FRAME_BYTES}")
        with self._sending:
            self._socket.sendall(_LENGTH.pack(len(data)) + data)

    def bell(self) -> None:
        """Wakes the daemon, without waiting; a daemon that has unread frames is awake, and one that has gone is noticed
        by the thread that receives."""
        with self._sending, contextlib.suppress(OSError):
            self._socket.send(_BELL, socket.MSG_DONTWAIT)

    def receive(self) -> dict[str, Any]:
        """The next message; waits without the interpreter's lock.

        Raises:
            EOFError, OSError: when the daemon has gone.
            ProtocolError: when it is none.
        """
        (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
        if not 0 < length <= _MAX_FRAME_BYTES:
            raise ProtocolError(f"the recorder sent a frame of {length} bytes; update roboreel or the recorder")
        try:
            message = json.loads(self._exactly(length))
        except ValueError as e:
            raise ProtocolError(f"the recorder sent what is no JSON ({e}); update roboreel or the recorder") from e
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise ProtocolError("the recorder sent a message without a type; update roboreel or the recorder")
        return message

    def expect(self, kind: str) -> dict[str, Any]:
        """The next message, which must be of that type.

        Raises:
            RoboReelError: what an ``error`` of the daemon says.
            EOFError, OSError: when the daemon goes.
        """
        message = self.receive()
        require_type(message, kind)
        return message

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self._socket.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError("the recorder closed the connection")
            data += part
        return data

    def shutdown(self) -> None:
        """Ends the connection, also for a thread that waits in :meth:`receive`."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes this process's end; in a forked child the parent's stays."""
        self._socket.close()


def require_type(message: dict[str, Any], kind: str) -> None:
    """Requires a message of that type.

    Raises:
        RoboReelError: what an ``error`` of the daemon says, or that the type is another one.
    """
    if message["type"] == "error":
        raise of_kind(str(message.get("kind", "failed")), str(message.get("message", "the recorder failed")))
    if message["type"] != kind:
        raise ProtocolError(f"the recorder sent '{message['type']}' where '{kind}' was expected; update roboreel or the recorder")
