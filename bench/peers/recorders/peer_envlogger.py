"""EnvLogger around a dm_env environment. Variants: riegeli (default backend), tfds (removed after 1.2). 1 env only."""

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import dm_env
import numpy as np
from dm_env import specs

from work import H, Recorder, W, main


class Env(dm_env.Environment):
    def __init__(self, world):
        self.w, self.k = world, (0, False)
        self.keys = [k for k in world.shapes if k not in ("action", "reward")]

    def reset(self):
        b = self.w.reset()
        return dm_env.restart({k: b[k][0] for k in self.keys})

    def step(self, action):
        b = self.w.step(*self.k)
        o, r = {k: b[k][0] for k in self.keys}, float(b["reward"][0])
        action[:] = b["action"][0]
        return dm_env.truncation(r, o) if self.k[1] else dm_env.transition(r, o)

    def observation_spec(self):
        return {k: specs.Array(self.w.shapes[k][1], np.dtype(self.w.shapes[k][0]), k) for k in self.keys}

    def action_spec(self):
        return specs.BoundedArray(self.w.shapes["action"][1], np.float32, -1, 1, "action")


class Logger(Recorder):
    name, variants = "EnvLogger", ["riegeli", "tfds"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        import envlogger

        self.e = Env(world)
        if args.variant == "riegeli":
            self.env = envlogger.EnvLogger(self.e, data_directory=out)
            return
        import tensorflow as tf
        import tensorflow_datasets as tfds
        from envlogger.backends import tfds_backend_writer

        f = {
            k: tfds.features.Image(shape=(H, W, 3))
            if k[:3] == "cam"
            else tfds.features.Tensor(shape=world.shapes[k][1], dtype=tf.float64)
            for k in self.e.keys
        }
        c = tfds.rlds.rlds_base.DatasetConfig(
            name="humanoid",
            observation_info=tfds.features.FeaturesDict(f),
            reward_info=tf.float64,
            discount_info=tf.float64,
            action_info=tfds.features.Tensor(shape=world.shapes["action"][1], dtype=tf.float32),
        )
        self.env = envlogger.EnvLogger(
            self.e,
            backend=tfds_backend_writer.TFDSBackendWriter(
                data_directory=out, split_name="train", max_episodes_per_file=1000, ds_config=c
            ),
        )

    def reset(self):
        self.env.reset()

    def step(self, k, last):
        self.e.k = (k, last)
        self.env.step(np.empty(self.w.shapes["action"][1], np.float32))

    def close(self):
        self.env.close()

    @staticmethod
    def version():
        from importlib.metadata import version

        return "envlogger " + version("envlogger")

    @staticmethod
    def load(out, args):
        if args.variant == "riegeli":
            from envlogger import reader

            with reader.Reader(out) as r:
                return [len(e) - 1 for e in r.episodes]  # the first step of an episode is its reset
        import tensorflow_datasets as tfds

        try:
            d = tfds.builder_from_directory(out).as_dataset(split="all")
            return [int(e["steps"].cardinality()) - 1 for e in d]
        except Exception as e:  # by hand: the repair function of the backend
            from envlogger.backends import rlds_utils

            try:
                b = rlds_utils.maybe_recover_last_shard(tfds.builder_from_directory(out))
                n = [int(e["steps"].cardinality()) - 1 for e in b.as_dataset(split="all")]
            except Exception as e2:
                n = f"{type(e2).__name__}: {e2}"
            raise RuntimeError(f"{type(e).__name__}: {str(e)[:80]}; with the backend's repair function: {n}") from e


if __name__ == "__main__":
    main(Logger)
