"""Wrappers around envs and vector envs, on stand-ins: what the env gave is in the files, and the traps of each library."""

from __future__ import annotations

import copy
import difflib
import json
import os
import pickle
import re
import subprocess
import sys
import unittest
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

import h5py
import numpy as np

import roboreel as rr
from tests import fake_gymnasium as gym
from tests.fake_gymnasium import AutoresetMode, Counter
from tests.support import ROOT, BridgeTest, Episode, FakeDaemonTest
from tests.tensors import Tensor

QUICK: dict[str, Any] = {"videos": False, "metrics": False, "memory_mb": 16}


class DoorTest(BridgeTest):
    def counted(self, episode: Episode, number: int, index: int, steps: int, reward: type = np.float64) -> None:
        """An episode holds what a Counter gave: its sum tells which actions it was given."""
        rows = np.concatenate([episode.data["obs/observation"], episode.data["final_obs/observation"]])
        expected = np.array([[number, index, step] for step in range(steps + 1)], np.float32)
        np.testing.assert_array_equal(expected, rows[:, :3])
        np.testing.assert_allclose(episode.data["actions"].sum(1), np.diff(rows[:, 3]), atol=1e-5)
        np.testing.assert_array_equal(0.5 * np.arange(1, steps + 1, dtype=reward), episode.data["rewards"])
        self.assertEqual(reward, episode.data["rewards"].dtype)

    def of_envs(self, task: str = "lab_Counter-v0") -> dict[int, list[Episode]]:
        """The episodes of each env that have steps."""
        found: dict[int, list[Episode]] = {}
        for episode in self.episodes(task):
            if episode.status != "discarded":
                found.setdefault(int(episode.attributes["sim_env_id"]), []).append(episode)
        return found


class OneEnvTest(DoorTest):
    def test_episodes_are_what_the_env_gave(self) -> None:
        inner = Counter(1, reuses=True)
        env = rr.gymnasium.RecordEpisodes(inner, self.folder, policy="random", **QUICK)
        self.assertIsInstance(env, gym.Wrapper)
        self.assertIsInstance(env, rr.gymnasium.RecordEpisodes)
        outer = gym.Wrapper(env)
        self.assertIs(inner, outer.unwrapped)
        self.assertIs(inner.spec, env.spec)
        random = np.random.default_rng(0)
        options = {"level": 2}
        outer.reset(seed=7, options=options)
        action = np.zeros(2, np.float32)
        for _ in range(3):
            action[:] = random.random(2)
            observation, _, terminated, *_ = outer.step(action)
            self.assertIs(observation, inner._shown)
        self.assertTrue(terminated)
        outer.reset(options={"minari_autoseed": False})
        outer.step(random.random(2).astype(np.float32))
        outer.reset()
        outer.reset()
        inner.is_cut = True
        for _ in range(3):
            outer.step(random.random(2).astype(np.float32))
        outer.reset(seed=9)
        outer.step(np.ones(2, np.float32))
        outer.close()
        self.assertTrue(inner.is_closed)
        self.assertEqual({"level": 2}, options)
        one, two, three, four = self.of_envs()[0]
        for episode, index, steps in ((one, 0, 3), (two, 1, 1), (three, 3, 3), (four, 4, 1)):
            self.counted(episode, 1, index, steps)
        self.assertEqual(["success", "truncated", "success", "truncated"], [e.status for e in (one, two, three, four)])
        self.assertEqual(["", "", "truncated"], [e.metadata.get("ending", "") for e in (one, two, three)])
        self.assertEqual([7, inner.seeds[3], 9], [int(e.attributes["seed"]) for e in (one, three, four)])
        self.assertIsNone(inner.seeds[1])
        self.assertGreater(inner.seeds[3], 2**32)
        self.assertEqual({"level": 2}, json.loads(one.metadata["episode_attributes"]["reset_options"]))
        self.assertEqual(
            [0.02], one.attributes["dt"].ravel().tolist() if np.ndim(one.attributes["dt"]) else [one.attributes["dt"]]
        )
        self.assertEqual({"low": [-1.0], "high": [1.0]}, _bounds(one, "actions"))
        self.assertEqual({}, _bounds(one, "obs/observation"))
        reasons = {line["episode"]: line["reason"] for line in self.results()}
        self.assertEqual("the env was reset in the middle of the episode", reasons[1])
        self.assertEqual("the env was closed", reasons[max(reasons)])

    def test_a_program_that_ends_without_close_leaves_a_last_observation(self) -> None:
        script = f"""
            sys.path.insert(0, {ROOT!r})
            from tests.fake_gymnasium import Counter
            env = rr.gymnasium.RecordEpisodes(Counter(), folder, videos=False, metrics=False)
            env.reset(seed=1)
            env.step(np.ones(2, np.float32))
        """
        process = self.python(script)
        self.assertEqual(("", ""), process.communicate(timeout=600))
        (episode,) = self.of_envs()[0]
        self.counted(episode, 0, 0, 1)
        self.assertEqual("truncated", episode.status)

    def test_callbacks_of_minari_say_what_is_recorded(self) -> None:
        calls: list[dict[str, Any]] = []

        class Step:
            def __call__(self, env: Any, obs: Any, info: Any, action: Any = None, rew: Any = None, **over: Any) -> Any:
                calls.append({"env": env, "action": action, **over})
                data = {"observation": {"twice": 2 * obs}, "action": action, "reward": rew, "info": info}
                return {**data, "terminated": None, "truncated": None, **over, "pose": {"x": float(obs[2])}}

        class Whole:
            def __call__(self, episode: dict[str, Any]) -> dict[str, Any]:
                self.seen = episode
                return {"longest": len(episode["rewards"]), "path": episode["observations"]["twice"][:, 2].tolist()}

        inner = Counter(reuses=True)
        space = gym.Dict({"twice": gym.Box(-np.inf, np.inf, (4,))})
        whole = Whole()
        env = rr.gymnasium.RecordEpisodes(
            inner, self.folder, step_data_callback=Step, episode_metadata_callback=whole, observation_space=space, **QUICK
        )
        env.reset(seed=1)
        for _ in range(3):
            observation, *_ = env.step(np.ones(2, np.float32))
            self.assertIs(inner._shown, observation)
        env.reset()
        env.step(np.ones(2, np.float32))
        env.close()
        self.assertEqual([{"env": inner, "action": None}], [call for call in calls if call["action"] is None][:1])
        self.assertEqual({"terminated", "truncated"}, calls[1].keys() - {"env", "action"})
        one, two = self.of_envs()[0]
        np.testing.assert_array_equal([0, 2, 4], one.data["obs/twice"][:, 2])
        np.testing.assert_array_equal([[0, 0, 6, 12]], one.data["final_obs/twice"])
        np.testing.assert_array_equal([1, 2, 3], one.data["infos/pose/x"])
        np.testing.assert_array_equal([0], one.data["initial_state/infos/pose/x"])
        self.assertEqual((3, [0, 2, 4, 6]), (one.metadata["episode_attributes"]["longest"], one.metadata["path"]))
        self.assertEqual((1, [0, 2]), (two.metadata["episode_attributes"]["longest"], two.metadata["path"]))
        self.assertEqual(([False], [True]), (whole.seen["terminations"].tolist(), whole.seen["truncations"].tolist()))

    def test_a_dataset_has_what_was_recorded_since_the_last_one(self) -> None:
        root = Path(self.folder, "datasets")
        env = rr.gymnasium.RecordEpisodes(Counter(), self.folder, policy="random", **QUICK)
        self.play(env, 2)
        made = env.create_dataset("lab/counter-v0", author={"A", "B"}, description="counts", ref_max_score=2.5, root=root)
        self.assertEqual(root / "lab" / "counter-v0", made)
        self.play(env, 1)
        env.reset()
        env.step(np.ones(2, np.float32))
        env.add_to_dataset("lab/counter-v0", root=root)
        env.close()
        metadata = json.loads((made / "data" / "metadata.json").read_text())
        self.assertEqual(["A", "B"], sorted(metadata["author"]))
        described = [metadata[key] for key in ("description", "algorithm_name", "ref_max_score")]
        self.assertEqual(["counts", "random", 2.5], described)
        space = json.loads(metadata["observation_space"])
        self.assertEqual(("Box", [4]), (space["type"], space["shape"]))
        with h5py.File(made / "data" / "main_data.hdf5") as file:
            lengths = {name: (len(group["actions"]), len(group["observations"])) for name, group in file.items()}
            self.assertEqual({"episode_0": (3, 4), "episode_1": (3, 4), "episode_2": (3, 4), "episode_3": (1, 2)}, lengths)
            np.testing.assert_array_equal([False, False, True], file["episode_1/terminations"])
            np.testing.assert_array_equal([True], file["episode_3/truncations"])
            np.testing.assert_array_equal([0, 1, 2, 3], file["episode_1/observations"][:, 2])
        self.assertEqual(4, len(self.of_envs()[0]))

    def play(self, env: Any, episodes: int) -> None:
        for _ in range(episodes):
            env.reset()
            for _ in range(3):
                env.step(np.ones(2, np.float32))


