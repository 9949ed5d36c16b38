"""Compares a robomimic file with the recordings it was made of, and prints what it holds.

  robomimic_compare.py FILE FOLDER     FOLDER has the run files that the demos name

Opens the file as robomimic's SequenceDataset does. Each line: a key, a tab, a value.
"""
import json
import os
import sys

import h5py
import numpy as np


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def arrays(group):
    found = {}
    group.visititems(lambda name, o: found.update({name: o}) if isinstance(o, h5py.Dataset) else None)
    return found


def expected(source, rewards):
    """What the demo must hold, but for what is made: rewards and dones."""
    found = arrays(source)
    observed = [p for p in found if p.startswith("obs/")]
    has_next = bool(observed) and all("final_" + p in found for p in observed)
    last_names = [p.split("/")[-1] for p in found if p.startswith("obs/")]
    wanted = {}
    for path, d in found.items():
        if path.startswith("obs/"):
            name = path.split("/")[-1]
            if last_names.count(name) > 1:
                name = path[4:].replace("/", "_")
            wanted["obs/" + name] = d[()]
            if has_next:
                wanted["next_obs/" + name] = np.concatenate([d[1:], source["final_" + path][-1:]])
        elif path == "rewards":
            wanted["rewards" if rewards == "recorded" else "recorded/rewards"] = (
                d[()].astype("f8") if rewards == "recorded" else d[()])
        elif not (has_next and path.startswith("final_obs/") and path[6:] in found):
            wanted[path] = d[()]
    return wanted


def main(path, folder):
    with h5py.File(path, "r", swmr=True, libver="latest") as f:
        print("root", ",".join(sorted(f.keys())), sep="\t")
        print("total", int(f["data"].attrs["total"]), sep="\t")
        print("env_args", json.dumps(json.loads(f["data"].attrs["env_args"]), sort_keys=True), sep="\t")
        print("rewards_source", f["data"].attrs["rewards_source"], sep="\t")
        for name in f["mask"]:
            print("mask/" + name, ",".join(e.decode("utf-8") for e in np.array(f["mask/" + name][:])), sep="\t")
        compared = 0
        demos = sorted(f["data"].keys(), key=lambda d: int(d[5:]))
        for demo in demos:
            group = f["data"][demo]
            with h5py.File(os.path.join(os.path.dirname(folder), group.attrs["source_file"])) as source:
                wanted = expected(source["data"][group.attrs["source_demo"]], f["data"].attrs["rewards_source"])
            held = arrays(group)
            assert set(held) == set(wanted) | {"rewards", "dones"}, set(held) ^ set(wanted)
            for name, value in wanted.items():
                assert same(held[name][()], value), (demo, name)
                compared += 1
            for name in ("actions", "rewards", "dones"):
                assert len(held[name]) == group.attrs["num_samples"]
            rewards, dones = held["rewards"][()], held["dones"][()]
            assert rewards.dtype == "f8" and (dones.dtype == "i8" or "dones" in wanted)
            print(demo, len(rewards), rewards[:-1].any(), rewards[-1], dones[:-1].any(), dones[-1], sep="\t")
            print(demo + "@", json.dumps({k: v.item() if hasattr(v, "item") else v for k, v in group.attrs.items()},
                                         ensure_ascii=False, sort_keys=True), sep="\t")
        print("compared", compared, sep="\t")
        images = [d for n, d in arrays(f["data/demo_0"]).items() if n.endswith("_cam")]
        for d in images:
            print("image", d.name, d.dtype, d.shape, d.chunks[0], d.compression, d.shuffle, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
