"""A file with which the recorder's JVM starts in half the time: an AOT cache, which Java 25 and newer can make and use.

It fits one JVM and one set of jars only, with their times, so it cannot be shipped: a process in the background makes it
after a session, in the user's cache folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

OFF_VARIABLE = "ROBOREEL_NO_CACHE"
_COMMAND_VARIABLE = "ROBOREEL_BRIDGE_COMMAND"
_MIN_JAVA = 25
_USE, _MAKE = "-XX:AOTCache=", "-XX:AOTCacheOutput="
_SUFFIX, _FAILED = ".aot", ".failed"
_LOCK = "lock"
_DAY_SECONDS = 86_400
_MAX_UNUSED_SECONDS = 30 * _DAY_SECONDS
_MAX_TRAINING_SECONDS = 180
_NICENESS = 19
# The shell ends at once, so that there is no child to wait for.
_DETACHED = ["/bin/sh", "-c", '"$@" &', "sh"]
_PROGRAM = "from roboreel._start_cache import main; main()"


def folder() -> Path:
    """Where caches are kept: ``$XDG_CACHE_HOME/roboreel``, or ``~/.cache/roboreel``."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "roboreel"


def key(command: Sequence[str], jars: Sequence[Path]) -> str:
    """The name of the cache of a command: another for another JVM, other options and other jars.

    Args:
        command: the JVM, its options and the main class.
        jars: those of its class path.

    Raises:
        OSError: when one of them is not there.
    """
    executable = Path(command[0]).resolve()
    digest = hashlib.sha256((executable.parent.parent / "release").read_bytes())
    files = [(jar.name, jar.stat().st_size, jar.stat().st_mtime_ns) for jar in jars]
    digest.update(json.dumps([str(executable), list(command), files]).encode())
    return digest.hexdigest()[:32]


def _file(command: Sequence[str], major: int, jars: Sequence[Path]) -> Path | None:
    """Where the cache of a command is or would be; None where there is to be none."""
    if major < _MIN_JAVA or os.environ.get(OFF_VARIABLE, "") not in ("", "0"):
        return None
    try:
        return folder() / (key(command, jars) + _SUFFIX)
    except (OSError, RuntimeError):  # a JVM without a release file; a user without a home
        return None


def using(command: Sequence[str], major: int, jars: Sequence[Path]) -> list[str]:
    """The command with the cache, where there is one."""
    file = _file(command, major, jars)
    if file is None or not file.is_file():
        return list(command)
    with contextlib.suppress(OSError):
        if time.time() - file.stat().st_mtime > _DAY_SECONDS:
            os.utime(file)  # it is in use: caches that are not are removed
    return [command[0], _USE + str(file), *command[1:]]


def make_in_background(command: Sequence[str], major: int, jars: Sequence[Path], environment: dict[str, str]) -> None:
    """Starts a process that makes the cache, where it is missing and none is being made. Returns at once.

    Args:
        command: the JVM, its options and the main class.
        major: the JVM's major version.
        jars: those of its class path.
        environment: of the process.
    """
    file = _file(command, major, jars)
    if file is None or file.exists() or _has_failed(file) or not sys.executable:
        return
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(file.parent) as is_mine:
            if not is_mine:
                return
        subprocess.run(
            [*_DETACHED, sys.executable, "-c", _PROGRAM, str(file), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**environment, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            check=False,
        )


def _has_failed(file: Path) -> bool:
    """Whether it could not be made on the last day."""
    try:
        return time.time() - file.with_suffix(_FAILED).stat().st_mtime < _DAY_SECONDS
    except OSError:
        return False


@contextlib.contextmanager
def _locked(where: Path) -> Iterator[bool]:
    """Whether this process alone makes caches meanwhile."""
    lock = os.open(where / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True
    finally:
        os.close(lock)


def main() -> None:
    """Makes a cache, unless another process does: what :func:`make_in_background` starts, with file and command."""
    file, command = Path(sys.argv[1]), sys.argv[2:]
    signal.alarm(_MAX_TRAINING_SECONDS)
    with contextlib.suppress(OSError):
        os.nice(_NICENESS)
    with _locked(file.parent) as is_mine:
        if not is_mine or file.exists():
            return
        _remove_unused(file)
        if not _make(file, command):
            file.with_suffix(_FAILED).touch()


def _remove_unused(file: Path) -> None:
    """Removes caches of other keys that were not used for a month, and what a killed process left."""
    for other in file.parent.iterdir():
        with contextlib.suppress(OSError):
            age = time.time() - other.stat().st_mtime
            is_cache = other.suffix in (_SUFFIX, _FAILED) and other.stem != file.stem
            if is_cache and age > _MAX_UNUSED_SECONDS:
                other.unlink()
            elif other.is_dir() and age > _DAY_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def _make(file: Path, command: Sequence[str]) -> bool:
    """Records a small run with a JVM that notes what it loads, and puts its cache into place; whether that succeeded."""
    with tempfile.TemporaryDirectory(prefix="training-", dir=file.parent) as scratch:
        made = os.path.join(scratch, "made")
        training = [command[0], _MAKE + made, *command[1:]]
        os.environ.update({_COMMAND_VARIABLE: shlex.join(training), OFF_VARIABLE: "1"})
        try:
            daemon_ended = _record(os.path.join(scratch, "run"))
        except Exception:  # whatever it is, recordings start without the cache
            return False
        if not daemon_ended or not os.path.isfile(made):
            return False
        os.replace(made, file)
    return True


def _record(where: str) -> bool:
    """A run with what most recordings have; whether the daemon ended well, which is when it writes the cache."""
    import numpy as np  # noqa: PLC0415 (only the process in the background needs it here)

    import roboreel as rr  # noqa: PLC0415 (the package imports this module)

    fields = {"actions": rr.f32(8, unit="rad"), "obs/q": rr.f64(7), "obs/front_camera": rr.image(48, 64)}
    frame = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(1, 48, 64, 3)
    recorder = rr.Recorder.open(where, task="Training", dt=0.1, fields=fields)
    daemon = recorder._session._daemon
    assert daemon is not None
    with recorder:
        for success in (True, False):
            recorder.begin(seed=1)
            for step in range(30):
                recorder.step({"actions": np.full(8, step, np.float32), "obs/q": np.full(7, step / 9), "obs/front_camera": frame})
            recorder.event(0, "TRAINED")
            recorder.end(success=success, reason="trained", final={"obs/q": np.zeros(7)})
    return daemon.wait() == 0
