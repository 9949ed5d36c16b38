"""With the real daemon: what was handed over is in the files, whichever side dies."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import time
import warnings
from pathlib import Path
from typing import Any

import h5py
import numpy as np

import roboreel as rr
from tests.support import BridgeTest, Episode, wait_for
from tests.test_recording import EVERY_DTYPE, extreme_rows


def daemon_pid(recorder: rr.Recorder) -> int:
    """The process that records."""
    assert recorder._session._daemon is not None
    return recorder._session._daemon.pid


class ValuesTest(BridgeTest):
    def test_every_dtype_masks_blocks_events_and_outcomes_are_stored_as_given(self) -> None:
        fields = {
            **EVERY_DTYPE,
            "obs/n": rr.f64(unit="m", names=["x"], low=0),
            "obs/wrist_cam": rr.image(8, 10, final=True),
            "obs/depth": rr.image(8, 10, 1, "float32", non_finite=True),
            "initial_state/q": rr.f32(2, phase="initial"),
        }
        random = np.random.default_rng(1)
        picture = random.integers(0, 256, (3, 8, 10, 3), np.uint8)
        depth = np.full((3, 8, 10), np.inf, np.float32)
        fixed = {path: extreme_rows(field, 3) for path, field in EVERY_DTYPE.items()}
        with self.open(fields, num_envs=3, policy="pi0", instruction="push", block_rows=4, attributes=["easy"]) as recorder:
            initial = {"initial_state/q": [[0.0, 1], [2, 3], [4, 5]]}
            recorder.begin(initial=initial, options={"level": 2}, seed=[30, 31, 32], instruction=["push", "pull", "lift"])
            for step in range(10):
                values = {**fixed, "obs/n": np.arange(3) + step / 100, "obs/wrist_cam": picture, "obs/depth": depth}
                recorder.step(values, mask=np.array([True, step < 5, True]))
            recorder.event(2, "SLIPPED", "it slipped", step=4, score=0.25)
            block = {path: np.repeat(rows[2:3], 6, 0) for path, rows in fixed.items()}
            block |= {
                "obs/n": 50 + np.arange(6),
                "obs/wrist_cam": np.repeat(picture[:1], 6, 0),
                "obs/depth": np.zeros((6, 8, 10)),
            }
            recorder.block(2, block)
            last = {"obs/n": [70.0, 71, 72], "obs/wrist_cam": picture[::-1]}
            recorder.end([0, 1], success=[True, False], truncated=[False, True], final={k: v[:2] for k, v in last.items()})
            recorder.end(2, reason="unknown", metadata={"operator": "Ada"}, attributes={"score": 3})
            self.assertTrue(recorder.flush(60))
            self.assertEqual([10, 5, 16], recorder.durable().tolist())
        episodes = self.episodes()
        described = episodes[0].described["obs/n"]
        self.assertEqual(["m", ["x"], [0.0]], [np.asarray(described[key]).tolist() for key in ("unit", "names", "low")])
        self.assertEqual(["success", "failure", "aborted"], [episode.status for episode in episodes])
        numbers = [np.arange(10) / 100, 1 + np.arange(5) / 100, np.append(2 + np.arange(10) / 100, 50 + np.arange(6))]
        for env, (episode, expected) in enumerate(zip(episodes, numbers, strict=True)):
            np.testing.assert_array_equal(expected, episode.data["obs/n"])
            for path, rows in fixed.items():
                stored = episode.data[path]
                row = np.char.encode(rows[env], "utf-8") if path == "a/t" else rows[env]
                np.testing.assert_array_equal(np.repeat(row[None], len(expected), 0), stored, path)
            np.testing.assert_array_equal(picture[env], episode.data["obs/wrist_cam"][0])
            np.testing.assert_array_equal([[2.0 * env, 2 * env + 1]], episode.data["initial_state/q"])
            self.assertTrue(np.isinf(episode.data["obs/depth"][:5]).all())
            said = tuple(episode.attributes[name] for name in ("instruction", "policy", "seed"))
            self.assertEqual((["push", "pull", "lift"][env], "pi0", 30 + env), said)
        self.assertEqual([[70.0], [71.0], []], [episode.data["final_obs/n"].tolist() for episode in episodes])
        np.testing.assert_array_equal(picture[2], episodes[0].data["final_obs/wrist_cam"][0])
        self.assertEqual({"level": 2}, json.loads(episodes[0].metadata["episode_attributes"]["reset_options"]))
        self.assertEqual("truncated", episodes[1].metadata["ending"])
        facts = {"operator": "Ada", "episode_attributes": {"score": 3, "reset_options": '{"level":2}'}, "ending": "terminated"}
        self.assertEqual(facts, episodes[2].metadata)
        lines = {line["env_id"]: line for line in self.results()}
        self.assertEqual([True, False, None], [lines[env]["success"] for env in range(3)])
        log = json.loads(Path(self.folder, "Push", "log_0_env2.json").read_text("utf-8"))
        self.assertIn("SLIPPED", json.dumps(log))
        self.assertEqual({"SLIPPED": 1}, lines[2]["own_events"])

    def test_the_last_episode_of_a_file_ends_and_the_next_begins_later(self) -> None:
        with self.open({"number": rr.i32()}, continuous=True, settings={"recorder.episodes_per_file": 1}) as recorder:
            for number in range(5):
                recorder.begin()
                recorder.step({"number": number})
                recorder.end(success=True)
                self.assertTrue(recorder.flush(120))
                time.sleep(0.05)
        self.assertEqual([[number] for number in range(5)], [e.data["number"].tolist() for e in self.episodes()])

    def test_continuous_episodes_and_a_schema_from_the_first_step(self) -> None:
        random = np.random.default_rng(2)
        lengths: list[tuple[int, int, int]] = []
        with self.open(None, num_envs=4, continuous=True, settings={"recorder.episodes_per_file": 8}) as recorder:
            recorder.begin(seed=np.arange(4))
            begun, steps = list(range(4)), [0] * 4
            for _ in range(120):
                rows = np.array([[begun[env], steps[env]] for env in range(4)], np.int64)
                recorder.step({"obs/where": rows})
                steps = [count + 1 for count in steps]
                done = random.random(4) < 0.15
                recorder.end(done, success=done)
                for env in np.flatnonzero(done):
                    lengths.append((begun[env], int(env), steps[env]))
                    begun[env], steps[env] = max(begun) + 1, 0
                recorder.begin(done, seed=np.array(begun))
        lengths += [(begun[env], env, steps[env]) for env in range(4)]
        stored = sorted(
            (int(e.data["obs/where"][0, 0]), int(e.attributes["sim_env_id"]), len(e.data["obs/where"]))
            for e in self.episodes()
            if len(e.data["obs/where"])
        )
        self.assertEqual(sorted(one for one in lengths if one[2]), stored)
        for episode in self.episodes():
            where = episode.data["obs/where"]
            np.testing.assert_array_equal(np.arange(len(where)), where[:, 1])
            self.assertLessEqual(len(set(where[:, 0].tolist())), 1)

    def test_runs_follow_each_other_where_episodes_are_not_continuous(self) -> None:
        with self.open({"a": rr.i32()}, num_envs=2) as recorder:
            for run in range(3):
                recorder.begin()
                recorder.step({"a": [run, 10 + run]})
                recorder.end(success=True)
            closed = recorder.close()
        self.assertEqual((0, 1, 2), closed.runs)
        self.assertEqual([[0], [10], [1], [11], [2], [12]], [e.data["a"].tolist() for e in self.episodes()])

    def test_a_second_recorder_in_the_folder_is_refused(self) -> None:
        with self.open({"a": rr.i32()}), self.assertRaises(rr.RoboReelError) as caught:
            self.open({"a": rr.i32()})
        self.assertIn(self.folder, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))
        with self.assertRaisesRegex(rr.BadArgument, "lies inside field 'a'"):
            self.open({"a": rr.i32(), "a/b": rr.i32()})

    def test_5000_fields(self) -> None:
        fields = {f"obs/field_{k}": rr.f32(final=False) for k in range(5000)}
        with self.open({**fields}, settings={"hdf5.compact_on_close": False}) as recorder:
            recorder.begin()
            for step in range(3):
                recorder.step({path: k + step for k, path in enumerate(fields)})
        with h5py.File(Path(self.folder, "Push", "run_0.hdf5")) as file:
            data = file["data/demo_0"]
            self.assertEqual([[k, k + 1, k + 2] for k in range(5000)], [data[path][()].tolist() for path in fields])


JOIN = """
    recorder = rr.Recorder.join(sys.argv[2], envs=[int(sys.argv[3])])
    recorder.begin(seed=int(sys.argv[3]))
    for step in range(500):
        recorder.step({"a": int(sys.argv[3]) * 1000 + step})
    recorder.end(success=True)
    recorder.close()
