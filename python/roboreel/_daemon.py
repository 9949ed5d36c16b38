"""Start of the process that records, ``roboreel bridge``, in a private folder."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from . import _java
from ._errors import CannotStart

_PREFIX = "roboreel-"
_SOCKET = "bridge.sock"
_LOG = "bridge.log"
_MAX_SOCKET_PATH = 100
_MAX_START_SECONDS = 60.0
_MAX_BUILD_SECONDS = 900.0
_MAX_END_SECONDS = 1.0
_SHOWN_LINES = 5
_STALE_SECONDS = 60.0


class Daemon:
    """A daemon of this process's own and the folder of its socket. It is in a session of its own, so that Ctrl-C and a
    notebook's interrupt do not reach it, and ends by itself when its clients have gone."""

    def __init__(self, java: str | os.PathLike[str] | None = None) -> None:
        """Makes the folder; :meth:`start` starts the process.

        Raises:
            CannotStart: when there is no command to start.
        """
        self._java = java
        self._command = _java.command(java)
        self._environment = _java.environment()
        if java is not None:
            home = Path(java)
            self._environment["JAVA_HOME"] = str(home if home.is_dir() else home.resolve().parent.parent)
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = os.getpid()
        _remove_stale()
        self.folder = tempfile.mkdtemp(prefix=f"{_PREFIX}{self._owner}-", dir=_base())
        self.socket = os.path.join(self.folder, _SOCKET)

    @property
    def pid(self) -> int:
        """Process id of the daemon."""
        assert self._process is not None
        return self._process.pid

    def abandon(self) -> None:
        """In a forked child: the process is the parent's."""
        if self._process is not None:
            self._process.returncode = 0

    def start(self) -> dict[str, Any]:
        """Starts the process and waits until it listens; after its death also a second time.

        Returns:
            What it said about itself when it was ready.

        Raises:
            CannotStart: when it does not; the sentence ends with the last lines that it wrote.
        """
        self._end_last()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.socket)
        command = [*self._command, "bridge", "--socket", self.socket]
        try:
            with open(os.path.join(self.folder, _LOG), "ab") as log:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                    env=self._environment,
                )
        except OSError as e:
            raise CannotStart(f"{command[0]} cannot be started: {e.strerror}; {_advice()}") from e
        try:
            return self._ready()
        except BaseException:
            self.kill()
            raise

    def _end_last(self) -> None:
        """Ends a process that does not answer any more, so that the next one can have the folder."""
        if self._process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_MAX_END_SECONDS)
            self.wait()
            return
        self.kill()

    def _ready(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        stdout = self._process.stdout.fileno()
        is_launcher = not self._command[0].endswith("java")
        seconds = _MAX_BUILD_SECONDS if is_launcher else _MAX_START_SECONDS
        end = time.monotonic() + seconds
        said = b""
        while b"\n" not in said:
            if not select.select([stdout], [], [], max(0.0, end - time.monotonic()))[0]:
                raise CannotStart(f"the recorder did not start within {seconds:.0f} s{self._log_tail()}")
            part = os.read(stdout, 4096)
            if not part:
                code = self._process.wait()
                raise CannotStart(f"the recorder did not start (exit code {code}){self._log_tail()}; {_advice()}")
            said += part
        line = said.split(b"\n", 1)[0]
        try:
            ready = json.loads(line)
            if ready["ready"] is True:
                return dict(ready)
        except (ValueError, KeyError, TypeError):
            pass
        raise CannotStart(f"the recorder said {line[:200]!r} instead of that it is ready{self._log_tail()}; {_advice()}")

    def _log_tail(self) -> str:
        try:
            lines = Path(self.folder, _LOG).read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            return ""
        tail = " | ".join(line.strip() for line in lines[-_SHOWN_LINES:])
        return f": {tail}" if tail else ""

    def wait(self) -> int:
        """Waits for the end of the process, if there is one; its exit code."""
        if self._process is None:
            return 0
        code = self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        return code

    def kill(self) -> None:
        """Ends a process that did not start, with all that it started."""
        assert self._process is not None
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self.wait()

    def prepare_next_start(self) -> None:
        """Has the next daemon start faster, after all that this one did went well."""
        with contextlib.suppress(CannotStart):
            _java.prepare_next_start(self._java)

    def remove_folder(self) -> None:
        """Removes the folder; the daemon needs it no more once its clients are connected. A forked child leaves it."""
        if os.getpid() == self._owner:
            shutil.rmtree(self.folder, ignore_errors=True)


def _advice() -> str:
    return f"it is started by {_java.COMMAND_VARIABLE}, a checkout's ./roboreel or the package's jars, in this order"


def _base() -> str:
    """Where folders of sockets stand: the user's own run-time folder where there is one."""
    for candidate in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):
        is_usable = candidate and os.path.isdir(candidate) and os.access(candidate, os.W_OK | os.X_OK)
        if is_usable and len(os.path.join(candidate, f"{_PREFIX}4194304-xxxxxxxx", _SOCKET)) < _MAX_SOCKET_PATH:
            return candidate
    return tempfile.gettempdir()


def _remove_stale() -> None:
    """Removes what processes left that were killed: their folder without a socket."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(_base()):
            parts = entry.name.split("-")
            if not entry.name.startswith(_PREFIX) or len(parts) != 3 or not parts[1].isdigit():
                continue
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                is_old = time.time() - status.st_mtime > _STALE_SECONDS
                has_socket = os.path.exists(os.path.join(entry.path, _SOCKET))
                if status.st_uid == os.getuid() and is_old and not has_socket and not _is_alive(int(parts[1])):
                    shutil.rmtree(entry.path, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
