"""robosuite's DataCollectionWrapper around Lift (its own world: state vector and action, no pictures). 1 env only."""

import contextlib
import glob
import io
import os
import time

import numpy as np

from work import Recorder, main


class Lift:
    def __init__(self, envs, cameras):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            import robosuite as suite

            self.env = suite.make(
                "Lift",
                robots="Panda",
                has_renderer=False,
                has_offscreen_renderer=False,
                use_camera_obs=False,
                control_freq=50,
                horizon=10**9,
            )
        self.env.reset()
        self.actions = np.random.default_rng(0).uniform(-0.2, 0.2, (512, self.env.action_dim))
        self.spent = 0.0
        self.row_bytes = 8 * (len(self.env.sim.get_state().flatten()) + self.env.action_dim)
        for f in ("step", "reset"):
            setattr(self.env, f, self.timed(getattr(self.env, f)))

    def timed(self, f):
        def g(*a, **k):
            t = time.perf_counter()
            r = f(*a, **k)
            self.spent += time.perf_counter() - t
            return r

        return g

    def reset(self):
        self.env.reset()

    def step(self, k, last=False):
        self.env.step(self.actions[k % 512])


class Collection(Recorder):
    name, world = "robosuite DataCollectionWrapper", Lift

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        self.env = self.wrapped(world.env)

    def wrapped(self, env):
        from robosuite.wrappers import DataCollectionWrapper

        return DataCollectionWrapper(env, self.out)

    def reset(self):
        with contextlib.redirect_stdout(io.StringIO()):
            self.env.reset()

    def step(self, k, last):
        self.env.step(self.w.actions[k % 512])

    def close(self):
        self.env.close()

    @staticmethod
    def version():
        import robosuite

        return "robosuite " + robosuite.__version__

    @staticmethod
    def load(out, args):  # as its script collect_human_demonstrations gathers a folder
        n = []
        for ep in sorted(glob.glob(os.path.join(out, "ep_*"))):
            n.append(sum(len(np.load(s, allow_pickle=True)["action_infos"]) for s in sorted(glob.glob(ep + "/state_*.npz"))))
        return n


if __name__ == "__main__":
    main(Collection)
