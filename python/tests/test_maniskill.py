"""ManiSkill's wrapper, on an env of our own with ManiSkill 3's calls; the real wrapper is in conformance/real/maniskill."""

from __future__ import annotations

import functools
import json
import warnings
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel.maniskill import RecordEpisode
from tests.support import BridgeTest, FakeDaemonTest
from tests.tensors import Tensor


class PickCube:
    """N sub-scenes whose position moves by the action; no reset of its own."""

    def __init__(self, num_envs: int, cameras: bool = False) -> None:
        self.num_envs, self.cameras = num_envs, cameras
        self.control_freq, self.control_mode = 20, "pd_joint_delta_pos"
        kwargs = {"obs_mode": "state_dict", "sim_config": object()}
        self.spec = SimpleNamespace(id="PickCube-v1", kwargs=kwargs, max_episode_steps=50)
        self._episode_seed = np.arange(num_envs) * 0
        self.q = np.zeros((num_envs, 2), np.float32)
        self.success = np.zeros(num_envs, bool)
        self.terminated = np.zeros(num_envs, bool)
        self.single_action_space: Any = SimpleNamespace(shape=(2,), dtype=np.float32)
        self.reset_calls: list[Any] = []
        self.is_closed = False

    @property
    def unwrapped(self) -> PickCube:
        return self

    def get_state_dict(self) -> dict[str, Any]:
        return {"actors": {"cube": Tensor(np.hstack([self.q, self.q * 10]))}, "articulations": {"panda": Tensor(self.q + 0.5)}}

    def observed(self) -> dict[str, Any]:
        obs: dict[str, Any] = {"agent": {"qpos": Tensor(self.q)}, "extra": {"is_grasped": Tensor(self.q[:, 0] > 2)}}
        if self.cameras:
            rgb = np.repeat(self.q[:, :1].astype(np.uint8), 16 * 16 * 3, 1).reshape(-1, 16, 16, 3)
            obs["sensor_data"] = {"base": {"rgb": Tensor(rgb), "depth": Tensor(rgb[..., :1].astype(np.int16))}}
        return obs

    def reset(self, seed: Any = None, options: Any = None) -> Any:
        self.reset_calls.append((seed, options))
        which = slice(None) if options is None or "env_idx" not in options else np.asarray(options["env_idx"].array)
        self.q[which] = np.arange(self.num_envs, dtype=np.float32)[which][:, None] * 100
        self._episode_seed[which] = 7 * len(self.reset_calls) + np.arange(self.num_envs)[which]
        return self.observed(), {**self.info(), "reconfigure": False}

    def step(self, action: Any) -> Any:
        self.q += np.asarray(action.array if isinstance(action, Tensor) else action, np.float32)  # into what it has handed out
        truncated = Tensor(np.zeros(self.num_envs, bool))
        return self.observed(), Tensor(self.q[:, 0].astype(np.float64)), Tensor(self.terminated.copy()), truncated, self.info()

    def info(self) -> dict[str, Any]:
        return {"success": Tensor(self.success.copy()), "elapsed_steps": Tensor(np.zeros(self.num_envs, int))}

    def close(self) -> str:
        self.is_closed = True
        return "closed"


QPOS = ("obs/agent/qpos", "final_obs/agent/qpos")


