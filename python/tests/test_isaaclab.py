"""Isaac Lab's wrappers, on managers and terms of our own with Isaac Lab's calls; its real classes are in
conformance/real/isaaclab."""

from __future__ import annotations

import gc
import json
import os
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel.isaaclab import DatasetFileHandler, RecorderManager
from roboreel.robolab import RobolabRecorderManager
from tests.support import BridgeTest
from tests.tensors import Tensor, WarpArray

NONE, ALL, SUCCEEDED_ONLY = 0, 1, 3


class Term:
    """As Isaac Lab's RecorderTerm."""

    def __init__(self, cfg: Any, env: Reach) -> None:
        self.env, self.resets, self.closed = env, [], []
        env.terms.append(self)

    def record_pre_reset(self, env_ids: Any) -> Any:
        return None, None

    def record_post_reset(self, env_ids: Any) -> Any:
        return None, None

    def record_pre_step(self) -> Any:
        return None, None

    def record_post_step(self) -> Any:
        return None, None

    def record_post_physics_decimation_step(self) -> Any:
        return None, None

    def reset(self, env_ids: Any) -> None:
        self.resets.append(env_ids)

    def close(self, file_path: str) -> None:
        self.closed.append(file_path)


class Actions(Term):
    def record_pre_step(self) -> Any:
        return "actions", Tensor(self.env.action)


class Observations(Term):
    def record_pre_step(self) -> Any:
        return "obs", {"policy": {"q": Tensor(self.env.q)}}


class States(Term):
    def record_post_step(self) -> Any:
        return "states", self.state(slice(None))

    def record_post_reset(self, env_ids: Any) -> Any:
        return "initial_state", self.state(env_ids)

    def state(self, env_ids: Any) -> Any:
        return {"articulation": {"robot": {"root_pose": WarpArray(self.env.pose()[getattr(env_ids, "array", env_ids)])}}}


class Forces(Term):
    def record_post_physics_decimation_step(self) -> Any:
        return "forces", Tensor(self.env.q[:, 0])


class Distances(Term):
    def record_pre_reset(self, env_ids: Any) -> Any:
        return "distance", Tensor(self.env.q[env_ids][:, 0])


class Reach:
    """N envs whose position moves by the action, as ManagerBasedRLEnv drives a recorder manager."""

    def __init__(self, num_envs: int = 3, decimation: int = 2) -> None:
        self.num_envs, self.device, self.terms = num_envs, "cuda:0", []
        sim = SimpleNamespace(dt=0.01, render_interval=1)
        self.cfg = SimpleNamespace(sim=sim, decimation=decimation, scene=SimpleNamespace(num_envs=num_envs), seed=5)
        self.cfg.env_name = "Isaac-Reach-v0"
        self.q = np.zeros((num_envs, 2), np.float32)
        self.success = np.zeros(num_envs, bool)
        self.terminated = np.zeros(num_envs, bool)
        self.termination_manager = SimpleNamespace(
            active_terms=["time_out", "success"],
            get_term=lambda name: Tensor(self.success),
            terminated=Tensor(self.terminated),
        )
        self.recorder_manager: Any = None

    def pose(self) -> np.ndarray:
        """Of x, y, z and a quaternion x, y, z, w."""
        return np.hstack([self.q, self.q * 0, np.tile(np.float32([1, 2, 4]), (self.num_envs, 1))]).astype(np.float32)

    def reset(self, envs: Any = None) -> None:
        self.recorder_manager.record_pre_reset(envs)
        self.restart(envs)

    def restart(self, envs: Any) -> None:
        self.recorder_manager.reset(envs)
        numbers = np.arange(self.num_envs)[slice(None) if envs is None else getattr(envs, "array", envs)]
        self.q[numbers] = numbers[:, None] * 100
        self.recorder_manager.record_post_reset(numbers if envs is None else envs)

    def step(self, action: complex, done: tuple[int, ...] = (), dtype: type = np.float32) -> None:
        manager = self.recorder_manager
        self.action = np.full((self.num_envs, 2), action, dtype)
        manager.record_pre_step()
        for _ in range(self.cfg.decimation):
            self.q += self.action.real / self.cfg.decimation  # in place, as simulators do
            manager.record_post_physics_decimation_step()
        manager.record_post_step()
        if done:
            self.reset(Tensor(np.array(done, np.int32)))


