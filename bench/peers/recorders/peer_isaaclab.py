"""Isaac Lab's RecorderManager with its HDF5DatasetFileHandler, as a ManagerBasedEnv drives them; only the environment is a stub.

Variants: gzip (default of the handler), none (dataset_compression=False).
"""

import os
from types import SimpleNamespace

import torch

from work import Recorder, main


class Isaac(Recorder):
    name, envs_max, variants = "Isaac Lab RecorderManager", 16, ["gzip", "none"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        from isaaclab.managers.manager_term_cfg import RecorderTermCfg
        from isaaclab.managers.recorder_manager import RecorderManagerBaseCfg, RecorderTerm

        me, obs = self, [k for k in world.shapes if k not in ("action", "reward")]

        class Before(RecorderTerm):
            def record_pre_step(self):
                return "actions", me.t["action"]

        class Observations(RecorderTerm):
            def record_pre_step(self):
                return "obs", {k: me.t_before[k] for k in obs}

        class Reward(RecorderTerm):
            def record_post_step(self):
                return "rewards", me.t["reward"]

        cfg = RecorderManagerBaseCfg()
        cfg.dataset_export_dir_path, cfg.dataset_filename = out, "data"
        cfg.dataset_compression = args.variant != "none"
        for n, c in (("a", Before), ("o", Observations), ("r", Reward)):
            setattr(cfg, n, RecorderTermCfg(class_type=c))
        sim = SimpleNamespace(dt=0.01, render_interval=1)
        env = SimpleNamespace(
            num_envs=args.envs,
            device="cpu",
            cfg=SimpleNamespace(sim=sim, decimation=1, scene=SimpleNamespace(num_envs=args.envs)),
            sim=SimpleNamespace(is_playing=lambda: True),
        )
        self.m = self.manager(cfg, env)

    @staticmethod
    def manager(cfg, env):
        from isaaclab.managers.recorder_manager import RecorderManager

        return RecorderManager(cfg, env)

    @staticmethod
    def tensors(b):
        return {k: torch.from_numpy(v) for k, v in b.items() if k != "last"}

    def begin(self, b):
        self.t = self.tensors(b)
        self.m.record_post_reset(slice(None))

    def record(self, b):
        self.t_before, self.t = self.t, self.tensors(b)
        self.m.record_pre_step()
        self.m.record_post_step()

    def end(self):
        self.m.record_pre_reset(slice(None))
        self.m.reset(slice(None))

    def close(self):
        self.m.close()

    @staticmethod
    def version():
        from importlib.metadata import version

        return "isaaclab " + version("isaaclab")

    @staticmethod
    def load(out, args):
        from isaaclab.utils.datasets import HDF5DatasetFileHandler

        h = HDF5DatasetFileHandler()
        h.open(os.path.join(out, "data.hdf5"))
        return [len(h.load_episode(n, "cpu").data["actions"]) for n in h.get_episode_names()]


if __name__ == "__main__":
    main(Isaac)
