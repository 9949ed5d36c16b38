#!/usr/bin/python3
"""Reference peer for metrics: the numpy formulas of conformance/check_run.py, one stored episode after the other.

Prints one JSON object: how long it took, and the sum of every metric, so that it can be seen that both computed the same.

  python3 metrics_numpy.py CONFORMANCE_DIR DT RUN.hdf5...
"""
import json, math, sys, time

sys.path.insert(0, sys.argv[1])
import h5py
from check_run import metrics


def main():
    dt = float(sys.argv[2])
    episodes, values, sums = 0, 0, {}
    t0 = time.perf_counter()
    for path in sys.argv[3:]:
        with h5py.File(path, "r") as f:
            for demo in f["data"].values():
                found = metrics(demo, dt)
                episodes += 1
                values += len(found)
                for name, value in found.items():
                    if math.isfinite(value):
                        sums[name] = sums.get(name, 0.0) + value
    wall = time.perf_counter() - t0
    print(json.dumps({"episodes": episodes, "metrics": values, "wall_s": wall, "episodes_per_s": episodes / wall,
                      "metrics_per_s": values / wall, "sums": sums}))


if __name__ == "__main__":
    main()
