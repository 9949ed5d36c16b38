"""Mistakes: one exception with one sentence, and nothing half-recorded."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel._daemon import Daemon
from tests.support import FakeDaemonTest, wait_for

FIELDS = {
    "actions": rr.f32(2),
    "obs/q": rr.f64(),
    "obs/n": rr.u8(),
    "obs/cam": rr.image(4, 5),
    "obs/t": rr.text(4),
    "obs/flag": rr.boolean(),
    "initial_state/q": rr.f64(phase="initial"),
}
GOOD: dict[str, Any] = {
    "actions": np.ones((2, 2), np.float32),
    "obs/q": np.ones(2),
    "obs/n": np.ones(2, np.uint8),
    "obs/cam": np.zeros((2, 4, 5, 3), np.uint8),
    "obs/t": ["a", "b"],
    "obs/flag": np.zeros(2, bool),
}


class StepRefusalTest(FakeDaemonTest):
    def test_each_mistake_of_a_step_is_one_sentence_and_records_nothing(self) -> None:
        cases: list[tuple[dict[str, Any], tuple[str, ...]]] = [
            ({"action": GOOD["actions"]}, ("'action'", "did you mean 'actions'?", "fixed when the run is opened")),
            ({"initial_state/q": np.ones(2)}, ("'initial_state/q' is of phase initial", "begin(initial=...)")),
            ({"final_obs/q": np.ones(2)}, ("'final_obs/q' is of phase final", "end(final=...)")),
            ({"actions": np.ones((2, 3), np.float32)}, ("'actions'", "float32 of shape (2, 3)", "float32 of shape (2, 2)")),
            ({"actions": np.ones(2, np.float32)}, ("shape (2,)", "shape (2, 2)", "a row for each env")),
            ({"actions": np.ones((2, 2), np.complex64)}, ("'actions'", "complex64", "float32")),
            ({"actions": [[1.0, 2.0], [3.0, np.nan]]}, ("'actions' of env 1 holds nan", "non_finite=True")),
            ({"actions": [[1.0, np.inf], [3.0, 1.0]]}, ("'actions' of env 0 holds inf",)),
            ({"actions": [[1e300, 1.0], [3.0, 1.0]]}, ("'actions'", "1e+300", "float32 cannot hold")),
            ({"actions": np.full((2, 2), 2**24 + 1)}, ("'actions'", "16777217", "float32 cannot hold")),
            ({"actions": {"x": 1}}, ("'actions' is given a dict", "of its own")),
            ({"actions": object()}, ("'actions'",)),
            ({"obs/q": np.array([1.0, np.nan])}, ("'obs/q' of env 1 holds nan",)),
            ({"obs/q": None}, ("'obs/q'",)),
            ({"obs/n": np.ones(2)}, ("'obs/n' is given float64", "expected uint8", ".astype('uint8')")),
            ({"obs/n": np.array([1, 256])}, ("'obs/n' is given 256", "uint8 cannot hold")),
            ({"obs/n": np.array([-1, 0])}, ("'obs/n' is given -1", "uint8 cannot hold")),
            ({"obs/flag": np.ones(2, np.uint8)}, ("'obs/flag' is given uint8", "expected bool")),
            ({"obs/cam": np.zeros((2, 3, 4, 5), np.uint8)}, ("'obs/cam'", "channels come last", "moveaxis")),
            ({"obs/cam": np.zeros((2, 4, 5, 3))}, ("'obs/cam' is given float64", "expected uint8")),
            ({"obs/t": ["abcde", "x"]}, ("'obs/t'", "5 bytes", "at most 4", "text(5)")),
            ({"obs/t": ["a\0", "x"]}, ("'obs/t'", "NUL")),
            ({"obs/t": ["\ud800", "x"]}, ("'obs/t'", "surrogate")),
            ({"obs/t": [1, 2]}, ("'obs/t'", "str for each env")),
        ]
        recorder = self.open(FIELDS, num_envs=2)
        recorder.begin(initial={"initial_state/q": np.zeros(2)})
        for change, words in cases:
            with self.subTest(str(change)), self.refuses(rr.BadArgument, *words):
                recorder.step({**GOOD, **change})
        with self.refuses(rr.BadArgument, "'obs/cam' is missing", "uint8 of shape (2, 4, 5, 3)", "every step"):
            recorder.step({path: value for path, value in GOOD.items() if path != "obs/cam"})
        with self.refuses(rr.BadArgument, "given list", "arrays by path"):
            recorder.step([1.0, 2.0])  # type: ignore[call-overload]
        recorder.step(GOOD)
        self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in self.slots(recorder)])
        np.testing.assert_array_equal(GOOD["actions"], self.daemon.taken[-1].values["actions"])

    def test_whole_numbers_and_wider_floats_are_taken_where_nothing_is_lost(self) -> None:
        recorder = self.open({"a": rr.f32(), "b": rr.f64(), "c": rr.u8(), "d": rr.i64(), "e": rr.f16(), "f": rr.u64()})
        recorder.begin()
        recorder.step({"a": 2**24, "b": np.float32(0.1), "c": np.int64(255), "d": np.uint64(2**63 - 1), "e": 0.5, "f": True})
        for change in ({"d": np.uint64(2**63)}, {"f": np.int64(-1)}, {"b": 2**53 + 1}):
            with self.subTest(str(change)), self.refuses(rr.BadArgument, "cannot hold"):
                recorder.step({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, **change})
        values = {path: rows[0] for path, rows in self.slots(recorder)[-1].values.items()}
        expected = {"a": 2**24, "b": float(np.float32(0.1)), "c": 255, "d": 2**63 - 1, "e": 0.5, "f": 1}
        self.assertEqual(expected, {path: values[path] for path in expected})

    def test_rows_of_envs_that_are_left_out_are_not_looked_at(self) -> None:
        recorder = self.open({"actions": rr.f32(2), "obs/depth": rr.f32(non_finite=True)}, num_envs=3)
        recorder.begin()
        mask = np.array([True, False, True])
        actions = np.array([[1, 2], [np.nan, np.inf], [3, 4]], np.float32)
        depth = np.array([np.inf, 0, np.nan], np.float32)
        for _ in range(2 * self.daemon.client.layout["slots"]):
            recorder.step({"actions": actions, "obs/depth": depth}, mask=mask)
        with self.refuses(rr.BadArgument, "env 1 holds nan"):
            recorder.step({"actions": actions, "obs/depth": depth})
        slots = self.slots(recorder)
        self.assertEqual([[1.0, 2.0], [3.0, 4.0]], slots[-1].values["actions"].tolist())
        np.testing.assert_array_equal(depth[mask], slots[-1].values["obs/depth"])

    def test_envs_and_masks_that_are_none(self) -> None:
        recorder = self.open({"obs/q": rr.f64()}, num_envs=2)
        recorder.begin()
        for more, words in (
            ({"envs": [0, 0]}, ("twice", "[0, 0]")),
            ({"envs": [2]}, ("envs is 2", "0 to 1")),
            ({"envs": -1}, ("envs is -1",)),
            ({"envs": ["0"]}, ("envs is ['0']",)),
            ({"envs": [0], "mask": [True, True]}, ("both envs and mask",)),
            ({"mask": [True]}, ("mask is bool of shape (1,)", "bool of shape (2,)")),
            ({"mask": [1, 0]}, ("mask is int64", "bool")),
        ):
            with self.subTest(str(more)), self.refuses(rr.BadArgument, *words):
                recorder.step({"obs/q": np.ones(2)}, **more)
        self.assertEqual(1, len(self.slots(recorder)))


class OrderRefusalTest(FakeDaemonTest):
    def test_calls_at_the_wrong_time(self) -> None:
        recorder = self.open({"obs/q": rr.f64()}, num_envs=3)
        value = {"obs/q": np.zeros(3)}
        with self.refuses(rr.BadState, "env 0 has not begun an episode", "call begin(envs=[0])"):
            recorder.step(value)
        with self.refuses(rr.BadState, "no env is recording", "begin()"):
            recorder.end()
        recorder.begin([0, 1])
        with self.refuses(rr.BadState, "env 2 has not begun", "mask="):
            recorder.step(value)
        with self.refuses(rr.BadState, "env 2 has not begun"):
            recorder.step(value, mask=np.array([True, False, True]))
        with self.refuses(rr.BadState, "env 1 has begun its episode already"):
            recorder.begin([2, 1])
        with self.refuses(rr.BadState, "env 2 is not recording"):
            recorder.end([2])
        with self.refuses(rr.BadState, "env 0 has no step yet"):
            recorder.event(0, "X")
        with self.refuses(rr.BadState, "env 2 has not begun"):
            recorder.block(2, {"obs/q": np.zeros(4)})
        recorder.end([0])
        with self.refuses(rr.BadState, "env 0 has ended its episode of this run", "env 1 has not", "continuous=True"):
            recorder.begin([0])
        with self.refuses(rr.BadState, "env 0 has ended its episode;"):
            recorder.step({"obs/q": 0.0}, envs=[0])
        recorder.end([1])
        with self.refuses(rr.BadState, "env 2 has not begun"):
            recorder.step(value)
        self.assertEqual(["BEGIN", "END", "END"], [slot.kind for slot in self.slots(recorder)])

    def test_the_next_run_begins_when_all_have_ended(self) -> None:
        recorder = self.open({"obs/q": rr.f64()}, num_envs=2)
        for _ in range(3):
            recorder.begin([1])
            recorder.begin([0])
            recorder.step({"obs/q": np.zeros(2)})
            recorder.end([0])
            with self.refuses(rr.BadState, "env 0 has ended"):
                recorder.begin([0])
            recorder.end([1])
        self.assertEqual(6, sum(slot.kind == "BEGIN" for slot in self.slots(recorder)))

    def test_what_begin_end_and_event_cannot_store(self) -> None:
        recorder = self.open({"obs/q": rr.f64(), "obs/cam": rr.image(8, 8), "i/x": rr.f32(2, phase="initial")}, num_envs=2)
        with self.refuses(rr.BadArgument, "'i/x' is missing", "begin(initial=...)"):
            recorder.begin()
        with self.refuses(rr.BadArgument, "'i/x' of env 1 holds nan"):
            recorder.begin(initial={"i/x": [[1.0, 1.0], [1.0, np.nan]]})
        initial = {"i/x": np.zeros((2, 2))}
        for more, words in (
            ({"seed": [1, 2, 3]}, ("seed has 3 values", "one for all or 2")),
            ({"seed": 1.5}, ("seed is 1.5",)),
            ({"instruction": ["a", 3]}, ("instruction is 3",)),
            ({"options": {"x": "y" * 3000}}, ("options takes 3008 bytes", "at most 2048")),
            ({"options": {"x": object()}}, ("options['x'] is a object", "JSON cannot hold")),
        ):
            with self.subTest(str(more)[:60]), self.refuses(rr.BadArgument, *words):
                recorder.begin(initial=initial, **more)
        recorder.begin(initial=initial)
        recorder.step({"obs/q": np.zeros(2), "obs/cam": np.zeros((2, 8, 8, 3), np.uint8)})
        for more, words in (
            ({"success": [True]}, ("success has 1 values",)),
            ({"success": "yes"}, ("success is 'yes'", "True, False or None")),
            ({"success": np.array([0.5, 1.0])}, ("success is 0.5",)),
            ({"reason": 3}, ("reason is 3",)),
            ({"metadata": {"x": "y" * 5000}}, ("metadata takes", "at most 4096")),
            ({"attributes": {"x": [1]}}, ("attributes['x'] is [1]",)),
            ({"attributes": {"x": float("nan")}}, ("attributes['x'] is nan",)),
            ({"final": {"obs/cam": np.zeros((2, 8, 8, 3), np.uint8)}}, ("'obs/cam' has no final value", "final=True")),
            ({"final": {"obs/q": [np.nan, 0]}}, ("'final_obs/q' of env 0 holds nan",)),
            ({"final": {"obs/p": [0, 0]}}, ("'final_obs/p'", "did you mean 'final_obs/q'?")),
        ):
            with self.subTest(str(more)[:60]), self.refuses(rr.BadArgument, *words):
                recorder.end(**more)
        recorder.step({"obs/q": np.zeros(2), "obs/cam": np.zeros((2, 8, 8, 3), np.uint8)})
        recorder.event(0, "A", step=2)
        for more, words in (
            ({"step": 1}, ("step of the event is 1", "2 to 2")),
            ({"step": 3}, ("step of the event is 3",)),
            ({"score": 1.5}, ("score of the event is 1.5",)),
            ({"code": 70_000}, ("code of the event is 70000",)),
            ({"name": ""}, ("name of the event is empty",)),
            ({"info": "x" * 20_000}, ("event takes", "shorten it")),
        ):
            with self.subTest(str(more)[:60]), self.refuses(rr.BadArgument, *words):
                recorder.event(**{"env": 0, "name": "B", **more})
        self.assertEqual(["BEGIN", "STEP", "STEP", "EVENT"], [slot.kind for slot in self.slots(recorder)])

    def test_a_block_with_a_fault_in_its_last_row_records_none(self) -> None:
        recorder = self.open({"obs/q": rr.f64(), "a": rr.f32(2)}, block_rows=2)
        recorder.begin()
        good = {"obs/q": np.zeros(7), "a": np.zeros((7, 2))}
        bad = np.zeros(7)
        bad[-1] = np.nan
        with self.refuses(rr.BadArgument, "'obs/q' of row 6 holds nan"):
            recorder.block(0, {**good, "obs/q": bad})
        with self.refuses(rr.BadArgument, "'a' has 6 rows and 'obs/q' 7"):
            recorder.block(0, {**good, "a": np.zeros((6, 2))})
        recorder.block(0, good)
        self.assertEqual(["BEGIN", *["BLOCK"] * 4], [slot.kind for slot in self.slots(recorder)])

    def test_a_field_that_appears_later(self) -> None:
        recorder = self.open(None)
        with self.refuses(rr.BadState, "env 0 has not begun"):
            recorder.step({"a": 1.0})
        recorder.begin()
        for call in (recorder.end, lambda: recorder.event(0, "X"), lambda: recorder.step().__enter__()):
            with self.refuses(rr.BadState, "step"):
                call()
        recorder.discard()
        recorder.begin()
        recorder.step({"a": 1.0})
        with self.refuses(rr.BadArgument, "'b' is none of this run's step fields", "declare it in fields="):
            recorder.step({"a": 1.0, "b": 2.0})
        self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in self.slots(recorder)])


class OpenRefusalTest(FakeDaemonTest):
    def test_arguments_of_open(self) -> None:
        for more, words in (
            ({"dt": 0}, ("dt is 0",)),
            ({"dt": "0.1"}, ("dt is '0.1'",)),
            ({"num_envs": 0}, ("num_envs is 0",)),
            ({"task": ""}, ("task is empty",)),
            ({"run": -1}, ("run is -1",)),
            ({"seed": 0.5}, ("seed is 0.5",)),
            ({"memory_mb": 0}, ("memory_mb is 0",)),
            ({"block_rows": 0}, ("block_rows is 0",)),
            ({"envs": [3]}, ("envs is [3]", "below 1")),
            ({"envs": []}, ("envs is empty",)),
            ({"on_death": "stop"}, ("on_death is 'stop'",)),
            ({"attributes": "easy"}, ("attributes is 'easy'",)),
            ({"env_config": {"f": print}}, ("env_config['f']",)),
            ({"fields": {}}, ("no field is of phase step",)),
            ({"fields": {"a": np.zeros(3)}}, ("field 'a' is declared by", "f32(8)")),
        ):
            with self.subTest(str(more)), self.refuses(rr.BadArgument, *words):
                self.open(**{"fields": {"a": rr.f32()}, **more})
        self.assertEqual(0, self.daemon.starts)

    def test_declarations_that_are_none(self) -> None:
        for declare, words in (
            (lambda: rr.f32(0), ("size 0",)),
            (lambda: rr.f32(2.5), ("size 2.5",)),  # type: ignore[arg-type]
            (lambda: rr.f32(2, phase="first"), ("phase 'first'", "step, initial, final")),
            (lambda: rr.f32(2, names="ab"), ("names is 'ab'",)),
            (lambda: rr.f32(2, low="x"), ("low is 'x'",)),
            (lambda: rr.image(4, 5, 3, "uint16"), ("uint16 of shape (4, 5, 3)",)),
            (lambda: rr.Field("float128"), ("dtype 'float128' is unknown",)),
        ):
            with self.refuses(rr.BadArgument, *words):
                declare()

    def test_what_the_daemon_says_is_the_exception(self) -> None:
        kinds = {"locked": rr.FolderLocked, "conflict": rr.RunExists, "disk_full": rr.DiskFull, "io": rr.RecorderFailed}
        kinds |= {"bad_argument": rr.BadArgument, "bad_state": rr.BadState, "out_of_memory": rr.OutOfMemory}
        for kind, expected in kinds.items():
            self.daemon.refusal = {"type": "error", "kind": kind, "message": f"the folder is not to be had: {kind}"}
            with self.subTest(kind), self.assertRaises(expected) as caught:
                self.open({"a": rr.f32()})
            self.assertEqual((kind, f"the folder is not to be had: {kind}"), (caught.exception.kind, str(caught.exception)))
        self.assertTrue(issubclass(rr.BadArgument, ValueError) and issubclass(rr.BadState, RuntimeError))
        self.assertTrue(issubclass(rr.RecorderDied, ConnectionError) and issubclass(rr.DiskFull, OSError))

    def test_an_older_or_newer_daemon(self) -> None:
        self.daemon.protocol = 0
        with self.refuses(rr.VersionMismatch, "update roboreel"):
            self.open({"a": rr.f32()})
        self.assertTrue(self.daemon.is_removed)

    def test_an_error_while_recording_comes_with_the_next_call_and_stays(self) -> None:
        recorder = self.open({"a": rr.f32()})
        recorder.begin()
        self.daemon.send({"type": "error", "kind": "disk_full", "message": "the disk of out is full; make room"})

        wait_for(lambda: recorder._session.fault, "the error")
        for _ in range(2):
            with self.refuses(rr.DiskFull, "the disk of out is full"):
                recorder.step({"a": 1.0})
        with self.refuses(rr.DiskFull, "the disk of out is full"):
            recorder.close()
        with self.refuses(rr.BadState, "closed"):
            recorder.step({"a": 1.0})

    def test_joining_what_is_not_there(self) -> None:
        with self.refuses(rr.BadArgument, "address is 'x'"):
            rr.Recorder.join("x", envs=[0])
        with self.refuses(rr.CannotStart, "is not there"):
            rr.Recorder.join(json.dumps({"socket": self.daemon.socket, "folder": "f"}), envs=[0])

    def test_a_schema_of_5000_fields_opens_and_steps(self) -> None:
        fields = {f"obs/field_{k}": rr.f32(2) for k in range(5000)}
        self.daemon.slots = 1024
        recorder = self.open({**fields}, num_envs=1)
        recorder.begin()
        values = {path: np.full((1, 2), k, np.float32) for k, path in enumerate(fields)}
        recorder.step(values)
        taken = self.slots(recorder)[-1].values
        self.assertEqual(list(range(5000)), [int(taken[path][0, 0]) for path in fields])


class MemoryTest(FakeDaemonTest):
    def test_memory_that_is_refused_is_one_sentence(self) -> None:
        """In a process of its own, whose files may not be so large."""
        script = (
            "import resource, sys\n"
            "sys.path.insert(0, sys.argv[1])\n"
            "from unittest import mock\n"
            "import roboreel as rr\n"
            "from tests.fake_daemon import FakeDaemon\n"
            "daemon = FakeDaemon(slots=4)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
            "with mock.patch('roboreel._recorder.Daemon', return_value=daemon):\n"
            "    try:\n"
            "        rr.Recorder.open('out', task='T', dt=0.1, fields={'obs/cam': rr.image(1000, 1000)})\n"
            "    except rr.OutOfMemory as e:\n"
            "        print(e.kind, e)\n"
        )
        root = str(Path(__file__).resolve().parent.parent)
        command = [sys.executable, "-c", script, root]
        said = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout
        self.assertRegex(
            said, r"^out_of_memory the ring needs 11\.\d MiB of shared memory and the system refuses it \(.+\); give"
        )
        self.assertGreater(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 0)


class DaemonStartTest(unittest.TestCase):
    def setUp(self) -> None:
        self.daemon: Daemon | None = None

    def start(self, command: str) -> Daemon:
        with mock.patch.dict(os.environ, {"ROBOREEL_BRIDGE_COMMAND": command}):
            self.daemon = Daemon()
        self.addCleanup(self.daemon.remove_folder)
        self.daemon.start()
        self.addCleanup(self.daemon.kill)
        return self.daemon

    def test_what_it_said_last_is_in_the_exception(self) -> None:
        with self.assertRaises(rr.CannotStart) as caught:
            self.start("sh -c 'echo first >&2; echo no Java here >&2; exit 3'")
        self.assertIn("exit code 3", str(caught.exception))
        self.assertIn("first | no Java here", str(caught.exception))
        with self.assertRaisesRegex(rr.CannotStart, "/nonexistent/roboreel cannot be started: No such file"):
            self.start("/nonexistent/roboreel")
        with self.assertRaisesRegex(rr.CannotStart, "said b'hello'"):
            self.start("sh -c 'echo hello; exec sleep 60'")

    def test_its_folder_is_private_and_it_is_in_a_session_of_its_own(self) -> None:
        daemon = self.start("""sh -c 'echo "{\\"ready\\":true}"; exec sleep 60'""")
        self.assertEqual(0o700, os.stat(daemon.folder).st_mode & 0o777)
        self.assertEqual(daemon.pid, os.getsid(daemon.pid))
        daemon.remove_folder()
        self.assertFalse(os.path.exists(daemon.folder))

    def test_folders_of_killed_processes_are_removed(self) -> None:
        first = self.start("""sh -c 'echo "{\\"ready\\":true}"; exec sleep 60'""")
        ended = subprocess.Popen(["true"])
        ended.wait()
        base = os.path.dirname(first.folder)
        stale, live = (os.path.join(base, f"roboreel-{ended.pid}-{name}") for name in ("stale", "live"))
        for folder in (stale, live):
            os.mkdir(folder, 0o700)
            self.addCleanup(lambda folder=folder: subprocess.run(["rm", "-rf", folder], check=True))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.path.join(live, "bridge.sock"))
        for folder in (stale, live):
            os.utime(folder, (1, 1))
        self.start("""sh -c 'echo "{\\"ready\\":true}"; exec sleep 60'""")
        self.assertEqual([False, True, True], [os.path.exists(folder) for folder in (stale, live, first.folder)])


if __name__ == "__main__":
    unittest.main()
