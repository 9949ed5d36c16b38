"""What the tests share: recorders on a fake daemon, and waits for conditions."""

from __future__ import annotations

import gc
import tempfile
import time
import unittest
import warnings
from collections.abc import Callable
from typing import Any
from unittest import mock

import roboreel as rr
from tests.fake_daemon import FakeDaemon


def wait_for(condition: Callable[[], Any], what: str, seconds: float = 20) -> None:
    """Waits until the condition holds; fails with what was waited for."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s there is still not: {what}")
        time.sleep(0.002)


class FakeDaemonTest(unittest.TestCase):
    """Opens recorders whose daemon is a thread of this process."""

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="roboreel-test-out-")
        self.daemon = FakeDaemon()
        self.recorders: list[rr.Recorder] = []
        self.addCleanup(self._clean)

    def _clean(self) -> None:
        for recorder in self.recorders:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    recorder.close()
                except rr.RoboReelError:
                    pass
        self.daemon.die()
        self.daemon.remove_folder()
        gc.collect()

    def open(self, fields: dict[str, rr.Field] | None = None, **more: Any) -> rr.Recorder:
        """A recorder of task Push at 10 Hz."""
        with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
            recorder = rr.Recorder.open(self.folder, **{"task": "Push", "dt": 0.1, "fields": fields, **more})
        self.recorders.append(recorder)
        return recorder

    def slots(self, recorder: rr.Recorder) -> list[Any]:
        """What the daemon has taken, when it has taken everything."""
        assert recorder.flush(20)
        self.assertEqual([], self.daemon.faults)
        return self.daemon.taken

    def refuses(self, kind: type[Exception], *words: str) -> Any:
        """A context whose exception is of that kind, one sentence with all these words."""
        return _Refusal(self, kind, words)


class _Refusal:
    def __init__(self, test: unittest.TestCase, kind: type[Exception], words: tuple[str, ...]) -> None:
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
