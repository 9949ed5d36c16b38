"""Interrupts at any moment, forks, the daemon's death: on a daemon in this process, which can die when a test wants it."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import threading
import time
import unittest
import warnings
from typing import Any

import numpy as np

import roboreel as rr
from tests.support import FakeDaemonTest, wait_for

FIELDS = {"obs/a": rr.f64(4), "obs/b": rr.i32(), "obs/c": rr.f32(2, 2), "i": rr.f32(phase="initial")}


def rows(number: int, envs: int) -> dict[str, np.ndarray]:
    """A step whose every value is its number."""
    return {
        "obs/a": np.full((envs, 4), number, np.float64),
        "obs/b": np.full(envs, number, np.int32),
        "obs/c": np.full((envs, 2, 2), number, np.float32),
    }


class InterruptTest(FakeDaemonTest):
    INTERRUPTS = 3000

    def setUp(self) -> None:
        super().setUp()
        self.is_armed = False
        self.hits = 0
        before = signal.signal(signal.SIGINT, self.interrupt)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        self.is_over = threading.Event()

    def interrupt(self, *_: object) -> None:
        if self.is_armed:
            self.is_armed = False
            self.hits += 1
            raise KeyboardInterrupt

    def send_interrupts(self) -> None:
        while not self.is_over.is_set():
            _thread.interrupt_main()
            time.sleep(0.0002)

    def test_no_interrupt_tears_a_row_or_the_state(self) -> None:
        recorder = self.open(FIELDS, num_envs=2, continuous=True)
        sender = threading.Thread(target=self.send_interrupts, daemon=True)
        sender.start()
        number = 0
        end = time.monotonic() + 300
        while self.hits < self.INTERRUPTS and time.monotonic() < end:
            number += 1
            try:
                self.is_armed = True
                self.record(recorder, number)
            except KeyboardInterrupt:
                pass
            self.is_armed = False
        self.is_over.set()
        sender.join()
        self.assertGreaterEqual(self.hits, self.INTERRUPTS)
        slots = self.slots(recorder)
        kinds = {kind: sum(slot.kind == kind for slot in slots) for kind in ("STEP", "BEGIN", "END", "EVENT", "BLOCK")}
        self.assertGreater(min(kinds.values()), 10, kinds)
        last = 0
        for slot in slots:
            values = [int(value) for path in rows(0, 1) for value in np.ravel(slot.values.get(path, []))]
            if values:
                self.assertEqual({values[0]}, set(values), "a torn row")
                self.assertGreaterEqual(values[0], last)
                last = values[0]

    @staticmethod
    def record(recorder: rr.Recorder, number: int) -> None:
        """Whatever was interrupted before: every call leaves a state in which this is allowed."""
        with contextlib.suppress(rr.BadState):
            recorder.begin(initial={"i": [number, number]}, seed=number)
        recorder.step(rows(number, 2))
        with recorder.step() as row:
            for path, value in rows(number, 2).items():
                row[path][:] = value
        recorder.event(1, "E", score=0.5)
        recorder.block(0, {path: np.concatenate([value, value]) for path, value in rows(number, 1).items()})
        if number % 3 == 0:
            recorder.end(success=True, reason="r")


class DaemonDeathTest(FakeDaemonTest):
    def test_another_daemon_continues_from_the_same_memory(self) -> None:
        recorder = self.open(FIELDS, num_envs=2, run=7, continuous=True)
        recorder.begin([0], initial={"i": 5}, seed=3, instruction="go")
        recorder.begin([1], initial={"i": 6})
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for number in range(3000):
                recorder.step(rows(number, 2))
                if number % 1000 == 500:
                    self.daemon.die()
            wait_for(lambda: self.daemon.starts == 4, "the daemons that continue")
            recorder.step(rows(3000, 2))
            slots = self.slots(recorder)
        self.assertEqual(list(range(3001)), [int(slot.values["obs/b"][0]) for slot in slots[2:]])
        said = [str(warning.message) for warning in caught if warning.category is rr.RoboReelWarning]
        self.assertEqual(3, sum("the process that records has died; another one continues in run" in one for one in said), said)
        for message in self.daemon.client.continued:
            self.assertEqual((True, None), (message["continue"], message["run"]))
            self.assertEqual([{"env": 0, "seed": 3, "instruction": "go"}, {"env": 1}], message["episodes"])
        self.assertEqual((0, 1, 2, 3), recorder.close().runs)
        self.assertEqual(3, recorder.run)

    def test_it_continues_without_a_call(self) -> None:
        recorder = self.open(FIELDS, num_envs=1)
        recorder.begin(initial={"i": 0})
        self.daemon.is_durable = False
        recorder.step(rows(1, 1))
        self.daemon.die()
        self.daemon.is_durable = True
        wait_for(lambda: recorder.durable(0) == 1, "the step that was handed over before")
        wait_for(lambda: recorder._session.needs_attention, "what is said of the death")
        with self.assertWarnsRegex(rr.RoboReelWarning, "nothing that was handed over is lost"):
            recorder.step(rows(2, 1))

    def test_a_call_that_waits_for_room_continues_too(self) -> None:
        self.daemon.slots = 4
        self.daemon.is_durable = False
        recorder = self.open(FIELDS, num_envs=1)
        recorder.begin(initial={"i": 0})

        def die() -> None:
            self.daemon.is_durable = True
            self.daemon.die()

        timer = threading.Timer(0.2, die)
        timer.start()
        for number in range(10):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", rr.RoboReelWarning)
                recorder.step(rows(number, 1))
        timer.join()
        self.assertEqual(list(range(10)), [int(slot.values["obs/b"][0]) for slot in self.slots(recorder)[1:]])

    def test_raise_says_so_at_the_next_call(self) -> None:
        recorder = self.open(FIELDS, num_envs=1, on_death="raise")
        recorder.begin(initial={"i": 0})
        self.daemon.die()
        wait_for(lambda: recorder._session.fault, "the death that the listener sees")
        for call in (lambda: recorder.step(rows(1, 1)), recorder.end, recorder.close):
            with self.refuses(rr.RecorderDied, "the process that records has died", "open the run again"):
                call()
        self.assertEqual(1, self.daemon.starts)

    def test_a_joined_recorder_raises(self) -> None:
        owner = self.open({"a": rr.f32()}, num_envs=2, envs=[0])
        joined = rr.Recorder.join(owner.address, envs=[1])
        self.recorders.insert(0, joined)
        joined.begin()
        self.daemon.die()
        wait_for(lambda: joined._session.fault, "the death that the listener sees")
        with self.refuses(rr.RecorderDied, "died"):
            joined.step({"a": 1.0})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rr.RoboReelWarning)
            wait_for(lambda: self.daemon.starts == 2, "the owner's next daemon")
            owner.begin()

    def test_daemons_that_die_at_once_are_given_up(self) -> None:
        recorder = self.open(FIELDS, num_envs=1)
        recorder.begin(initial={"i": 0})
        self.slots(recorder)
        self.daemon.refusal = {"type": "warning", "message": "and gone"}
        self.daemon.die()
        wait_for(lambda: recorder._session.fault, "the end of the attempts")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rr.RoboReelWarning)
            with self.refuses(rr.RecorderDied, "the process that records has died", "continue"):
                recorder.step(rows(1, 1))

    def test_a_death_while_closing_closes_with_the_next(self) -> None:
        recorder = self.open(FIELDS, num_envs=1)
        recorder.begin(initial={"i": 0})
        self.daemon.is_durable = False
        recorder.step(rows(1, 1))
        original = self.daemon._drain

        def die_once(client: Any) -> None:
            self.daemon._drain = original  # type: ignore[method-assign]
            self.daemon.die()
            raise OSError("dead")

        self.daemon._drain = die_once  # type: ignore[method-assign]
        with self.assertWarnsRegex(rr.RoboReelWarning, "another one continues in run 1"):
            closed = recorder.close("over")
        self.assertEqual((0, 1), closed.runs)
        self.assertEqual([1], [int(slot.values["obs/b"][0]) for slot in self.daemon.taken if slot.kind == "STEP"])
        self.assertEqual("over", self.daemon.client.close_reason)


@unittest.skipUnless(hasattr(os, "fork"), "this system cannot fork")
class OpeningTest(FakeDaemonTest):
    """A run whose fields the first step says opens while further steps are handed over."""

    def setUp(self) -> None:
        super().setUp()
        self.daemon.may_open.clear()
        self.addCleanup(self.daemon.may_open.set)

    def begun(self) -> rr.Recorder:
        recorder = self.open(num_envs=1, continuous=True)
        recorder.begin()
        recorder.step(rows(0, 1))
        return recorder

    def test_steps_do_not_wait_for_the_run(self) -> None:
        recorder = self.begun()
        recorder.step(rows(1, 1))
        self.assertFalse(recorder.flush(0))
        self.assertEqual([], self.daemon.taken)
        self.daemon.may_open.set()
        slots = self.slots(recorder)
        self.assertEqual([0, 1], [int(slot.values["obs/b"][0]) for slot in slots[1:]])

    def test_what_is_asked_of_the_run_waits_for_it(self) -> None:
        for ask in ("run", "address"):
            with self.subTest(ask):
                self.daemon.may_open.clear()
                recorder = self.begun()
                self.assertEqual({}, recorder._session.opened)
                threading.Timer(0.05, self.daemon.may_open.set).start()
                self.assertIsNotNone(getattr(recorder, ask))
                self.assertNotEqual({}, recorder._session.opened)

    def test_declared_fields_and_a_number_that_is_given_wait_for_the_run(self) -> None:
        self.daemon.may_open.set()
        self.assertEqual(0, self.open(FIELDS, num_envs=1)._session.opened["run"])
        recorder = self.open(num_envs=1, run=7)
        recorder.begin()
        recorder.step(rows(0, 1))
        self.assertNotEqual({}, recorder._session.opened)

    def test_a_run_that_cannot_be_opened_fails_the_next_call_and_close(self) -> None:
        self.daemon.open_refusal = {"type": "error", "kind": "locked", "message": "the folder is another's; choose another"}
        recorder = self.begun()
        self.daemon.may_open.set()
        wait_for(lambda: recorder._session.fault, "the refusal")
        for call in (lambda: recorder.step(rows(1, 1)), recorder.flush, recorder.close):
            with self.refuses(rr.FolderLocked, "the folder is another's; choose another"):
                call()
        self.assertIsNone(recorder.run)

    def test_a_daemon_that_dies_while_it_opens_the_run_is_continued(self) -> None:
        recorder = self.begun()
        recorder.step(rows(1, 1))
        self.daemon.die()
        self.daemon.may_open.set()
        wait_for(lambda: self.daemon.starts == 2, "the daemon that continues")
        recorder._session.take_notes()
        slots = self.slots(recorder)
        self.assertEqual([0, 1], [int(slot.values["obs/b"][0]) for slot in slots[1:]])
        self.assertEqual([True], [message["continue"] for message in self.daemon.client.continued])

    def test_closing_waits_for_the_run(self) -> None:
        recorder = self.begun()
        threading.Timer(0.05, self.daemon.may_open.set).start()
        self.assertEqual((0,), recorder.close().runs)
        self.assertEqual(2, len(self.daemon.taken))


class ForkTest(FakeDaemonTest):
    def in_child(self, work: Any) -> str:
        """What work() raises in a forked child."""
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            try:
                work()
                said = "nothing"
            except BaseException as e:
                said = f"{type(e).__name__}: {e}"
            os.write(writer, said.encode())
            os._exit(0)
        os.close(writer)
        said = os.read(reader, 10_000).decode()
        os.close(reader)
        os.waitpid(pid, 0)
        return said

    def test_a_forked_child_is_refused_and_the_parent_records_on(self) -> None:
        recorder = self.open(FIELDS, num_envs=1)
        recorder.begin(initial={"i": 0})
        words = "Forked: this process was forked; record in the parent, open a recorder of its own or join the run"
        for work in (lambda: recorder.step(rows(1, 1)), recorder.end, recorder.close, recorder.begin):
            self.assertEqual(words, self.in_child(work))
        recorder.step(rows(2, 1))
        self.assertEqual([2], [int(slot.values["obs/b"][0]) for slot in self.slots(recorder)[1:]])
        self.assertFalse(self.daemon.is_removed)

    def test_a_fork_while_another_thread_is_in_a_call(self) -> None:
        recorder = self.open(FIELDS, num_envs=1)
        with recorder._session.calls:
            said = self.in_child(lambda: recorder.step(rows(1, 1)))
        self.assertIn("Forked", said)

    def test_a_child_does_not_keep_the_connection(self) -> None:
        recorder = self.open(FIELDS, num_envs=1)
        fd = recorder._session._connection._socket.fileno()  # type: ignore[union-attr]
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            try:
                os.fstat(fd)
                os.write(writer, b"open")
            except OSError:
                os.write(writer, b"closed")
            os._exit(0)
        self.assertEqual(b"closed", os.read(reader, 10))
        os.waitpid(pid, 0)
        os.close(reader)
        os.close(writer)
        recorder.begin(initial={"i": 0})
        self.assertEqual(1, len(self.slots(recorder)))


if __name__ == "__main__":
    unittest.main()
