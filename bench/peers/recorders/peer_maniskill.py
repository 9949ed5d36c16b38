"""ManiSkill's RecordEpisode around a stand-in for its environment (ours needs a GPU to load a scene) that shows it our humanoids.

On its CPU simulator ManiSkill has one env; the stand-in also takes 16, as its GPU simulator would hand over.
"""

import json
import os

import gymnasium as gym
import numpy as np
import torch

from work import Recorder, main


class StandIn(gym.Env):
    gpu_sim_enabled, control_mode, max_episode_steps, spec = False, "pd_joint_delta_pos", 10**9, None

    def __init__(self, world):
        self.w, self.num_envs, self._episode_seed = world, world.envs, np.zeros(world.envs, int)
        self.single_action_space = gym.spaces.Box(-1, 1, world.shapes["action"][1], np.float32)
        self.action_space = self.single_action_space
        self.cams = [k for k in world.shapes if k[:3] == "cam"]

    def seen(self, b):
        t = {k: torch.from_numpy(v) for k, v in b.items() if k != "last"}
        self.state = {"articulations": {"humanoid": torch.cat([t["qpos"], t["qvel"]], 1)}}
        obs = {"agent": {"qpos": t["qpos"], "qvel": t["qvel"]}}
        if self.cams:
            obs["sensor_data"] = {c: {"rgb": t[c]} for c in self.cams}
        return obs, t

    def get_state_dict(self):
        return self.state

    def reset(self, seed=None, options=None):
        return self.seen(self.w.reset())[0], {"reconfigure": False}

    def step(self, action):
        b = self.w.step(*action)
        obs, t = self.seen(b)
        no = torch.zeros(self.num_envs, dtype=bool)
        self.action = b["action"]
        return obs, t["reward"], no, no | b["last"], {"success": no}


class Episode(Recorder):
    name, envs_max = "ManiSkill RecordEpisode", 16

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        from mani_skill.utils.wrappers import record

        # The step's action becomes known inside the stand-in: hand RecordEpisode the real one, not (k, last)
        batch = record.common.batch
        record.common.batch = lambda *a: batch(*(self.e.action if type(x) is tuple else x for x in a))
        self.e = StandIn(world)
        self.env = record.RecordEpisode(self.e, out, trajectory_name="t", save_video=False)

    def reset(self):
        self.env.reset(seed=0)

    def step(self, k, last):
        self.env.step((k, last))

    def close(self):
        self.env.close()

    @staticmethod
    def version():
        import mani_skill

        return "mani_skill " + mani_skill.__version__

    @staticmethod
    def load(out, args):
        import h5py

        with open(os.path.join(out, "t.json")) as f:
            episodes = json.load(f)["episodes"]
        with h5py.File(os.path.join(out, "t.h5"), "r") as f:
            return [len(f[f"traj_{e['episode_id']}"]["actions"][:]) for e in episodes]


if __name__ == "__main__":
    main(Episode)
