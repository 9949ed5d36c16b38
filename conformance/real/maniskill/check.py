"""ManiSkill's RecordEpisode and our wrapper, on the same steps: check.py RECORDED SCRATCH

ManiSkill needs a GPU to load a scene, so the env is a stand-in of our own. The wrappers that record, reset and unbatch are
ManiSkill's: RecordEpisode, ManiSkillVectorEnv, CPUGymWrapper.
"""

import json
import os
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

SCRATCH = Path(sys.argv[2])

import gymnasium as gym
import h5py
import mani_skill
import numpy as np
import torch
from mani_skill.utils.wrappers import CPUGymWrapper
from mani_skill.utils.wrappers.record import RecordEpisode
from mani_skill.vector.wrappers.gymnasium import ManiSkillVectorEnv

import roboreel as rr
from recorded import Comparison, arrays, demos, flat, page, roboreel

comparison = Comparison()


class Push(gym.Env):
    """N points that the actions move, with what ManiSkill's envs have that its wrappers ask for."""

    gpu_sim_enabled, reconfiguration_freq, control_mode, control_freq = False, 0, "pd_ee_delta_pos", 20
    device = torch.device("cpu")

    def __init__(self, num_envs, flat_obs=False):
        self.num_envs, self.flat_obs, self.max_episode_steps = num_envs, flat_obs, 9
        self.spec = SimpleNamespace(id="Push-v1", kwargs={"obs_mode": "rgbd"}, max_episode_steps=9)
        self._episode_seed = np.zeros(num_envs, int)
        self.single_action_space = gym.spaces.Box(-1, 1, (3,), np.float32)
        self.action_space = gym.vector.utils.batch_space(self.single_action_space, num_envs)
        self.single_observation_space = self.observation_space = gym.spaces.Dict()
        self.q = torch.zeros(num_envs, 3, dtype=torch.float64)
        self.elapsed = torch.zeros(num_envs, dtype=torch.int32)
        self.resets = 0

    def get_state_dict(self):
        pose = torch.cat([self.q, torch.ones(self.num_envs, 10, dtype=torch.float64)], 1).float()
        return {"actors": {"cube": pose, "goal": pose * 2}, "articulations": {"panda": torch.cat([pose, pose], 1)}}

    def get_obs(self):
        if self.flat_obs:
            return torch.cat([self.q, self.q], 1).float()
        seed = (self.q.sum(1) * 1000).to(torch.int64)
        rgb = torch.stack([torch.arange(seed[e], seed[e] + 12 * 16 * 3).reshape(12, 16, 3) for e in range(self.num_envs)])
        others = {"depth": rgb[..., :1].to(torch.int16), "segmentation": rgb[..., 1:2].to(torch.int16)}
        camera = {"rgb": rgb.to(torch.uint8), **others}
        agent = {"qpos": self.q.float(), "qvel": self.q.clone()}
        return {"agent": agent, "extra": {"is_grasped": self.q[:, 0] > 0}, "sensor_data": {"hand_camera": camera}}

    def reset(self, seed=None, options=None):
        which = torch.arange(self.num_envs) if not options or "env_idx" not in options else torch.as_tensor(options["env_idx"])
        self.resets += 1
        self._episode_seed[which.numpy()] = 100 * self.resets + which.numpy()
        self.q[which] = torch.as_tensor(np.random.default_rng(self.resets).normal(size=(len(which), 3)))
        self.elapsed[which] = 0
        return self.get_obs(), {"reconfigure": False}

    def step(self, action):
        self.q += torch.as_tensor(np.asarray(action)).reshape(self.num_envs, 3) * 0.5
        self.elapsed += 1
        success, fail = self.q[:, 0] > 1, self.q[:, 1] < -1.5
        info = {"success": success, "fail": fail, "elapsed_steps": self.elapsed.clone()}
        return self.get_obs(), self.q[:, 2].float(), success | fail, self.elapsed >= self.max_episode_steps, info


def drive(env, steps, shape, script=None):
    """The same actions for both recorders; returns what the caller is given."""
    numbers = np.random.default_rng(8)
    given = [flat({"obs": env.reset(seed=3)[0]})]
    for step in range(steps):
        obs, reward, terminated, truncated, info = env.step(numbers.uniform(-1, 1, shape).astype(np.float32))
        given.append(flat({"obs": obs, "reward": reward, "terminated": terminated, "truncated": truncated}))
        if script is not None:
            script(env, step, bool(np.asarray(terminated).any() or np.asarray(truncated).any()))
    env.close()
    return [{key: np.array(one) for key, one in values.items()} for values in given]


def reset_when_done(env, step, is_done):
    """By hand, later than ManiSkill would: it records on past the end. Some takes are thrown away."""
    if step % 11 == 10:
        env.reset(options={"reconfigure": False}, **({"save": False} if step % 3 == 0 else {}))


