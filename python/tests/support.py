"""What the tests share: recorders on a fake daemon, and waits for conditions."""

from __future__ import annotations

import atexit
import contextlib
import gc
import glob
import json
import os
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import h5py
import numpy as np

import roboreel as rr
from roboreel._daemon import Daemon
from roboreel._wire import Connection
from tests.fake_daemon import FakeDaemon

ROOT = str(Path(__file__).resolve().parent.parent)


def wait_for(condition: Callable[[], Any], what: str, seconds: float = 120) -> None:
    """Waits until the condition holds; fails with what was waited for."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s there is still not: {what}")
        time.sleep(0.002)


def temporary_folder(test: unittest.TestCase) -> str:
    """A folder that is removed when the test is over."""
    folder = tempfile.mkdtemp(prefix="roboreel-test-out-")
    test.addCleanup(shutil.rmtree, folder, ignore_errors=True)
    return folder


class FakeDaemonTest(unittest.TestCase):
    """Opens recorders whose daemon is a thread of this process."""

    def setUp(self) -> None:
        self.folder = temporary_folder(self)
        self.daemon = FakeDaemon()
        self.recorders: list[rr.Recorder] = []
        self.addCleanup(self._clean)

    def _clean(self) -> None:
        for recorder in self.recorders:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with contextlib.suppress(rr.RoboReelError):
                    recorder.close()
        self.daemon.die()
        self.daemon.remove_folder()
        gc.collect()

    def open(self, fields: Any = None, **more: Any) -> rr.Recorder:
        """A recorder of task Push at 10 Hz."""
        with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
            recorder = rr.Recorder.open(self.folder, **{"task": "Push", "dt": 0.1, "fields": fields, **more})
        self.recorders.append(recorder)
        return recorder

    def slots(self, recorder: rr.Recorder) -> list[Any]:
        """What the daemon has taken, when it has taken everything."""
        assert recorder.flush(120)
        self.assertEqual([], self.daemon.faults)
        return self.daemon.taken

    def refuses(self, kind: type[Exception], *words: str) -> Any:
        """A context whose exception is of that kind, one sentence with all these words."""
        return Refusal(self, kind, *words)


class Refusal:
    """A context that a test expects to end with an exception of a kind, whose sentence has some words."""

    def __init__(self, test: unittest.TestCase, kind: type[Exception], *words: str) -> None:
        self.test, self.kind, self.words = test, kind, words

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        self.test.assertIsNotNone(kind, f"nothing was raised; expected {self.kind.__name__}")
        if not isinstance(error, self.kind):
            return False
        for word in self.words:
            self.test.assertIn(word, str(error))
        self.test.assertNotIn("\n", str(error))
        return True


class SharedDaemon:
    """The real daemon, which all recorders of this process have in common where a test is not about its start or its end: a
    JVM takes as long for these as for all that a test records."""

    SOCKET_VARIABLE = "ROBOREEL_TEST_SOCKET"
    _only: SharedDaemon | None = None

    def __init__(self, socket: str) -> None:
        self.socket = socket
        # It stays as long as a client is connected.
        self._connection = Connection(socket)
        self.pid = int(self._connection.hello()["pid"])
        atexit.register(self._connection.close)

    @classmethod
    def of(cls, java: object = None) -> SharedDaemon:
        """The one of this process, or of the test that has started this process."""
        if cls._only is None:
            given = os.environ.get(cls.SOCKET_VARIABLE)
            cls._only = cls(given or cls._started())
        return cls._only

    @classmethod
    def _started(cls) -> str:
        daemon = Daemon()
        daemon.start()
        # In the order from the last to the first.
        atexit.register(daemon.remove_folder)
        atexit.register(daemon.wait)
        return daemon.socket

    def start(self) -> None:
        """It has been started."""

    def wait(self) -> int:
        """Others have it when one recorder is closed."""
        return 0

    def abandon(self) -> None:
        """A forked child has nothing of it to close."""

    def prepare_next_start(self) -> None:
        """There is none."""

    def remove_folder(self) -> None:
        """Others have it when one recorder is closed."""


def run_with_shared_daemon() -> None:
    """Runs the program that the arguments name as ``python PROGRAM ...`` does, on the daemon of the test."""
    del sys.argv[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    with mock.patch("roboreel._recorder.Daemon", SharedDaemon.of):
        runpy.run_path(sys.argv[0], run_name="__main__")


class BridgeTest(unittest.TestCase):
    """Records with the real daemon: that of ``ROBOREEL_BRIDGE_COMMAND``, or of the checkout's launcher."""

    command = ""
    # Whether each recorder starts a daemon of its own, as in a program.
    has_own_daemons = False

    @classmethod
    def setUpClass(cls) -> None:
        """Asks the launcher once what it runs: it looks at all sources each time."""
        super().setUpClass()
        if not BridgeTest.command:
            BridgeTest.command = os.environ.get("ROBOREEL_BRIDGE_COMMAND") or _command_of_launcher()
        if not BridgeTest.command:
            raise unittest.SkipTest("there is neither ROBOREEL_BRIDGE_COMMAND nor the launcher of a checkout")
        patch = mock.patch.dict(os.environ, {"ROBOREEL_BRIDGE_COMMAND": BridgeTest.command})
        patch.start()
        cls.addClassCleanup(patch.stop)
        if not cls.has_own_daemons:
            shared = mock.patch("roboreel._recorder.Daemon", SharedDaemon.of)
            shared.start()
            cls.addClassCleanup(shared.stop)

    def setUp(self) -> None:
        self.folder = temporary_folder(self)

    def open(self, fields: Any = None, **more: Any) -> rr.Recorder:
        """A recorder of task Push at 10 Hz, without videos and metrics."""
        defaults = {"task": "Push", "dt": 0.1, "fields": fields, "videos": False, "metrics": False, "memory_mb": 16}
        return rr.Recorder.open(self.folder, **{**defaults, **more})

    def python(self, script: str, *args: str) -> subprocess.Popen[str]:
        """A process that runs a script; ``rr``, ``np``, ``sys`` and ``os`` are imported, ``folder`` is the first argument."""
        head = "import os, sys\nimport numpy as np\nimport roboreel as rr\nfolder = sys.argv[1]\n"
        environment = {**os.environ, "PYTHONPATH": ROOT}
        return subprocess.Popen(
            [sys.executable, "-u", "-c", head + textwrap.dedent(script), self.folder, *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def run_script(self, source: str, *arguments: str, has_own_daemons: bool = False) -> str:
        """Runs a program in the test's folder, where warnings are errors.

        Returns:
            What it printed; on standard error it must print nothing.
        """
        script = Path(self.folder, "script.py")
        script.write_text(source, "utf-8")
        environment = {**os.environ, "PYTHONPATH": ROOT}
        command = [sys.executable, "-W", "error"]
        if not has_own_daemons:
            environment[SharedDaemon.SOCKET_VARIABLE] = SharedDaemon.of().socket
            command += ["-c", "from tests.support import run_with_shared_daemon as run; run()"]
        ran = subprocess.run(
            [*command, str(script), *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        self.assertEqual((0, ""), (ran.returncode, ran.stderr))
        return ran.stdout

    def wait_for_end(self, pid: int) -> None:
        """Waits until a daemon has ended."""
        wait_for(lambda: not os.path.exists(f"/proc/{pid}") or _is_zombie(pid), f"the end of daemon {pid}")

    def episodes(self, task: str = "Push") -> list[Episode]:
        """All episodes of the folder, by run and demo."""
        found = []
        for path in sorted(glob.glob(os.path.join(self.folder, task, "run_*.hdf5")), key=_run_of):
            with h5py.File(path, "r") as file:
                for name in sorted(file["data"], key=lambda name: int(name.split("_")[1])):
                    found.append(Episode(_run_of(path), int(name.split("_")[1]), file["data"][name]))
        return found

    def results(self) -> list[dict[str, Any]]:
        """The result lines."""
        with open(os.path.join(self.folder, "episode_results.jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]


class Episode:
    """A stored episode."""

    def __init__(self, run: int, demo: int, group: Any) -> None:
        self.run, self.demo = run, demo
        self.attributes = {name: _plain(value) for name, value in group.attrs.items()}
        self.data: dict[str, np.ndarray] = {}
        self.described: dict[str, dict[str, Any]] = {}
        group.visititems(lambda path, node: self.described.update({path: dict(node.attrs)}))
        group.visititems(lambda path, node: self.data.update({path: node[...]}) if isinstance(node, h5py.Dataset) else None)

    @property
    def status(self) -> str:
        return str(self.attributes["status"])

    @property
    def metadata(self) -> dict[str, Any]:
        return dict(json.loads(self.attributes["episode_metadata"]))


def _plain(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def _run_of(path: str) -> int:
    return int(os.path.basename(path).split("_")[1].split(".")[0])


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def _command_of_launcher() -> str:
    """The command that a launcher becomes; empty without one."""
    try:
        daemon = Daemon()
    except rr.CannotStart:
        return ""
    daemon.start()
    with open(f"/proc/{daemon.pid}/cmdline", encoding="utf-8") as file:
        words = file.read().split("\0")
    daemon.kill()
    daemon.remove_folder()
    # Tests are over before the work of the second compiler or of a collector's threads pays.
    quick = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    return shlex.join([words[0], *quick, *words[1 : words.index("bridge")]])
