#!/usr/bin/python3
"""Reads a run file of `roboreel soak` with stock h5py and compares it, value by value, with the formula.

  reader.py RUN.hdf5 swmr|plain|whole FIRST_KEY

swmr, plain: opens, looks at a few datasets and closes, until stdin ends; plain is refused while a recorder writes.
whole: everything, once. Env e has the key FIRST_KEY + e. Prints a line per violation and a JSON summary.
Needs: python3-h5py (python3-numpy).
"""
import json, random, select, sys
import numpy as np
import h5py

OTHER_RULE = ("timestamps/", "initial_state/", "final_obs/")


def expected(dtype, shape, key, first, rows):
    columns = int(np.prod(shape)) if shape else 1
    k = np.arange(first, first + rows, dtype=np.int64)[:, None]
    m = (31 * k + 7 * np.arange(columns, dtype=np.int64)[None] + 101 * key) % 1000
    if dtype.kind == "f":
        m = (m / 1000.0).astype(dtype)
    elif dtype.kind == "b":
        m = m % 2 == 1
    else:
        m = (m % 256 if dtype == np.uint8 else m).astype(dtype)
    return m.reshape((rows,) + tuple(shape))


class Reader:
    def __init__(self, path, manner, first_key):
        self.path, self.manner, self.first_key = path, manner, first_key
        self.opens = self.refusals = self.values = 0
        self.bad = []
        self.suspects = []

    def compare(self, data, where, key, low, high, first):
        got = data[low:high]
        want = expected(data.dtype, data.shape[1:], key, first, len(got))
        self.values += got.size
        if got.shape[0] != high - low or not np.array_equal(got, want):
            self.bad.append(f"{where} rows {low} to {high} differ from the formula")

    def status(self, name):
        """Of a file that is not open here: HDF5 would show what it has cached of it."""
        with h5py.File(self.path, "r", swmr=self.manner == "swmr") as f:
            return f["data"][name].attrs["status"].rstrip(b"\0").decode()

    def datasets(self, demo):
        paths = []
        demo.visititems(lambda p, x: paths.append(p) if isinstance(x, h5py.Dataset) else None)
        return paths

    def glance(self, f):
        name = random.choice(sorted(f["data"]))
        demo, key = f["data"][name], self.first_key + int(name[5:])
        paths = [p for p in self.datasets(demo) if not p.startswith(OTHER_RULE)]
        for path in random.sample(paths, min(4, len(paths))):
            samples = int(demo.attrs["num_samples"])
            data = demo[path]
            if data.shape[0] < samples:
                self.suspects.append((name, f"{name}/{path} has {data.shape[0]} rows, num_samples is {samples}"))
                return
            low = max(0, samples - random.randint(1, 64))
            before = len(self.bad)
            self.compare(data, f"{name}/{path}", key, low, samples, low)
            self.suspects += [(name, text) for text in self.bad[before:]]
            del self.bad[before:]

    def everything(self, f):
        for name in sorted(f["data"]):
            demo, key = f["data"][name], self.first_key + int(name[5:])
            samples = int(demo.attrs["num_samples"])
            for path in self.datasets(demo):
                data, where = demo[path], f"{name}/{path}"
                if path.startswith("timestamps/"):
                    if data.shape[0] != samples or (np.diff(data[...]) < 0).any():
                        self.bad.append(f"{where} has {data.shape[0]} rows for {samples} steps or goes backwards")
                elif path.startswith("initial_state/"):
                    self.compare(data, where, key, 0, data.shape[0], 0)
                elif path.startswith("final_obs/"):
                    self.compare(data, where, key, 0, data.shape[0], samples)
                elif data.shape[0] != samples:
                    self.bad.append(f"{where} has {data.shape[0]} rows, num_samples is {samples}")
                else:
                    self.compare(data, where, key, 0, samples, 0)

    def open(self):
        try:
            f = h5py.File(self.path, "r", swmr=self.manner == "swmr")
        except OSError:
            self.refusals += 1
            return None
        self.opens += 1
        return f

    def look(self, use):
        f = self.open()
        if f is not None:
            with f:
                use(f)
            self.settle()

    def settle(self):
        """Rows of an episode that was discarded meanwhile may go."""
        self.bad += [text for name, text in self.suspects if self.status(name) != "discarded"]
        self.suspects = []

    def run(self):
        if self.manner == "whole":
            self.look(self.everything)
            if self.opens == 0:
                self.bad.append("it cannot be opened")
            return
        ended = False
        while not ended and not self.bad:
            self.look(self.glance)
            ended = bool(select.select([sys.stdin], [], [], random.uniform(0.002, 0.03))[0])


def main():
    reader = Reader(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    try:
        reader.run()
    except Exception as e:
        reader.bad.append(f"reading failed: {type(e).__name__}: {e}")
    for b in reader.bad:
        print("VIOLATION", b)
    print(json.dumps({"opens": reader.opens, "refusals": reader.refusals, "values": reader.values}))
    sys.exit(1 if reader.bad else 0)


if __name__ == "__main__":
    main()
