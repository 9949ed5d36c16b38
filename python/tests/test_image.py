"""Steps whose small fields are joined before they are written: the same slots as any other way."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from tests.support import FakeDaemonTest

FIELDS = {
    "actions": rr.f32(3),
    "flag": rr.boolean(),
    "obs/bytes": rr.u8(5),
    "obs/depth": rr.image(160, 128, 1, "float32"),
    "obs/half": rr.f16(2),
    "obs/label": rr.text(6),
    "obs/q": rr.f64(2),
    "obs/range": rr.f32(2, non_finite=True),
    "obs/wrist": rr.image(160, 128),
}


def rows_of(step: int, envs: int) -> dict[str, Any]:
    """Different values in every env, field and step."""
    random_of = np.random.default_rng(step)
    return {
        "actions": random_of.random((envs, 3), np.float32),
        "flag": random_of.random(envs) < 0.5,
        "obs/bytes": random_of.integers(0, 255, (envs, 5)).astype(np.uint8),
        "obs/depth": random_of.random((envs, 160, 128, 1), np.float32),
        "obs/half": random_of.random((envs, 2)).astype(np.float16),
        "obs/label": [f"s{step}e{env}" for env in range(envs)],
        "obs/q": random_of.random((envs, 2)),
        "obs/range": np.array([[np.nan, step]] * envs, np.float32),
        "obs/wrist": random_of.integers(0, 255, (envs, 160, 128, 3)).astype(np.uint8),
    }


class StepImageTest(FakeDaemonTest):
    def require(self, expected: dict[str, Any], slot: Any, envs: list[int]) -> None:
        """Requires that a STEP slot holds these envs' rows of the arrays."""
        self.assertEqual(envs, slot.envs)
        for path, rows in expected.items():
            given = np.array(rows, "S6") if path == "obs/label" else np.asarray(rows)
            np.testing.assert_array_equal(given[envs], slot.values[path], path)

    def test_every_kind_of_step_follows_every_other(self) -> None:
        recorder = self.open(FIELDS, num_envs=4, continuous=True, memory_mb=8)
        choose = random.Random(1)
        open_envs: set[int] = set()
        expected: list[tuple[dict[str, Any], list[int]]] = []
        for step in range(160):
            for env in range(4):
                if env not in open_envs:
                    recorder.begin([env])
                    open_envs.add(env)
            rows = rows_of(step, 4)
            kind = choose.choice(("all", "all", "all", "mask", "envs", "place", "event", "end"))
            some = sorted(choose.sample(range(4), 2))
            if kind == "mask":
                mask = np.isin(np.arange(4), some)
                recorder.step(rows, mask=mask)
                expected.append((rows, some))
            elif kind == "envs":
                recorder.step({path: np.asarray(value)[some[::-1]] for path, value in rows.items()}, envs=some[::-1])
                expected.append((rows, some))
            else:
                if kind == "place":
                    with recorder.step() as row:
                        for path, value in rows.items():
                            row[path] = value
                else:
                    recorder.step(rows)
                expected.append((rows, [0, 1, 2, 3]))
                if kind == "event":
                    recorder.event(some[0], "TOUCHED")
                elif kind == "end":
                    recorder.end(some)
                    open_envs -= set(some)
            if step % 20 == 0:
                self.slots(recorder)  # the fake daemon checks the state of each slot
        steps = [slot for slot in self.slots(recorder) if slot.kind == "STEP"]
        self.assertEqual(len(expected), len(steps))
        for (rows, envs), slot in zip(expected, steps, strict=True):
            self.require(rows, slot, envs)

    def test_arrays_with_gaps_and_other_orders_are_joined_right(self) -> None:
        fields = {"a": rr.f32(3), "b": rr.f64(2, 2), "c": rr.i32(2)}
        recorder = self.open(fields, num_envs=4)
        recorder.begin()
        wide = np.arange(24, dtype=np.float32).reshape(4, 6)
        fortran = np.asfortranarray(np.arange(16.0).reshape(4, 2, 2))
        backwards = np.arange(8, dtype=np.int32).reshape(4, 2)[::-1]
        recorder.step({"a": wide[:, ::2], "b": fortran, "c": backwards})
        slot = self.slots(recorder)[-1]
        self.require({"a": wide[:, ::2], "b": fortran, "c": backwards}, slot, [0, 1, 2, 3])

    def test_one_env_may_leave_out_the_axis_of_envs(self) -> None:
        recorder = self.open({"a": rr.f32(3), "b": rr.f64(), "c": rr.u8(1)})
        recorder.begin()
        rows = {"a": np.arange(3, dtype=np.float32), "b": np.float64(2.5), "c": np.array([7], np.uint8)}
        for wrap in (lambda value: value, lambda value: np.asarray(value)[None]):
            recorder.step({path: wrap(value) for path, value in rows.items()})
        for slot in self.slots(recorder)[-2:]:
            self.assertEqual([[0.0, 1.0, 2.0]], slot.values["a"].tolist())
            self.assertEqual([2.5], slot.values["b"].tolist())
            self.assertEqual([[7]], slot.values["c"].tolist())

    def test_what_is_not_finite_is_found_in_each_field_and_nothing_of_the_step_stays(self) -> None:
        recorder = self.open(FIELDS, num_envs=2)
        recorder.begin()
        for path in ("actions", "obs/depth", "obs/half", "obs/q"):
            for value in (np.nan, np.inf, -np.inf):
                rows = rows_of(1, 2)
                rows[path][1].flat[-1] = value
                with self.subTest(path=path, value=value), self.refuses(rr.BadArgument, f"'{path}' of env 1 holds {value}"):
                    recorder.step(rows)
        good = rows_of(2, 2)
        recorder.step(good)
        slots = self.slots(recorder)
        self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in slots])
        self.require(good, slots[-1], [0, 1])

    def test_an_interrupt_anywhere_leaves_a_step_whole_or_nothing(self) -> None:
        recorder = self.open({"a": rr.f32(3)}, num_envs=2)
        recorder.begin()
        ring, image = recorder._session.ring, recorder._image
        places = [
            (ring, "write"),
            (ring, "write_step"),
            (ring, "publish"),
            (image, "take"),
            (image, "hand_over"),
        ]
        done = 0
        for where, name in places:
            for before in (True, False):
                real = getattr(where, name)

                def interrupted(*given: Any, real: Any = real, before: bool = before) -> Any:
                    if not before:
                        real(*given)
                    raise KeyboardInterrupt

                published = ring.published
                with mock.patch.object(where, name, interrupted), self.assertRaises(KeyboardInterrupt):
                    recorder.step({"a": np.full((2, 3), done, np.float32)})
                done += ring.published - published
                recorder.step({"a": np.full((2, 3), done, np.float32)})
                done += 1
        steps = [slot for slot in self.slots(recorder) if slot.kind == "STEP"]
        self.assertEqual([float(number) for number in range(done)], [slot.values["a"][0, 0] for slot in steps])
        self.assertGreater(done, len(places) * 2)
