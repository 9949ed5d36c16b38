"""What a recorder hands over, slot by slot, on a daemon in this process that checks the state of each slot."""

from __future__ import annotations

import math
import os
import pickle
import resource
import tempfile
import threading
import unittest
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel import _ring
from roboreel._ring import Memory
from tests.support import FakeDaemonTest, wait_for

FIELDS = {"actions": rr.f32(2, unit="rad", names=["a", "b"], low=-1, high=[1, np.inf]), "obs/q": rr.f64(3), "obs/n": rr.i32()}
EVERY_DTYPE = {
    "a/f16": rr.f16(2), "a/f32": rr.f32(2), "a/f64": rr.f64(2), "a/i8": rr.i8(2), "a/i16": rr.i16(2), "a/i32": rr.i32(2),
    "a/i64": rr.i64(2), "a/u8": rr.u8(2), "a/u16": rr.u16(2), "a/u32": rr.u32(2), "a/u64": rr.u64(2), "a/b": rr.boolean(2),
    "a/t": rr.text(8),
}  # fmt: skip


def extreme_rows(field: rr.Field, envs: int) -> np.ndarray:
    """Rows of the largest and the least value, which a wrong cast would change."""
    if field.dtype == "text":
        return np.array(["ü" * 4, "", "abc", "x"] * envs)[:envs]
    dtype = np.dtype(field.dtype)
    if dtype.kind == "b":
        return np.resize(np.array([[True, False]]), (envs, 2))
    limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return np.resize(np.array([[limits.max, limits.min]], dtype), (envs, 2))