"""


class JoinTest(BridgeTest):
    has_own_daemons = True

    def test_four_processes_record_one_run(self) -> None:
        with self.open({"a": rr.i32()}, num_envs=5, envs=[0], continuous=True) as recorder:
            pid = daemon_pid(recorder)
            processes = [self.python(JOIN, recorder.address, str(env)) for env in range(1, 5)]
            recorder.begin()
            recorder.step({"a": 7})
            for process in processes:
                out, error = process.communicate(timeout=600)
                self.assertEqual((0, ""), (process.returncode, error), out)
            recorder.end(success=False)
        stored = {int(e.attributes["sim_env_id"]): e.data["a"].tolist() for e in self.episodes() if e.data["a"].size}
        self.assertEqual({0: [7], **{env: [env * 1000 + step for step in range(500)] for env in range(1, 5)}}, stored)
        self.wait_for_end(pid)

    def test_an_env_has_one_client_and_is_one_of_the_run(self) -> None:
        with self.open({"a": rr.i32()}, num_envs=2, envs=[0]) as recorder:
            with self.assertRaisesRegex(rr.BadState, "env 0 of the recording"):
                rr.Recorder.join(recorder.address, envs=[0])
            with self.assertRaisesRegex(rr.BadArgument, r"envs is \[2\]; expected some of the run's envs 0 to 1"):
                rr.Recorder.join(recorder.address, envs=[2])


RECORD = """
    recorder = rr.Recorder.open(folder, task="Push", dt=0.1, num_envs=2, fields={"a": rr.i32(), "obs/x": rr.f64(3)},
                                videos=False, metrics=False, memory_mb=8)
    print(recorder._session._daemon.pid, recorder._session._daemon.folder)
    recorder.begin()
    step = 0
    while step < int(sys.argv[2]):
        recorder.step({"a": [step, 100000 + step], "obs/x": np.full((2, 3), step)})
        step += 1
        print(step)
