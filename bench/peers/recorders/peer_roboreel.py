"""RoboReel's Python package: its recorder, and its modules in the place of the libraries that they replace.

Variants: recorder (`Recorder.step`), in-place (`with recorder.step() as row`, the cameras write into the slot), and a module in
the peer's own program: gymnasium (Minari's), lerobot, envlogger, robosuite, maniskill, isaaclab. Recordings are lossless, without
videos. The loader is h5py; what was exported to LeRobot is loaded by LeRobot, too.
"""

import glob
import os
from typing import NamedTuple

import numpy as np
import roboreel as rr

from work import Recorder, actions, main

TASK = "Bench"


class Episode(NamedTuple):
    """An episode that h5py finds."""

    run: int
    demo: int
    env: int
    status: str
    actions: np.ndarray


def stored(out):
    """All episodes in the order of their begins."""
    import h5py

    found = []
    for path in glob.glob(os.path.join(out, "**", "run_*.hdf5"), recursive=True):
        run = int(os.path.basename(path)[len("run_") : -len(".hdf5")])
        with h5py.File(path, "r") as f:
            for name, demo in f["data"].items():
                if demo.attrs["sim_env_id"] < 0:  # kept ready for an episode that did not come
                    continue
                status = demo.attrs["status"]
                status = status.decode() if isinstance(status, bytes) else str(status)
                number = int(name.removeprefix("demo_"))
                found.append(Episode(run, number, int(demo.attrs["sim_env_id"]), status, demo["actions"][:]))
    return sorted(found, key=lambda one: one[:2])


class Ours(Recorder):
    """What all have in common."""

    name = "RoboReel"

    @property
    def recorder(self):
        """The recorder behind it."""
        raise NotImplementedError

    @property
    def daemon_pid(self):
        return self.recorder.daemon_pid or 0

    @staticmethod
    def version():
        return "roboreel " + rr.__version__

    @staticmethod
    def load(out, args):
        return [len(one.actions) for one in stored(out)]

    @classmethod
    def about(cls, out, args):
        """How many episodes have which status, and how many steps have another action than the world's in their place."""
        episodes = stored(out)
        statuses = [one.status for one in episodes]
        about = {"statuses": {status: statuses.count(status) for status in sorted(set(statuses))}}
        if cls.world is None and episodes:
            pool = actions(args.envs, episodes[0].actions.shape[1])
            about["wrong_steps"] = 0
            for env in range(args.envs):
                own = np.concatenate([one.actions for one in episodes if one.env == env])
                expected = pool[np.arange(len(own)) % len(pool), env]
                about["wrong_steps"] += int((own != expected).any(1).sum())
        return about


class Plain(Ours):
    """The recorder itself, all fields declared. What the peers do not store, the observation after the last action, it leaves."""

    envs_max = 16

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        fields = {
            "obs/qpos": rr.f64(world.shapes["qpos"][1], final=False),
            "obs/qvel": rr.f64(world.shapes["qvel"][1], final=False),
            "actions": rr.f32(world.shapes["action"][1]),
            "rewards": rr.f64(),
        }
        self.cameras = [key for key in world.shapes if key.startswith("cam")]
        fields.update({f"obs/{key}": rr.image(*world.shapes[key][1][:2], final=False) for key in self.cameras})
        self.rec = rr.Recorder.open(
            out, task=TASK, num_envs=args.envs, dt=1 / args.hz, fields=fields, continuous=True, videos=False
        )

    @property
    def recorder(self):
        return self.rec

    def begin(self, b):
        self.rec.begin()
        self.now = b

    def record(self, b):
        now = self.now
        row = {"obs/qpos": now["qpos"], "obs/qvel": now["qvel"], "actions": b["action"], "rewards": b["reward"]}
        for key in self.cameras:
            row[f"obs/{key}"] = now[key]
        self.rec.step(row)
        self.now = b

    def end(self):
        self.rec.end(success=True)

    def close(self):
        self.rec.close()


class InPlace(Plain):
    """The row is the ring's own: what is seen is written there, then the action and what came of it."""

    def step(self, k, last):
        with self.rec.step() as row:
            self.w.see(k, {key: row[f"obs/{key}"] for key in ("qpos", "qvel", *self.cameras)})
            row["actions"][:], row["rewards"][:] = self.w.act(k)


