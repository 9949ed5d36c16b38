"""Compares an exported dataset with the run files it was made from, bit for bit, and with the facts of each episode.

  compare_rlds.py CONFORMANCE_DIR DATASET_DIR RECORDINGS_DIR FACTS_JSON

FACTS_JSON: a list of {record key: value}, one for each episode. Prints the number of arrays compared. Knows the record format from check_rlds.py and the alignment from the README.
"""
import json, os, struct, sys, zlib
import h5py
import numpy as np

sys.path.insert(0, sys.argv[1])
import check_rlds as rlds

TYPES = {bool: "bool", int: "int64", float: "float64"}


def leaves(node, key=""):
    if "sequence" in node:
        return leaves(node["sequence"]["feature"], key)
    if "featuresDict" in node:
        out = {}
        for name, child in node["featuresDict"]["features"].items():
            out.update(leaves(child, f"{key}/{name}" if key else name))
        return out
    return {key: node}


def png(data):
    at, idat, size = 8, b"", None
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        if kind == b"IHDR":
            size = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            idat += body
        at += 12 + n
    w, h, depth, colour, _, _, interlace = size
    assert (depth, colour, interlace) in ((8, 2, 0), (16, 0, 0)), size
    step, kind_of = (3, "u1") if colour == 2 else (2, ">u2")
    raw, prev, out = zlib.decompress(idat), bytearray(step * w), []
    for y in range(h):
        line = raw[y * (step * w + 1):(y + 1) * (step * w + 1)]
        kind, cur = line[0], bytearray(line[1:])
        for i in range(len(cur)):
            a, b, c = cur[i - step] if i >= step else 0, prev[i], prev[i - step] if i >= step else 0
            if kind == 1:
                p = a
            elif kind == 2:
                p = b
            elif kind == 3:
                p = (a + b) // 2
            elif kind == 4:
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                p = a if pa <= pb and pa <= pc else b if pb <= pc else c
            else:
                break
            cur[i] = (cur[i] + p) & 255
        out.append(np.frombuffer(bytes(cur), kind_of).reshape(w, -1))
        prev = cur
    return np.stack(out)


def decode(node, kind, values):
    if "image" in node:
        return np.stack([png(v) for v in values])
    if "text" in node:
        return [v.decode("utf-8") for v in values]
    t = node["tensor"]
    shape = [int(d) for d in t["shape"].get("dimensions", [])]
    dtype = np.dtype(t["dtype"])
    if t["encoding"] == "none":
        assert kind == ("float" if dtype.kind == "f" else "int64"), (kind, dtype)
        return values.astype(dtype).reshape([-1] + shape)
    raw = [zlib.decompress(v) if t["encoding"] == "zlib" else v for v in values]
    return np.stack([np.frombuffer(r, dtype).reshape(shape) for r in raw])


def bits(a):
    return np.ascontiguousarray(a).view(np.uint8) if a.ndim else np.asarray(a)[None].view(np.uint8)


class Comparison:
    def __init__(self, where, episode, demo):
        self.where, self.episode, self.demo, self.compared = where, episode, demo, set()

    def same(self, key, want):
        got = self.episode[key]
        want = np.asarray(want)
        if want.dtype.kind == "S":
            got, want = np.array([t.encode() for t in got]), want.astype("S")
            assert got.tolist() == want.tolist(), (self.where, key)
            self.compared.add(key)
            return
        assert got.dtype == want.dtype, (self.where, key, got.dtype, want.dtype)
        assert got.shape == want.shape, (self.where, key, got.shape, want.shape)
        assert np.array_equal(bits(got), bits(want)), (self.where, key)
        self.compared.add(key)

    def arrays(self):
        found = {}
        self.demo.visititems(lambda name, o: found.update({name: o[()]}) if isinstance(o, h5py.Dataset) else None)
        return found

    def facts(self, want, last_step):
        ids = "episode_id", "agent_id", "environment_config", "experiment_id", "invalid"
        of_episode = {k for k in self.episode if k.startswith("episode_metadata/") or k in ids}
        assert of_episode == {"episode_id", *want}, (self.where, of_episode ^ set(want))
        for key, value in want.items():
            got = self.episode[key]
            if not isinstance(value, str):
                assert got.dtype == TYPES[type(value)], (self.where, key, got.dtype)
                got = got.tolist()
            undefined = value != value and len(got) == 1 and got[0] != got[0]
            assert got == [value] or undefined, (self.where, key, got, value)
        meta = {k: want["episode_metadata/" + k] for k in ("instruction", "ending")}
        steps = len(self.demo["actions"])
        told = self.episode["steps/language_instruction"]
        assert told == [meta["instruction"]] * (steps + last_step), (self.where, told)
        over = meta["ending"] == "terminated"
        assert self.episode["steps/is_terminal"][-1] == over, self.where
        assert self.episode["steps/discount"][steps - 1] == (0 if over else 1), self.where

    def run(self, last_step, rewards):
        arrays, used = self.arrays(), set()
        steps = len(arrays["actions"])

        def zeros(a):
            return np.concatenate([a, np.zeros_like(a[:1])]) if last_step else a

        for name, a in sorted(arrays.items()):
            group, _, rest = name.partition("/")
            if name == "actions":
                self.same("steps/action", zeros(a))
            elif name == "rewards" and rewards == "recorded":
                self.same("steps/reward", zeros(a))
            elif group == "obs":
                end = arrays["final_obs/" + rest][-1:] if last_step else a[:0]
                self.same("steps/observation/" + rest, np.concatenate([a, end]))
                used.add("final_obs/" + rest)
            elif group == "states" and last_step:
                start = arrays["initial_state/" + rest][-1:]
                key = "steps/states/" + rest
                self.same(key if key in self.episode else "steps/observation/" + rest, np.concatenate([start, a]))
                used.add("initial_state/" + rest)
            elif group in ("initial_state", "final_obs"):
                continue
            elif len(a) == steps and "steps/next/" + name in self.episode:
                self.same("steps/next/" + name, zeros(a))
            else:
                self.same("arrays/" + name, a[None])
        for name, a in arrays.items():
            if name.split("/")[0] in ("initial_state", "final_obs") and (not last_step or name not in used):
                self.same("arrays/" + name, a[None])
        return len(self.compared)


def main():
    folder, recordings = sys.argv[2:4]
    facts = {(f["episode_metadata/file_path"], f["episode_metadata/demo"]): f for f in json.load(open(sys.argv[4]))}
    info = json.load(open(os.path.join(folder, "dataset_info.json")))
    nodes = leaves(json.load(open(os.path.join(folder, "features.json"))))
    conventions = json.load(open(os.path.join(folder, "metadata.json")))["conventions"]
    last_step = conventions["steps_for_t_actions"] == "T + 1"
    rep, total = rlds.Report(10), 0
    split = info["splits"][0]
    count = len(split["shardLengths"])
    for i in range(count):
        name = rlds.shard_name(split["filepathTemplate"], info["name"], split["name"], "tfrecord", i, count)
        for data in rlds.records(os.path.join(folder, name), rep):
            episode = {k: decode(nodes[k], *v) for k, v in rlds.example(data).items()}
            path, demo = (episode["episode_metadata/" + k][0] for k in ("file_path", "demo"))
            with h5py.File(os.path.join(recordings, path), "r") as f:
                comparison = Comparison(f"{path} {demo}", episode, f["data/" + demo])
                comparison.facts(facts.pop((path, demo)), last_step)
                total += comparison.run(last_step, conventions["rewards"])
    assert rep.violations == 0 and not facts, facts
    print(total)


main()
