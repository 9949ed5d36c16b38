"""Isaac Lab's RecorderManager and our wrappers on the same steps; only the environment is a stand-in, since there is no simulator.

Terms, their configurations, the manager, its file handler and ProxyArray are Isaac Lab's.
"""

import json
import warnings
from types import SimpleNamespace

import numpy as np
import torch
import warp as wp
from isaaclab.envs.mdp.recorders.recorders_cfg import ActionStateRecorderManagerCfg
from isaaclab.managers.manager_term_cfg import RecorderTermCfg
from isaaclab.managers.recorder_manager import DatasetExportMode, RecorderManager, RecorderTerm
from isaaclab.utils.datasets.hdf5_dataset_file_handler import HDF5DatasetFileHandler
from isaaclab.utils.warp.proxy_array import ProxyArray

import roboreel as rr
from recorded import demos, flat, roboreel

NUM_ENVS, DECIMATION, STEPS = 3, 4, 40


class Forces(RecorderTerm):
    """Several rows a step."""

    def record_post_physics_decimation_step(self):
        return "forces/contact", self._env.q[:, :3] * 2


class Distance(RecorderTerm):
    """Of the end, from which the simulator's own arrays come, too."""

    def record_pre_reset(self, env_ids):
        return "distance", self._env.q[env_ids].norm(dim=1, keepdim=True)

    def record_post_step(self):
        pose = np.hstack([self._env.q.numpy()[:, :3], np.tile(np.float32([0.1, 0.2, 0.3, 0.9]), (NUM_ENVS, 1))])
        return "sensors", {"frame": self._env.of_simulator(wp.array(pose, dtype=wp.transformf))}


def cfg(folder, name, **settings):
    made = ActionStateRecorderManagerCfg()
    made.dataset_export_dir_path, made.dataset_filename = str(folder), name
    made.forces, made.distance = RecorderTermCfg(class_type=Forces), RecorderTermCfg(class_type=Distance)
    for key, one in settings.items():
        setattr(made, key, one)
    return made


class Lift:
    """What Isaac Lab's manager-based env shows to a recorder; steps in the order of ManagerBasedRLEnv."""

    device, num_envs, success_after = "cpu", NUM_ENVS, 6

    def __init__(self, of_simulator=lambda array: array):
        self.of_simulator = of_simulator
        sim = SimpleNamespace(dt=0.005, render_interval=DECIMATION)
        scene = SimpleNamespace(num_envs=NUM_ENVS)
        self.cfg = SimpleNamespace(sim=sim, decimation=DECIMATION, scene=scene, env_name="Lift", seed=3)
        self.sim, self.scene, self.action_manager = SimpleNamespace(is_playing=lambda: True), self, self
        self.active_terms = ["arm"]
        self.termination_manager = SimpleNamespace(active_terms=["time_out", "success"], get_term=lambda name: self.success)
        self.q, self.numbers = torch.zeros(NUM_ENVS, 7), np.random.default_rng(2)
        self.length, self.episode = torch.zeros(NUM_ENVS, dtype=torch.int64), torch.zeros(NUM_ENVS, dtype=torch.int64)
        self.success = torch.zeros(NUM_ENVS, dtype=torch.bool)

    def get_state(self, is_relative):
        pose = torch.cat([self.q[:, :3], torch.tensor([[0.1, 0.2, 0.3, 0.9]]).expand(NUM_ENVS, 4)], 1)
        robot = {"root_pose": pose, "root_velocity": pose[:, :6], "joint_position": self.q, "joint_velocity": self.q * 2}
        return {"articulation": {"robot": robot}, "rigid_object": {"cube": {"root_pose": pose, "root_velocity": pose[:, :6]}}}

    def get_term(self, name):
        return SimpleNamespace(processed_actions=self.action * 0.5)

    def observe(self):
        which = torch.stack([torch.arange(NUM_ENVS), self.episode], 1)
        self.obs_buf = {"policy": {"joint_pos": self.q.clone(), "which": which}}

    def reset(self, envs=None):
        self.recorder_manager.record_pre_reset(envs)
        numbers = torch.arange(NUM_ENVS) if envs is None else envs.long()
        self.recorder_manager.reset(envs)
        self.q[numbers] = torch.tensor(self.numbers.normal(size=(len(numbers), 7)), dtype=torch.float32)
        self.length[numbers] = 0
        self.episode[numbers] += 1
        self.recorder_manager.record_post_reset(numbers if envs is None else envs)
        self.observe()

    def step(self):
        self.action = torch.tensor(self.numbers.normal(size=(NUM_ENVS, 7)), dtype=torch.float32)
        self.recorder_manager.record_pre_step()
        for _ in range(DECIMATION):
            self.q += self.action * 0.01  # in place
            self.recorder_manager.record_post_physics_decimation_step()
        self.length += 1
        self.success = (self.length > self.success_after) & (self.q[:, 0] > 0)
        time_outs = self.length >= 13 + torch.arange(NUM_ENVS)
        self.termination_manager.terminated, self.termination_manager.time_outs = self.success, time_outs
        self.observe()
        self.recorder_manager.record_post_step()
        done = (self.success | time_outs).nonzero(as_tuple=False).squeeze(-1).int()
        if len(done):
            self.reset(done)
        self.observe()