"""
UNDECLARED = RECORD.replace('fields={"a": rr.i32(), "obs/x": rr.f64(3)}', "continuous=True")


class ClientDeathTest(BridgeTest):
    def start(self, script: str, steps: int) -> tuple[subprocess.Popen[str], int, str]:
        process = self.python(script, str(steps))
        assert process.stdout is not None
        pid, folder = process.stdout.readline().split()
        return process, int(pid), folder

    def check(self, least: int) -> list[Episode]:
        """Every step that the process said it had handed over is there, and no other."""
        episodes = self.episodes()
        self.assertEqual(["aborted", "aborted"], [episode.status for episode in episodes])
        for env, episode in enumerate(episodes):
            count = len(episode.data["a"])
            self.assertGreaterEqual(count, least)
            np.testing.assert_array_equal(np.arange(count) + 100000 * env, episode.data["a"])
            np.testing.assert_array_equal(np.repeat(np.arange(count), 3).reshape(-1, 3), episode.data["obs/x"])
        self.assertEqual(2, len(self.results()))
        return episodes

    def test_kill_9_loses_nothing_that_was_handed_over(self) -> None:
        process, pid, _ = self.start(RECORD, 10**9)
        assert process.stdout is not None
        said = 0
        while said < 700:
            said = int(process.stdout.readline())
        process.kill()
        rest = process.stdout.read().split("\n")
        said = max([said, *[int(line) for line in rest[:-1]]])
        process.communicate(timeout=600)
        self.wait_for_end(pid)
        episodes = self.check(said)
        self.assertLessEqual(len(episodes[0].data["a"]), said + 1)

    def test_kill_9_while_the_run_opens_loses_nothing(self) -> None:
        process, pid, _ = self.start(textwrap_add(UNDECLARED, "os.kill(os.getpid(), 9)"), 100)
        process.communicate(timeout=600)
        self.wait_for_end(pid)
        self.assertEqual(100, len(self.check(100)[0].data["a"]))

    def test_an_end_without_close(self) -> None:
        cases = {
            "": (0, "the program ended without closing the recorder"),
            "raise ZeroDivisionError('no')": (1, "the program ended without closing the recorder"),
            "os._exit(3)": (3, "the client is gone"),
        }
        started = []
        parent = self.folder
        for number, end in enumerate(cases):
            self.folder = f"{parent}/{number}"
            started.append((self.folder, self.start(textwrap_add(RECORD, end), 300)))
        for (end, (code, reason)), (self.folder, (process, pid, folder)) in zip(cases.items(), started, strict=True):
            with self.subTest(end):
                process.communicate(timeout=600)
                self.assertEqual(code, process.returncode)
                self.wait_for_end(pid)
                self.check(300)
                self.assertEqual({reason}, {line["reason"] for line in self.results()})
                self.assertEqual(code == 3, os.path.exists(folder))

    def test_ctrl_c(self) -> None:
        # A process that a shell put into the background ignores SIGINT, and so do those that it starts.
        heeding = "\n    import signal\n    signal.signal(signal.SIGINT, signal.default_int_handler)"
        process, pid, folder = self.start(heeding + RECORD, 10**9)
        assert process.stdout is not None
        while int(process.stdout.readline()) < 300:
            pass
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=600)
        self.assertIn("KeyboardInterrupt", error)
        self.wait_for_end(pid)
        self.check(300)
        self.assertFalse(os.path.exists(folder))


def textwrap_add(script: str, line: str) -> str:
    """The script with a line more, indented as it is."""
    return script + "    " + line + "\n"


class DaemonDeathTest(BridgeTest):
    has_own_daemons = True
    KILLS = 2

    def test_kill_9_of_the_daemon_loses_nothing_and_records_nothing_twice(self) -> None:
        fields = {"obs/where": rr.i64(2), "obs/x": rr.f64(3), "initial_state/q": rr.f64(phase="initial")}
        ended: dict[int, tuple[int, bool]] = {}
        events: list[tuple[int, int]] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            recorder = self.open(fields, num_envs=3, continuous=True, memory_mb=4)
            episode, steps = [0, 1, 2], [0, 0, 0]
            recorder.begin(initial={"initial_state/q": [0.0, 1, 2]}, seed=episode)
            pids = set()
            for round_of in range(self.KILLS + 1):
                for k in range(400):
                    where = np.array([[episode[env], steps[env]] for env in range(3)])
                    recorder.step({"obs/where": where, "obs/x": np.repeat(where[:, 1:], 3, 1)})
                    steps = [count + 1 for count in steps]
                    if k % 50 == 25:
                        recorder.event(1, "HIT", str(steps[1]))
                        events.append((episode[1], steps[1]))
                    if k % 97 == 96:
                        env = k % 3
                        recorder.end(env, success=True, final={"obs/where": [[0, 0]], "obs/x": [[1.0, 2, 3]]})
                        ended[episode[env]] = (steps[env], True)
                        episode[env], steps[env] = max(episode) + 1, 0
                        recorder.begin(env, initial={"initial_state/q": episode[env]}, seed=episode[env])
                if round_of < self.KILLS:
                    pids.add(daemon_pid(recorder))
                    os.kill(daemon_pid(recorder), signal.SIGKILL)
                    wait_for(lambda: recorder._session._notes or recorder._session.fault, "the next daemon")
            ended |= {episode[env]: (steps[env], False) for env in range(3)}
            pids.add(daemon_pid(recorder))
            closed = recorder.close()
        said = [str(one.message) for one in caught if issubclass(one.category, rr.RoboReelWarning)]
        self.assertEqual(self.KILLS, sum("nothing that was handed over is lost" in one for one in said), said)
        self.assertEqual(self.KILLS, len(closed.recovered), closed)
        self.assertEqual(self.KILLS + 1, len(pids))
        self.check(ended)
        self.check_events(events)
        self.assertEqual((), closed.problems)
        for pid in pids:
            self.wait_for_end(pid)

    def test_kill_9_of_the_daemon_while_the_run_opens_loses_nothing(self) -> None:
        with self.assertWarnsRegex(rr.RoboReelWarning, "nothing that was handed over is lost"):
            recorder = self.open(None, num_envs=1, continuous=True)
            recorder.begin()
            recorder.step({"a": 0, "obs/x": [0.0, 0, 0]})
            os.kill(daemon_pid(recorder), signal.SIGKILL)
            for step in range(1, 50):
                recorder.step({"a": step, "obs/x": [step, 0, 0]})
            recorder.end(success=True)
            self.assertTrue(recorder.flush(600))
            self.assertEqual((), recorder.close().problems)
        stored = [episode.data["a"].tolist() for episode in self.episodes() if episode.data.get("a", np.empty(0)).size]
        self.assertEqual([list(range(50))], stored)

    def check_events(self, events: list[tuple[int, int]]) -> None:
        """Each event is in one log, at its step; one whose row only the part before has, at the next part's first."""
        stored = []
        for episode in self.episodes():
            path = Path(self.folder, "Push", f"log_{episode.run}_env{episode.demo}.json")
            if path.exists() and episode.data["obs/where"].size:
                number, first = episode.data["obs/where"][0].tolist()
                for event in json.loads(path.read_text("utf-8"))["events"]:
                    stored.append((number, int(event["info"])))
                    self.assertEqual(max(int(event["info"]), first + 1), event["step"] + first)
        self.assertEqual(sorted(events), sorted(stored))

    def check(self, ended: dict[int, tuple[int, bool]]) -> None:
        """Parts of an episode follow each other without a gap, and the last one ends as the episode did."""
        parts: dict[int, list[Episode]] = {}
        of_place: dict[tuple[int, int], int] = {}
        for stored in self.episodes():
            continues: Any = stored.metadata.get("continues")
            where = stored.data["obs/where"]
            # An end that came after the last row, which the daemon before has: a part without rows.
            number = (
                int(where[0, 0]) if where.size else of_place.get((continues["run"], continues["demo"])) if continues else None
            )
            if number is not None:
                of_place[stored.run, stored.demo] = number
                parts.setdefault(number, []).append(stored)
        self.assertEqual(sorted(number for number, (count, _) in ended.items() if count), sorted(parts))
        for number, stored_parts in parts.items():
            rows = np.concatenate([part.data["obs/where"] for part in stored_parts])
            np.testing.assert_array_equal([[number, k] for k in range(ended[number][0])], rows)
            values = np.concatenate([part.data["obs/x"] for part in stored_parts])
            np.testing.assert_array_equal(np.repeat(rows[:, 1:], 3, 1), values)
            first = len(stored_parts[0].data["obs/where"])
            for before, part in itertools.pairwise(stored_parts):
                self.assertEqual("recovered", before.status)
                self.assertEqual({"continues": {"run": before.run, "demo": before.demo, "step": first}}, part.metadata)
                np.testing.assert_array_equal([number], part.data["initial_state/q"])
                first += len(part.data["obs/where"])
            self.assertEqual("success" if ended[number][1] else "aborted", stored_parts[-1].status)
            self.assertEqual(1 if ended[number][1] else 0, len(stored_parts[-1].data["final_obs/x"]))
