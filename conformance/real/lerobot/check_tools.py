"""LeRobot's own tools on one of our exports: python check_tools.py DATASET SCRATCH [--speed]

Deletes, splits, removes and adds features, merges, recomputes statistics and resumes, each on a copy in SCRATCH, and
asserts what is left. Prints a line of JSON. Needs requirements.txt beside it; nothing is downloaded.
"""

import json
import os
import shutil
import sys
import time
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
import pyarrow.parquet as pq
import torch
from lerobot.datasets import dataset_tools as tools
from lerobot.datasets.language_render import active_at
from lerobot.datasets.lerobot_dataset import LeRobotDataset
from lerobot.utils.collate import lerobot_collate_fn

OWN = {"timestamp", "frame_index", "episode_index", "index", "task_index"}


def open_dataset(root):
    return LeRobotDataset("lab/" + Path(root).name, root=root)


def row_groups(root):
    """The row groups of the tables: the k-th is episode k, whole."""
    groups = []
    for file in sorted(Path(root).glob("data/*/*.parquet")):
        table = pq.ParquetFile(file)
        for i in range(table.num_row_groups):
            episodes = table.read_row_group(i, columns=["episode_index"])["episode_index"].to_numpy()
            assert len(set(episodes)) == 1, (file, i)
            groups.append((int(episodes[0]), len(episodes)))
    return groups


def frame(dataset, task):
    values = {}
    for key, feature in dataset.features.items():
        shape = tuple(feature["shape"])
        if key in OWN:
            continue
        if feature["dtype"] in ("language", "string"):
            values[key] = None if feature["dtype"] == "language" else "a text"
        elif key in dataset.meta.depth_keys:
            metres = feature["info"].get("depth_unit") == "m"
            values[key] = np.full(shape, 2, dtype=np.float32 if metres else np.uint16)
        elif feature["dtype"] in ("video", "image"):
            values[key] = np.full(shape, 90, dtype=np.uint8)
        else:
            values[key] = np.zeros(shape, dtype=feature["dtype"])
    return {**values, "task": task}


def resume(root):
    dataset = LeRobotDataset.resume("lab/" + root.name, root=root)
    for _ in range(12):
        dataset.add_frame(frame(dataset, "another task"))
    dataset.save_episode()
    dataset.finalize()
    return open_dataset(root)


def fails(action):
    try:
        action()
    except ValueError:
        return
    raise AssertionError("LeRobot can do that now")


def subtasks(dataset):
    """What LeRobot's own resolver takes for the subtask at each frame, by episode, changes only."""
    found = {}
    for item in (dataset[i] for i in range(len(dataset))):
        row = active_at(float(item["timestamp"]), persistent=item["language_persistent"], style="subtask")
        spans = found.setdefault(int(item["episode_index"]), [])
        if row is not None and (not spans or spans[-1][1] != row["content"]):
            spans.append((int(item["frame_index"]), row["content"]))
    return list(found.values())


def speed(dataset):
    """Samples per second of this process's own processor time, of a shuffled loader in one process."""
    loader = torch.utils.data.DataLoader(dataset, batch_size=16, shuffle=True, collate_fn=lerobot_collate_fn)
    batches = iter(loader)
    next(batches)
    began, seen = time.process_time(), 0
    for batch in batches:
        seen += len(batch["index"])
    return round(seen / (time.process_time() - began), 1)


def main():
    source, scratch = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(scratch, ignore_errors=True)
    dataset = open_dataset(source)
    episodes = dataset.meta.total_episodes
    lengths = [int(n) for n in dataset.meta.episodes["length"]]
    assert row_groups(source) == list(enumerate(lengths)), "a row group is no episode"
    assert all(len(f["shape"]) == 1 or f["dtype"] in ("video", "image") for f in dataset.features.values())

    done = tools.delete_episodes(dataset, [1], output_dir=scratch / "deleted", repo_id="lab/deleted")
    assert done.meta.total_episodes == episodes - 1 and len(done) == len(dataset) - lengths[1]
    assert torch.equal(done[lengths[0]]["action"], dataset[lengths[0] + lengths[1]]["action"])

    parts = tools.split_dataset(dataset, {"a": [0], "b": list(range(1, episodes))}, output_dir=scratch / "split")
    assert len(parts["a"]) == lengths[0] and len(parts["b"]) == len(dataset) - lengths[0]

    key = next(k for k in dataset.features if k.startswith("robolab.") or k in ("next.success", "note"))
    done = tools.remove_feature(dataset, key, output_dir=scratch / "removed", repo_id="lab/removed")
    assert key not in done.features and key not in done[0]

    added = np.arange(len(dataset), dtype=np.float32)[:, None]
    about = {"dtype": "float32", "shape": [1], "names": None}
    done = tools.add_features(dataset, {"mark": (added, about)}, output_dir=scratch / "added", repo_id="lab/added")
    assert float(done[len(done) - 1]["mark"]) == len(dataset) - 1

    done = tools.merge_datasets([dataset, dataset], "lab/merged", output_dir=scratch / "merged")
    assert len(done) == 2 * len(dataset) and done.meta.total_episodes == 2 * episodes

    shutil.copytree(source, scratch / "again")
    before = json.loads((source / "meta/stats.json").read_text())
    if "language_events" in dataset.features and len({len(e) for e in dataset.hf_dataset["language_events"]}) > 1:
        # Not of datasets of its own either.
        fails(lambda: tools.recompute_stats(open_dataset(scratch / "again")))
    else:
        tools.recompute_stats(open_dataset(scratch / "again"))
    after = json.loads((scratch / "again/meta/stats.json").read_text())
    # LeRobot's deviations come of sums of squares in float32.
    for name in ("mean", "min", "max", "std"):
        for feature in {"action", "observation.state"} & before.keys():
            assert np.allclose(before[feature][name], after[feature][name], atol=1e-5), (feature, name)

    shutil.copytree(source, scratch / "resumed")
    done = resume(scratch / "resumed")
    assert done.meta.total_episodes == episodes + 1 and len(done) == len(dataset) + 12
    assert done[len(done) - 1]["task"] == "another task"
    batch = next(iter(torch.utils.data.DataLoader(dataset, batch_size=4, collate_fn=lerobot_collate_fn)))
    assert len(batch["action"]) == 4
    result = {"episodes": episodes, "frames": len(dataset), "features": len(dataset.features)}
    if dataset.meta.has_language_columns:
        result["subtasks"] = subtasks(dataset)
    if "--speed" in sys.argv:
        torch.set_num_threads(1)
        result["samples_per_cpu_second"] = speed(dataset)
    print(json.dumps(result))


main()
