"""A disk that gets full while a real daemon records."""

from __future__ import annotations

import os
import shlex
import subprocess
import unittest

import numpy as np

import roboreel as rr
from tests.support import BridgeTest

FIELDS = {"obs/a": rr.f64(512), "number": rr.i32()}
SMALL_KIB = 12 * 1024
MAX_STEPS = 20_000


class SmallDisk:
    """A disk in memory, mounted in a process's own namespace and reached through that process's root; it goes with it."""

    SCRIPT = """
        mount -t tmpfs -o size="$1"k small "$2" && echo mounted || exit 1
        while read -r size; do mount -o "remount,size=${size}k" "$2" && echo resized || echo failed; done
        """

    def __init__(self, test: unittest.TestCase, mount_point: str, kib: int) -> None:
        own = "-m" if os.getuid() == 0 else "-rm"
        self._process = subprocess.Popen(
            ["unshare", own, "/bin/sh", "-c", self.SCRIPT, "disk", str(kib), mount_point],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        test.addCleanup(self._end)
        assert self._process.stdout is not None
        if self._process.stdout.readline().strip() != "mounted":
            raise unittest.SkipTest("this machine allows no mount namespace with a tmpfs")
        self.root = f"/proc/{self._process.pid}/root{mount_point}"

    def resize(self, kib: int) -> None:
        """Makes it larger or smaller."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(kib, file=self._process.stdin, flush=True)
        assert self._process.stdout.readline().strip() == "resized"

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


class FullDiskTest(BridgeTest):
    has_own_daemons = True

    def test_the_disk_gets_full_everything_durable_comes_back(self) -> None:
        disk = SmallDisk(self, os.path.realpath(self.folder), SMALL_KIB)
        self.folder = disk.root
        recorder = self.open(FIELDS)
        recorder.begin()
        values = np.random.default_rng(5).standard_normal((MAX_STEPS, 512))
        given = 0
        with self.assertRaisesRegex(rr.DiskFull, "full|no room") as raised:
            while given < MAX_STEPS:
                recorder.step({"obs/a": values[given], "number": given})
                given += 1
        self.assertNotIn("\n", str(raised.exception))
        durable = recorder.durable(0)
        self.assertGreater(durable, 500)
        with self.assertRaises(rr.DiskFull):
            recorder.close()
        disk.resize(8 * SMALL_KIB)
        recover = [*shlex.split(self.command), "recover", self.folder]
        recovery = subprocess.run(recover, check=False, capture_output=True, text=True, timeout=600)
        self.assertEqual(0, recovery.returncode, recovery.stdout + recovery.stderr)
        (episode,) = self.episodes()
        numbers = episode.data["number"]
        self.assertGreaterEqual(len(numbers), durable)
        np.testing.assert_array_equal(numbers, np.arange(len(numbers)))
        np.testing.assert_array_equal(episode.data["obs/a"], values[: len(numbers)])


if __name__ == "__main__":
    unittest.main()
