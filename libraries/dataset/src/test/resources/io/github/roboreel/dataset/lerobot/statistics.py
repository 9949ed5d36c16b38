"""Statistics of recorded episodes by numpy: python statistics.py RUN.hdf5..."""

import json
import sys

import h5py
import numpy as np

FIELDS = {
    "action": "actions",
    "robolab.ee_pose.position": "ee_pose/position",
    "robolab.bbox.bbox_mm.banana": "bbox/bbox_mm/banana",
    "robolab.contact": "contact",
    "robolab.time": "timestamps/sim_time_s",
}
CAMERA = "observation.images.wrist_cam"
QUANTILES = {"q01": 0.01, "q10": 0.1, "q50": 0.5, "q90": 0.9, "q99": 0.99}


def rows(values):
    """One axis per row, but for scalars."""
    return values.reshape(len(values), -1) if values.ndim > 2 else values


def statistics(values, count):
    values = np.asarray(values, dtype=np.float64)
    result = {
        "min": values.min(axis=0),
        "max": values.max(axis=0),
        "mean": values.mean(axis=0),
        "std": values.std(axis=0),
    }
    for name, fraction in QUANTILES.items():
        result[name] = np.quantile(values, fraction, axis=0)
    result = {name: np.atleast_1d(value).tolist() for name, value in result.items()}
    result["count"] = [count]
    return result


def sampled(frames):
    length = len(frames)
    samples = max(min(100, length), min(int(length**0.75), 10000))
    return frames[np.round(np.linspace(0, length - 1, samples)).astype(int)]


episodes = []
for run in sys.argv[1:]:
    with h5py.File(run) as file:
        for demo in sorted(file["data"], key=lambda name: int(name.split("_")[1])):
            group = file["data"][demo]
            arrays = {key: rows(group[path][()]) for key, path in FIELDS.items()}
            frames = sampled(group["obs/wrist_cam"][()])
            episodes.append((arrays, frames))

result = {"episodes": [], "dataset": {}}
for arrays, frames in episodes:
    own = {key: statistics(values, len(values)) for key, values in arrays.items()}
    own[CAMERA] = statistics(frames.reshape(-1, 3) / 255.0, len(frames))
    result["episodes"].append(own)
for key in FIELDS:
    values = np.concatenate([arrays[key] for arrays, _ in episodes])
    result["dataset"][key] = statistics(values, len(values))
frames = np.concatenate([frames for _, frames in episodes])
result["dataset"][CAMERA] = statistics(frames.reshape(-1, 3) / 255.0, len(frames))
json.dump(result, sys.stdout)
