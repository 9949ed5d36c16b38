#!/usr/bin/env python3
"""What a training job in PyTorch gets of a recording: batches of shuffled windows by roboreel.torch.EpisodeDataset, by h5py with
what one writes by hand, and by LeRobot on the export of the same frames.

A sample is a step: one observation (its numbers, and with --pictures its pictures) and the next --horizon actions. All three give
the same samples in the same order; those of h5py are compared with ours, value for value, before the clock runs. The contenders
take turns, each in a process of its own and each round in another order; the figure is the median of the rounds. Prints a table to
stderr and one JSON line.

  python3 read_torch.py FOLDER [--lerobot ROOT] [--pictures] [--horizon 16] [--batch 64] [--cache-mb 512] [--workers 0 2]
                       [--seconds 5] [--rounds 3]

FOLDER is an output folder, ROOT what `roboreel export lerobot FOLDER --out DIR --repo-id lab/x` made, DIR/lab/x. Needs torch and
h5py, LeRobot (conformance/real/lerobot/requirements.txt) for ROOT, and the package: PYTHONPATH=python.
"""
import argparse
import json
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import h5py
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

import roboreel as rr


class ByHand(Dataset):
    """h5py as scripts use it: files opened in the worker, datasets kept open, a slice for each field."""

    def __init__(self, episodes, fields, horizon):
        self.places = [(str(e.file), e.demo, e.num_samples) for e in episodes]
        self.fields, self.horizon = fields, horizon
        self.ends = np.cumsum([steps for _, _, steps in self.places])
        self.opened, self.files = {}, {}

    def __len__(self):
        return int(self.ends[-1])

    def dataset(self, number, path):
        if (number, path) not in self.opened:
            file, demo, _ = self.places[number]
            if file not in self.files:
                self.files[file] = h5py.File(file, "r")
            self.opened[number, path] = self.files[file][f"data/{demo}/{path}"]
        return self.opened[number, path]

    def __getitem__(self, index):
        number = int(np.searchsorted(self.ends, index, "right"))
        steps = self.places[number][2]
        step = index - int(self.ends[number]) + steps
        sample = {}
        for path in self.fields:
            dataset = self.dataset(number, path)
            if path == "actions":
                rows = dataset[step:step + self.horizon]
                missing = self.horizon - len(rows)
                sample[path] = torch.from_numpy(np.concatenate([rows, np.repeat(rows[-1:], missing, 0)]))
                sample["actions_is_pad"] = torch.arange(self.horizon) >= len(rows)
            else:
                row = dataset[step]
                if row.dtype == np.uint8 and row.ndim == 3:
                    row = np.ascontiguousarray(row.transpose(2, 0, 1))
                sample[path] = torch.from_numpy(np.asarray(row, np.float32 if row.dtype == np.float64 else row.dtype))
        return sample


def compare(ours, by_hand, samples=200):
    for index in np.random.default_rng(1).choice(len(ours), min(samples, len(ours)), replace=False).tolist():
        a, b = ours[index], by_hand[index]
        for path in b:
            assert a[path].dtype == b[path].dtype and torch.equal(a[path], b[path]), (index, path)


def lerobot_dataset(root, horizon, pictures):
    from lerobot.datasets.lerobot_dataset import LeRobotDataset

    fps = json.loads((root / "meta/info.json").read_text())["fps"]
    dataset = LeRobotDataset("lab/x", root=root, delta_timestamps={"action": [k / fps for k in range(horizon)]})
    if not pictures and dataset.meta.camera_keys:
        sys.exit(f"{root} has pictures, which LeRobot reads with every sample; give --pictures, or export without cameras")
    return dataset


def dataset_of(name, a, fields):
    if name == "LeRobot":
        return lerobot_dataset(a.lerobot, a.horizon, a.pictures)
    ours = rr.torch.EpisodeDataset(a.folder, fields, horizon=a.horizon, cache_mb=a.cache_mb)
    return ours if name == "roboreel" else ByHand(ours.episodes, fields, a.horizon)


def samples_per_s(name, a, fields, workers, seed):
    """Samples in a.seconds from the first batch on: starting workers is not in it."""
    torch.set_num_threads(1)
    dataset = dataset_of(name, a, fields)
    order = np.random.default_rng(seed).permutation(len(dataset)).tolist()
    order *= 1 + a.batch * 4096 // len(order)
    loader = DataLoader(dataset, batch_size=a.batch, sampler=order, num_workers=workers, drop_last=True)
    batches = iter(loader)
    next(batches)
    count, start = 0, time.perf_counter()
    for batch in batches:
        count += len(batch["actions" if "actions" in batch else "action"])
        if time.perf_counter() - start > a.seconds:
            break
    seconds = time.perf_counter() - start
    del batches
    return count / seconds


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--lerobot", type=Path)
    p.add_argument("--pictures", action="store_true")
    p.add_argument("--horizon", type=int, default=16)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--cache-mb", type=float, default=512)
    p.add_argument("--workers", type=int, nargs="+", default=[0, 2])
    p.add_argument("--seconds", type=float, default=5)
    p.add_argument("--rounds", type=int, default=3)
    a = p.parse_args()
    recording = rr.open(a.folder)
    fields = [path for path, field in recording.fields.items()
              if path == "actions" or (path.startswith("obs/") and field.phase == "step" and (a.pictures or not field.is_image))]
    ours = dataset_of("roboreel", a, fields)
    compare(ours, dataset_of("h5py by hand", a, fields))
    contenders = ["roboreel", "h5py by hand"]
    if a.lerobot:
        contenders.append("LeRobot")
        assert len(dataset_of("LeRobot", a, fields)) == len(ours), "LeRobot's dataset has other steps"
    found = {}
    for workers in a.workers:
        rates = {name: [] for name in contenders}
        for round_ in range(a.rounds):
            for name in contenders[round_ % len(contenders):] + contenders[:round_ % len(contenders)]:
                # A process for each: what a video decoder has open does not outlive a fork.
                with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as alone:
                    rates[name].append(alone.submit(samples_per_s, name, a, fields, workers, round_).result())
        found[workers] = {name: round(float(np.median(rate)), 1) for name, rate in rates.items()}
    width = max(map(len, contenders)) + 2
    print(f"samples/s, {len(fields)} fields of {len(ours)} steps, {a.horizon} actions, batches of {a.batch}", file=sys.stderr)
    print("".ljust(width) + "".join(f"{workers} workers".rjust(14) for workers in a.workers), file=sys.stderr)
    for name in contenders:
        print(name.ljust(width) + "".join(f"{found[workers][name]:14,.0f}" for workers in a.workers), file=sys.stderr)
    print(json.dumps({"steps": len(ours), "episodes": len(ours.episodes), "fields": fields, "horizon": a.horizon,
                      "batch": a.batch, "cache_mb": a.cache_mb, "samples_per_s": found, "h5py": h5py.__version__, "torch": torch.__version__}))


if __name__ == "__main__":
    main()