def config(folder: str, *terms: type[Term], **settings: Any) -> Any:
    known = {
        "dataset_file_handler_class_type": DatasetFileHandler,
        "dataset_export_dir_path": folder,
        "dataset_filename": "data",
        "dataset_export_mode": ALL,
        "export_in_record_pre_reset": True,
        "export_in_close": False,
        "dataset_compression": True,
    }
    return SimpleNamespace(
        **{**known, **settings}, **{f"term_{t.__name__}": SimpleNamespace(class_type=t) for t in terms}, no=None
    )


class IsaacLabTest(BridgeTest):
    def setUp(self) -> None:
        super().setUp()
        self.top = self.folder
        self.folder += "/data"

    def manager(self, env: Reach, *terms: type[Term], settings: dict[str, Any] | None = None, **more: Any) -> RecorderManager:
        options = {"videos": False, "metrics": False, "memory_mb": 16, **more}
        env.recorder_manager = RecorderManager(config(self.top, *terms, **(settings or {})), env, **options)
        return env.recorder_manager

    def stored(self) -> dict[tuple[int, int], Any]:
        """Episodes by env and number of steps."""
        return {(int(e.attributes["sim_env_id"]), len(e.data["actions"])): e for e in self.episodes("Isaac-Reach-v0")}


class ManagerTest(IsaacLabTest):
    def test_a_row_is_filled_over_the_calls_of_a_step(self) -> None:
        env = Reach()
        manager = self.manager(
            env, Actions, Observations, States, Forces, Distances, quaternion="xyzw", fields={"actions": rr.f32(2, unit="rad")}
        )
        self.assertEqual(
            ["term_Actions", "term_Observations", "term_States", "term_Forces", "term_Distances"], manager.active_terms
        )
        env.reset()
        self.assertEqual((0, 0), (manager.exported_successful_episode_count, manager.exported_failed_episode_count))
        for step in range(4):
            env.success[:], env.terminated[:] = [False, step == 2, False], [False, step == 2, False]
            env.step(1, done=(1, 2) if step == 2 else ())
        self.assertEqual((1, 1), (manager.exported_successful_episode_count, manager.exported_failed_episode_count))
        self.assertEqual(
            (False, 4, 0), (manager.get_episode(0).is_empty(), manager.get_episode(0).num_samples, len(env.terms[0].closed))
        )
        with self.assertRaisesRegex(rr.BadState, "keeps no steps in memory"):
            _ = manager.get_episode(0).data
        env.success[:] = True
        env.reset(slice(0, 1))
        manager.close()
        manager.close()
        self.assertEqual([f"{self.top}/data"], env.terms[0].closed)
        stored = self.stored()
        self.assertEqual(
            {(0, 4): "success", (1, 3): "success", (2, 3): "failure", (1, 1): "aborted", (2, 1): "aborted"},
            {key: e.status for key, e in stored.items()},
        )
        data = stored[1, 3].data
        np.testing.assert_array_equal(np.ones((3, 2), np.float32), data["actions"])
        np.testing.assert_array_equal([[100, 100], [101, 101], [102, 102]], data["obs/policy/q"])
        np.testing.assert_array_equal([[100.5, 101], [101.5, 102], [102.5, 103]], data["forces"])
        poses = [[k, k, 0, 4, 0, 1, 2] for k in (101.0, 102, 103)]  # w first
        np.testing.assert_array_equal(poses, data["states/articulation/robot/root_pose"])
        np.testing.assert_array_equal([[100, 100, 0, 4, 0, 1, 2]], data["initial_state/articulation/robot/root_pose"])
        np.testing.assert_array_equal([103], data["distance"])
        self.assertEqual("rad", stored[1, 3].described["actions"]["unit"])
        np.testing.assert_array_equal([100.0], stored[1, 1].data["obs/policy/q"][:, 0])
        self.assertEqual((0.02, 5), (stored[0, 4].attributes["dt"], stored[0, 4].attributes["seed"]))
        reasons = {line["reason"] for line in self.results() if line.get("reason")}
        self.assertIn("closed before the episode was exported", reasons)

    def test_close_never_deletes_and_a_lost_manager_closes(self) -> None:
        env = Reach()
        self.manager(env, Actions)
        env.restart(None)
        for _ in range(3):
            env.step(1)
        env.recorder_manager = None
        env.terms.clear()
        gc.collect()
        self.assertEqual({(0, 3), (1, 3), (2, 3)}, set(self.stored()))
        self.assertEqual({"aborted"}, {e.status for e in self.stored().values()})

    def test_scripts_that_export_by_themselves(self) -> None:
        env = Reach()
        manager = self.manager(env, Actions, States, settings={"export_in_record_pre_reset": False, "export_in_close": True})
        env.reset(None)
        env.step(1)
        manager.record_pre_reset([0, 2], force_export_or_skip=False)
        manager.set_success_to_episodes([0, 2], Tensor(np.array([[True], [False]])))
        with self.assertRaisesRegex(ValueError, "demo_ids has 1 numbers for 2 envs"):
            manager.export_episodes([0, 2], demo_ids=[4])
        with self.assertRaisesRegex(ValueError, "each number once"):
            manager.export_episodes([0, 2], demo_ids=[4, 4])
        manager.export_episodes([0, 2], demo_ids=Tensor(np.array([4, 9])))
        env.step(2)  # without a reset: nothing says where the episode begins
        env.reset(Tensor(np.array([False, True, False])))
        for _ in range(3):
            env.step(3)
        manager.close()
        stored = self.stored()
        self.assertEqual({(0, 1), (2, 1), (1, 2), (0, 4), (2, 4), (1, 3)}, set(stored))
        self.assertEqual(["success", "failure"], [stored[0, 1].status, stored[2, 1].status])
        self.assertEqual([4, 9], [stored[key].metadata["episode_attributes"]["demo_id"] for key in ((0, 1), (2, 1))])
        self.assertEqual("aborted", stored[1, 2].status)  # reset and not exported
        root = "initial_state/articulation/robot/root_pose"
        self.assertTrue(np.isnan(stored[0, 4].data[root]).all())
        np.testing.assert_array_equal([[100, 100]], stored[1, 3].data[root][:, :2])
        self.assertEqual([[2, 2], [3, 3], [3, 3], [3, 3]], stored[0, 4].data["actions"].tolist())

    def test_only_what_succeeded(self) -> None:
        env = Reach(2)
        manager = self.manager(env, Actions, settings={"dataset_export_mode": SUCCEEDED_ONLY})
        env.reset(None)
        env.success[:] = [False, True]
        env.step(1, done=(0, 1))
        self.assertEqual((1, 1), (manager.exported_successful_episode_count, manager.exported_failed_episode_count))
        manager.close()
        kept = [(int(e.attributes["sim_env_id"]), e.status) for e in self.episodes("Isaac-Reach-v0") if e.status != "discarded"]
        self.assertEqual([(1, "success")], kept)

    def test_what_cannot_be_one_row_is_refused(self) -> None:
        class Twice(Actions):
            def record_post_step(self) -> Any:
                return "actions", Tensor(self.env.action)

        env = Reach()
        self.manager(env, Twice)
        env.restart(None)
        with self.assertRaisesRegex(rr.BadArgument, "'actions' is given twice in a step"):
            env.step(1)
        env.recorder_manager.close()
        wrong = config(self.top, wrong_term=SimpleNamespace(func=print))
        with self.assertRaisesRegex(rr.BadArgument, "term 'wrong_term' is SimpleNamespace"):
            RecorderManager(wrong, env)
        self.assertEqual([], RecorderManager(None, env).active_terms)

    def test_a_first_step_that_is_refused_leaves_the_next_one_its_place(self) -> None:
        env = Reach(2)
        manager = self.manager(env, Actions, States, quaternion="xyzw", fields={"actions": rr.f32(2)})
        env.reset()
        with self.assertRaisesRegex(rr.BadArgument, "'actions' is given complex64"):
            env.step(1j, dtype=np.complex64)
        env.step(1)
        manager.close()
        for episode in self.episodes("Isaac-Reach-v0"):
            if episode.status != "discarded":
                self.assertEqual(1, len(episode.data["actions"]))
                self.assertFalse(np.isnan(episode.data["initial_state/articulation/robot/root_pose"]).any())

    def test_close_closes_the_terms_where_the_recording_has_failed(self) -> None:
        env = Reach()
        manager = self.manager(env, Actions, settings={"export_in_close": True})
        env.reset()
        env.step(1)
        recorder = manager._recorder
        assert recorder is not None
        failed = mock.patch.object(recorder, "end", side_effect=rr.RecorderFailed("the disk is gone"))
        with failed, self.assertRaisesRegex(rr.RecorderFailed, "the disk is gone"):
            manager.close()
        self.assertTrue(recorder._is_closed)
        self.assertEqual([f"{self.top}/data"], env.terms[0].closed)

    def test_export_none_records_nothing(self) -> None:
        env = Reach()
        manager = self.manager(env, Actions, Distances, settings={"dataset_export_mode": NONE})
        env.reset(None)
        env.step(1, done=(0,))
        manager.close()
        self.assertFalse(os.path.exists(self.folder))