class Gymnasium(Ours):
    """The wrapper, around Minari's stand-in for an env."""

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        from peer_minari import Env

        class Acting(Env):
            def step(self, action):
                return super().step(self.at)

        self.e = Acting(world)
        self.env = rr.gymnasium.RecordEpisodes(self.e, out, task=TASK, dt=1 / args.hz, videos=False)

    @property
    def recorder(self):
        return self.env.recorder

    def reset(self):
        self.env.reset(seed=1)

    def step(self, k, last):
        self.e.at = (k, last)
        self.env.step(self.w.pool[k % len(self.w.pool)][0])

    def close(self):
        self.env.close()


class EnvLogger(Ours):
    """The wrapper, around EnvLogger's stand-in for an env."""

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        from peer_envlogger import Env

        class Acting(Env):
            def step(self, action):
                return super().step(action.copy())

        self.e = Acting(world)
        self.env = rr.envlogger.EnvLogger(self.e, out, dt=1 / args.hz, task=TASK, videos=False)

    @property
    def recorder(self):
        return self.env.recorder

    def reset(self):
        self.env.reset()

    def step(self, k, last):
        self.e.k = (k, last)
        self.env.step(self.w.pool[k % len(self.w.pool)][0])

    def close(self):
        self.env.close()


def lerobot():
    from peer_lerobot import LeRobot

    class Replaced(LeRobot, Ours):
        name, version = Ours.name, Ours.version
        more = {"export": False}

        @staticmethod
        def library():
            return rr.lerobot.LeRobotDataset

        @property
        def recorder(self):
            return self.d._recorder

        def end(self):
            self.d.save_episode()

        def export(self):
            """What finalize() does next, where export is not False: here apart, so that both are known."""
            rr.lerobot.LeRobotDataset.resume("bench/humanoid", root=self.root).finalize()
            return self.root

        @staticmethod
        def load(out, args):
            recorded = Ours.load(out, args)
            if os.path.isdir(os.path.join(out, "ds")):
                exported = LeRobot.load(out, args)
                if exported != recorded:
                    raise RuntimeError(f"exported are episodes of {exported} steps, recorded of {recorded}")
            return recorded

    return Replaced


def robosuite():
    from peer_robosuite import Collection

    class Replaced(Collection, Ours):
        name, version, load = Ours.name, Ours.version, Ours.load

        def wrapped(self, env):
            return rr.robosuite.DataCollectionWrapper(env, self.out)

        @property
        def recorder(self):
            return self.env._recorder

    return Replaced


def maniskill():
    from peer_maniskill import StandIn

    class Acting(StandIn):
        def step(self, action):
            return super().step(self.at)

    class Replaced(Ours):
        envs_max = 16

        def __init__(self, out, world, args):
            super().__init__(out, world, args)
            self.e = Acting(world)
            self.env = rr.maniskill.RecordEpisode(self.e, out, save_video=False, dt=1 / args.hz)

        @property
        def recorder(self):
            return self.env._recorder

        def reset(self):
            self.env.reset(seed=0)

        def step(self, k, last):
            self.e.at = (k, last)
            self.env.step(self.w.pool[k % len(self.w.pool)])

        def close(self):
            self.env.close()

    return Replaced


def isaaclab():
    from peer_isaaclab import Isaac

    class Replaced(Isaac, Ours):
        name, version, load = Ours.name, Ours.version, Ours.load

        @staticmethod
        def manager(cfg, env):
            return rr.isaaclab.RecorderManager(cfg, env, videos=False)

        @property
        def recorder(self):
            return self.m._recorder

    return Replaced


VARIANTS = {
    "recorder": lambda: Plain,
    "in-place": lambda: InPlace,
    "gymnasium": lambda: Gymnasium,
    "lerobot": lerobot,
    "envlogger": lambda: EnvLogger,
    "robosuite": robosuite,
    "maniskill": maniskill,
    "isaaclab": isaaclab,
}


class RoboReel(Recorder):
    variants = tuple(VARIANTS)

    @classmethod
    def of(cls, variant):
        return VARIANTS[variant]()


if __name__ == "__main__":
    main(RoboReel)