class ManiSkillTest(BridgeTest):
    def wrap(self, env: Any, *args: Any, **more: Any) -> RecordEpisode:
        return RecordEpisode(env, self.folder, *args, **{"metrics": False, "memory_mb": 16, **more})

    def actions(self, env: PickCube, value: float) -> Tensor:
        return Tensor(np.full((env.num_envs, 2), value, np.float64))

    def test_everything_of_three_envs_with_a_partial_reset(self) -> None:
        env = PickCube(3)
        declared = {"actions": rr.f32(2, unit="m"), "obs/agent/qpos": rr.f32(2, unit="rad")}
        wrapped = self.wrap(env, trajectory_name="pick", source_type="rl", save_video=False, fields=declared)
        self.assertIsInstance(wrapped, PickCube)  # as gymnasium.Wrapper requires of what it wraps
        self.assertIsInstance(wrapped, RecordEpisode)
        wrapped.reset(seed=4)
        for step in range(4):
            env.success[:] = [step == 3, False, step == 1]
            env.terminated[:] = [step >= 1, False, False]
            wrapped.step(self.actions(env, 1))  # env 0 is done after two and is recorded further
        options = {"env_idx": Tensor([0, 2])}
        wrapped.reset(options=options)
        self.assertIs(options["env_idx"], env.reset_calls[-1][1]["env_idx"])
        self.assertEqual(["env_idx"], list(options))
        self.assertIsInstance(options["env_idx"], Tensor)  # ManiSkill's turns the caller's into numpy's
        env.success[:] = env.terminated[:] = True
        wrapped.step(self.actions(env, 2))
        self.assertEqual("closed", wrapped.close())
        self.assertTrue(env.is_closed)
        episodes = {(int(e.attributes["sim_env_id"]), len(e.data["actions"])): e for e in self.episodes("PickCube-v1")}
        self.assertEqual({(0, 4), (2, 4), (0, 1), (2, 1), (1, 5)}, set(episodes))
        first = episodes[0, 4]
        np.testing.assert_array_equal(np.ones((4, 2), np.float32), first.data["actions"])
        np.testing.assert_array_equal([[0, 0], [1, 1], [2, 2], [3, 3]], first.data["obs/agent/qpos"])
        np.testing.assert_array_equal([[4, 4]], first.data["final_obs/agent/qpos"])
        np.testing.assert_array_equal([False, False, False, True], first.data["obs/extra/is_grasped"])
        np.testing.assert_array_equal([[0, 0, 0, 0]], first.data["initial_state/actors/cube"])
        np.testing.assert_array_equal([[k, k, 10 * k, 10 * k] for k in range(1, 5)], first.data["states/actors/cube"])
        np.testing.assert_array_equal([[0.5, 0.5]], first.data["initial_state/articulations/panda"])
        np.testing.assert_array_equal([1, 2, 3, 4], first.data["rewards"])
        np.testing.assert_array_equal([False, True, True, True], first.data["terminated"])
        np.testing.assert_array_equal([False, False, False, True], first.data["success"])
        types = [str(first.data[path].dtype) for path in ("actions", "rewards", "obs/agent/qpos", "terminated")]
        self.assertEqual(["float32", "float32", "float32", "bool"], types)
        self.assertEqual(["m", "rad"], [first.described[path]["unit"] for path in declared])
        # The verdict is that of the last step, and env 2 was not terminated.
        self.assertEqual("success", first.status)
        self.assertFalse(any(e.metadata.get("ending") == "truncated" for e in (first, episodes[1, 5])))
        self.assertEqual("truncated", episodes[2, 4].metadata["ending"])
        again = episodes[0, 1]
        np.testing.assert_array_equal([[0, 0], [2, 2]], [again.data[p][0] for p in ("obs/agent/qpos", "final_obs/agent/qpos")])
        np.testing.assert_array_equal([[200, 200], [202, 202]], np.vstack([episodes[2, 1].data[p] for p in QPOS]))
        np.testing.assert_array_equal(
            [[100 + k] * 2 for k in (0, 1, 2, 3, 4, 6)], np.vstack([episodes[1, 5].data[p] for p in QPOS])
        )
        self.assertEqual([7, 14, 16], [episodes[key].attributes["seed"] for key in ((0, 4), (0, 1), (2, 1))])
        self.assertEqual("pd_joint_delta_pos", first.metadata["episode_attributes"]["control_mode"])
        with open(f"{self.folder}/PickCube-v1/env_cfg.json", encoding="utf-8") as file:
            kept = json.load(file)["maniskill"]
        expected = {"env_id": "PickCube-v1", "env_kwargs": {"obs_mode": "state_dict"}, "max_episode_steps": 50}
        self.assertEqual({**expected, "trajectory_name": "pick", "source_type": "rl"}, kept)

    def test_save_false_throws_away_and_flush_trajectory_ends(self) -> None:
        env = PickCube(1)
        wrapped = self.wrap(env, save_on_reset=False)
        for take in range(4):
            wrapped.reset(options={"reconfigure": take == 3})
            for _ in range(take + 1):
                env.success[:] = True
                wrapped.step(np.ones(2))  # one env takes an action without the axis of envs
            if take == 0:
                wrapped.reset(save=False)
            elif take == 1:
                wrapped.flush_trajectory(verbose=True)
                wrapped.flush_video()
            # Take 2 is reset without a flush, take 3 is closed without one.
        wrapped.close()
        episodes = self.episodes("PickCube-v1")
        lengths = [(len(e.data["actions"]), e.status) for e in episodes]
        self.assertEqual([(0, "discarded"), (2, "success"), (3, "truncated"), (4, "aborted")], lengths)
        self.assertEqual({"reconfigure": True}, json.loads(episodes[-1].metadata["episode_attributes"]["reset_options"]))
        reasons = [line["reason"] for line in self.results() if line.get("reason")]
        self.assertIn("reset before flush_trajectory, with save_on_reset=False", reasons)

    def test_after_a_flush_the_next_episode_begins_where_the_env_is(self) -> None:
        env = PickCube(2)
        wrapped = self.wrap(env, record_reward=False, save_video=False)
        wrapped.reset()
        for _ in range(3):
            wrapped.step(self.actions(env, 1))
        wrapped.flush_trajectory(env_idxs_to_flush=np.array([1]))
        wrapped.flush_trajectory(env_idxs_to_flush=np.array([1]))  # nothing since
        wrapped.step(self.actions(env, 1))
        wrapped.flush_trajectory(env_idxs_to_flush=[0], save=False)
        wrapped.step(self.actions(env, 1))
        wrapped.close()
        kept = [e for e in self.episodes("PickCube-v1") if e.status != "discarded"]
        stored = {(int(e.attributes["sim_env_id"]), len(e.data["actions"])): e.data for e in kept}
        self.assertEqual({(1, 3), (1, 2), (0, 1)}, set(stored))
        np.testing.assert_array_equal([103.0, 104, 105], np.vstack([stored[1, 2][path] for path in QPOS])[:, 0])
        self.assertEqual([[103, 103, 1030, 1030]], stored[1, 2]["initial_state/actors/cube"].tolist())
        self.assertEqual([[4, 4, 40, 40]], stored[0, 1]["initial_state/actors/cube"].tolist())
        self.assertNotIn("rewards", stored[1, 3])

    def test_pictures_and_a_cpu_wrapper(self) -> None:
        class CPUGymWrapper:  # hands out rows without the axis of envs
            def __init__(self, env: PickCube) -> None:
                self.env = self.unwrapped = env

            def reset(self, **more: Any) -> Any:
                obs, info = self.env.reset(**more)
                return self.plain(obs), info

            def step(self, action: Any) -> Any:
                obs, reward, terminated, truncated, info = self.env.step(action)
                flags = [bool(one.array[0]) for one in (terminated, truncated)]
                return self.plain(obs), float(reward.array[0]), *flags, {"success": bool(info["success"].array[0])}

            def plain(self, tree: Any) -> Any:
                return {k: self.plain(v) for k, v in tree.items()} if isinstance(tree, dict) else tree.array[0]

            def close(self) -> None:
                self.env.close()

        wrapped = self.wrap(CPUGymWrapper(PickCube(1, cameras=True)))
        wrapped.reset()
        for _ in range(3):
            wrapped.step(np.ones(2, np.float32))
        wrapped.close()
        (episode,) = self.episodes("PickCube-v1")
        self.assertEqual([0, 1, 2], episode.data["obs/sensor_data/base/rgb"][:, 5, 5, 1].tolist())
        self.assertEqual((1, 16, 16, 3), episode.data["final_obs/sensor_data/base/rgb"].shape)
        depth = episode.data["obs/sensor_data/base/depth"]
        self.assertEqual(("int16", 2), (str(depth.dtype), int(depth[2, 0, 0, 0])))
        self.assertEqual([[0, 0], [1, 1], [2, 2]], episode.data["obs/agent/qpos"].tolist())

    def test_nothing_is_recorded_without_save_trajectory_and_dt_must_be_known(self) -> None:
        env = PickCube(1)
        wrapped = self.wrap(env, save_trajectory=False)
        wrapped.reset()
        wrapped.step(np.ones(2))
        wrapped.close()
        self.assertEqual([], self.episodes("PickCube-v1"))
        del env.control_freq
        with self.assertRaisesRegex(rr.BadArgument, "PickCube has no control_freq.*give dt="):
            self.wrap(env)


