"""robodm's Trajectory: one Matroska file per episode, rows pickled into packets, pictures encoded at close(). 1 env only.

Variants: auto (its choice: AV1), x264.
"""

import glob
import os

import numpy as np

from work import Recorder, main


class Robodm(Recorder):
    name, variants = "robodm Trajectory", ["auto", "x264"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        import robodm

        self.robodm, self.n = robodm, 0

    def begin(self, b):
        self.t = self.robodm.Trajectory(
            os.path.join(self.out, f"episode_{self.n}.vla"),
            mode="w",
            video_codec={"auto": "auto", "x264": "libx264"}[self.args.variant],
        )
        self.n, self.now, self.i = self.n + 1, b, 0

    def record(self, b):
        row = {k: (b if k in ("action", "reward") else self.now)[k][0] for k in self.w.shapes}
        row["reward"] = np.array([row["reward"]])
        self.i += 1
        self.t.add_by_dict(row, timestamp=int(1000 * self.i / self.args.hz))
        self.now = b

    def end(self):
        self.t.close()

    @staticmethod
    def version():
        from importlib.metadata import version

        return "robodm " + version("robodm")

    @staticmethod
    def load(out, args):
        import robodm

        n = []
        for path in sorted(glob.glob(os.path.join(out, "*.vla"))):
            try:
                d = robodm.Trajectory(path, mode="r").load()
                n.append(min(len(v) for v in d.values()))
            except Exception as e:
                print(os.path.basename(path), type(e).__name__, str(e)[:80])
        return n


if __name__ == "__main__":
    main(Robodm)