class VectorTest(DoorTest):
    def play(self, mode: AutoresetMode, steps: int, lengths: tuple[int, ...]) -> gym.SyncVectorEnv:
        """Steps with other actions each time, and resets what is over where nothing else does."""
        inner = gym.SyncVectorEnv([lambda n=n: Counter(n, lengths[n]) for n in range(len(lengths))], mode, copy=False)
        inner.envs[2].is_cut = True
        venv = rr.gymnasium.RecordVector(inner, self.folder, **QUICK)
        self.assertIsInstance(venv, gym.VectorWrapper)
        random = np.random.default_rng(0)
        venv.reset(seed=5)
        for _ in range(steps):
            *_, ended, cut, _ = venv.step(random.random((len(lengths), 2), np.float32))
            if mode is AutoresetMode.DISABLED and (ended | cut).any():
                options = {"reset_mask": ended | cut, "level": 1}
                kept = copy.deepcopy(options)
                venv.reset(options=options)
                self.assertEqual(kept.keys(), options.keys())
                np.testing.assert_array_equal(kept["reset_mask"], options["reset_mask"])
        venv.close()
        return inner

    def test_an_action_after_the_last_step_is_none_where_the_next_step_resets(self) -> None:
        self.play(AutoresetMode.NEXT_STEP, 9, (3, 2, 4))
        self.lengths({0: [3, 3, 1], 1: [2, 2, 2], 2: [4, 4]})

    def test_the_last_observation_is_in_infos_where_the_same_step_resets(self) -> None:
        self.play(AutoresetMode.SAME_STEP, 9, (3, 2, 4))
        self.lengths({0: [3, 3, 3], 1: [2, 2, 2, 2, 1], 2: [4, 4, 1]})

    def test_envs_are_reset_by_a_mask_where_nothing_else_does(self) -> None:
        inner = self.play(AutoresetMode.DISABLED, 9, (3, 2, 4))
        self.lengths({0: [3, 3, 3], 1: [2, 2, 2, 2, 1], 2: [4, 4, 1]})
        self.assertEqual([None, {"level": 1}], inner.envs[2].options[:2])
        second = self.of_envs()[2][1]
        self.assertEqual({"level": 1}, json.loads(second.metadata["episode_attributes"]["reset_options"]))

    def lengths(self, expected: dict[int, list[int]]) -> None:
        found = self.of_envs()
        self.assertEqual(expected, {env: [len(e.data["actions"]) for e in episodes] for env, episodes in sorted(found.items())})
        for env, episodes in found.items():
            for index, episode in enumerate(episodes):
                steps = expected[env][index]
                self.counted(episode, env, index, steps)
                is_whole = steps == expected[env][0]
                status = {0: "failure", 1: "success", 2: "failure"}[env] if is_whole else "truncated"
                self.assertEqual(status, episode.status)
                self.assertEqual(is_whole and env == 2, episode.metadata.get("ending") == "truncated")
                if index == 0:
                    self.assertEqual(5 + env, int(episode.attributes["seed"]))

    def test_a_reset_of_some_in_the_middle_cuts_them_alone(self) -> None:
        inner = gym.SyncVectorEnv([lambda n=n: Counter(n, 9) for n in range(2)], AutoresetMode.DISABLED)
        venv = rr.gymnasium.RecordVector(inner, self.folder, **QUICK)
        venv.reset(seed=[3, 4])
        venv.step(np.ones((2, 2), np.float32))
        venv.reset(options={"reset_mask": np.array([False, True])}, seed=[None, 8])
        venv.step(np.ones((2, 2), np.float32))
        venv.reset()
        venv.close()
        found = self.of_envs()
        self.assertEqual(
            {0: [2], 1: [1, 1]}, {env: [len(e.data["actions"]) for e in episodes] for env, episodes in found.items()}
        )
        self.assertEqual([4, 8], [int(e.attributes["seed"]) for e in found[1]])
        self.counted(found[1][0], 1, 0, 1)
        self.counted(found[1][1], 1, 1, 1)