class RecordingTest(FakeDaemonTest):
    def values(self, step: int, envs: int = 3) -> dict[str, np.ndarray]:
        rows = np.arange(envs)
        return {
            "actions": np.full((envs, 2), step, np.float32) + rows[:, None].astype(np.float32) / 10,
            "obs/q": np.full((envs, 3), step + 0.5),
            "obs/n": (100 * step + rows).astype(np.int32),
        }

    def test_an_episode_of_all_envs_arrives_as_it_was_given(self) -> None:
        recorder = self.open(FIELDS, num_envs=3, policy="pi0", instruction="push", seed=4, attributes=["easy"])
        recorder.begin()
        for step in range(5):
            recorder.step(self.values(step))
        recorder.end(success=[True, False, None])
        slots = self.slots(recorder)
        self.assertEqual(["BEGIN", *["STEP"] * 5, "END"], [slot.kind for slot in slots])
        self.assertEqual([0, 1, 5], slots[-1].codes)
        for step, slot in enumerate(slots[1:6]):
            self.assertEqual([0, 1, 2], slot.envs)
            for path, rows in self.values(step).items():
                np.testing.assert_array_equal(rows, slot.values[path])
            self.assertTrue((slot.values["timestamps/wall_time_ns"] > 1.6e18).all())

    def test_what_opens_a_run_is_said_as_the_protocol_has_it(self) -> None:
        self.open(
            FIELDS, num_envs=3, policy="pi0", seed=4, settings={"hdf5.compression": "none"}, env_config={"x": np.float32(1)}
        )
        said = self.daemon.client.opening
        expected = {"type": "open_run", "folder": self.folder, "env_name": "Push", "num_envs": 3, "policy": "pi0", "seed": 4}
        expected |= {"dt_seconds": 0.1, "run": None, "continuous": False, "envs": [0, 1, 2], "continue": False}
        expected |= {"settings": {"hdf5.compression": "none"}, "env_config": {"x": 1.0}, "videos": True, "metrics": True}
        self.assertEqual(expected, {key: said[key] for key in expected})
        fields = {field["path"]: field for field in said["fields"]}
        self.assertEqual(["actions", "obs/q", "obs/n", "final_obs/q", "final_obs/n"], list(fields))
        expected = {"unit": "rad", "shape": [2], "phase": "step", "names": ["a", "b"], "low": [-1.0], "high": [1.0, None]}
        self.assertEqual(expected, {key: fields["actions"][key] for key in expected})
        self.assertEqual("final", fields["final_obs/q"]["phase"])

    def test_every_dtype_keeps_its_extremes(self) -> None:
        recorder = self.open(EVERY_DTYPE, num_envs=4)
        rows = {path: extreme_rows(field, 4) for path, field in EVERY_DTYPE.items()}
        recorder.begin()
        recorder.step(rows)
        slot = self.slots(recorder)[-1]
        for path, given in rows.items():
            expected = np.char.encode(given, "utf-8") if path == "a/t" else given
            np.testing.assert_array_equal(expected, slot.values[path], path)

    def test_envs_and_masks_say_whose_rows_they_are(self) -> None:
        recorder = self.open({"obs/n": rr.i32()}, num_envs=4)
        recorder.begin([0, 2, 3])
        recorder.step({"obs/n": np.array([30, 0, 20], np.int32)}, envs=[3, 0, 2])
        recorder.step({"obs/n": np.arange(4, dtype=np.int32)}, mask=np.array([True, False, False, True]))
        recorder.step({"obs/n": 7}, envs=2)
        recorder.step({"obs/n": np.zeros(4, np.int32)}, mask=np.zeros(4, bool))
        recorder.end(np.array([True, False, False, False]), success=np.array([True, False, False, False]))
        recorder.end(np.zeros(4, bool))
        recorder.begin(1)
        recorder.step({"obs/n": np.arange(4, dtype=np.int32)})
        slots = self.slots(recorder)
        steps = [(slot.envs, slot.values["obs/n"].tolist()) for slot in slots if slot.kind == "STEP"]
        self.assertEqual([([0, 2, 3], [0, 20, 30]), ([0, 3], [0, 3]), ([2], [7]), ([1, 2, 3], [1, 2, 3])], steps)
        self.assertEqual([([0], [0])], [(slot.envs, slot.codes) for slot in slots if slot.kind == "END"])
        self.assertEqual([[0, 2, 3], [1]], [slot.envs for slot in slots if slot.kind == "BEGIN"])

    def test_one_env_needs_no_axis_of_envs(self) -> None:
        recorder = self.open({"actions": rr.f32(2), "rewards": rr.f64(), "obs/depth": rr.image(4, 5, 1, "uint16")})
        recorder.begin(seed=3)
        depth = np.arange(20, dtype=np.uint16).reshape(4, 5)
        recorder.step({"actions": [0.5, 1], "rewards": 2, "obs/depth": depth})
        recorder.step({"actions": [[0.5, 1]], "rewards": [2.0], "obs/depth": depth[None, :, :, None]})
        for slot in self.slots(recorder)[1:]:
            self.assertEqual([[0.5, 1.0]], slot.values["actions"].tolist())
            self.assertEqual([2.0], slot.values["rewards"].tolist())
            np.testing.assert_array_equal(depth, slot.values["obs/depth"][0, :, :, 0])

    def test_a_begin_takes_initial_rows_seeds_and_options(self) -> None:
        fields = {"actions": rr.f32(1), "initial_state/q": rr.f64(2, phase="initial")}
        recorder = self.open(fields, num_envs=3)
        rows = np.array([[1.0, 2], [3, 4]])
        options = [{"x": np.int64(1)}, None]
        recorder.begin([2, 0], seed=[7, 9], instruction="go", initial={"initial_state/q": rows}, options=options)
        slot = self.slots(recorder)[0]
        np.testing.assert_array_equal(rows[::-1], slot.values["initial_state/q"])
        entries = {entry.pop("env"): entry for entry in slot.text["episodes"]}
        self.assertEqual(
            {2: {"seed": 7, "instruction": "go", "reset_options": {"x": 1}}, 0: {"seed": 9, "instruction": "go"}}, entries
        )

    def test_an_end_takes_final_rows_by_either_name(self) -> None:
        recorder = self.open({"actions": rr.f32(1), "obs/q": rr.f64(2), "obs/cam": rr.image(8, 8)}, num_envs=2, continuous=True)
        for name in ("obs/q", "final_obs/q"):
            recorder.begin()
            recorder.step({"actions": np.ones((2, 1)), "obs/q": np.ones((2, 2)), "obs/cam": np.zeros((2, 8, 8, 3), np.uint8)})
            recorder.end([1, 0], success=[True, False], final={name: [[1.0, 2], [3, 4]]})
        for slot in [slot for slot in self.slots(recorder) if slot.kind == "END"]:
            self.assertEqual([[3.0, 4], [1, 2]], slot.values["final_obs/q"].tolist())
            self.assertEqual([1, 0], slot.codes)

    def test_outcomes_are_the_protocols_codes(self) -> None:
        cases = {(True, False): 0, (False, False): 1, (None, False): 5, (True, True): 16, (False, True): 17, (None, True): 34}
        recorder = self.open({"actions": rr.f32()}, continuous=True)
        for success, truncated in cases:
            recorder.begin()
            recorder.end(success=success, truncated=truncated)
        recorder.begin()
        recorder.discard(reason="bad demo")
        ends = [slot for slot in self.slots(recorder) if slot.kind == "END"]
        self.assertEqual([*cases.values(), 4], [slot.codes[0] for slot in ends])
        self.assertEqual({"outcomes": [{"env": 0, "reason": "bad demo"}]}, ends[-1].text)

    def test_reason_metadata_and_attributes_go_with_their_envs(self) -> None:
        recorder = self.open({"actions": rr.f32()}, num_envs=3)
        recorder.begin()
        facts = [{"nan": float("nan"), "a": np.arange(2)}, None, {"ü": "ß"}]
        recorder.end(reason=["slipped", None, ""], metadata=facts, attributes={"operator": "Ada"})
        slot = self.slots(recorder)[-1]
        entries = {entry.pop("env"): entry for entry in slot.text["outcomes"]}
        operator = {"attributes": {"operator": "Ada"}}
        first = {"reason": "slipped", "metadata": {"nan": None, "a": [0, 1]}, **operator}
        self.assertEqual({0: first, 1: operator, 2: {"metadata": {"ü": "ß"}, **operator}}, entries)

    def test_texts_that_need_more_room_take_more_slots(self) -> None:
        recorder = self.open({"actions": rr.f32()}, num_envs=8)
        recorder.begin()
        recorder.end(reason=[f"{env}" * 1000 for env in range(8)], success=[env % 2 == 0 for env in range(8)])
        ends = [slot for slot in self.slots(recorder) if slot.kind == "END"]
        self.assertGreater(len(ends), 1)
        self.assertEqual(list(range(8)), [env for slot in ends for env in slot.envs])
        for slot in ends:
            self.assertEqual(slot.envs, [entry["env"] for entry in slot.text["outcomes"]])
            self.assertEqual([env % 2 for env in slot.envs], slot.codes)

    def test_blocks_are_rows_of_one_env(self) -> None:
        recorder = self.open({"actions": rr.f32(2), "obs/t": rr.text(4)}, num_envs=2, block_rows=4)
        recorder.begin()
        actions = np.arange(20, dtype=np.float32).reshape(10, 2)
        recorder.block(1, {"actions": actions, "obs/t": [str(row) for row in range(10)]})
        recorder.step({"actions": np.ones((2, 2)), "obs/t": ["a", "b"]})
        blocks = [slot for slot in self.slots(recorder) if slot.kind == "BLOCK"]
        self.assertEqual([(1, 4), (1, 4), (1, 2)], [(slot.env, len(slot.values["actions"])) for slot in blocks])
        np.testing.assert_array_equal(actions, np.concatenate([slot.values["actions"] for slot in blocks]))
        self.assertEqual([b"9"], blocks[-1].values["obs/t"][-1:].tolist())
        self.assertEqual([1, 11], recorder.durable().tolist())

    def test_events_belong_to_a_step(self) -> None:
        recorder = self.open({"actions": rr.f32()}, num_envs=2)
        recorder.begin()
        for _ in range(3):
            recorder.step({"actions": [0.0, 0.0]})
        recorder.event(1, "SLIPPED", "the mug slipped", step=2, score=0.5, object="mug")
        recorder.event(1, "DONE", code=1001)
        events = [slot for slot in self.slots(recorder) if slot.kind == "EVENT"]
        first = {"name": "SLIPPED", "info": "the mug slipped", "object": "mug", "score": 0.5, "step": 2}
        self.assertEqual([first, {"name": "DONE", "code": 1001, "step": 3}], [slot.text["events"][0] for slot in events])
        self.assertEqual([1, 1], [slot.env for slot in events])

    def test_durable_counts_the_present_episode(self) -> None:
        recorder = self.open({"actions": rr.f32()}, num_envs=2, continuous=True)
        self.assertEqual([0, 0], recorder.durable().tolist())
        recorder.begin()
        recorder.step({"actions": [0.0, 0.0]})
        recorder.step({"actions": [0.0]}, envs=[1])
        self.slots(recorder)
        self.assertEqual([1, 2], recorder.durable().tolist())
        self.daemon.is_durable = False
        recorder.end(1)
        recorder.begin(1)
        recorder.step({"actions": [0.0, 0.0]})
        self.assertFalse(recorder.flush(0.05))
        self.assertEqual([1, 0], recorder.durable().tolist())
        self.daemon.is_durable = True
        self.assertTrue(recorder.flush(20))
        self.assertEqual((2, 1), (recorder.durable(0), recorder.durable(1)))

    def test_the_bell_rings_only_for_a_daemon_that_sleeps(self) -> None:
        recorder = self.open({"actions": rr.f32()})
        recorder.begin()
        recorder.step({"actions": 1.0})
        self.slots(recorder)
        self.assertEqual(0, self.daemon.client.bells)
        self.daemon.client.word("waiting", 1)
        recorder.step({"actions": 1.0})
        recorder.step({"actions": 1.0})
        wait_for(lambda: self.daemon.client.bells, "the bell")
        self.slots(recorder)
        self.assertEqual((1, 0), (self.daemon.client.bells, self.daemon.client.word("waiting")))

    def test_a_full_ring_waits_says_so_and_loses_nothing(self) -> None:
        self.daemon.slots = 4
        recorder = self.open({"actions": rr.f32()}, continuous=True)
        recorder.begin()
        for step in range(50):
            recorder.step({"actions": step})
        self.assertEqual(list(range(50)), [int(slot.values["actions"][0]) for slot in self.slots(recorder)[1:]])
        self.daemon.is_durable = False
        self.daemon.client.word("pending_ends", 812)
        for _ in range(3):
            recorder.step({"actions": 1.0})
        behind = r"the recorder is behind: 812 episodes are not finalized; waited \d+\.\d s"
        with self.assertWarnsRegex(rr.RoboReelWarning, behind):
            threading.Timer(1.3, lambda: setattr(self.daemon, "is_durable", True)).start()
            recorder.step({"actions": 99.0})
        self.assertGreater(recorder.waited_seconds, 1.0)
        self.assertEqual(99, int(self.slots(recorder)[-1].values["actions"][0]))

    def test_two_recorders_share_a_run(self) -> None:
        owner = self.open({"actions": rr.f32(2), "obs/q": rr.f64()}, num_envs=5, envs=[0, 1])
        joined = rr.Recorder.join(pickle.loads(pickle.dumps(owner.address)), envs=[4, 2])
        self.recorders.insert(0, joined)
        self.assertEqual(([4, 2], 2), (joined.envs, joined.num_envs))
        owner.begin()
        joined.begin(seed=[40, 20])
        joined.step({"actions": np.ones((2, 2)), "obs/q": [4.0, 2.0]})
        joined.step({"actions": np.ones((1, 2)), "obs/q": [2.5]}, envs=[2])
        owner.step({"actions": np.zeros((2, 2)), "obs/q": [0.0, 1.0]})
        with self.refuses(rr.BadArgument, "env is 0", "4 to 2"):
            joined.event(0, "X")
        self.slots(owner)
        assert joined.flush(20)
        first, second = self.daemon.clients
        self.assertEqual([4, 2], second.opening["envs"])
        self.assertEqual([[4.0, 2.0], [2.5]], [slot.values["obs/q"].tolist() for slot in second.slots[1:]])
        self.assertEqual([[0.0, 1.0]], [slot.values["obs/q"].tolist() for slot in first.slots[1:]])
        self.assertEqual({0: 40, 1: 20}, {entry["env"]: entry["seed"] for entry in second.slots[0].text["episodes"]})
        joined.close("done")
        self.assertEqual("done", second.close_reason)
        self.assertFalse(self.daemon.is_removed)

    def test_summaries_and_warnings_come_from_the_daemon(self) -> None:
        told: list[object] = []
        recorder = self.open({"actions": rr.f32()}, on_summary=told.append)
        self.daemon.send({"type": "summary", "episodes": [{"run": 0, "demo": 0}, {"run": 0, "demo": 1}]})
        wait_for(lambda: len(told) == 2, "the summaries")
        self.assertEqual([{"run": 0, "demo": 0}, {"run": 0, "demo": 1}], recorder.summaries())
        self.daemon.send({"type": "warning", "message": "the disk is full in 200 s"})
        wait_for(lambda: recorder._session.needs_attention, "the warning")
        with self.assertWarnsRegex(rr.RoboReelWarning, "the disk is full in 200 s") as caught:
            recorder.begin()
        self.assertEqual(__file__, caught.filename)

    def test_a_schema_that_comes_with_the_first_step(self) -> None:
        recorder = self.open(None, num_envs=2, continuous=True)
        self.assertIsNone(recorder.run)
        recorder.begin([0], initial={"initial_state/q": np.array([[1.0, 2.0]])}, seed=5)
        recorder.begin([1], initial={"initial_state/q": np.array([[3.0, 4.0]])})
        with self.refuses(rr.BadState, "env 1 has begun"):
            recorder.begin([1])
        self.assertEqual(0, len(self.daemon.clients))
        values = {"actions": np.ones((2, 3), np.float32), "obs/cam": np.zeros((2, 16, 12, 3), np.uint8), "n": np.arange(2)}
        recorder.step(values)
        recorder.step(values)
        recorder.end()
        slots = self.slots(recorder)
        self.assertEqual(["BEGIN", "BEGIN", "STEP", "STEP", "END"], [slot.kind for slot in slots])
        self.assertEqual([[1.0, 2.0]], slots[0].values["initial_state/q"].tolist())
        self.assertEqual({"episodes": [{"env": 0, "seed": 5}]}, slots[0].text)
        declared = {
            field["path"]: (field["dtype"], field["shape"], field["phase"], field["image"])
            for field in self.daemon.client.opening["fields"]
        }
        expected = {
            "actions": ("float32", [3], "step", False),
            "obs/cam": ("uint8", [16, 12, 3], "step", True),
            "n": ("int64", [], "step", False),
            "initial_state/q": ("float64", [2], "initial", False),
        }
        self.assertEqual(expected, declared)
        self.assertEqual(0, recorder.run)

    def test_a_function_says_the_field_of_an_array_of_the_first_step(self) -> None:
        asked: list[tuple[str, tuple[int, ...]]] = []

        def field_of(path: str, row: np.ndarray) -> rr.Field | None:
            asked.append((path, row.shape))
            return {"actions": rr.f32(2, unit="rad"), "initial_state/q": rr.f64(3)}.get(path)

        recorder = self.open(field_of, num_envs=2)
        recorder.begin(initial={"initial_state/q": np.ones((2, 3))})
        recorder.step({"actions": np.zeros((2, 2)), "obs/n": np.ones((2, 4), np.int32)})
        recorder.end()
        self.slots(recorder)
        self.assertEqual([("actions", (2,)), ("obs/n", (4,)), ("initial_state/q", (3,))], asked)
        fields = {field["path"]: field for field in self.daemon.client.opening["fields"]}
        self.assertEqual(("float32", "rad"), (fields["actions"]["dtype"], fields["actions"]["unit"]))
        self.assertEqual("int32", fields["obs/n"]["dtype"])
        self.assertEqual("initial", fields["initial_state/q"]["phase"])

    def test_foreign_arrays_are_taken_without_their_libraries(self) -> None:
        class Tensor:  # as torch's
            def __init__(self, array: np.ndarray) -> None:
                self.array = array

            def detach(self) -> Tensor:
                return self

            def cpu(self) -> Tensor:
                return self

            def numpy(self) -> np.ndarray:
                return self.array

        class Capsule:  # as any DLPack producer
            def __init__(self, array: np.ndarray) -> None:
                self.array = array

            def __dlpack__(self, **more: object) -> object:
                return self.array.__dlpack__()

            def __dlpack_device__(self) -> object:
                return self.array.__dlpack_device__()

        class Interface:
            def __init__(self, array: np.ndarray) -> None:
                self.__array_interface__ = array.__array_interface__
                self.array = array

        recorder = self.open({"a": rr.f32(2), "b": rr.f64(), "c": rr.i64(2)}, num_envs=2)
        recorder.begin()
        a, b, c = np.ones((2, 2), np.float32) * 3, np.array([1.0, 2.0]), np.arange(4).reshape(2, 2)
        recorder.step({"a": Tensor(a), "b": Capsule(b), "c": Interface(c)})
        values = self.slots(recorder)[-1].values
        for path, expected in (("a", a), ("b", b), ("c", c)):
            np.testing.assert_array_equal(expected, values[path])

    def test_closing_says_why_and_leaves_nothing(self) -> None:
        recorder = self.open({"actions": rr.f32()})
        with self.assertRaises(ZeroDivisionError), recorder:
            recorder.begin()
            recorder.step({"actions": 1.0})
            raise ZeroDivisionError("division by zero")
        self.assertEqual("ZeroDivisionError: division by zero", self.daemon.client.close_reason)
        self.assertTrue(self.daemon.is_removed)
        self.assertEqual((0,), recorder.close().runs)
        with self.refuses(rr.BadState, "closed"):
            recorder.begin()


