"""Minari's DataCollector around a Gymnasium environment. Variants: hdf5, hdf5-raw (pictures without JPEG), arrow."""

import glob
import os

import gymnasium as gym
import numpy as np

from work import Recorder, main


class Env(gym.Env):
    def __init__(self, world):
        self.w, self.k = world, 0
        s = world.shapes
        self.observation_space = gym.spaces.Dict(
            {
                k: gym.spaces.Box(0, 255, sh, np.uint8) if k[:3] == "cam" else gym.spaces.Box(-np.inf, np.inf, sh, np.float64)
                for k, (d, sh) in s.items()
                if k not in ("action", "reward")
            }
        )
        self.action_space = gym.spaces.Box(-1, 1, s["action"][1], np.float32)
        self.keys = list(self.observation_space)

    def reset(self, seed=None, options=None):
        b = self.w.reset()
        return {k: b[k][0] for k in self.keys}, {}

    def step(self, action):
        k, last = action
        b = self.w.step(k, last)
        self.action = b["action"][0]
        return {x: b[x][0] for x in self.keys}, float(b["reward"][0]), False, last, {}


class Minari(Recorder):
    name, variants = "Minari DataCollector", ["hdf5", "hdf5-raw", "arrow"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        os.environ["MINARI_DATASETS_PATH"] = out
        import minari

        class Action(minari.StepDataCallback):  # the world has its own actions: put the real one into the row
            def __call__(self, env, **kw):
                if kw.get("action") is not None:
                    kw["action"] = env.unwrapped.action
                return super().__call__(env, **kw)

        self.env = minari.DataCollector(
            Env(world),
            step_data_callback=Action,
            data_format=args.variant.split("-")[0],
            jpeg_encoding=not args.variant.endswith("raw"),
        )

    def reset(self):
        self.env.reset(seed=1)

    def step(self, k, last):
        self.env.step((k, last))

    def close(self):
        self.env.create_dataset(
            "bench/humanoid-v0",
            ref_min_score=0.0,
            ref_max_score=1.0,
            author="bench",
            author_email="b@x",
            code_permalink="none",
            algorithm_name="random",
            description="bench",
            eval_env=None,
        )
        self.env.close()

    @staticmethod
    def version():
        import minari

        return "minari " + minari.__version__

    @staticmethod
    def load(out, args):
        os.environ["MINARI_DATASETS_PATH"] = out
        import minari

        try:
            d = minari.load_dataset("bench/humanoid-v0")
        except Exception as e:  # by hand: the collector's temporary folder, which is a dataset without a name
            from minari.dataset.minari_storage import MinariStorage

            tmp = glob.glob(os.path.join(out, "tmp*", "data")) or glob.glob(os.path.join(out, "tmp*"))
            try:
                s = MinariStorage.read(tmp[0])
                n = [len(x["rewards"]) for x in s.get_episodes(range(s.total_episodes))]
            except Exception as e2:
                raise RuntimeError(f"{type(e).__name__}; by hand: {type(e2).__name__}: {e2}") from e
            raise RuntimeError(f"{type(e).__name__}: not found; by hand from the temporary folder: {n}") from e
        return [len(e) for e in d.iterate_episodes()]


if __name__ == "__main__":
    main(Minari)
