"""h5py the way RoboLab's streaming handler writes: rows in lists, every 500 steps appended to resizable gzip datasets, flush.

Variants: gzip, none. One group data/demo_i per environment and episode.
"""

import os

import numpy as np

from work import Recorder, main

FLUSH = 500


class Streaming(Recorder):
    name, envs_max, variants = "h5py streaming (RoboLab)", 16, ["gzip", "none"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        import h5py

        self.f = h5py.File(os.path.join(out, "run_0.hdf5"), "w")
        self.data, self.n = self.f.create_group("data"), 0
        self.gzip = "gzip" if args.variant == "gzip" else None

    def begin(self, b):
        e = self.args.envs
        self.demos = [self.data.create_group(f"demo_{self.n + i}") for i in range(e)]
        self.n += e
        self.buf, self.sets, self.rows, self.now = (
            [{k: [] for k in self.w.shapes} for _ in range(e)],
            [{} for _ in range(e)],
            0,
            b,
        )

    def record(self, b):
        for e, buf in enumerate(self.buf):
            for k, rows in buf.items():
                rows.append((b if k in ("action", "reward") else self.now)[k][e])
        self.now, self.rows = b, self.rows + 1
        if self.rows % FLUSH == 0:
            self.flush()

    def flush(self):
        for buf, sets, demo in zip(self.buf, self.sets, self.demos, strict=True):
            for k, rows in buf.items():
                if not rows:
                    continue
                a = np.asarray(rows)
                if k in sets:
                    d = sets[k]
                    d.resize(len(d) + len(a), axis=0)
                    d[-len(a) :] = a
                else:
                    sets[k] = demo.create_dataset(k, data=a, maxshape=(None, *a.shape[1:]), chunks=True, compression=self.gzip)
                buf[k] = []
            demo.attrs["num_samples"] = self.rows
            self.f.flush()

    def end(self):
        self.flush()
        for d in self.demos:
            d.attrs["success"] = True

    def close(self):
        self.f.close()

    @staticmethod
    def version():
        import h5py

        return "h5py " + h5py.__version__

    @staticmethod
    def load(out, args):
        import h5py

        with h5py.File(os.path.join(out, "run_0.hdf5"), "r") as f:
            return [len(d["action"][:]) if "action" in d else 0 for d in f["data"].values()]


if __name__ == "__main__":
    main(Streaming)
