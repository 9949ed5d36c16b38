"""roboreel.torch.EpisodeDataset on a recording, against h5py: check.py RECORDED SCRATCH

Every window of every step, batches of DataLoaders with 0 and 2 workers, forked and spawned, statistics, tables of pandas and
Arrow, and the training loop of docs/how-to/train.md.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "python"))
os.environ["ROBOREEL_BRIDGE_COMMAND"] = os.environ["ROBOREEL"]

import numpy as np
import torch
from torch.utils.data import DataLoader

import roboreel as rr
from roboreel.torch import EpisodeDataset

from recorded import Comparison, demos, roboreel

comparison = Comparison()
WINDOWS = {
    "actions": range(16),
    "obs/*": [-3, -1, 0],
    "states/rigid_object/banana/root_pose": range(-2, 3),
    "timestamps/sim_time_s": 0,
    "subtask/*": [0, 40],
    "bbox/centroid/bowl": [0],
}
STORED_AS = {"float16": np.float32, "float64": np.float32, "uint16": np.int32}


def by_hand(rows, steps, at):
    """The window of a step, and where it is padding, taken from all rows of an episode, one after the other."""
    if isinstance(steps, int):
        return rows[at + steps], None
    taken, is_pad = [], []
    for step in (at + offset for offset in steps):
        is_pad.append(not 0 <= step < len(rows))
        taken.append(rows[0] if step < 0 else rows[-1] if step >= len(rows) else rows[step])
    return np.stack(taken), np.array(is_pad)


def as_stored(value):
    if value.dtype == np.uint8 and value.ndim >= 3:
        value = np.moveaxis(value, -1, -3)
    return value.astype(STORED_AS.get(value.dtype.name, value.dtype))


def check_windows(dataset):
    """Every window of every field is what a loop takes from h5py's arrays."""
    steps_of = {path: next(steps for pattern, steps in WINDOWS.items() if re.fullmatch(pattern.replace("*", ".*"), path))
                for path in dataset.fields}
    index = 0
    for number, demo in enumerate(demos(RECORDED)):
        for at in range(demo.steps):
            sample = dataset[index]
            assert (sample["episode_index"], sample["step_index"]) == (number, at)
            assert sample["instruction"] == demo.text("instruction")
            for path, steps in steps_of.items():
                rows, is_pad = by_hand(demo.arrays[path], steps, at)
                comparison.equal(sample[path].numpy(), as_stored(rows), demo.where, at, path)
                if is_pad is not None:
                    comparison.equal(sample[path + "_is_pad"].numpy(), is_pad, demo.where, at, path)
            index += 1
    assert index == len(dataset), (index, len(dataset))


def check_whole_windows(padded):
    """Without padding there are the samples that have none with it."""
    whole = EpisodeDataset(RECORDED, WINDOWS, pad=False)
    places = [(sample["episode_index"], sample["step_index"]) for sample in padded
              if not any(value.any() for key, value in sample.items() if key.endswith("_is_pad"))]
    assert places == [(sample["episode_index"], sample["step_index"]) for sample in whole] and places


def check_loader(dataset, expected, workers, start):
    """A loader's batches are those samples, in the sampler's order."""
    order = np.random.default_rng(workers).permutation(len(dataset)).tolist()
    loader = DataLoader(dataset, 50, sampler=order, num_workers=workers, multiprocessing_context=start)
    at = 0
    for batch in loader:
        for place, index in enumerate(order[at:at + 50]):
            for key, value in expected[index].items():
                if key in ("instruction", "episode_index", "step_index"):
                    assert batch[key][place] == value
                else:
                    comparison.equal(batch[key][place].numpy(), value.numpy(), workers, start, index, key)
        at += 50
    assert at >= len(dataset)


def check_statistics(dataset):
    """They are numpy's over all rows, and those of the command line."""
    paths = ["actions", "obs/wrist_camera", "obs/arm_joint_pos"]
    found = dataset.statistics(paths)
    for path in paths:
        rows = np.concatenate([demo.arrays[path] for demo in demos(RECORDED)]).astype(np.float64)
        axes = (0, 1, 2) if rows.ndim == 4 else 0
        for name, value in found[path].items():
            expected = getattr(rows, name)(axis=axes).reshape(tuple(value.shape))
            np.testing.assert_allclose(value.numpy(), expected, rtol=1e-6, atol=1e-9)
    printed = json.loads(roboreel("stats", RECORDED, "--format", "lerobot", "--quiet"))["action"]
    for name in ("mean", "std", "min", "max"):
        np.testing.assert_allclose(found["actions"][name].numpy(), printed[name], rtol=1e-6)


def check_tables():
    recording = rr.open(RECORDED)
    plain, frame, arrow = (recording.table(format) for format in ("dict", "pandas", "arrow"))
    assert frame["success"].tolist() == arrow["success"].to_pylist() == plain["success"]
    assert frame["num_samples"].sum() == sum(demo.steps for demo in demos(RECORDED))
    assert str(frame["success"].dtype) == "boolean" and str(frame["seed"].dtype) == "Int64"
    assert frame["metrics.ee_path_length"].tolist() == [e.result["metrics"]["ee_path_length"] for e in recording.episodes]
    report = rr.report(RECORDED)
    assert report["groups"][0]["episodes"] == len(frame)


def check_training_page():
    """The loop of the page runs as it stands, on this recording, and learns."""
    page = (ROOT / "docs/how-to/train.md").read_text("utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (SCRATCH / "output").mkdir()
    (SCRATCH / "output/take_1").symlink_to(RECORDED.resolve())
    (SCRATCH / "train.py").write_text(example + "    assert losses[-1] < losses[0], losses\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    ran = subprocess.run([sys.executable, "train.py"], cwd=SCRATCH, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, (ran.stdout, ran.stderr)


def main():
    torch.set_num_threads(1)
    dataset = EpisodeDataset(RECORDED, WINDOWS, instruction=True)
    check_windows(dataset)
    check_whole_windows(dataset)
    expected = [dataset[index] for index in range(len(dataset))]
    for workers, start in ((0, None), (2, "fork"), (2, "spawn")):
        check_loader(dataset, expected, workers, start)
    check_statistics(dataset)
    check_tables()
    check_training_page()
    comparison.report(samples=len(dataset), fields=len(dataset.fields), torch=torch.__version__)


if __name__ == "__main__":
    main()
