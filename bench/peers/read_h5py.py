#!/usr/bin/python3
"""What a training job does with a run file, by stock h5py: single frames, windows of steps, everything in order.

Reads the file again and again from the page cache, each access at a random place of a random demo. Works on our files and on
peer_h5py.py's. Needs python3-h5py. Prints one JSON object; what a file does not hold is null.

  python3 read_h5py.py RUN.hdf5 [--accesses 200] [--window 16] [--seed 0]
"""
import argparse, json, time
import numpy as np
import h5py

WINDOW_FIELDS = ("actions", "states/articulation/robot/joint_position", "ee_pose/position")


def median_ms(accesses, read):
    times = []
    for _ in range(accesses):
        t0 = time.perf_counter()
        read()
        times.append(time.perf_counter() - t0)
    return round(float(np.median(times)) * 1e3, 4)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("file")
    p.add_argument("--accesses", type=int, default=200)
    p.add_argument("--window", type=int, default=16)
    p.add_argument("--seed", type=int, default=0)
    a = p.parse_args()
    rng = np.random.default_rng(a.seed)
    with h5py.File(a.file, "r") as f:
        demos = list(f["data"].values())
        cameras = [n for n in demos[0]["obs"] if n.startswith("camera_")]
        frames = {(i, c): d["obs/" + c] for i, d in enumerate(demos) for c in cameras}
        fields = {(i, n): d[n] for i, d in enumerate(demos) for n in WINDOW_FIELDS}
        steps = fields[0, "actions"].shape[0]
        window = min(a.window, steps)

        def frame():
            d = frames[int(rng.integers(len(demos))), cameras[int(rng.integers(len(cameras)))]]
            return d[int(rng.integers(steps))]

        def rows(source, names):
            demo, at = int(rng.integers(len(demos))), int(rng.integers(steps - window + 1))
            return [source[demo, n][at:at + window] for n in names]

        found = {"random_frame_ms": None, "frame_window_ms": None}
        if cameras:
            found["random_frame_ms"] = median_ms(a.accesses, frame)
            found["frame_window_ms"] = median_ms(max(1, a.accesses // 10), lambda: rows(frames, cameras[:1]))
        found["row_window_ms"] = median_ms(a.accesses, lambda: rows(fields, WINDOW_FIELDS))

        total, sums = 0, {}
        t0 = time.perf_counter()
        for i, d in enumerate(demos):
            def visit(name, node):
                nonlocal total
                if isinstance(node, h5py.Dataset) and node.shape and node.shape[0]:
                    values = node[...]
                    total += values.nbytes
                    if i == 0 and name == "actions":
                        sums[name] = float(values.astype(np.float64).sum())
            d.visititems(visit)
        wall = time.perf_counter() - t0
    found.update({"scan_mb_per_s": round(total / wall / 1e6, 1), "scanned_mb": round(total / 1e6, 3), "demos": len(demos),
                  "steps": steps, "cameras": len(cameras), "actions_sum": sums.get("actions")})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