class Subtasks(Term):
    """Gives a row only in steps in which something happens, and the status at the end of an episode."""

    def record_post_step(self) -> Any:
        return ("subtask", self.status()) if self.env.q[0, 0] == 2 else (None, None)

    def record_final_status(self) -> Any:
        return "subtask", self.status()

    def status(self) -> Any:
        scores = self.env.q[:, 0] / np.float32(8)
        return {
            "status": Tensor(np.uint16(self.env.q[:, 0])),
            "completed": Tensor(np.uint8(self.env.success)),
            "score": Tensor(scores),
        }


class Frozen(Reach):
    """As RoboLab's env: it freezes the envs whose episode is over, and exports them by itself."""

    def __init__(self, num_envs: int = 3) -> None:
        super().__init__(num_envs)
        self.termination_manager.active_terms = ["time_out", "success_banana"]
        self._frozen_envs = Tensor(np.zeros(num_envs, bool))

    def step(self, action: complex, done: tuple[int, ...] = (), dtype: type = np.float32) -> None:
        super().step(action)
        if done:
            self.recorder_manager.record_pre_reset(Tensor(np.array(done, np.int32)))
            for env in done:
                if not self._frozen_envs.array[env]:
                    self._frozen_envs.array[env] = True
                    self.recorder_manager.export_episodes(env_ids=[env])

    def reset_eval_state(self) -> None:
        self._frozen_envs.array[:] = False