class StatesTest(FakeDaemonTest):
    def test_the_first_reset_opens_the_run_where_it_says_what_steps_have(self) -> None:
        opened = []
        for is_said, space in ((True, None), (True, {"arm": (2,), "body": (3,)}), (False, None)):
            env = PickCube(2)
            if space is not None:
                spaces = {key: SimpleNamespace(shape=shape, dtype=np.float64) for key, shape in space.items()}
                env.single_action_space = SimpleNamespace(spaces=spaces)
            if not is_said:
                del env.single_action_space
            with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
                wrapped = RecordEpisode(env, self.folder, save_video=False, fields={"obs/agent/qpos": rr.f32(2, unit="rad")})
            self.recorders.append(wrapped.recorder)
            wrapped.reset()
            opened.append(not wrapped.recorder._is_waiting())
            said = self.daemon.clients[-1].opening["fields"]
            fields = {field["path"]: (field["dtype"], field["shape"], field["unit"]) for field in said}
            if space is not None:
                self.assertEqual([("float64", [2], ""), ("float64", [3], "")], [fields["actions/arm"], fields["actions/body"]])
                continue
            wrapped.step(np.ones((2, 2)))
            said = self.daemon.clients[-1].opening["fields"]
            fields = {field["path"]: (field["dtype"], field["shape"], field["unit"]) for field in said}
            expected = {
                "actions": ("float32", [2], ""),
                "final_obs/agent/qpos": ("float32", [2], "rad"),
                "initial_state/actors/cube": ("float32", [4], ""),
                "success": ("bool", [], ""),
                "rewards": ("float32", [], ""),
            }
            self.assertEqual(expected, {path: fields[path] for path in expected})
            self.assertNotIn("fail", fields)
            slots = self.daemon.clients[-1].slots
            self.assertTrue(wrapped.recorder.flush(60))
            self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in slots])
            self.assertEqual([0, 1000], slots[0].values["initial_state/actors/cube"][:, 2].tolist())
        self.assertEqual([True, True, False], opened)

    def test_steps_that_are_refused_leave_the_next_ones_right(self) -> None:
        env = PickCube(2)
        with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
            wrapped = RecordEpisode(env, self.folder, save_video=False, fields={"actions": rr.f32(2)})
        self.recorders.append(wrapped._recorder)
        right, wrong = np.ones((2, 2), np.float32), np.ones((2, 3), np.float32)
        with mock.patch.object(env, "step", functools.partial(self.moved, env)):
            for actions, is_first in ((wrong, True), (right, True), (wrong, False), (right, False)):
                if is_first:
                    wrapped.reset()
                if actions is right:
                    wrapped.step(actions)
                else:
                    with self.assertRaisesRegex(rr.BadArgument, "'actions' is given float32 of shape .2, 3."):
                        wrapped.step(actions)
        steps = [one for one in self.slots(wrapped._recorder) if one.kind == "STEP"]
        self.assertEqual([[0, 100], [2, 102]], [one.values["obs/agent/qpos"][:, 0].tolist() for one in steps])

    def test_close_closes_the_env_where_the_recording_has_failed(self) -> None:
        env = PickCube(2)
        with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
            wrapped = RecordEpisode(env, self.folder, save_video=False)
        recorder = wrapped._recorder
        assert recorder is not None
        self.recorders.append(recorder)
        wrapped.reset()
        wrapped.step(np.ones((2, 2), np.float32))
        failed = mock.patch.object(recorder, "end", side_effect=rr.RecorderFailed("the disk is gone"))
        with failed, self.assertRaisesRegex(rr.RecorderFailed, "the disk is gone"):
            wrapped.close()
        self.assertTrue(env.is_closed)
        self.assertTrue(recorder._is_closed)

    @staticmethod
    def moved(env: Any, action: Any) -> Any:
        env.q += 1
        return env.observed(), Tensor(env.q[:, 0] * 1.0), Tensor(env.terminated), Tensor(env.terminated), env.info()

    def test_states_without_a_row_for_each_env_are_left_out_with_a_warning(self) -> None:
        env = PickCube(2)
        env.get_state_dict = lambda: {"actors": {"cube": Tensor(np.zeros((1, 13)))}}  # type: ignore[method-assign]
        with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
            wrapped = RecordEpisode(env, self.folder, save_video=False)
        self.recorders.append(wrapped._recorder)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            wrapped.reset()
            wrapped.step(np.ones((2, 2), np.float32))
        sentences = [str(one.message) for one in said if one.category is rr.RoboReelWarning]
        self.assertEqual(["the env's states are not recorded: 'states/actors/cube' has not a row for each of 2 envs"], sentences)
        names = {name.split("/")[0] for name in wrapped._recorder._names["step"]}
        self.assertEqual({"actions", "obs", "rewards", "terminated", "truncated", "success"}, names)
        self.assertEqual(["BEGIN", "STEP"], [one.kind for one in self.slots(wrapped._recorder)])