class BaselinesTest(DoorTest):
    def test_episodes_of_a_vec_env_end_with_the_terminal_observation(self) -> None:
        inner = gym.DummyVecEnv([lambda n=n: Counter(n, 2 + n, is_cut=n == 0) for n in range(2)])
        venv = rr.stable_baselines3.RecordVecEnv(inner, self.folder, policy="ppo", **QUICK)
        self.assertIsInstance(venv, gym.VecEnvWrapper)
        venv.seed(11)
        venv.reset()
        for step in range(5):
            venv.step(np.full((2, 2), step, np.float32))
        venv.close()
        found = self.of_envs()
        self.assertEqual({0: [2, 2, 1], 1: [3, 2]}, {n: [len(e.data["actions"]) for e in es] for n, es in found.items()})
        for number, episodes in found.items():
            self.assertEqual(11 + number, int(episodes[0].attributes["seed"]))
            for index, episode in enumerate(episodes):
                self.counted(episode, number, index, len(episode.data["actions"]), np.float32)
        self.assertEqual((["truncated"] * 3, ["success", "truncated"]), tuple([ending_of(e) for e in found[n]] for n in (0, 1)))


def ending_of(episode: Episode) -> str:
    return "truncated" if episode.metadata.get("ending") == "truncated" else episode.status


def _bounds(episode: Episode, path: str) -> dict[str, Any]:
    return {name: episode.described[path][name].tolist() for name in ("low", "high") if name in episode.described[path]}