class RobolabTest(IsaacLabTest):
    def test_runs_whose_envs_freeze_one_after_the_other(self) -> None:
        env = Frozen()
        self.folder = self.top
        settings = config(self.top, Actions, Observations, States, Subtasks)
        more = {"quaternion": "xyzw", "videos": False, "metrics": False, "memory_mb": 16}
        manager = env.recorder_manager = RobolabRecorderManager(settings, env, **more)
        manager.set_flush_interval(500)
        for run in range(2):
            env.reset_eval_state()
            env.reset()
            env.reset()
            manager.set_hdf5_file(f"run_{run}.hdf5")
            for number in range(3):
                manager.set_episode_index(number, env_ids=[number])
            for step in range(4):
                env.terminated[:] = [step == 1, False, False]
                env.step(1, done={1: (0,), 2: (0, 2)}.get(step, ()))
                manager.flush_buffer(verbose=False)
            manager.export_episodes(env_ids=[0, 1] if run == 0 else [])
        manager.clear()
        manager.close()
        episodes = self.episodes("Isaac-Reach-v0")
        found = {(e.run, int(e.attributes["sim_env_id"]), len(e.data["actions"])): e for e in episodes}
        expected = {(run, 0, 2): "success" for run in range(2)} | {(run, 2, 3): "failure" for run in range(2)}
        expected |= {(0, 1, 4): "truncated", (1, 1, 4): "aborted"}  # which was exported, and cleared
        self.assertEqual(expected, {key: e.status for key, e in found.items()})
        said = [found[key].metadata["episode_attributes"] for key in ((0, 0, 2), (0, 1, 4), (1, 2, 3))]
        named = [(one["hdf5_file"], one["demo_id"]) for one in said]
        self.assertEqual([("run_0.hdf5", 0), ("run_0.hdf5", 1), ("run_1.hdf5", 2)], named)
        self.assertEqual([0.25, 13.0, 25.375], [a["subtask_score"] for a in said])
        self.assertEqual([2, 104, 203], [a["subtask_status"] for a in said])
        # It gives nothing in the first step, and nothing after the second.
        statuses = [found[run, 1, 4].data["subtask/status"].tolist() for run in range(2)]
        self.assertEqual([[0, 102, 102, 102]] * 2, statuses)
        self.assertEqual("uint16", str(found[0, 1, 4].data["subtask/status"].dtype))
        np.testing.assert_array_equal([[200, 200], [201, 201], [202, 202]], found[1, 2, 3].data["obs/policy/q"])
        root = "initial_state/articulation/robot/root_pose"
        np.testing.assert_array_equal([[200, 200]], found[1, 2, 3].data[root][:, :2])