def flushed(env, step, is_done):
    if step % 7 == 6:
        env.flush_trajectory(save=step % 2 == 0)
        env.reset(seed=step)


class OnCpu(CPUGymWrapper):
    """ManiSkill's, which passes no more arguments of reset on."""

    def reset(self, *, save=True, **more):
        if not save:
            self.env.flush_trajectory(save=False)
        return super().reset(**more)


def theirs(folder):
    """Trajectories and what is said of them."""
    document = json.loads((folder / "t.json").read_text())
    with h5py.File(folder / "t.h5") as file:
        return [(arrays(file[f"traj_{one['episode_id']}"]), one) for one in document["episodes"]]


def expected_of(trajectory):
    """As a recording has it: rows before each action, and the one after the last."""
    found = {}
    for path, rows in trajectory.items():
        if path.split("/")[0] == "obs":
            found[path], found["final_" + path] = rows[:-1], rows[-1:]
        elif path.startswith("env_states/"):
            found["states/" + path[11:]], found["initial_state/" + path[11:]] = rows[1:], rows[:1]
        else:
            found[path] = rows
    return found


def check(name, make, steps, shape, script=None, above=lambda env: env, **options):
    """Every array that ManiSkill's wrapper stores, ours stores with the same type and bits."""
    place, folder = SCRATCH / f"theirs_{name}", SCRATCH / name
    options.update(trajectory_name="t", save_video=False)
    given = drive(above(RecordEpisode(make(), str(place), **options)), steps, shape, script)
    ours = rr.maniskill.RecordEpisode(make(), str(folder), **options)
    assert isinstance(ours, gym.Env)
    for one, other in zip(drive(above(ours), steps, shape, script), given, strict=True):
        comparison.all(one, other, name)
    roboreel("check", folder)
    recorded = [demo for demo in demos(folder) if demo.text("status") != "discarded"]
    trajectories = theirs(place)
    assert len(recorded) == len(trajectories) > 1, (name, len(recorded), len(trajectories))
    by_seed = {(int(demo.attrs["seed"]), demo.steps): demo for demo in recorded}
    assert len(by_seed) == len(recorded), name
    for trajectory, said in trajectories:
        demo = by_seed[said["episode_seed"], said["elapsed_steps"]]
        stored = {path: rows for path, rows in demo.arrays.items() if not path.startswith("timestamps/")}
        comparison.all(stored, expected_of(trajectory), name, demo.where)
        assert bool(demo.attrs["success"]) == said["success"], (name, said)
        attributes = json.loads(demo.text("episode_metadata"))["episode_attributes"]
        assert attributes["control_mode"] == said["control_mode"], attributes


def check_callers_dict():
    """ManiSkill's wrapper puts an array of numpy's into the caller's dict; ours leaves it."""
    for recorder, kind in ((RecordEpisode, np.ndarray), (rr.maniskill.RecordEpisode, torch.Tensor)):
        env = recorder(Push(2), str(SCRATCH / f"dict_{kind.__name__}"), save_video=False)
        env.reset()
        env.step(np.zeros((2, 3), np.float32))
        options = {"env_idx": torch.tensor([1])}
        env.reset(options=options)
        assert type(options["env_idx"]) is kind, options
        env.close()


def check_page():
    """Both scripts of the page, where the only thing that differs from it is what gymnasium.make makes."""
    recorded = {}
    for number, example in enumerate(page("from-maniskill.md")):
        place = SCRATCH / f"page_{number}"
        place.mkdir()
        os.chdir(place)
        with mock.patch.object(gym, "make", lambda name, num_envs, obs_mode: Push(num_envs)):
            exec(compile(example, "from-maniskill.md", "exec"), {"__name__": "__main__"})
        recorded[number] = place / "output/pick"
    roboreel("check", recorded[1])
    with h5py.File(next(recorded[0].glob("*.h5"))) as file:
        assert [len(file[name]["actions"]) for name in file] == [50] * 8
    assert [demo.steps for demo in demos(recorded[1])] == [50] * 8


warnings.simplefilter("error", rr.RoboReelWarning)
check("one", lambda: Push(1), 60, (1, 3), reset_when_done)
check("flat", lambda: Push(1, flat_obs=True), 40, (3,), reset_when_done, record_env_state=False, record_reward=False)
check("flushed", lambda: Push(4), 42, (4, 3), flushed, save_on_reset=False)
check("vector", lambda: Push(4), 70, (4, 3), above=lambda env: ManiSkillVectorEnv(env, auto_reset=True))
check("gymnasium", lambda: Push(1), 40, (3,), reset_when_done, above=OnCpu)
check_callers_dict()
check_page()
comparison.report(maniskill=mani_skill.__version__, torch=torch.__version__, env="a stand-in, since there is no GPU")
