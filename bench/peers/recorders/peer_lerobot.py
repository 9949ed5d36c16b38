"""LeRobotDataset create / add_frame / save_episode / finalize. 1 env only.

Variants (they differ in cameras alone): png (image features, 8 writer threads), video (PNG files, encoded in save_episode),
batch (encoded every 5 episodes; fails in 0.6.1, so run_all.py leaves it out), stream (encoded while recording).
"""

import logging
import os
from typing import ClassVar

from work import H, Recorder, W, main


class LeRobot(Recorder):
    name, variants = "LeRobotDataset", ["video", "png", "batch", "stream"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        logging.disable(logging.WARNING)
        kind = "image" if args.variant == "png" else "video"
        f = {
            "observation.qpos": {"dtype": "float64", "shape": world.shapes["qpos"][1], "names": None},
            "observation.qvel": {"dtype": "float64", "shape": world.shapes["qvel"][1], "names": None},
            "action": {"dtype": "float32", "shape": world.shapes["action"][1], "names": None},
            "next.reward": {"dtype": "float32", "shape": (1,), "names": None},
        }
        for c in range(args.cameras):
            f[f"observation.images.cam{c}"] = {"dtype": kind, "shape": (H, W, 3), "names": ["height", "width", "channels"]}
        self.cams = range(args.cameras)
        self.root = os.path.join(out, "ds")
        self.d = self.library().create(
            "bench/humanoid",
            fps=int(args.hz),
            features=f,
            root=self.root,
            use_videos=kind == "video",
            image_writer_threads=4 * args.cameras,
            batch_encoding_size=5 if args.variant == "batch" else 1,
            streaming_encoding=args.variant == "stream" and args.cameras > 0,
            **self.more,
        )

    more: ClassVar[dict] = {}

    @staticmethod
    def library():
        from lerobot.datasets.lerobot_dataset import LeRobotDataset

        return LeRobotDataset

    def begin(self, b):
        self.now = b

    def record(self, b):
        o = self.now
        frame = {
            "observation.qpos": o["qpos"][0],
            "observation.qvel": o["qvel"][0],
            "action": b["action"][0],
            "next.reward": b["reward"].astype("f4"),
            "task": "stand",
        }
        for c in self.cams:
            frame[f"observation.images.cam{c}"] = o[f"cam{c}"][0]
        self.d.add_frame(frame)
        self.now = b

    def end(self):
        enc = self.d.writer._streaming_encoder
        if enc is not None:  # frames that the encoder's full queue made add_frame throw away
            self.extra["dropped"] = self.extra.get("dropped", 0) + sum(enc._dropped_frames.values())
        self.d.save_episode()

    def close(self):
        self.d.finalize()

    @staticmethod
    def version():
        import lerobot

        return "lerobot " + lerobot.__version__

    @staticmethod
    def load(out, args):
        os.environ["HF_HUB_OFFLINE"] = "1"
        from lerobot.datasets.lerobot_dataset import LeRobotDataset

        d = LeRobotDataset("bench/humanoid", root=os.path.join(out, "ds"))
        n = [int(e["length"]) for e in d.meta.episodes]
        d[sum(n) - 1]  # decodes the last frame of every camera
        return n


if __name__ == "__main__":
    main(LeRobot)