class SlotsTest(FakeDaemonTest):
    """What is refused, and what is handed over, without the process that records."""

    def setUp(self) -> None:
        super().setUp()
        patch = mock.patch("roboreel._recorder.Daemon", return_value=self.daemon)
        patch.start()
        self.addCleanup(patch.stop)

    def one(self, env: Any = None, **more: Any) -> Any:
        wrapped = rr.gymnasium.RecordEpisodes(env or Counter(), self.folder, **more)
        self.recorders.append(wrapped.recorder)
        return wrapped

    def vector(self, mode: AutoresetMode = AutoresetMode.NEXT_STEP, envs: int = 2, **more: Any) -> Any:
        inner = gym.SyncVectorEnv([lambda n=n: Counter(n) for n in range(envs)], mode)
        wrapped = rr.gymnasium.RecordVector(inner, self.folder, **more)
        self.recorders.append(wrapped.recorder)
        return wrapped

    def with_space(self, seen: Any, action: Any = None) -> Any:
        env = Counter()
        env.observation_space = seen
        env.action_space = action or env.action_space
        return env

    def test_every_space_is_a_field(self) -> None:
        seen = gym.Dict({
            "q": gym.Box(np.array([[-1, -2, -np.inf]] * 2), 1, dtype=np.float64),
            "cam": gym.Box(0, 255, (16, 20, 3), np.uint8),
            "mask": gym.Box(0, 9, (2, 3), np.uint8),
            "n": gym.Discrete(5, start=-2),
            "word": gym.Text(4, characters="aü"),
            "pair": gym.Tuple((gym.MultiDiscrete([[2, 3]]), gym.Dict({"bits": gym.MultiBinary(4)}))),
        })  # fmt: skip
        env = self.with_space(seen, gym.Discrete(3))
        self.one(env, instruction="count", settings={"hdf5.compression": "none"}, env_config={"robot": "none"})
        said = self.daemon.client.opening
        self.assertEqual(("lab_Counter-v0", "count", True, 0.02), tuple(
            said[key] for key in ("env_name", "instruction", "continuous", "dt_seconds")))  # fmt: skip
        keys = ("dtype", "shape", "image", "low", "high", "num_values", "non_finite_allowed")
        fields = {f["path"]: {key: f[key] for key in keys if f.get(key)} for f in said["fields"] if f["phase"] == "step"}
        self.assertEqual(
            {
                "actions": {"dtype": "int64", "num_values": [3]},
                "rewards": {"dtype": "float64", "non_finite_allowed": True},
                "obs/q": {
                    "dtype": "float64", "shape": [2, 3], "low": [-1.0, -2.0, None] * 2, "high": [1.0],
                    "non_finite_allowed": True,
                },
                "obs/cam": {"dtype": "uint8", "shape": [16, 20, 3], "image": True},
                "obs/mask": {"dtype": "uint8", "shape": [2, 3], "low": [0.0], "high": [9.0]},
                "obs/n": {"dtype": "int64", "low": [-2.0], "num_values": [5]},
                "obs/word": {"dtype": "text", "shape": [8]},
                "obs/pair/0": {"dtype": "int64", "shape": [1, 2], "num_values": [2, 3]},
                "obs/pair/1/bits": {"dtype": "int8", "shape": [4], "num_values": [2]},
            },
            fields,
        )  # fmt: skip
        finals = {f["path"] for f in said["fields"] if f["phase"] == "final"}
        self.assertEqual({"final_" + path for path in fields if path.startswith("obs/")}, finals)
        self.assertEqual("none", said["env_config"]["robot"])
        kept = said["env_config"]["minari"]
        self.assertEqual("observations/pair/_index_1/bits", kept["paths"]["obs/pair/1/bits"])
        self.assertEqual([[-1.0, -2.0, "-inf"]] * 2, kept["observation_space"]["subspaces"]["q"]["low"])
        self.assertEqual({"type": "Discrete", "dtype": "int64", "start": 0, "n": 3}, kept["action_space"])

    def test_a_space_without_a_fixed_shape_is_refused_by_name(self) -> None:
        for space in (gym.Graph(), gym.Sequence(), gym.OneOf()):
            name = type(space).__name__
            with self.subTest(name), self.refuses(rr.BadArgument, f"'obs/pair/0' is a {name}", "no fixed shape", "wrap the env"):
                self.one(self.with_space(gym.Dict({"pair": gym.Tuple((space,))})))
        with self.refuses(rr.BadArgument, "'actions' is a Sequence"):
            self.one(self.with_space(Counter.observation_space, gym.Sequence()))
        with self.refuses(rr.BadArgument, "'obs' has the key 'a/b'", "rename it"):
            self.one(self.with_space(gym.Dict({"a/b": gym.Discrete(2)})))
        with self.refuses(rr.BadArgument, "'obs' is a Box of shape (0,)", "leave it out"):
            self.one(self.with_space(gym.Box(0, 1, (0,))))
        with self.refuses(rr.BadArgument, "'obs' is a Box of complex64"):
            self.one(self.with_space(gym.Box(0, 1, (1,), np.complex64)))

    def test_values_that_are_not_of_the_space_are_refused_and_nothing_changes(self) -> None:
        env = self.with_space(gym.Dict({"q": gym.Discrete(2), "pair": gym.Tuple((gym.Discrete(2), gym.Discrete(3)))}))
        seen = {"q": 1, "pair": (0, 1)}
        wrapped = self.one(env)
        with mock.patch.object(env, "_see", return_value=seen):
            wrapped.reset(seed=1)
            wrapped.step(np.zeros(2, np.float32))
            self.assertEqual({"q": 1, "pair": (0, 1)}, seen)
        for given, words in (
            ({"q": 1}, ("'obs' is given the keys ['q']", "['pair', 'q']")),
            ({"q": 1, "pair": (0, 1), "more": 2}, ("'more'", "keys of the space")),
            ({"q": 1, "pair": (0,)}, ("'obs/pair' is given (0,)", "a tuple of 2")),
            (3, ("'obs' is given a int", "a dict")),
        ):
            with mock.patch.object(env, "_see", return_value=seen):
                wrapped.reset(seed=1)
            patch = mock.patch.object(env, "_see", return_value=given)
            with self.subTest(given), patch, self.refuses(rr.BadArgument, *words):
                wrapped.step(np.zeros(2, np.float32))

    def test_an_autoreset_mode_that_nothing_says_is_refused(self) -> None:
        inner = gym.SyncVectorEnv([Counter], AutoresetMode.SAME_STEP)
        inner.metadata = {"render_fps": 50}
        with self.refuses(rr.BadArgument, "metadata has no 'autoreset_mode'", "'next_step', 'same_step' and 'disabled'"):
            rr.gymnasium.RecordVector(inner, self.folder)
        with self.refuses(rr.BadArgument, "autoreset_mode is 'never'"):
            rr.gymnasium.RecordVector(inner, self.folder, autoreset_mode="never")
        venv = rr.gymnasium.RecordVector(inner, self.folder, autoreset_mode="same_step")
        self.recorders.append(venv.recorder)
        venv.reset()
        for _ in range(4):
            venv.step(np.ones((1, 2), np.float32))
        self.assertEqual(["BEGIN", *["STEP"] * 3, "END", "BEGIN", "STEP"], [s.kind for s in self.slots(venv.recorder)])

    def test_a_mode_that_the_env_has_not_is_found_out(self) -> None:
        venv = self.vector(AutoresetMode.NEXT_STEP, autoreset_mode="same_step")
        venv.reset()
        with self.refuses(rr.BadArgument, "same_step", "no 'final_obs'", "autoreset_mode="):
            for _ in range(3):
                venv.step(np.ones((2, 2), np.float32))

    def test_what_nothing_says_must_be_given(self) -> None:
        env = Counter()
        env.metadata, env.spec = {}, None  # type: ignore[assignment]
        with self.refuses(rr.BadArgument, "neither dt nor metadata['render_fps']", "give dt="):
            self.one(env)
        env.dt = 0.25
        self.one(env)
        said = self.daemon.client.opening
        self.assertEqual(("Counter", 0.25), (said["env_name"], said["dt_seconds"]))
        for name in ("fields", "num_envs", "continuous", "envs", "run"):
            with self.subTest(name), self.refuses(rr.BadArgument, f"{name}= is given"):
                self.one(**{name: 1})

    def test_a_step_before_a_reset_is_refused(self) -> None:
        with self.refuses(rr.BadState, "no reset was recorded; call reset() first"):
            env = Counter()
            env.reset()
            self.one(env).step(np.zeros(2, np.float32))
        venv = self.vector()
        venv.env.reset()
        with self.refuses(rr.BadState, "no reset was recorded"):
            venv.step(np.zeros((2, 2), np.float32))

    def test_a_wrapper_that_makes_steps_of_resets_is_refused_beneath(self) -> None:
        class Autoreset(gym.Wrapper):
            pass

        with self.refuses(rr.BadArgument, "the env is wrapped by Autoreset", "put RecordEpisodes within it"):
            self.one(gym.Wrapper(Autoreset(Counter())))
        Autoreset(self.one())

    def test_an_action_that_the_env_changes_is_recorded_as_it_was_given(self) -> None:
        class Clipping(Counter):
            def step(self, action: Any) -> Any:
                np.clip(action["arm"], -1, 1, out=action["arm"])
                return Counter.step(self, action["arm"])

        env = Clipping()
        env.action_space = gym.Dict({"arm": gym.Box(-1, 1, (2,))})
        wrapped = self.one(env)
        wrapped.reset()
        action = {"arm": np.array([0.5, 9], np.float32)}
        wrapped.step(action)
        self.assertEqual([0.5, 1], action["arm"].tolist())
        np.testing.assert_array_equal([[0.5, 9]], self.slots(wrapped.recorder)[1].values["actions/arm"])

    def test_a_reset_alone_is_no_episode_before_the_fields_are_known_either(self) -> None:
        wrapped = self.one(Counter(length=1), record_infos=True)
        wrapped.reset(seed=1)
        wrapped.reset(seed=2)
        wrapped.step(np.ones(2, np.float32))
        slots = self.slots(wrapped.recorder)
        self.assertEqual(["BEGIN", "STEP", "END"], [slot.kind for slot in slots])
        self.assertEqual(2, slots[0].text["episodes"][0]["seed"])
        wrapped.reset()
        wrapped.close()
        empty = self.one(record_infos=True)
        empty.reset()
        empty.close()

    def test_a_step_after_the_end_begins_an_episode_as_minari_has_it(self) -> None:
        env = self.one()
        env.reset(seed=1)
        for _ in range(4):
            env.step(np.ones(2, np.float32))
        slots = self.slots(env.recorder)
        self.assertEqual(["BEGIN", *["STEP"] * 3, "END", "BEGIN", "STEP", "END"], [slot.kind for slot in slots])
        np.testing.assert_array_equal([[0, 0, 3, 6]], slots[6].values["obs/observation"])

    def test_such_an_episode_has_the_infos_of_the_last_step_as_its_first_ones(self) -> None:
        env = Counter(length=1)
        with_infos([env])
        wrapped = self.one(env, record_infos=True)
        wrapped.reset(seed=1)
        for _ in range(2):
            wrapped.step(np.ones(2, np.float32))
        first = [
            slot.values["initial_state/infos/step"].tolist() for slot in self.slots(wrapped.recorder) if slot.kind == "BEGIN"
        ]
        self.assertEqual([[100], [1]], first)

    def test_seeds_that_were_not_given_follow_from_the_one_that_was(self) -> None:
        drawn = []
        for _ in range(2):
            inner = Counter()
            env = self.one(inner)
            for seed in (3, None, None):
                env.reset(seed=seed)
            drawn.append(inner.seeds)
            env.recorder.close()
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(3, len(set(drawn[0])))
        inner = Counter()
        self.one(inner, autoseed=False).reset()
        self.assertEqual([None], inner.seeds)

    def test_infos_are_those_of_the_first_step(self) -> None:
        env = Counter()
        infos = [{"x": 1.5, "word": "a", "deep": {"n": 2}}, {"x": np.nan, "word": "b", "deep": {"n": 3}}, {"x": 1.0, "word": "c"}]
        wrapped = self.one(env, record_infos=True)
        env.length = 9
        self.step(wrapped, env, *infos[:2])
        slots = [slot for slot in self.slots(wrapped.recorder) if slot.kind == "STEP"]
        np.testing.assert_array_equal([1.5, np.nan], [slot.values["infos/x"][0] for slot in slots])
        self.assertEqual([2, 3], [int(slot.values["infos/deep/n"][0]) for slot in slots])
        self.assertEqual([b"a", b"b"], [bytes(slot.values["infos/word"][0]).rstrip(b"\0") for slot in slots])
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            self.step(wrapped, env, {**infos[0], "late": 3}, {**infos[0], "late": 3}, reset=False)
        (sentence,) = [str(one.message) for one in said]
        self.assertIn("the info has 'late', which the first one had not, so it is not recorded; name the keys", sentence)
        with self.refuses(rr.BadArgument, "the info has no 'deep/n', which is recorded", "record_infos=[...]"):
            self.step(wrapped, env, infos[2], reset=False)

    def test_infos_that_are_named_are_recorded_alone(self) -> None:
        env = Counter(length=9)
        wrapped = self.one(env, record_infos={"x": rr.f32(unit="m")})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.step(wrapped, env, {"x": 1, "other": object()}, {"x": 2.5})
        fields = {f["path"]: f for f in self.daemon.client.opening["fields"]}
        self.assertEqual(("float32", "m"), (fields["infos/x"]["dtype"], fields["infos/x"]["unit"]))
        self.assertNotIn("infos/other", fields)
        env = Counter(length=9)
        wrapped = self.one(env, record_infos=["thing"])
        with self.refuses(rr.BadArgument, "the info 'thing' is {1, 2}", "cannot be recorded"):
            self.step(wrapped, env, {"thing": {1, 2}})
        with self.refuses(rr.BadArgument, "record_infos is 'x'; expected True, False, a list of keys"):
            self.one(record_infos="x")

    def test_the_first_reset_opens_the_run_where_the_infos_are_declared(self) -> None:
        declared = {"x": rr.f32(2, unit="m"), "deep/n": rr.i64()}
        for recorded, is_open in ((declared, True), ({**declared, "deep/n": None}, False), (list(declared), False)):
            with self.subTest(recorded):
                env = Counter(length=9)
                wrapped = self.one(env, record_infos=recorded)
                said = {"x": np.ones(2), "deep": {"n": 1}}
                with mock.patch.object(env, "reset", return_value=(np.zeros(4, np.float32), {"x": np.zeros(2)})):
                    wrapped.reset()
                    self.assertEqual(is_open, not wrapped.recorder._is_waiting())
                    self.step(wrapped, env, said, said, reset=False)
                self.assertTrue(wrapped.recorder.flush(60))
                begin, *steps = self.daemon.clients[-1].slots
                self.assertEqual([0, 0], begin.values["initial_state/infos/x"][0].tolist())
                self.assertEqual([([1, 1], 1)] * 2, [
                    (step.values["infos/x"][0].tolist(), int(step.values["infos/deep/n"][0])) for step in steps
                ])  # fmt: skip
                wrapped.recorder.close()

    def step(self, wrapped: Any, env: Counter, *infos: dict[str, Any], reset: bool = True) -> None:
        """Steps with these infos, which stay as they are."""
        if reset:
            wrapped.reset(seed=1)
        for info in infos:
            before = copy.deepcopy({key: value for key, value in info.items() if key != "other"})
            with mock.patch.object(Counter, "step", return_value=(np.zeros(4, np.float32), 0.0, False, False, info)):
                result = wrapped.step(np.zeros(2, np.float32))
            self.assertIs(info, result[4])
            self.assertEqual(repr(before), repr({key: value for key, value in info.items() if key != "other"}))

    def test_infos_of_a_vector_are_those_of_the_step_and_not_of_the_reset(self) -> None:
        for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            with self.subTest(mode):
                venv = self.vector(mode, record_infos=["step"])
                with_infos(venv.env.envs)
                venv.reset()
                for _ in range(4):
                    venv.step(np.ones((2, 2), np.float32))
                slots = self.daemon.clients[-1].slots
                self.assertTrue(venv.recorder.flush(20))
                stored = [slot.values["infos/step"].tolist() for slot in slots if slot.kind == "STEP"]
                last = [[1, 1]] if mode is AutoresetMode.SAME_STEP else []
                self.assertEqual([[1, 1], [2, 2], [3, 3], *last], stored)
                venv.recorder.close()

    def test_an_info_of_a_last_step_keeps_its_type_beside_that_of_the_reset(self) -> None:
        venv = self.vector(AutoresetMode.SAME_STEP, envs=1, record_infos={"x": rr.f64()})
        (env,) = venv.env.envs
        plain_step, plain_reset = env.step, env.reset
        env.step = lambda action: (*plain_step(action)[:4], {"x": env.steps / 4})
        env.reset = lambda **more: (plain_reset(**more)[0], {"x": 0})
        venv.reset()
        for _ in range(3):
            venv.step(np.ones((1, 2), np.float32))
        stored = [slot.values["infos/x"].tolist() for slot in self.slots(venv.recorder) if slot.kind == "STEP"]
        self.assertEqual([[0.25], [0.5], [0.75]], stored)

    def test_an_info_of_one_row_keeps_its_shape(self) -> None:
        env = Counter(length=9)
        wrapped = self.one(env, record_infos=True)
        with mock.patch.object(env, "reset", return_value=(np.zeros(4, np.float32), {"start": np.ones(1)})):
            self.step(wrapped, env, {"x": np.ones(1), "m": np.ones((1, 3)), "n": 1.0})
        shapes = {f["path"]: f["shape"] for f in self.daemon.client.opening["fields"]}
        paths = ("infos/x", "infos/m", "infos/n", "initial_state/infos/start")
        self.assertEqual([[1], [1, 3], [], [1]], [shapes[path] for path in paths])

    def test_a_reset_whose_options_are_refused_is_none(self) -> None:
        for wrapped, action in ((self.one(), np.ones(2, np.float32)), (self.vector(), np.ones((2, 2), np.float32))):
            with self.refuses(rr.BadArgument, "options['view']"):
                wrapped.reset(options={"view": object()})
            with self.refuses(rr.BadState, "no reset was recorded; call reset() first"):
                wrapped.step(action)
            wrapped.reset(options={"view": 1})
            wrapped.step(action)
            self.assertEqual(["BEGIN", "STEP"], [slot.kind for slot in self.slots(wrapped.recorder)])
            wrapped.recorder.close()

    def test_a_callback_that_fails_leaves_an_episode_without_labels(self) -> None:
        numbers: list[int] = []

        def whole(episode: dict[str, Any]) -> Any:
            numbers.append(episode["id"])
            return {"n": 1} if len(numbers) == 1 else 5

        env = self.one(Counter(length=9), episode_metadata_callback=whole)
        action = np.ones(2, np.float32)
        env.reset()
        env.reset()
        env.step(action)
        env.reset()
        env.step(action)
        with self.refuses(rr.BadArgument, "episode_metadata_callback returned a int; expected a dict"):
            env.reset()
        env.reset()
        env.step(action)
        recorder = env.recorder
        with self.refuses(rr.BadArgument, "episode_metadata_callback returned a int"):
            env.close()
        self.assertEqual([0, 1, 2], numbers)
        self.assertTrue(recorder._is_closed)
        self.assertEqual([], self.daemon.faults)
        kinds = [slot.kind for slot in self.daemon.taken if slot.kind != "BEGIN"]
        self.assertEqual(["END", *["STEP", "END"] * 3], kinds)

    def test_after_a_step_that_is_refused_rows_are_of_one_episode_and_of_their_time(self) -> None:
        """Of episodes of four steps, the second step and the last one of the first episode."""
        first = [("STEP", 0, 0), ("STEP", 0, 2), ("END", 0, 3)]
        for name, wrapped in self.each_wrapper():
            with self.subTest(name):
                right = np.ones((wrapped.recorder.num_envs, 2), np.float32)
                right = right[0] if name == "one" else right
                wrapped.reset()
                for number in range(7):
                    if number in (1, 3):
                        with self.refuses(rr.BadArgument, "'actions'"):
                            wrapped.step(right[..., [0, 1, 1]])
                    else:
                        wrapped.step(right)
                    if name == "one" and number == 3:
                        wrapped.reset()
                self.assertTrue(wrapped.recorder.flush(20))
                slots = [slot for slot in self.daemon.clients[-1].slots if slot.kind != "BEGIN"]
                seen = [slot.values["final_obs/observation" if slot.kind == "END" else "obs/observation"] for slot in slots]
                found = [(slot.kind, *rows[0, 1:3].tolist()) for slot, rows in zip(slots, seen, strict=True)]
                # The step that only resets is none.
                count = 2 if name == "NextStep" else 3
                self.assertEqual([*first, *(("STEP", 1, step) for step in range(count))], found)
                wrapped.recorder.close()

    def each_wrapper(self) -> Any:
        yield "one", self.one(Counter(length=4))
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            inner = gym.SyncVectorEnv([lambda n=n: Counter(n, length=4) for n in range(2)], mode)
            yield mode.value, rr.gymnasium.RecordVector(inner, self.folder)
        inner = gym.DummyVecEnv([lambda n=n: Counter(n, length=4) for n in range(2)])
        yield "sb3", rr.stable_baselines3.RecordVecEnv(inner, self.folder)

    def test_an_observation_that_does_not_fit_is_refused_before_its_step_is_stored(self) -> None:
        for name, wrapped in self.each_wrapper():
            with self.subTest(name):
                right = np.ones((wrapped.recorder.num_envs, 2), np.float32)
                right = right[0] if name == "one" else right
                wrapped.reset()
                wrapped.step(right)
                narrowed = changed(wrapped, lambda result: (result[0][..., :3], *result[1:]))
                with narrowed, self.refuses(rr.BadArgument, "'obs/observation' is given float32 of shape"):
                    wrapped.step(right)
                with self.refuses(rr.BadState, "no reset was recorded; call reset() first"):
                    wrapped.step(right)
                wrapped.reset()
                wrapped.step(right)
                self.assertTrue(wrapped.recorder.flush(60))
                slots = self.daemon.clients[-1].slots
                self.assertEqual(["BEGIN", "STEP", "END", "BEGIN", "STEP"], [slot.kind for slot in slots])
                self.assertEqual([0, 1], slots[2].values["final_obs/observation"][0, 1:3].tolist())
                self.assertEqual("an observation could not be recorded", slots[2].text["outcomes"][0]["reason"])
                self.assertEqual([1, 0], slots[4].values["obs/observation"][0, 1:3].tolist())
                wrapped.recorder.close()

    def test_a_last_observation_that_does_not_fit_is_refused_before_its_step_is_stored(self) -> None:
        for name, wrapped in self.each_wrapper():
            if name not in ("SameStep", "sb3"):
                continue
            with self.subTest(name):
                actions = np.ones((2, 2), np.float32)
                wrapped.reset()
                for _ in range(3):
                    wrapped.step(actions)
                with changed(wrapped, short_last), self.refuses(rr.BadArgument, "'obs/observation'"):
                    wrapped.step(actions)
                wrapped.step(actions)
                self.assertTrue(wrapped.recorder.flush(60))
                slots = self.daemon.clients[-1].slots
                self.assertEqual(["BEGIN", *["STEP"] * 3, "END", "BEGIN", "STEP"], [slot.kind for slot in slots])
                self.assertEqual([0, 3], slots[4].values["final_obs/observation"][0, 1:3].tolist())
                self.assertEqual([1, 0], slots[6].values["obs/observation"][0, 1:3].tolist())
                wrapped.recorder.close()

    def test_a_verdict_that_is_none_leaves_no_other_env_unjudged(self) -> None:
        verdicts = [1.0, 0.5, 0.0]
        for name in ("SameStep", "sb3"):
            with self.subTest(name):
                envs = [lambda: Counter(length=1)] * 3
                if name == "sb3":
                    wrapped: Any = rr.stable_baselines3.RecordVecEnv(gym.DummyVecEnv(envs), self.folder, success=self.graded)
                else:
                    inner = gym.SyncVectorEnv(envs, AutoresetMode.SAME_STEP)
                    wrapped = rr.gymnasium.RecordVector(inner, self.folder, success=self.graded)
                self.recorders.append(wrapped.recorder)
                wrapped.reset()
                for env, verdict in zip((wrapped.venv if name == "sb3" else wrapped.env).envs, verdicts, strict=True):
                    plain = env.step
                    env.step = lambda action, plain=plain, verdict=verdict: (*plain(action)[:4], {"grade": verdict})
                with self.refuses(rr.BadArgument, "the info says success 0.5"):
                    wrapped.step(np.ones((3, 2), np.float32))
                self.assertTrue(wrapped.recorder.flush(60))
                kinds = [slot.kind for slot in self.daemon.clients[-1].slots]
                self.assertEqual(["BEGIN", "STEP", "END", "BEGIN"], kinds)
                self.assertEqual([0, 5, 1], self.daemon.clients[-1].slots[2].codes)

    @staticmethod
    def graded(info: Any) -> Any:
        return info["grade"].item() if hasattr(info["grade"], "item") else info["grade"]

    def test_what_is_advised_for_an_info_that_was_an_int_first_works(self) -> None:
        for first, later in ((0, 0.5), (True, 2), (np.zeros(3, np.int32), np.ones(3))):
            with self.subTest(first):
                wrapped = self.one(Counter(length=9), record_infos=True)
                with self.assertRaises(rr.BadArgument) as refusal:
                    self.step(wrapped, wrapped.env, {"x": first, "other": 1}, {"x": later, "other": 1})
                sentence = str(refusal.exception)
                self.assertIn(f"the info 'x' is {np.asarray(later).dtype}, and was {np.asarray(first).dtype} at first", sentence)
                advised = eval(re.search(r"record_infos=(\{.*\})", sentence)[1], {"roboreel": rr})  # type: ignore[index]
                wrapped.recorder.close()
                wrapped = self.one(Counter(length=9), record_infos=advised)
                self.step(wrapped, wrapped.env, {"x": first, "other": 1}, {"x": later, "other": 1})
                self.assertTrue(wrapped.recorder.flush(60))
                steps = [slot.values for slot in self.daemon.clients[-1].slots if slot.kind == "STEP"]
                np.testing.assert_array_equal([first, later], [values["infos/x"][0] for values in steps])
                self.assertEqual([1, 1], [values["infos/other"][0] for values in steps])
                wrapped.recorder.close()

    def test_episodes_are_counted_again_after_a_dataset(self) -> None:
        numbers: list[int] = []
        env = self.one(Counter(length=1), episode_metadata_callback=lambda episode: numbers.append(episode["id"]) or {})
        for dataset in range(2):
            for _ in range(2):
                env.reset()
                env.step(np.ones(2, np.float32))
            with mock.patch("roboreel._env_wrapper.export") as export:
                env.create_dataset("lab/a-v0") if dataset == 0 else env.add_to_dataset("lab/a-v0")
            export.assert_called_once()
        self.assertEqual([0, 1, 0, 1], numbers)

    def test_a_vector_env_of_tensors_on_a_gpu(self) -> None:
        class OfTensors(gym.SyncVectorEnv):
            def step(self, actions: Any) -> Any:
                *values, infos = super().step(actions.array)
                actions.array[:] = 77  # as envs that clip in place do
                said = {"success": Tensor(values[2].copy()), "_success": Tensor(np.ones(2, bool))}
                if "final_obs" in infos:
                    infos = {"final_obs": Tensor(np.stack(infos["final_obs"])), "final_info": said}
                return *(Tensor(value) for value in values), {**infos, **said}

        inner = OfTensors([lambda n=n: Counter(n) for n in range(2)], AutoresetMode.SAME_STEP)  # type: ignore[misc]
        venv = rr.gymnasium.RecordVector(inner, self.folder, record_infos=["success"])
        self.recorders.append(venv.recorder)
        venv.reset()
        for _ in range(3):
            venv.step(Tensor(np.ones((2, 2), np.float32)))
        slots = self.slots(venv.recorder)
        steps = [slot.values for slot in slots if slot.kind == "STEP"]
        self.assertEqual([[1, 1]] * 3, [values["actions"][1].tolist() for values in steps])
        self.assertEqual([0, 1, 2], [values["obs/observation"][1, 2] for values in steps])
        self.assertEqual([[0, 0], [0, 0], [1, 1]], [values["infos/success"].tolist() for values in steps])
        (end,) = [slot.values["final_obs/observation"] for slot in slots if slot.kind == "END"]
        self.assertEqual([3, 3], end[:, 2].tolist())

    def test_last_texts_in_an_array_of_objects_stay_texts(self) -> None:
        env = self.with_space(gym.Dict({"word": gym.Text(4)}))
        last = {"word": np.array(["abc", None], object)}
        rows = self.one(env)._episodes.fitting_last(last, np.array([True, False]))
        self.assertEqual({"obs/word": [b"abc"]}, {path: texts.tolist() for path, texts in rows.items()})

    def test_infos_that_some_envs_lack_are_refused(self) -> None:
        venv = self.vector(AutoresetMode.DISABLED, record_infos=["step"])
        with_infos(venv.env.envs[:1])
        venv.reset()
        with self.refuses(rr.BadArgument, "the info has no 'step'"):
            venv.step(np.ones((2, 2), np.float32))

    def test_a_verdict_that_is_none_is_refused(self) -> None:
        env = Counter(length=1)
        wrapped = self.one(env, success="grade")
        wrapped.reset()
        info = {"grade": 0.5}
        last = mock.patch.object(Counter, "step", return_value=(np.zeros(4, np.float32), 0.0, True, False, info))
        with last, self.refuses(rr.BadArgument, "the info says success 0.5", "give success="):
            wrapped.step(np.zeros(2, np.float32))
        wrapped = self.one(env, success=lambda info: info["grade"] > 0.4)
        wrapped.reset()
        with last:
            wrapped.step(np.zeros(2, np.float32))
        self.assertTrue(wrapped.recorder.flush(20))
        self.assertEqual([0], self.daemon.clients[-1].slots[-1].codes)

    def test_an_env_of_no_library_is_wrapped_and_keeps_its_attributes(self) -> None:
        class Alone:
            observation_space, action_space, dt, colour = gym.Discrete(9), gym.Discrete(2), 0.1, "red"

            def reset(self, *, seed: Any = None, options: Any = None) -> Any:
                return 0, {}

            def step(self, action: Any) -> Any:
                return 1, 0.5, True, True, {}

            def close(self) -> None:
                self.colour = "none"

        inner = Alone()
        env = rr.gymnasium.RecordEpisodes(inner, self.folder)
        self.recorders.append(env.recorder)
        self.assertEqual("red", env.colour)
        env.reset()
        env.step(1)
        slots = self.slots(env.recorder)
        self.assertEqual(["BEGIN", "STEP", "END"], [slot.kind for slot in slots])
        self.assertEqual(([0], [1], [0.5]), tuple(slots[1].values[k].tolist() for k in ("obs/observation", "actions", "rewards")))
        self.assertEqual({"truncated": True}, slots[2].text["outcomes"][0]["metadata"])
        env.close()
        self.assertEqual("none", inner.colour)
        with self.refuses(rr.BadState, "the recording is closed; a reset continues it"):
            env.recorder  # noqa: B018

    def test_a_wrapper_is_not_pickled_or_copied(self) -> None:
        for call in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.subTest(call.__name__), self.assertRaisesRegex(TypeError, "records cannot be pickled or copied; wrap"):
                call(self.one())

    def test_what_is_no_vec_env_is_refused(self) -> None:
        with self.refuses(rr.BadArgument, "venv is a Counter, which is no VecEnv of stable-baselines3"):
            rr.stable_baselines3.RecordVecEnv(Counter(), self.folder)

    def test_datasets_of_nothing_and_with_an_expert_are_refused(self) -> None:
        env = self.one()
        with self.refuses(rr.BadArgument, "expert_policy is given", "give ref_max_score="):
            env.create_dataset("lab/a-v0", expert_policy=lambda seen: 0)