def run(make_manager, of_simulator=lambda array: array):
    env = Lift(of_simulator)
    env.recorder_manager = manager = make_manager(env)
    env.reset()
    for _ in range(STEPS):
        env.step()
    manager.close()
    return manager.exported_successful_episode_count, manager.exported_failed_episode_count


def loaded(handler):
    """Episodes by env and number, arrays by path."""
    found = {}
    for name in handler.get_episode_names():
        episode = handler.load_episode(name, "cpu")
        arrays = {path: one.numpy() for path, one in flat(episode.data).items()}
        # What is given before the first reset is an episode to Isaac Lab; one of ours that was thrown away has no steps.
        if len(arrays.get("actions", ())):
            found[tuple(arrays["obs/which"][0])] = arrays, episode.success
    handler.close()
    return found


def theirs(file):
    handler = HDF5DatasetFileHandler()
    handler.open(str(file))
    return loaded(handler)


def check(comparison, scratch):
    warnings.simplefilter("error", rr.RoboReelWarning)
    counts = run(lambda env: RecorderManager(cfg(scratch, "theirs"), env))
    expected = theirs(scratch / "theirs.hdf5")
    assert len(expected) >= 6 and {success for _, success in expected.values()} == {True, False}, expected.keys()
    check_manager(comparison, scratch, expected, counts)
    check_succeeded_only(comparison, scratch, expected)
    check_handler(comparison, scratch, expected, counts)


def check_manager(comparison, scratch, expected, counts):
    """Every array that Isaac Lab's manager exports is in our run files, as Isaac Lab's handler reads them."""
    ours = run(lambda env: rr.isaaclab.RecorderManager(cfg(scratch, "ours"), env), ProxyArray)
    run(lambda env: rr.isaaclab.RecorderManager(cfg(scratch, "of_warp"), env))
    # What is given before the first reset is a failed episode of each env to Isaac Lab.
    assert ours == (counts[0], counts[1] - NUM_ENVS), (ours, counts)
    for folder in (scratch / "ours", scratch / "of_warp"):
        roboreel("check", folder)
        recorded = theirs(next(folder.glob("*/run_*.hdf5")))
        statuses = {tuple(demo.arrays["obs/which"][0]): demo for demo in demos(folder)}
        for which, (arrays, success) in expected.items():
            compare(comparison, recorded[which][0], arrays, statuses[which].where)
            assert statuses[which].text("status") == ("success" if success else "failure"), which
        # Isaac Lab drops what was open when it was closed.
        dropped = statuses.keys() - expected.keys()
        found = [statuses[which].text("status") for which in dropped]
        assert set(found) == {"aborted"}, found
        described = json.loads((folder / "Lift" / "env_cfg.json").read_text())["isaaclab"]["env_args"]
        assert described["sim_args"]["decimation"] == DECIMATION, described
        assert abs(next(iter(statuses.values())).attrs["dt"] - 0.02) < 1e-12


def compare(comparison, ours, arrays, *where):
    """Rows of sub-steps have an axis of their own, and what is given before a reset is given once."""
    ours = {path: one for path, one in ours.items() if not path.startswith("timestamps/")}
    rows = ours["forces/contact"]
    comparison.all({**ours, "forces/contact": rows.reshape(-1, *rows.shape[2:])}, arrays, *where)


def check_succeeded_only(comparison, scratch, expected):
    mode = {"dataset_export_mode": DatasetExportMode.EXPORT_SUCCEEDED_ONLY, "export_in_close": True}
    run(lambda env: rr.isaaclab.RecorderManager(cfg(scratch, "succeeded", **mode), env))
    recorded = theirs(next((scratch / "succeeded").glob("*/run_*.hdf5")))
    succeeded = {which for which, (_, success) in expected.items() if success}
    assert recorded.keys() == succeeded, (recorded.keys(), succeeded)
    for which in succeeded:
        compare(comparison, recorded[which][0], expected[which][0], which)


def check_handler(comparison, scratch, expected, counts):
    """Isaac Lab's manager with our handler in its configuration."""

    class Handler(rr.isaaclab.DatasetFileHandler):
        options = {"videos": False}

        def write_episode(self, episode, *more):
            if "actions" in episode.data:
                super().write_episode(episode, *more)

    settings = {"dataset_file_handler_class_type": Handler}
    assert run(lambda env: RecorderManager(cfg(scratch, "handled", **settings), env)) == counts
    roboreel("check", scratch / "handled")
    handler = rr.isaaclab.DatasetFileHandler()
    handler.open(str(scratch / "handled.hdf5"))
    again = loaded(handler)
    assert again.keys() == expected.keys()
    for which, (arrays, success) in expected.items():
        comparison.all(again[which][0], arrays, which)
        assert again[which][1] == success, which