class InPlaceTest(FakeDaemonTest):
    def test_a_row_is_written_where_it_is_recorded(self) -> None:
        recorder = self.open({"actions": rr.f32(2), "obs/cam": rr.image(8, 8), "obs/t": rr.text(8)}, num_envs=2)
        recorder.begin()
        for step in range(3):
            with recorder.step() as row:
                row["obs/cam"][:] = step
                row["actions"] = [[step, 1], [step, 2]]
                row["obs/t"] = [f"s{step}", "x"]
        for step, slot in enumerate(self.slots(recorder)[1:]):
            self.assertEqual([[step, 1], [step, 2]], slot.values["actions"].tolist())
            self.assertTrue((slot.values["obs/cam"] == step).all())
            self.assertEqual([f"s{step}".encode(), b"x"], slot.values["obs/t"].tolist())

    def test_after_the_block_its_arrays_are_refused_in_words(self) -> None:
        recorder = self.open({"actions": rr.f32(2)}, num_envs=2)
        recorder.begin()
        with recorder.step() as row:
            array = row["actions"]
            array[:] = 1
        with self.refuses(rr.BadState, "outside its 'with' block", "copy"):
            row["actions"]
        with self.assertRaisesRegex(ValueError, "read-only"):
            array[:] = 2

    def test_an_exception_inside_leaves_nothing(self) -> None:
        recorder = self.open({"actions": rr.f32(2)}, num_envs=2)
        recorder.begin()
        with self.assertRaises(KeyError), recorder.step() as row:
            row["actions"][:] = 5
            raise KeyError("camera")
        with recorder.step() as row:
            row["actions"][:] = 6
        self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in self.slots(recorder)])
        self.assertTrue((self.daemon.taken[-1].values["actions"] == 6).all())

    def test_a_field_that_was_not_written_is_missing(self) -> None:
        recorder = self.open({"actions": rr.f32(2), "obs/q": rr.f64()}, num_envs=2)
        recorder.begin()
        with self.refuses(rr.BadArgument, "'obs/q' is missing", "float64 of shape (2,)"), recorder.step() as row:
            row["actions"][:] = 1
        with self.refuses(rr.BadArgument, "'action'", "did you mean 'actions'?"), recorder.step() as row:
            row["action"][:] = 1
        with self.refuses(rr.BadState, "used inside"), recorder.step() as row:
            row["actions"][:], row["obs/q"][:] = 1, 1
            recorder.step({"actions": np.ones((2, 2)), "obs/q": np.ones(2)})
        self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in self.slots(recorder)])