def changed(wrapped: Any, change: Any) -> Any:
    """Has the results of the env's steps changed before the wrapper sees them."""
    inner, call = (wrapped.venv, "step_wait") if "venv" in vars(wrapped) else (wrapped.env, "step")
    plain = getattr(inner, call)
    return mock.patch.object(inner, call, lambda *given: change(plain(*given)))


def short_last(result: Any) -> Any:
    """What a step gives, where the last observation of env 1 lacks a number."""
    infos = result[-1]
    if isinstance(infos, list):
        infos[1]["terminal_observation"] = np.zeros(3, np.float32)
    else:
        infos["final_obs"][1] = np.zeros(3, np.float32)
    return result


def with_infos(envs: list[Counter]) -> None:
    """Each env says its step in its infos, of a reset 100."""
    for env in envs:
        plain_step, plain_reset = env.step, env.reset
        env.step = lambda action, env=env, plain=plain_step: (*plain(action)[:4], {"step": env.steps})  # type: ignore[method-assign]
        env.reset = lambda plain=plain_reset, **more: (plain(**more)[0], {"step": 100})  # type: ignore[method-assign]


class PagesTest(unittest.TestCase):
    """The examples themselves run with the real libraries: conformance/real/gymnasium/check.py."""

    PAGE = Path(ROOT).parent / "docs" / "how-to" / "from-minari.md"

    def test_a_program_of_minari_changes_in_the_lines_that_the_page_says(self) -> None:
        text = self.PAGE.read_text("utf-8")
        theirs, ours = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        (said,) = re.findall(r"^```diff\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        compared = difflib.unified_diff(theirs.splitlines(), ours.splitlines(), n=0, lineterm="")
        changed = [line for line in compared if not line.startswith(("---", "+++", "@@"))]
        self.assertEqual(sorted(said.splitlines()), sorted(changed))
        self.assertLessEqual(len([line for line in changed if line.startswith("+")]), 3)


class ImportTest(unittest.TestCase):
    def test_no_library_is_imported(self) -> None:
        names = "gymnasium", "minari", "stable_baselines3", "torch"
        script = f"import roboreel.gymnasium, roboreel.stable_baselines3, sys; print([n for n in {names} if n in sys.modules])"
        ran = subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": ROOT}, capture_output=True, text=True, check=True
        )
        self.assertEqual("[]", ran.stdout.strip())
