"""What all wrappers have in common: their recorder, what becomes of one that is dropped, and their signatures."""

from __future__ import annotations

import gc
import glob
import inspect
import os
import unittest
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel._env_wrapper import copied
from roboreel._said import folder_name
from tests import fake_gymnasium as gym
from tests.fake_daemon import FakeDaemon
from tests.support import BridgeTest, FakeDaemonTest, wait_for
from tests.test_envlogger import Push
from tests.test_isaaclab import Actions, Reach, config
from tests.test_isaaclab import Episode as IsaacEpisode
from tests.test_maniskill import PickCube
from tests.test_robosuite import Lift, Plain

DROPPED = "the recorder was dropped without closing it"


class EveryWrapperTest(FakeDaemonTest):
    """Each after its first step, on a daemon of its own in this process."""

    WRAPPERS = ("gymnasium", "vector", "stable_baselines3", "envlogger", "lerobot", "robosuite", "maniskill", "isaaclab")

    def setUp(self) -> None:
        super().setUp()
        patch = mock.patch("roboreel._recorder.Daemon", side_effect=self.next_daemon)
        patch.start()
        self.addCleanup(patch.stop)

    def next_daemon(self, java: object) -> FakeDaemon:
        self.daemon = FakeDaemon()
        self.addCleanup(self.daemon.remove_folder)
        self.addCleanup(self.daemon.die)
        return self.daemon

    def gymnasium(self) -> Any:
        env = rr.gymnasium.RecordEpisodes(gym.Counter(), self.folder)
        env.reset()
        env.step(np.ones(2, np.float32))
        return env

    def vector(self) -> Any:
        env = rr.gymnasium.RecordVector(gym.SyncVectorEnv([gym.Counter]), self.folder)
        env.reset()
        env.step(np.ones((1, 2), np.float32))
        return env

    def stable_baselines3(self) -> Any:
        env = rr.stable_baselines3.RecordVecEnv(gym.DummyVecEnv([gym.Counter]), self.folder)
        env.reset()
        env.step(np.ones((1, 2), np.float32))
        return env

    def envlogger(self) -> Any:
        env = rr.envlogger.EnvLogger(Push(), self.folder)
        with self.refuses(rr.BadState, "not open yet; the first reset opens it"):
            env.recorder  # noqa: B018
        env.reset()
        env.step(1)
        return env

    def lerobot(self) -> Any:
        features = {"action": {"dtype": "float32", "shape": (1,), "names": None}}
        dataset = rr.lerobot.Dataset.create("lab/pick", 10, features, root=f"{self.folder}/pick", export=False)
        dataset.add_frame({"action": np.zeros(1, np.float32), "task": "pick"})
        return dataset

    def robosuite(self) -> Any:
        env = rr.robosuite.DataCollectionWrapper(Lift([4]), self.folder)
        env.reset()
        env.step(np.ones(2))
        return env

    def maniskill(self) -> Any:
        env = rr.maniskill.RecordEpisode(PickCube(1), self.folder, save_video=False)
        env.reset()
        env.step(np.ones(2, np.float32))
        return env

    def isaaclab(self, **said: Any) -> Any:
        env = Reach(1)
        env.recorder_manager = rr.isaaclab.RecorderManager(config(self.folder, Actions), env, **said)
        env.reset()
        env.step(1)
        return env.recorder_manager

    def handler(self) -> Any:
        handler = rr.isaaclab.DatasetFileHandler()
        handler.create(f"{self.folder}/data", "Reach")
        with self.refuses(rr.BadState, "not open yet; the first episode that is written opens it"):
            handler.recorder  # noqa: B018
        handler.add_env_args({"sim_args": {"dt": 0.01, "decimation": 1}})
        handler.write_episode(IsaacEpisode({"actions": np.zeros((1, 2))}))
        return handler

    def test_they_have_their_recorder_under_one_name(self) -> None:
        for name in (*self.WRAPPERS, "handler"):
            with self.subTest(name):
                wrapper = getattr(self, name)()
                kinds = [slot.kind for slot in self.slots(wrapper.recorder)]
                self.assertEqual(1, sum(kind in ("STEP", "BLOCK") for kind in kinds), kinds)
                (wrapper.finalize if name == "lerobot" else wrapper.close)()
                with self.refuses(rr.BadState, "the recording is closed"):
                    wrapper.recorder  # noqa: B018

    def test_one_that_is_dropped_closes_its_recording(self) -> None:
        for name in (*self.WRAPPERS, "handler"):
            with self.subTest(name):
                wrapper = getattr(self, name)()
                session = wrapper.recorder._session
                del wrapper
                gc.collect()
                wait_for(session.is_ended.is_set, f"the end of the recording of {name}", 10)
                wait_for(lambda: self.daemon.is_removed, "the end of the daemon")
                # Isaac Lab's have a __del__ of their own, which closes them; the manager's comes late, since its env holds it.
                reason = "the recorder was closed" if name == "handler" else DROPPED
                self.assertEqual(reason, self.daemon.client.close_reason)
                kinds = [slot.kind for slot in self.daemon.taken]
                self.assertEqual(1, sum(kind in ("STEP", "BLOCK") for kind in kinds), kinds)
                self.assertEqual([], self.daemon.faults)

    def test_task_dt_and_policy_are_in_their_signatures(self) -> None:
        wrappers = (
            rr.gymnasium.RecordEpisodes,
            rr.gymnasium.RecordVector,
            rr.stable_baselines3.RecordVecEnv,
            rr.envlogger.EnvLogger,
            rr.envlogger.BackendWriter,
            rr.robosuite.DataCollectionWrapper,
            rr.maniskill.RecordEpisode,
            rr.isaaclab.RecorderManager,
        )
        for wrapper in wrappers:
            with self.subTest(wrapper.__name__):
                known = inspect.signature(wrapper.__init__).parameters
                self.assertLessEqual({"task", "dt", "policy"}, known.keys())
                for name in ("task", "dt", "policy"):
                    self.assertRegex(str(wrapper.__init__.__doc__), rf"\b{name}\b.*:")

    def test_what_they_are_told_goes_before_what_the_env_says(self) -> None:
        said = {"task": "Mine", "dt": 0.25, "policy": "pi0"}
        for make in (
            lambda: rr.robosuite.DataCollectionWrapper(Plain([4]), self.folder, **said).reset(),
            lambda: rr.maniskill.RecordEpisode(PickCube(1), self.folder, save_video=False, **said).reset(),
            lambda: self.isaaclab(**said),
            lambda: rr.envlogger.EnvLogger(Push(), self.folder, **said).reset(),
        ):
            kept = make()
            opening = self.daemon.client.opening
            self.assertEqual(("Mine", 0.25, "pi0"), tuple(opening[key] for key in ("env_name", "dt_seconds", "policy")))
            del kept
            gc.collect()


