"""LeRobot on our exports, its tools too, our import of a dataset that it wrote, and roboreel.lerobot beside LeRobotDataset:
check.py RECORDED SCRATCH"""

import json
import subprocess
import sys
from pathlib import Path

RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])

import lerobot
import numpy as np
import torch
from lerobot.datasets.lerobot_dataset import LeRobotDataset

from recorded import Comparison, demos, roboreel

MAX_MEAN_ERROR = 0.02  # of 1, of H.264 against what was rendered
MAX_METRES_ERROR = 1e-6
comparison = Comparison()


def script(name, *arguments):
    """The last line of what a script beside this one prints, JSON of a check."""
    command = [sys.executable, str(Path(__file__).with_name(name)), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (name, done.stdout, done.stderr)
    return done.stdout.strip().split("\n")[-1]


def export(name, *options):
    roboreel("export", "lerobot", RECORDED, "--out", SCRATCH, "--repo-id", "lab/" + name, *options)
    return LeRobotDataset("lab/" + name, root=SCRATCH / "lab" / name)


def episodes(dataset):
    """Each as arrays by feature, pictures as rows of (height, width, channels)."""
    at = 0
    for length in dataset.meta.episodes["length"]:
        frames = [dataset[i] for i in range(at, at + length)]
        at += length
        episode = {key: [frame[key] for frame in frames] for key in frames[0]}
        for key in dataset.meta.camera_keys:
            episode[key] = [picture.permute(1, 2, 0) for picture in episode[key]]
        yield {key: torch.stack(rows).numpy() if key != "task" else rows for key, rows in episode.items()}


def check_export(name, *options):
    """Every feature that says what was recorded in it has those values; others follow from the ending."""
    dataset = export(name, *options)
    recorded = list(demos(RECORDED))
    assert dataset.meta.total_episodes == len(recorded) and len(dataset) == sum(demo.steps for demo in recorded)
    for episode, demo in zip(episodes(dataset), recorded):
        assert set(episode["task"]) == {demo.text("instruction")}
        for key, feature in dataset.features.items():
            sources = (feature.get("info") or {}).get("robolab.recorded")
            if sources:
                rows = [demo.arrays[source["path"]].reshape(demo.steps, -1) for source in sources]
                check_feature(feature["dtype"], episode[key], np.concatenate(rows, axis=1), demo.where, key)
        last = np.arange(demo.steps) == demo.steps - 1
        success = demo.text("status") == "success"
        truncated = demo.text("status") not in ("success", "failure")
        comparison.equal(episode["next.done"], last, demo.where, "next.done")
        comparison.equal(episode["next.truncated"], last & truncated, demo.where, "next.truncated")
        comparison.equal(episode["next.success"], last & success, demo.where, "next.success")
    assert json.loads(script("check_tools.py", dataset.root, SCRATCH / "tools"))["episodes"] == len(recorded)


def check_feature(dtype, got, expected, *where):
    rows = got.reshape(expected.shape)
    if dtype == "video":
        error = np.abs(rows - expected / 255).mean()
        assert error < MAX_MEAN_ERROR, (*where, error)
    elif dtype == "image":
        comparison.equal(np.rint(rows * 255).astype(np.uint8), expected, *where)
    else:
        # LeRobot hands on Python's numbers, which torch holds as int64 and float32.
        comparison.equal(rows, expected.astype(dtype).astype(rows.dtype), *where)


def check_import():
    """What LeRobot wrote, pictures as PNG, is in the run files."""
    rng = np.random.default_rng(9)
    features = {
        "action": {"dtype": "float32", "shape": (3,), "names": ["a", "b", "c"]},
        "observation.state": {"dtype": "float32", "shape": (2,), "names": ["x", "y"]},
        "observation.images.top": {"dtype": "image", "shape": (32, 48, 3), "names": ["height", "width", "channels"]},
        "contacts": {"dtype": "int64", "shape": (4,), "names": None},
    }
    root = SCRATCH / "theirs"
    dataset = LeRobotDataset.create("lab/theirs", fps=10, features=features, root=root, robot_type="so100", use_videos=False)
    made = []
    for length in (6, 9):
        episode = {
            "action": rng.normal(size=(length, 3)).astype(np.float32),
            "observation.state": rng.normal(size=(length, 2)).astype(np.float32),
            "observation.images.top": rng.integers(0, 256, (length, 32, 48, 3), dtype=np.uint8),
            "contacts": rng.integers(-(2**60), 2**60, (length, 4)),
        }
        for i in range(length):
            dataset.add_frame({**{key: rows[i] for key, rows in episode.items()}, "task": f"task of {length}"})
        dataset.save_episode()
        made.append(episode)
    dataset.finalize()
    roboreel("import", "lerobot", root, "--out", SCRATCH / "imported")
    paths = {"action": "actions", "observation.state": "obs/state", "observation.images.top": "obs/top"}
    for episode, demo in zip(made, demos(SCRATCH / "imported"), strict=True):
        assert demo.text("instruction") == f"task of {demo.steps}" and demo.attrs["dt"] == 0.1
        for key, rows in episode.items():
            comparison.equal(demo.arrays[paths.get(key, key)], rows, demo.where, key)


def check_round_trip():
    """Depths, language and tasks of a dataset of LeRobot's, imported and exported: a video of depths comes back as files."""
    original, again = SCRATCH / "original", SCRATCH / "lab" / "again"
    script("make_dataset.py", original)
    roboreel("import", "lerobot", original, "--out", SCRATCH / "kept")
    roboreel("export", "lerobot", SCRATCH / "kept", "--out", SCRATCH, "--repo-id", "lab/again")
    found = json.loads(script("compare.py", original, again))
    assert found["stored_otherwise"] == ["observation.images.video_mm", "observation.images.video_m"], found
    # A float32 of 8 m: PyTorch's exponential is not always the nearest one.
    assert found["differ"].pop("observation.images.video_m", (0, 0))[1] < MAX_METRES_ERROR and not found["differ"], found
    script("check_tools.py", again, SCRATCH / "tools")
    return found["values"]


def main():
    check_export("default")
    check_export("all", "--fields", "all", "--images", "png")
    check_import()
    values = check_round_trip()
    wrapper = json.loads(script("check_wrapper.py", SCRATCH / "wrapper"))
    comparison.report(round_trip_values=values, **wrapper, lerobot=lerobot.__version__, torch=torch.__version__)


main()
