"""Checks a Minari dataset in HDF5 as its readers need it, and compares it with its recordings.

  minari_check.py ROOT ID states|recorded|dropped|mixed [old]

Reads what Minari 0.5 reads (with 'old' also what 0.4 reads) with h5py and json alone, and goes
through the list of what makes loading fail. Then every array is compared with the run files that
the episodes name: 'states' wants the last initial state and then the states as observations,
'recorded' obs and then the final observation, 'dropped' obs, for all actions but the last,
'mixed' what each episode says of itself.
Each line printed: a key, a tab, a value.
"""
import json
import os
import re
import struct
import sys
import zlib

import h5py
import numpy as np

OLD_ID = re.compile(r"(?:(?P<environment>[\w]+?))?(?:-(?P<dataset>[\w:.-]+?))(?:-v(?P<version>\d+))?$")
NEW_ID = re.compile(r"(?:[-_\w][-_\w/]*[-_\w]/)?[-_\w]+-v\d+")
READABLE = ["0.4.0", "0.4.1", "0.4.2", "0.4.3", "0.5.0", "0.5.1", "0.5.2", "0.5.3"]


def forbid(token):
    raise ValueError(token + " is no strict JSON")


def paeth(a, b, c):
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def png(data):
    """Pixels of a PNG file of 8-bit RGB."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        (size,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert (depth, colour, interlace) == (8, 2, 0), "no 8-bit RGB"
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    raw, stride = zlib.decompress(packed), 3 * width
    above, lines = bytearray(stride), []
    for y in range(height):
        method, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride if method else 0):
            left, up, corner = (line[x - 3] if x > 2 else 0), above[x], (above[x - 3] if x > 2 else 0)
            if method == 4:
                guess = paeth(left, up, corner)
            else:
                guess = (0, left, up, (left + up) // 2)[method]
            line[x] = (line[x] + guess) & 255
        above = line
        lines.append(bytes(line))
    return np.frombuffer(b"".join(lines), np.uint8).reshape(height, width, 3)


def boxes(space, path=""):
    """Leaves of a space: path -> (dtype, shape, is it a picture to Minari)."""
    if space["type"] == "Dict":
        found = {}
        for key, sub in space["subspaces"].items():
            found.update(boxes(sub, path + "/" + key))
        return found
    if space["type"] == "Discrete":
        assert isinstance(space["n"], int) and isinstance(space["start"], int), path
        return {path: (np.dtype(space["dtype"]), (), False)}
    if space["type"] == "MultiDiscrete":
        shape = np.array(space["nvec"]).shape
        assert np.array(space["start"]).shape == shape and (np.array(space["nvec"]) > 0).all(), path
        return {path: (np.dtype(space["dtype"]), shape, False)}
    if space["type"] == "MultiBinary":
        return {path: (np.dtype(np.uint8), tuple(space["n"]), False)}
    assert space["type"] == "Box", space["type"]
    dtype, shape = np.dtype(space["dtype"]), tuple(space["shape"])
    low, high = (np.array(space[k]).astype(dtype) for k in ("low", "high"))
    assert low.shape == shape and high.shape == shape, (path, low.shape, shape)
    assert not np.isnan(low.astype("f8")).any() and (low <= high).all(), path
    if dtype.kind in "iu":
        for bound in ("low", "high"):
            assert np.array_equal(np.array(space[bound]).astype(dtype), np.array(space[bound])), path
    picture = (
        dtype == np.uint8 and len(shape) in (2, 3) and min(shape[:2]) >= 32
        and (low == 0).all() and (high == 255).all()
    )
    return {path: (dtype, shape, bool(picture))}


def leaves(item, path=""):
    if isinstance(item, h5py.Dataset):
        return {path: item}
    assert isinstance(item, h5py.Group), path
    found = {}
    for key in item:
        found.update(leaves(item[key], path + "/" + key))
    return found


def values(dataset, picture):
    if not picture:
        return dataset[()]
    assert dataset.ndim == 1 and h5py.check_vlen_dtype(dataset.dtype) == np.uint8, dataset
    return np.stack([png(bytes(row.tobytes())) for row in dataset[()]])


def same(path, a, b):
    if b.dtype == bool and a.dtype == np.uint8:
        b = b.astype(np.uint8)
    assert a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes(), path
    return 1


def nested(attributes):
    result = {}
    for name, value in attributes.items():
        *parents, last = name.split("/")
        at = result
        for parent in parents:
            at = at.setdefault(parent, {})
        assert last not in at, name
        at[last] = value
    return result


def check_metadata(root, dataset_id):
    folder = os.path.join(root, dataset_id)
    assert NEW_ID.fullmatch(dataset_id)
    namespaces = dataset_id.split("/")[:-1]
    for i in range(len(namespaces)):
        with open(os.path.join(root, *namespaces[: i + 1], "namespace_metadata.json")) as f:
            assert isinstance(json.load(f), dict)
    assert os.listdir(folder) == ["data"], os.listdir(folder)
    data = os.path.join(folder, "data")
    assert sorted(os.listdir(data)) == ["main_data.hdf5", "metadata.json"], os.listdir(data)
    with open(os.path.join(data, "metadata.json"), encoding="utf-8") as f:
        metadata = json.load(f, parse_constant=forbid)
    assert metadata["data_format"] == "hdf5" and metadata["dataset_id"] == dataset_id
    assert type(metadata["total_episodes"]) is int and type(metadata["total_steps"]) is int
    assert metadata["minari_version"] in READABLE
    for key in ("author", "author_email"):
        assert isinstance(metadata.get(key, []), list)
    assert "env_spec" not in metadata or "additional_wrappers" in json.loads(metadata["env_spec"])
    size = sum(os.path.getsize(os.path.join(data, name)) for name in os.listdir(data))
    assert abs(metadata["dataset_size"] - size / 1e6) <= 0.051, (metadata["dataset_size"], size)
    return metadata, data


def check_episode(group, spaces):
    attributes = nested(group.attrs)
    steps = attributes["total_steps"]
    members = set(group)
    assert members == {"observations", "actions", "rewards", "terminations", "truncations", "infos"} | (members & {"robolab"}), members
    assert isinstance(group["infos"], h5py.Group)
    spaced = {}
    for part, rows in (("observations", steps + 1), ("actions", steps)):
        found = leaves(group[part])
        assert set(found) == set(spaces[part]), set(found) ^ set(spaces[part])
        for path, (dtype, shape, picture) in spaces[part].items():
            held = values(found[path], picture)
            assert held.shape == (rows, *shape) and held.dtype == dtype, (path, held.shape, held.dtype)
            spaced[part + path] = held
    for name in ("rewards", "terminations", "truncations"):
        assert group[name].shape == (steps,), (name, group[name].shape)
    assert group["rewards"].dtype == np.float64
    for name in ("terminations", "truncations"):
        flags = group[name][()]
        assert flags.dtype == bool and not flags[:-1].any(), name
    return attributes, spaced


def check_source(group, spaced, attributes, mode):
    """Every array of the recording is in the episode, once."""
    if mode == "mixed":
        mode = "dropped" if "dropped_last_step" in attributes else "recorded"
    count, used = 0, set()
    assert not os.path.isabs(attributes["robolab"]["source_file"])
    with h5py.File(os.path.join(os.environ["RECORDINGS"], attributes["robolab"]["source_file"]), "r") as f:
        demo = leaves(f["data"][attributes["robolab"]["demo"]])
        recorded = int(f["data"][attributes["robolab"]["demo"]].attrs["num_samples"])
        steps = recorded - 1 if mode == "dropped" else recorded
        assert attributes["total_steps"] == steps
        first, last = ("/initial_state", None) if mode == "states" else (None, "/final_obs")
        origin = "/states" if mode == "states" else "/obs"
        for name, held in spaced.items():
            part, path = name.split("/", 1) if "/" in name else (name, "")
            path = path and "/" + path
            if part == "actions":
                count += same(name, held, demo["/actions" + path][:steps])
                used.add("/actions" + path)
                continue
            parts = [demo[origin + path][()]]
            used.add(origin + path)
            if first:
                resets = demo[first + path][()]
                parts.insert(0, resets[-1:])
                if all(row.tobytes() == resets[-1].tobytes() for row in resets):
                    used.add(first + path)
            elif mode == "recorded":
                parts.append(demo[last + path][-1:])
                used.add(last + path)
            count += same(path, held, np.concatenate(parts))
        if attributes["rewards_source"] == "recorded":
            assert (group["rewards"][()] == demo["/rewards"][:steps].reshape(-1)).all()
            used.add("/rewards")
        if {"/terminations", "/truncations"} <= set(demo):
            for name in ("terminations", "truncations"):
                assert (group[name][()] == demo["/" + name][()]).all(), name
                used.add("/" + name)
        infos = leaves(group["infos"])
        beside = leaves(group["robolab"]) if "robolab" in group else {}
        assert not set(infos) & set(beside)
        held = set(infos) | set(beside)
        assert held == set(demo) - used, held ^ (set(demo) - used)
        for path, held in beside.items():
            count += same("robolab" + path, held[()], demo[path][()])
        for path, held in infos.items():
            count += same("infos" + path, held[()], with_reset(demo, path, steps, recorded))
    return count


def with_reset(demo, path, steps, recorded):
    """Rows of an info: what the policy saw at every observation, else the reset's and then the steps'."""
    rows = demo[path][()]

    def row(other):
        fits = other in demo and len(demo[other]) and demo[other].dtype == rows.dtype
        fits = fits and demo[other].shape[1:] == rows.shape[1:]
        return demo[other][-1:] if fits else np.zeros_like(rows[:1])

    if path.startswith("/obs/"):
        seen = [rows[: steps + 1]] + ([row("/final_obs" + path[4:])] if recorded == steps else [])
        return np.concatenate(seen)
    initial = "/initial_state" + (path[7:] if path.startswith("/states/") else path)
    return np.concatenate([row(initial), rows[:steps]])


def check_old(f, dataset_id, metadata, spaces):
    assert OLD_ID.fullmatch(dataset_id)
    attributes = dict(f.attrs)
    for key in ("total_episodes", "total_steps"):
        assert attributes[key] == metadata[key] and np.asarray(attributes[key]).dtype == np.int64
    assert attributes["dataset_id"] == dataset_id
    assert attributes["minari_version"] == ">=0.4.3,<0.5"
    for part in ("observation", "action"):
        text = attributes[part + "_space"]
        assert isinstance(text, str) and '"-inf"' not in text
        assert boxes(json.loads(text)) == spaces[part + "s"]
    assert not any(picture for _, _, picture in spaces["observations"].values())


def main(root, dataset_id, mode, old):
    metadata, data = check_metadata(root, dataset_id)
    spaces = {
        part + "s": boxes(json.loads(metadata[part + "_space"], parse_constant=forbid))
        for part in ("observation", "action")
    }
    with h5py.File(os.path.join(data, "main_data.hdf5"), "r") as f:
        episodes = metadata["total_episodes"]
        assert set(f) == {f"episode_{i}" for i in range(episodes)}, set(f)
        if old:
            check_old(f, dataset_id, metadata, spaces)
        else:
            assert len(f.attrs) == 0, dict(f.attrs)
        steps = arrays = 0
        for i in range(episodes):
            attributes, spaced = check_episode(f[f"episode_{i}"], spaces)
            assert attributes["id"] == i
            steps += attributes["total_steps"]
            arrays += check_source(f[f"episode_{i}"], spaced, attributes, mode)
            show = dict(attributes, robolab=dict(attributes["robolab"], source_file=None))
            print(f"episode_{i}", json.dumps(show, sort_keys=True, default=lambda v: v.item()), sep="\t")
            group = f[f"episode_{i}"]
            print(f"ends_{i}", bool(group["terminations"][-1]), bool(group["truncations"][-1]), sep="\t")
            print(f"rewards_{i}", float(group["rewards"][()].sum()), float(group["rewards"][-1]), sep="\t")
        assert steps == metadata["total_steps"]
    print("episodes", episodes, sep="\t")
    print("steps", steps, sep="\t")
    print("arrays", arrays, sep="\t")
    print("version", metadata["minari_version"], sep="\t")
    print("observations", ",".join(sorted(spaces["observations"])), sep="\t")
    print("pictures", ",".join(k for k, v in spaces["observations"].items() if v[2]), sep="\t")
    print("metadata", json.dumps(metadata["robolab"], sort_keys=True), sep="\t")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:] == ["old"])
