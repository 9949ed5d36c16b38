"""Recordings read back: what was recorded, while it is recorded, after deaths, damaged, and files of others."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

import h5py
import numpy as np

import roboreel as rr
from tests.support import ROOT, BridgeTest, temporary_folder, wait_for

FIELDS = {
    "actions": rr.f32(2, unit="rad", names=["a", "b"], low=-30, high=[30, np.inf]),
    "obs/q": rr.f64(3),
    "obs/wrist_cam": rr.image(12, 16),
    "note": rr.text(8),
    "is_touched": rr.boolean(2),
    "goal": rr.f16(2, phase="initial"),
}


def values(run: int, env: int, step: int) -> dict[str, Any]:
    """What a step of an env is given."""
    return {
        "actions": np.array([step, run], np.float32),
        "obs/q": np.array([step, env, run + 0.1]),
        "obs/wrist_cam": np.random.default_rng([run, env, step]).integers(0, 256, (12, 16, 3), np.uint8),
        "note": f"ü{step}",
        "is_touched": np.array([step % 2 == 0, env == 1]),
    }


def stacked(rows: list[dict[str, Any]]) -> dict[str, np.ndarray]:
    return {path: np.array([row[path] for row in rows]) for path in rows[0]}


def record_push(folder: str) -> None:
    """Two runs of two envs: env 0 has 30 + run steps and is judged, env 1 has 20 and a limit cuts it."""
    with rr.Recorder.open(
        folder, task="Push", num_envs=2, dt=0.1, fields=FIELDS, policy="pi0", instruction="push it", seed=7, videos=False
    ) as rec:
        for run in range(2):
            rec.begin(seed=[100 * run, 100 * run + 1], initial={"goal": np.full((2, 2), run + 0.5)})
            for step in range(30 + run):
                active = np.array([True, step < 20])
                rec.step(stacked([values(run, env, step) for env in range(2)]), mask=active)
                if step == 19:
                    final = {"obs/q": [[20, 1, run]]}
                    rec.end([1], truncated=True, reason="time", final=final, metadata={"k": [1, 2]}, attributes={"lamp": "on"})
            rec.end([0], success=run == 0, reason="done", final={"obs/q": [[30, 0, run]]})


def record_lift(folder: str) -> None:
    """Three continuous episodes of one env and of 5, 6 and 7 steps; the second was thrown away, the third broken off."""
    with rr.Recorder.open(
        folder, task="Lift", num_envs=1, dt=0.05, continuous=True, fields={"actions": rr.f32(1)}, videos=False
    ) as rec:
        for episode, steps in enumerate((5, 6, 7)):
            rec.begin(instruction=f"lift {episode}")
            for step in range(steps):
                rec.step({"actions": [step + 10 * episode]})
            if episode == 0:
                rec.end()
            elif episode == 1:
                rec.discard()


class RecordedTest(BridgeTest):
    """Reads one folder that all tests share and none changes."""

    shared = ""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.shared = tempfile.mkdtemp(prefix="roboreel-test-out-")
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        record_push(cls.shared + "/a")
        record_lift(cls.shared + "/b")

    def setUp(self) -> None:
        self.folder = temporary_folder(self)

    def copied(self) -> Path:
        """The shared recording as a copy that a test may change."""
        shutil.copytree(self.shared, self.folder, dirs_exist_ok=True)
        return Path(self.folder)

    def test_facts_are_what_was_recorded(self) -> None:
        recording = rr.open(self.shared)
        self.assertEqual(["Lift", "Push"], recording.tasks)
        self.assertEqual([], recording.problems)
        facts = [(e.task, e.run, e.demo, e.env, e.status, e.success, e.num_samples, e.dt, e.seed) for e in recording.episodes]
        self.assertEqual(
            [
                ("Push", 0, "demo_0", 0, "success", True, 30, 0.1, 0),
                ("Push", 0, "demo_1", 1, "truncated", None, 20, 0.1, 1),
                ("Push", 1, "demo_0", 0, "failure", False, 31, 0.1, 100),
                ("Push", 1, "demo_1", 1, "truncated", None, 20, 0.1, 101),
                ("Lift", 0, "demo_0", 0, "aborted", None, 5, 0.05, None),
                ("Lift", 0, "demo_2", 0, "aborted", None, 7, 0.05, None),
            ],
            facts,
        )
        cut = recording.episodes[1]
        self.assertEqual(("pi0", "push it", "time"), (cut.policy, cut.instruction, cut.reason))
        self.assertEqual({"lamp": "on"}, cut.attributes)
        self.assertEqual([1, 2], cut.metadata["k"])
        self.assertEqual(20, cut.result["episode_step"])
        self.assertEqual(["lift 0", "lift 2"], [e.instruction for e in recording.episodes if e.task == "Lift"])
        self.assertEqual(Path(self.shared, "a", "Push", "run_0.hdf5"), cut.file)

    def test_every_value_is_what_was_recorded(self) -> None:
        for episode in rr.open(self.shared + "/a").episodes:
            expected = stacked([values(episode.run, episode.env, step) for step in range(episode.num_samples)])
            for path, rows in expected.items():
                got = episode[path]
                self.assertEqual("U" if path == "note" else np.dtype(FIELDS[path].dtype).kind, got.dtype.kind)
                self.assertEqual(rows.itemsize, got.itemsize)
                np.testing.assert_array_equal(rows, got, path)
                np.testing.assert_array_equal(rows[3:9], episode.read(path, 3, 9), path)
                np.testing.assert_array_equal(rows[-2:], episode.read(path, -2), path)
            np.testing.assert_array_equal(np.full((1, 2), episode.run + 0.5, np.float16), episode["goal"])
            last = [[30, 0, episode.run]] if episode.env == 0 else [[20, 1, episode.run]]
            np.testing.assert_array_equal(last, episode["final_obs/q"])

    def test_it_is_a_mapping_of_its_arrays(self) -> None:
        episode = rr.open(self.shared + "/a").episodes[0]
        self.assertEqual({*FIELDS, "final_obs/q", "timestamps/sim_time_s", "timestamps/wall_time_ns"}, set(episode))
        self.assertIn("obs/q", episode)
        self.assertNotIn("obs", episode)
        self.assertEqual(len(list(episode)), len(episode))
        self.assertIsNone(episode.get("obs/none"))
        with self.assertRaisesRegex(rr.NoSuchField, "no array 'obs/qq'; did you mean 'obs/q'") as raised:
            episode["obs/qq"]
        self.assertIsInstance(raised.exception, KeyError)
        self.assertIsInstance(raised.exception, rr.BadArgument)
        with episode.h5() as demo:
            self.assertEqual(30, demo.attrs["num_samples"])
            np.testing.assert_array_equal(episode["actions"], demo["actions"][()])

    def test_fields_are_those_that_were_declared_and_record_again(self) -> None:
        fields = rr.open(self.shared + "/a").fields
        for path, said in FIELDS.items():
            found = fields[path]
            self.assertEqual((said.type_text, said.phase, said.is_image), (found.type_text, found.phase, found.is_image))
        actions = fields["actions"]
        self.assertEqual(("rad", ("a", "b"), (-30,), (30, np.inf)), (actions.unit, actions.names, actions.low, actions.high))
        self.assertEqual("final", fields["final_obs/q"].phase)
        own = {path: field for path, field in fields.items() if path in FIELDS}
        with rr.Recorder.open(self.folder, task="Again", dt=0.1, fields=own, videos=False) as rec:
            rec.begin(initial={"goal": [1, 2]})
            rec.step(values(0, 0, 3))
            rec.end(success=True, final={"obs/q": [1, 2, 3]})
        again = rr.open(self.folder)
        self.assertEqual({path: again.fields[path] for path in own}, own)
        np.testing.assert_array_equal(values(0, 0, 3)["obs/wrist_cam"], again.episodes[0]["obs/wrist_cam"][0])

    def test_choices_of_episodes(self) -> None:
        episodes = rr.open(self.shared).episodes
        self.assertEqual(6, len(episodes))
        self.assertEqual("demo_2", episodes[-1].demo)
        self.assertEqual([episodes[1], episodes[2]], list(episodes[1:3]))
        self.assertEqual([7, 31], [e.num_samples for e in episodes[::-1].where(num_samples=[31, 7])])
        self.assertEqual([True], [e.success for e in episodes.where(success=True)])
        self.assertEqual(1, len(episodes.where(success=np.True_)))
        self.assertEqual([7, 31], [e.num_samples for e in episodes[::-1].where(num_samples=np.array([31, 7]))])
        self.assertEqual(4, len(episodes.where(success=None)))
        self.assertEqual(2, len(episodes.where(task="Push", status="truncated", success=None)))
        self.assertEqual(2, len(episodes.where(run=1)))
        self.assertEqual([30, 31], [e.num_samples for e in episodes.where(num_samples=lambda n: n >= 21)])
        self.assertEqual(0, len(episodes.where(seed=-1)))
        for index in (6, -7):
            with self.assertRaisesRegex(IndexError, f"no episode {index}; there are 6"):
                episodes[index]
        with self.assertRaisesRegex(rr.BadArgument, "no fact 'sucess'; did you mean 'success'"):
            episodes.where(sucess=True)

    def test_any_place_of_a_recording_will_do(self) -> None:
        def found(*places: str) -> list[tuple[str, Any, int]]:
            return [(e.task, e.run, e.num_samples) for e in rr.open([Path(self.shared, place) for place in places]).episodes]

        push = [("Push", 0, 30), ("Push", 0, 20), ("Push", 1, 31), ("Push", 1, 20)]
        lift = [("Lift", 0, 5), ("Lift", 0, 7)]
        self.assertEqual(push, found("a"))
        self.assertEqual(push, found("a/Push"))
        self.assertEqual(push[2:], found("a/Push/run_1.hdf5"))
        self.assertEqual(lift + push, found("b/Lift", "a"))
        self.assertEqual("done", rr.open(self.shared + "/a/Push/run_1.hdf5").episodes[0].reason)

    def test_only_what_is_part_of_a_recording_is_found(self) -> None:
        copy = self.copied()
        shutil.copytree(copy / "a/Push", copy / "a/Push/replaced-run_0-20260101-000000")
        shutil.copy(copy / "a/Push/run_0.hdf5", copy / "a/Push/run_0.hdf5.damaged")
        shutil.copy(copy / "a/Push/run_0.hdf5", copy / "a/export.hdf5")
        os.symlink(copy, copy / "a/above")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(6, len(rr.open(copy).episodes))

    def test_a_place_without_recordings_is_refused(self) -> None:
        with self.assertRaisesRegex(rr.BadArgument, "there is no run_<i>.hdf5 in .* or below it; name an output folder"):
            rr.open(self.folder)
        with self.assertRaisesRegex(rr.BadArgument, "none does not exist"):
            rr.open(self.folder + "/none")
        with self.assertRaisesRegex(rr.BadArgument, "no folder is given"):
            rr.open([])
        Path(self.folder, "run_0.hdf5").write_bytes(b"no HDF5" * 100)
        with self.assertRaisesRegex(rr.Unreadable, r"run_0\.hdf5 cannot be opened: .*; 'roboreel check"):
            rr.open(self.folder)

    def test_reading_changes_nothing(self) -> None:
        copy = self.copied()
        before = state_of(copy)
        recording = rr.open(copy)
        for episode in recording.episodes:
            for path in episode:
                episode[path]
        recording.table("dict")
        rr.report(copy)
        self.assertEqual(before, state_of(copy))

    def test_one_damaged_file_or_episode_hides_no_other(self) -> None:
        copy = self.copied()
        with open(copy / "a/Push/run_1.hdf5", "r+b") as file:
            file.truncate(3000)
        with h5py.File(copy / "b/Lift/run_0.hdf5", "r+") as lift:
            lift["data/demo_2"].attrs["num_samples"] = "many"
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            recording = rr.open(copy)
        self.assertEqual([("Push", 30), ("Push", 20), ("Lift", 5)], [(e.task, e.num_samples) for e in recording.episodes])
        self.assertEqual(recording.problems, [str(one.message) for one in said])
        self.assertTrue(all(one.category is rr.RoboReelWarning and one.filename == __file__ for one in said))
        damaged, demo = recording.problems
        self.assertRegex(damaged, r"a/Push/run_1\.hdf5 cannot be opened: .*; 'roboreel check .*/a' says what is damaged")
        self.assertRegex(demo, r"b/Lift/run_0\.hdf5, demo_2 cannot be read: .*'roboreel check .*/b'")

    def test_a_run_that_was_left_open_hides_no_other(self) -> None:
        copy = self.copied()
        (copy / "a/Push/run_1.staging").write_bytes(b"\0" * 100)
        (copy / "b/Lift/run_0.hdf5.before-recovery").write_bytes(b"\0" * 100)
        with self.assertWarnsRegex(rr.RoboReelWarning, r"run_1\.hdf5 was left open .*, as run_1\.staging shows"):
            recording = rr.open(copy)
        self.assertEqual([("Push", 30), ("Push", 20)], [(e.task, e.num_samples) for e in recording.episodes])
        self.assertRegex(recording.problems[1], r"Lift/run_0\.hdf5 was left open .*, as run_0\.hdf5\.before-recovery shows")
        # A lock that a dead process has left says nothing, nor does that of a recorder that came after.
        ended = subprocess.Popen(["true"])
        ended.wait()
        os.utime(copy / "a/Push/run_1.staging", (1e9, 1e9))
        for pid, since in ((ended.pid, "2000-01-01T00:00:00Z"), (os.getpid(), "2026-11-29T13:00:30.006227207Z")):
            holder = {"pid": pid, "host": socket.gethostname(), "since": since}
            (copy / "a/.recording.lock.json").write_text(json.dumps(holder))
            with self.assertWarns(rr.RoboReelWarning):
                self.assertEqual(2, len(rr.open(copy).episodes), holder)

    def test_a_run_that_is_being_recorded_is_no_fault(self) -> None:
        copy = self.copied()
        (copy / "a/Push/run_1.staging").write_bytes(b"\0" * 100)
        for holder in (
            {"pid": os.getpid(), "host": socket.gethostname(), "since": "2001-01-01T00:00:00.5Z"},
            {"pid": 1, "host": "elsewhere", "since": "2001-01-01T00:00:00Z"},
        ):
            (copy / "a/.recording.lock.json").write_text(json.dumps(holder))
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertEqual(6, len(rr.open(copy).episodes), holder)

    def test_a_damaged_array_is_named_and_the_others_are_read(self) -> None:
        file = self.copied() / "a/Push/run_0.hdf5"
        with h5py.File(file, "r") as run:
            place = run["data/demo_0/obs/q"].id.get_chunk_info(0)
        with open(file, "r+b") as run:
            run.seek(place.byte_offset)
            run.write(b"\xff" * place.size)
        episode = rr.open(file).episodes[0]
        with self.assertRaisesRegex(rr.Unreadable, r"run_0\.hdf5, demo_0: 'obs/q' cannot be read: .*'roboreel check"):
            episode["obs/q"]
        self.assertEqual((30, 2), episode["actions"].shape)

    def test_result_lines_that_are_missing_torn_or_damaged(self) -> None:
        copy = self.copied()
        results = copy / "a/episode_results.jsonl"
        lines = results.read_text("utf-8").splitlines()
        changed = [{**json.loads(line), "score": 0.25, "metrics": {"jerk": 1.5}} for line in lines if '"run":0,' in line]
        # Of two lines the last counts; what follows the last line feed is being written.
        text = "\n".join([*lines, "{no JSON", json.dumps(changed[0])]) + "\n" + json.dumps({**changed[1], "score": 0.75})
        results.write_text(text, "utf-8")
        (copy / "b/episode_results.jsonl").unlink()
        with self.assertWarnsRegex(rr.RoboReelWarning, r"episode_results\.jsonl, line 5 is no result line"):
            recording = rr.open(copy)
        scores = {(e.task, e.run, int(e.demo[5:])): (e.score, e.metrics.get("jerk")) for e in recording.episodes}
        first = changed[0]["env_id"]
        self.assertEqual((0.25, 1.5), scores["Push", 0, first])
        self.assertEqual(None, scores["Push", 0, 1 - first][0])
        lift = recording.episodes.where(task="Lift")[0]
        self.assertEqual((5, "aborted", {}, None), (lift.num_samples, lift.status, lift.metrics, lift.score))

    def test_tables(self) -> None:
        recording = rr.open(self.shared)
        table = recording.table("dict")
        self.assertEqual(["Push"] * 4 + ["Lift"] * 2, table["task"])
        self.assertEqual([True, None, False, None, None, None], table["success"])
        self.assertEqual([None, "on", None, "on", None, None], table["attributes.lamp"])
        self.assertEqual([3.0, 2.0, 3.1, 2.0, 0.25, 0.35], [round(one, 9) for one in table["duration"]])
        self.assertEqual([self.shared + "/a"] * 4 + [self.shared + "/b"] * 2, table["folder"])
        self.assertEqual([30, 31], recording.episodes.where(run=[0, 1], env=0, task="Push").table("dict")["num_samples"])
        with self.assertRaisesRegex(rr.BadArgument, "table format 'csv' is unknown; expected pandas, arrow or dict"):
            recording.table("csv")
        with (
            mock.patch.object(importlib, "import_module", side_effect=ImportError("no")),
            self.assertRaisesRegex(rr.BadArgument, "needs pyarrow; run 'pip install pyarrow'"),
        ):
            recording.table("arrow")

    def test_a_recording_can_be_handed_on(self) -> None:
        recording = pickle.loads(pickle.dumps(rr.open(self.shared)))
        np.testing.assert_array_equal(np.arange(20, 27)[:, None], recording.episodes[-1]["actions"])
        self.assertEqual(2, len({recording.episodes[0], recording.episodes[0], recording.episodes[1]}))

    def test_the_report_is_a_dict(self) -> None:
        report = rr.report(self.shared, by="task", task=["Push", "Lift"])
        groups = {group["name"]: group for group in report["groups"]}
        self.assertEqual((4, 2, 0.5), tuple(groups["Push"][key] for key in ("episodes", "judged", "success_rate")))
        with self.assertRaisesRegex(rr.BadArgument, "unknown option '--buy=task'"):
            rr.report(self.shared, buy="task")
        elsewhere = mock.patch.dict(os.environ, {"ROBOREEL_BRIDGE_COMMAND": "/nonexistent/roboreel"})
        with elsewhere, self.assertRaisesRegex(rr.CannotStart, "/nonexistent/roboreel cannot be started: No such file"):
            rr.report(self.shared)


class LiveTest(BridgeTest):
    def test_rows_are_seen_as_they_are_flushed(self) -> None:
        fields = {"actions": rr.f32(2), "obs/q": rr.f64(3)}
        settings = {"hdf5.flush_interval_steps": 10}
        with self.open(fields, num_envs=2, continuous=True, settings=settings) as rec:
            rec.begin([0], seed=3)
            for step in range(25):
                rec.step({"actions": [[step, 1]], "obs/q": [[step, 2, 3]]}, envs=[0])

            def seen() -> Any:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    return rr.open(self.folder)

            wait_for(lambda: [e for e in seen().episodes if e.num_samples >= 20], "the rows of two flushes")
            recording = seen()
            self.assertEqual(1, len(recording.episodes))
            live = recording.episodes[0]
            self.assertEqual(("recording", None, 3, 0), (live.status, live.success, live.seed, live.env))
            for step in range(25, 40):
                rec.step({"actions": [[step, 1]], "obs/q": [[step, 2, 3]]}, envs=[0])
            rec.end([0], success=True)
            wait_for(lambda: recording.refresh().episodes[0].status == "success", "the end")
            ended = recording.episodes[0]
            # What was opened before is still of one moment, all arrays alike.
            for episode, rows in ((live, live.num_samples), (ended, 40)):
                self.assertEqual({rows}, {len(episode[path]) for path in ("actions", "obs/q", "timestamps/sim_time_s")})
                np.testing.assert_array_equal(np.arange(rows), episode["obs/q"][:, 0])
                np.testing.assert_array_equal(np.arange(rows), episode["actions"][:, 0])
            self.assertEqual((40, True, 1), (ended.num_samples, ended.success, len(recording.episodes)))
        self.assertEqual(40, len(ended["actions"]))

    def test_a_recorder_that_died_is_named_with_what_brings_its_rows_back(self) -> None:
        process = self.python("""
            rec = rr.Recorder.open(folder, task="Push", dt=0.1, fields={"actions": rr.f32(1)}, videos=False, metrics=False,
                                   settings={"hdf5.flush_interval_steps": 10})
            rec.begin()
            for step in range(15):
                rec.step({"actions": [step]})
            rec.flush()
            print(rec._session._daemon.pid, flush=True)
            import signal
            signal.pause()
        """)
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        wait_for(lambda: rr.open(self.folder).episodes.where(num_samples=lambda n: n >= 10), "the rows of a flush")
        os.kill(process.pid, signal.SIGSTOP)
        os.kill(pid, signal.SIGKILL)
        self.wait_for_end(pid)
        process.kill()
        process.communicate()
        sentence = r"run_0\.hdf5 was left open .*run_0\.staging shows, and is left out; 'roboreel recover .*' brings"
        for place in (self.folder, self.folder + "/Push/run_0.hdf5"):
            with self.assertRaisesRegex(rr.Unreadable, sentence):
                rr.open(place)
        subprocess.run([*shlex.split(self.command), "recover", self.folder], check=True, capture_output=True, timeout=600)
        recording = rr.open(self.folder)
        self.assertEqual([], recording.problems)
        self.assertEqual(("recovered", None), (recording.episodes[0].status, recording.episodes[0].success))
        np.testing.assert_array_equal(np.arange(15)[:, None], recording.episodes[0]["actions"])

    def test_a_run_of_which_only_staging_is_left(self) -> None:
        Path(self.folder, "Push").mkdir()
        Path(self.folder, "Push", "run_0.staging").write_bytes(b"\0" * 100)
        with self.assertRaisesRegex(rr.Unreadable, r"run_0\.hdf5 was left open .*run_0\.staging.*roboreel recover"):
            rr.open(self.folder)


class ImportTest(unittest.TestCase):
    def test_the_package_imports_no_library_before_it_is_needed(self) -> None:
        script = "import sys, roboreel; print({'h5py', 'torch', 'pandas', 'pyarrow'} & set(sys.modules))"
        ran = subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": ROOT}, capture_output=True, check=True
        )
        self.assertEqual(b"set()", ran.stdout.strip())


class ForeignTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(temporary_folder(self))

    def write(self, name: str, success: bool | None = None, **data: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with h5py.File(path, "w") as file:
            group = file.create_group("data")
            group.attrs.update(data)
            for demo, steps in (("demo_10", 4), ("demo_2", 3)):
                group[demo + "/actions"] = np.arange(steps * 2, dtype=">f8").reshape(steps, 2)
                group[demo + "/obs/eef"] = np.ones((steps, 3), np.float32)
                group[demo + "/states"] = np.zeros((steps, 5))
                group[demo].attrs["num_samples"] = steps
                if success is not None:
                    group[demo].attrs["success"] = success
        return path

    def test_robomimic(self) -> None:
        path = self.write("low_dim.hdf5", env_args=json.dumps({"env_name": "Lift", "type": 1}), total=7)
        for place in (path, self.folder):
            recording = rr.open(place)
            facts = [(e.demo, e.num_samples, e.task, e.status, e.success, e.run, e.dt) for e in recording.episodes]
            self.assertEqual([("demo_2", 3, "Lift", "", None, None, None), ("demo_10", 4, "Lift", "", None, None, None)], facts)
            np.testing.assert_array_equal(np.arange(8.0).reshape(4, 2), recording.episodes[1]["actions"])
            self.assertEqual("float64", recording.fields["actions"].dtype)

    def test_robolab(self) -> None:
        self.write("out/BananaTask/run_0.hdf5", success=True, env_args=json.dumps({"env_name": "", "type": 2}), total=7)
        config = {"sim": {"dt": 0.01}, "decimation": 5, "instruction": "put it"}
        (self.folder / "out/BananaTask/env_cfg.json").write_text(json.dumps(config))
        line = {"env_name": "BananaTask", "task_name": "Banana", "run": 0, "episode": 2, "env_id": 2, "success": False}
        (self.folder / "out/episode_results.jsonl").write_text(json.dumps(line) + "\n")
        facts = [(e.task, e.env, e.success, e.dt, e.instruction) for e in rr.open(self.folder).episodes]
        self.assertEqual([("Banana", 2, False, 0.05, "put it"), ("BananaTask", 10, True, 0.05, "put it")], facts)
        (self.folder / "out/episode_results.jsonl").unlink()
        (self.folder / "out/episode_results.json").write_text(json.dumps([line]))
        self.assertEqual([False, True], [e.success for e in rr.open(self.folder).episodes])

    def test_all_episodes_of_older_recorders_are_in_one_file(self) -> None:
        self.write("out/BananaTask/data.hdf5")
        line = {"env_name": "BananaTask", "episode": 10, "success": True, "instruction": "put it"}
        (self.folder / "out/episode_results.jsonl").write_text(json.dumps(line) + "\n")
        facts = [(e.task, e.run, e.demo, e.success, e.instruction) for e in rr.open(self.folder / "out").episodes]
        expected = [("BananaTask", None, "demo_2", None, ""), ("BananaTask", None, "demo_10", True, "put it")]
        self.assertEqual(expected, facts)

    def test_links_and_unknown_types_are_no_fields(self) -> None:
        path = self.write("run_0.hdf5")
        secret = self.folder / "other.h5"
        with h5py.File(secret, "w") as file:
            file["x"] = np.arange(3)
        with h5py.File(path, "r+") as file:
            demo = file["data/demo_2"]
            demo["outside"] = h5py.ExternalLink(str(secret), "/x")
            demo["texts"] = np.array(["a", "b", "c"], dtype=object)
            layout = h5py.VirtualLayout((3,), "i8")
            layout[:] = h5py.VirtualSource(str(secret), "x", (3,))
            demo.create_virtual_dataset("virtual", layout)
        episode = rr.open(path).episodes[0]
        self.assertEqual({"actions", "obs/eef", "states"}, set(episode))
        with self.assertRaises(rr.NoSuchField):
            episode["outside"]
        with episode.h5() as demo:
            self.assertEqual(b"a", demo["texts"][0])

    def test_a_file_without_episodes_is_named(self) -> None:
        good = self.write("run_0.hdf5")
        with h5py.File(self.folder / "run_1.hdf5", "w") as file:
            file["x"] = 1
        with self.assertWarnsRegex(rr.RoboReelWarning, r"run_1\.hdf5 has no group 'data' with episodes; it is no run file"):
            recording = rr.open(self.folder)
        self.assertEqual({good}, {e.file for e in recording.episodes})


def state_of(folder: Path) -> dict[str, Any]:
    """Every file with its size, times and content."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else None) for path in sorted(folder.rglob("*"))
    }