class MemoryTest(unittest.TestCase):
    """The ring's memory, made while the daemon starts."""

    def test_pages_that_were_reserved_are_there_and_others_than_the_layouts_go(self) -> None:
        memory = Memory(None)
        memory.reserve(1 << 20)
        memory._await_reserved()
        self.assertGreaterEqual(os.fstat(memory.fd).st_blocks * 512, 1 << 20)
        mapped = memory.map(1 << 16)
        self.assertEqual(1 << 16, len(mapped))
        self.assertEqual(1 << 16, os.fstat(memory.fd).st_size)
        self.assertEqual(bytes(1 << 16), mapped[:])
        memory.close()
        mapped.close()

    def test_a_memory_that_is_given_up_meanwhile_leaves_other_files_alone(self) -> None:
        memory = Memory(None)
        memory.reserve(64 << 20)
        memory.close()
        with tempfile.TemporaryFile() as other:
            other.write(b"mine")
            other.flush()
            self.assertEqual(4, os.fstat(other.fileno()).st_size)

    def test_more_than_the_machine_has_is_refused_before_processes_are_ended_for_it(self) -> None:
        reserved, other = Memory(None), Memory(None)
        self.addCleanup(reserved.close)
        self.addCleanup(other.close)
        reserved.reserve(1 << 20)
        reserved._await_reserved()
        with mock.patch.object(_ring, "_available_bytes", return_value=float(1 << 19)):
            reserved.map(1 << 20).close()
            with self.assertRaisesRegex(rr.OutOfMemory, "1.0 MiB of shared memory"):
                other.map(1 << 20)
        self.assertGreater(_ring._available_bytes(), 1 << 20)
        self.assertEqual(math.inf, _ring._available_bytes("/nowhere"))

    def test_what_is_refused_while_it_is_reserved_is_said_by_map(self) -> None:
        memory = Memory(None)
        self.addCleanup(memory.close)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE, limits)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limits[1]))
        memory.reserve(1 << 20)
        with self.assertRaises(rr.OutOfMemory):
            memory.map(1 << 20)


if __name__ == "__main__":
    unittest.main()