class DropTest(BridgeTest):
    has_own_daemons = True

    def test_the_process_of_one_that_is_dropped_ends_and_nothing_is_lost(self) -> None:
        env = rr.gymnasium.RecordEpisodes(gym.Counter(length=99), self.folder, videos=False, metrics=False, memory_mb=8)
        env.reset()
        for _ in range(50):
            env.step(np.ones(2, np.float32))
        pid, folder = env.recorder.daemon_pid, os.path.dirname(env.recorder._session._socket_path)
        del env
        gc.collect()
        self.wait_for_end(pid)
        wait_for(lambda: not os.path.exists(folder), "the end of the socket's folder")
        (episode,) = self.episodes("lab_Counter-v0")
        self.assertEqual("aborted", episode.status)
        np.testing.assert_array_equal(np.arange(50), episode.data["obs/observation"][:, 2])
        self.assertEqual([DROPPED], [line["reason"] for line in self.results()])

    def test_the_end_of_the_program_waits_for_one_that_was_dropped(self) -> None:
        program = self.python(
            """
            def main():
                fields = {"number": rr.i32()}
                recorder = rr.Recorder.open(folder, task="Push", dt=0.1, fields=fields, videos=False, metrics=False)
                recorder.begin()
                for number in range(700):
                    recorder.step({"number": number})
                print(os.path.dirname(recorder._session._socket_path))

            main()
            """
        )
        said, complaints = program.communicate(timeout=600)
        self.assertEqual((0, ""), (program.returncode, complaints))
        self.assertFalse(os.path.exists(said.strip()), "the socket's folder")
        self.assertEqual([], glob.glob(os.path.join(self.folder, "Push", "*.staging")))
        (episode,) = self.episodes()
        self.assertEqual(list(range(700)), episode.data["number"].tolist())
        self.assertEqual([DROPPED], [line["reason"] for line in self.results()])

    def test_a_recorder_without_its_wrapper_is_closed_with_the_program(self) -> None:
        program = self.python(
            """
            from tests import fake_gymnasium as gym
            env = rr.gymnasium.RecordEpisodes(gym.Counter(length=99), folder, videos=False, metrics=False, memory_mb=8)
            env.reset()
            env.step(np.ones(2, np.float32))
            recorder = env.recorder
            del env
            """
        )
        complaints = program.communicate(timeout=600)[1]
        self.assertEqual((0, ""), (program.returncode, complaints))
        (line,) = self.results()
        self.assertEqual(("aborted", "the program ended without closing the recorder"), (line["status"], line["reason"]))

    def test_what_is_called_with_summaries_does_not_keep_its_recorder(self) -> None:
        told: list[Any] = []

        def record() -> int | None:
            recorder = self.open(None, on_summary=lambda summary: told.append((summary, recorder.run)))
            recorder.begin()
            recorder.step({"number": np.int32(1)})
            recorder.end(success=True)
            recorder.begin()
            recorder.step({"number": np.int32(2)})
            wait_for(lambda: told, "the summary of the first episode")
            return recorder.daemon_pid

        pid = record()
        gc.collect()
        self.wait_for_end(pid)
        self.assertEqual([(True, 0)], [(summary["success"], run) for summary, run in told])

    def test_one_that_waits_for_its_first_step_is_dropped_too(self) -> None:
        recorder = self.open(None)
        pid = recorder.daemon_pid
        del recorder
        gc.collect()
        self.wait_for_end(pid)
        self.assertEqual([], self.episodes())


class PartsTest(unittest.TestCase):
    def test_an_action_is_copied_whatever_holds_it(self) -> None:
        action = {"arm": [np.zeros(2), (np.zeros(1), [np.zeros(1)])], "grip": np.zeros(1)}
        kept = copied(action)
        action["arm"][0][:] = action["arm"][1][0][:] = action["arm"][1][1][0][:] = action["grip"][:] = 7
        found = [kept["arm"][0].tolist(), kept["arm"][1][0].tolist(), kept["arm"][1][1][0].tolist(), kept["grip"].tolist()]
        self.assertEqual([[0, 0], [0], [0], [0]], found)
        self.assertEqual((list, tuple), (type(kept["arm"]), type(kept["arm"][1])))

    def test_a_name_that_a_folder_can_have(self) -> None:
        for text, name in (("lab/Push cube-v0", "lab_Push_cube-v0"), ("..", "env"), ("_a+b_", "a_b"), ("", "env")):
            self.assertEqual(name, folder_name(text))
