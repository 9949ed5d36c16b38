"""Whether two datasets are the same for LeRobot: python compare.py ORIGINAL OTHER

Compares what meta/info.json says of robot, tasks and features, and every value of every frame as LeRobotDataset gives it,
depths in the unit that their feature has: in another one it rounds those of videos only. Then loads batches of the other one. Prints a line of JSON: features that are stored otherwise, and values that differ.
"""

import json
import os
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from lerobot.datasets.lerobot_dataset import LeRobotDataset
from lerobot.utils.collate import lerobot_collate_fn


def open_dataset(root, depth_unit="mm"):
    return LeRobotDataset("lab/" + Path(root).name, root=root, depth_output_unit=depth_unit)


class Frames:
    """Frames of a dataset, each depth in its own unit."""

    def __init__(self, root):
        self.by_unit = {unit: open_dataset(root, unit) for unit in ("mm", "m")}
        self.dataset = self.by_unit["mm"]
        self.metres = [k for k in self.dataset.meta.depth_keys if self.dataset.features[k]["info"]["depth_unit"] == "m"]

    def __getitem__(self, index):
        metres = self.by_unit["m"][index]
        return {**self.by_unit["mm"][index], **{key: metres[key] for key in self.metres}}


def features(dataset):
    """Without what videos and our own files say of their storage."""
    said = {}
    for key, feature in dataset.meta.features.items():
        info = feature.get("info") or {}
        kept = {k: v for k, v in info.items() if k in ("is_depth_map", "depth_unit")}
        said[key] = (tuple(feature["shape"]), feature["names"], kept)
    return said


def main():
    frames = [Frames(root) for root in sys.argv[1:3]]
    a, b = (both.dataset for both in frames)
    assert a.meta.robot_type == b.meta.robot_type, (a.meta.robot_type, b.meta.robot_type)
    assert sorted(a.meta.tasks.index) == sorted(b.meta.tasks.index), (a.meta.tasks, b.meta.tasks)
    assert features(a) == features(b), (features(a), features(b))
    assert len(a) == len(b)
    for one, other in zip(a.meta.episodes["tasks"], b.meta.episodes["tasks"]):
        assert sorted(one) == sorted(other), (one, other)
    differ = {}
    values = 0
    for i in range(len(a)):
        one, other = (both[i] for both in frames)
        assert one.keys() == other.keys(), (one.keys(), other.keys())
        for key in one.keys() - {"task_index"}:
            if isinstance(one[key], torch.Tensor):
                assert one[key].dtype == other[key].dtype and one[key].shape == other[key].shape, key
                error = (one[key].double() - other[key].double()).abs()
                values += error.numel()
                if error.max() > 0:
                    count, most = differ.get(key, (0, 0.0))
                    differ[key] = (count + int((error > 0).sum()), max(most, float(error.max())))
            else:
                assert one[key] == other[key], (i, key, one[key], other[key])
    batch = next(iter(torch.utils.data.DataLoader(b, batch_size=4, shuffle=True, collate_fn=lerobot_collate_fn)))
    assert len(batch["action"]) == 4
    stored = [k for k in a.meta.features if a.meta.features[k]["dtype"] != b.meta.features[k]["dtype"]]
    print(json.dumps({"frames": len(a), "values": values, "stored_otherwise": stored, "differ": differ}))


main()