class Episode:
    """As Isaac Lab's EpisodeData."""

    def __init__(self, data: dict[str, Any], seed: int | None = None, success: bool | None = None) -> None:
        self.data, self.seed, self.success = data, seed, success

    def is_empty(self) -> bool:
        return not self.data


class Handler(DatasetFileHandler):
    options = {"videos": False, "metrics": False, "memory_mb": 16, "quaternion": "xyzw"}  # noqa: RUF012


class HandlerTest(IsaacLabTest):
    def episode(self, steps: int, success: bool | None) -> Episode:
        def robot(rows: int) -> dict[str, Any]:
            return {"articulation": {"robot": {"root_pose": Tensor(np.arange(rows * 7.0).reshape(rows, 7))}}}

        data = {
            "actions": Tensor(np.arange(steps * 2, dtype=np.float32).reshape(steps, 2)),
            "states": robot(steps),
            "initial_state": robot(1),
            "forces": Tensor(np.arange(steps * 4.0)),
            "obs": {"q": [Tensor([k, k]) for k in range(steps)]},  # before pre_export
        }
        return Episode(data, seed=steps, success=success)

    def test_episodes_come_back_as_they_were_written(self) -> None:
        handler = Handler()
        handler.create(f"{self.top}/data.hdf5", env_name="Isaac-Reach-v0")
        handler.add_env_args({"sim_args": {"dt": 0.01, "decimation": 4}})  # which is not among the base class's methods
        handler.write_episode(Episode({}))
        episodes = [self.episode(3, True), self.episode(5, False), self.episode(4, None)]
        handler.write_episode(episodes[0])
        handler.write_episode(episodes[1], 7)
        handler.write_episode(episodes[2], None, False)
        with self.assertRaisesRegex(rr.BadArgument, "'demo_7' was written already"):
            handler.write_episode(episodes[1], 7, True)
        handler.flush()
        self.assertEqual(3, handler.get_num_episodes())
        with self.assertRaisesRegex(rr.BadState, "call close.. first"):
            handler.load_episode("demo_0", "cpu")
        self.assertIsInstance(episodes[0].data["actions"], Tensor)
        handler.close()
        names = ["demo_0", "demo_7", "demo_2"]
        self.assertEqual(names, handler.get_episode_names())
        loaded = handler.load_episode("demo_2", "cpu")
        assert loaded is not None
        self.assertEqual(4, len(loaded.data["actions"]))
        again = Handler()
        again.open(f"{self.top}/data")
        self.assertEqual(names, again.get_episode_names())
        for name, given in zip(names, episodes, strict=True):
            loaded = again.load_episode(name, "cpu")
            assert loaded is not None
            self.assertEqual((given.seed, given.success), (loaded.seed, loaded.success))
            self.assertEqual(set(given.data), set(loaded.data))
            np.testing.assert_array_equal(given.data["actions"].array, loaded.data["actions"])
            np.testing.assert_array_equal(given.data["forces"].array, loaded.data["forces"])
            np.testing.assert_array_equal([one.array for one in given.data["obs"]["q"]], loaded.data["obs"]["q"])
            for key in ("states", "initial_state"):
                pose = loaded.data[key]["articulation"]["robot"]["root_pose"]
                np.testing.assert_array_equal(given.data[key]["articulation"]["robot"]["root_pose"].array, pose)
        self.assertIsNone(again.load_episode("demo_1", "cpu"))
        first = self.episodes("Isaac-Reach-v0")[0]
        np.testing.assert_array_equal([[0, 1, 2, 6, 3, 4, 5]], first.data["initial_state/articulation/robot/root_pose"])
        self.assertEqual(((3, 4), 0.04), (first.data["forces"].shape, first.attributes["dt"]))
        third = Handler()  # Isaac Lab's would overwrite what is there
        third.create(f"{self.top}/data", env_name="Isaac-Reach-v0")
        third.add_env_args({"sim_args": {"dt": 0.01, "decimation": 4}})
        third.write_episode(episodes[0])
        third.close()
        self.assertEqual([0, 0, 0, 1], [e.run for e in self.episodes("Isaac-Reach-v0")])
        with open(f"{self.folder}/Isaac-Reach-v0/env_cfg.json", encoding="utf-8") as file:
            self.assertEqual(4, json.load(file)["isaaclab"]["env_args"]["sim_args"]["decimation"])

    def test_what_it_cannot_record_is_refused(self) -> None:
        handler = Handler()
        with self.assertRaisesRegex(rr.BadState, "no folder yet"):
            handler.write_episode(self.episode(3, True))
        handler.create(f"{self.top}/data")
        with self.assertRaisesRegex(rr.BadArgument, "no sim_args with dt"):
            handler.write_episode(self.episode(3, True))
        with self.assertRaisesRegex(rr.BadArgument, "has no 'actions'"):
            handler.write_episode(Episode({"obs": Tensor(np.zeros(3))}))
        with self.assertRaisesRegex(rr.BadArgument, "'obs' has 4 rows for 3 actions"):
            handler.write_episode(Episode({"actions": Tensor(np.zeros((3, 1))), "obs": Tensor(np.zeros(4))}))

    def test_an_episode_that_is_refused_leaves_the_next_one_its_place(self) -> None:
        handler = Handler()
        handler.create(f"{self.top}/data")
        handler.add_env_args({"sim_args": {"dt": 0.01, "decimation": 4}})
        handler.write_episode(Episode({"actions": Tensor(np.zeros((3, 2)))}))
        with self.assertRaisesRegex(rr.BadArgument, "expected float64 of shape .3, 2."):
            handler.write_episode(Episode({"actions": Tensor(np.zeros((3, 4)))}))
        handler.write_episode(Episode({"actions": Tensor(np.ones((2, 2)))}))
        handler.close()
        self.assertEqual(["demo_0", "demo_1"], handler.get_episode_names())
        loaded = handler.load_episode("demo_1")
        assert loaded is not None
        np.testing.assert_array_equal(np.ones((2, 2)), loaded.data["actions"])
        self.assertIsNone(loaded.seed)
        again = Handler()
        again.create(f"{self.top}/data")
        again.add_env_args({"sim_args": {"dt": 0.01, "decimation": 4}})
        again.write_episode(Episode({"actions": Tensor(np.full((1, 2), 7.0))}))
        again.close()
        loaded = again.load_episode("demo_0")
        assert loaded is not None
        self.assertEqual([[7, 7]], loaded.data["actions"].tolist())
        both = Handler()
        both.open(f"{self.top}/data")
        self.assertEqual(3, both.get_num_episodes())

    def test_episodes_that_were_thrown_away_are_not_read(self) -> None:
        with rr.Recorder.open(self.folder, task="T", dt=0.1, continuous=True, metrics=False) as recorder:
            for is_kept in (False, True):
                recorder.begin()
                recorder.step({"actions": np.zeros(2)})
                recorder.end(success=False, truncated=True) if is_kept else recorder.discard()
        handler = Handler()
        handler.open(self.folder)
        self.assertEqual(["demo_0"], handler.get_episode_names())
        loaded = handler.load_episode("demo_0")
        assert loaded is not None
        self.assertIs(False, loaded.success)

    def test_the_order_of_quaternions_is_that_of_the_isaac_lab_that_is_imported(self) -> None:
        pose = np.arange(7.0)
        for version, expected in (("3.0.0", [0, 1, 2, 6, 3, 4, 5]), ("2.3.1", list(range(7)))):
            with mock.patch.dict("sys.modules", {"isaaclab": SimpleNamespace(__version__=version)}):
                self.assertEqual(expected, DatasetFileHandler()._poses.recorded("a/root_pose", pose).tolist())
        self.assertEqual(pose.tolist(), DatasetFileHandler()._poses.recorded("a/root_pose", pose).tolist())
        with self.assertRaisesRegex(rr.BadArgument, "expected 'wxyz' or 'xyzw'"):
            RecorderManager(None, Reach(), quaternion="zyxw")
