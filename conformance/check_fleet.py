#!/usr/bin/python3
"""Independent counter of a dataset that was exported from many output folders: every episode is there once, and unchanged.

Knows nothing of the exporter. The sources are read with h5py; records are framed, their CRCs checked and their protobuf parsed by
hand (check_rlds.py, which checks the format, shares that code). Prints a sentence per deviation and one JSON line with the digest of
the dataset: SHA-256 over the sorted names and the contents of its files. Exits 0 when there is no deviation, 1 when there is one,
2 on bad arguments.

  check_fleet.py DATASET_DIR SOURCE... [--subset] [--deduplicated] [--max-lines N] [--jobs N]
  check_fleet.py DATASET_DIR --digest-only

DATASET_DIR     RLDS: the folder with dataset_info.json and the shards. LeRobot: the folder with meta/info.json
SOURCE          output folders, or folders with output folders at any depth below them
--subset        episodes may be missing (an export of a selection), yet none may be unknown or there twice
--deduplicated  of episodes with the same initial state and actions one is there
--digest-only   print nothing but the digest

An episode of the source: a demo with num_samples above 0 that is neither discarded nor still being recorded, in a run file without
a staging file. A record belongs to it when file_path, demo and experiment_id name it and its actions are the same bytes; env, run,
seed, success and every array below steps/next must then be the same, too.

LeRobot's Parquet files are not read: of them only the numbers of rows in their footers are checked, against info.json and the
source. Needs: python3-h5py (python3-numpy).
"""
import argparse, collections, hashlib, json, os, re, struct, sys, zlib
from concurrent.futures import ProcessPoolExecutor
import h5py
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_rlds as rlds

RUN_FILE = re.compile(r"run_\d+\.hdf5")
LEFT_OVER = re.compile(r"^\.|attempt|exporting|incomplete|\.tmp$|\.part$|\.crc$")
NEXT = "steps/next/"
PNG = b"\x89PNG"

Episode = collections.namedtuple("Episode", "folder file_path demo steps actions start facts arrays")
EPISODES, BY_PLACE = [], {}  # filled before the processes that read records are forked


class Deviations:
    """Sentences that are printed up to a limit and counted beyond it."""

    def __init__(self, limit):
        self.limit, self.violations = limit, 0

    def bad(self, where, what):
        self.violations += 1
        if self.violations <= self.limit:
            print(f"{where}: {what}")
        elif self.violations == self.limit + 1:
            print("... more are counted, not printed (--max-lines)")

    def doubt(self, where, what, once=None):
        pass  # matters of format are check_rlds.py's


class Collected(Deviations):
    """Keeps them for another process to print."""

    def __init__(self):
        super().__init__(0)
        self.found = []

    def bad(self, where, what):
        self.found.append((where, what))


# ---------------------------------------------------------------- digest
def files_below(root):
    found = []
    for folder, folders, names in os.walk(root):
        folders.sort()
        found += [os.path.relpath(os.path.join(folder, n), root) for n in names]
    return sorted(found)


def digest(root):
    total = hashlib.sha256()
    for name in files_below(root):
        content = hashlib.sha256()
        with open(os.path.join(root, name), "rb") as f:
            for block in iter(lambda: f.read(1 << 20), b""):
                content.update(block)
        total.update(name.encode() + b"\0" + content.digest())
    return total.hexdigest()


def check_left_overs(root, rep):
    for name in files_below(root):
        if LEFT_OVER.search(os.path.basename(name)):
            rep.bad(os.path.join(root, name), "was left over in the dataset")
    parent = os.path.dirname(os.path.abspath(root))
    for name in sorted(os.listdir(parent)):
        if name.startswith(".") or "exporting" in name:
            rep.bad(os.path.join(parent, name), "was left over beside the dataset")
    above, own = os.path.split(parent)
    for name in sorted(os.listdir(above)):
        if name.startswith(f".{own}."):
            rep.bad(os.path.join(above, name), "was left over beside the dataset")


# ---------------------------------------------------------------- source
def canonical(values):
    """Bytes of an array as far as records keep its type: floats to 32 bits in one, all whole numbers in another."""
    kind, size = values.dtype.kind, values.dtype.itemsize
    if kind == "f" and size <= 4:
        values = values.astype("<f4")
    elif kind in "iub" and not (kind == "u" and size == 8):
        values = values.astype("<i8")
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).digest()


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def run_files(source):
    for folder, folders, names in os.walk(source):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "replaced-run_")))
        for name in sorted(names):
            if RUN_FILE.fullmatch(name):
                yield os.path.join(folder, name)


def episodes_of(path):
    """Episodes of a run file, or why it has none."""
    if os.path.exists(path[:-len(".hdf5")] + ".staging"):
        return [], f"{path}: is being recorded or was killed, so it is not counted"
    env, found = os.path.dirname(path), []
    try:
        with h5py.File(path, "r") as f:
            for name, demo in f["data"].items():
                steps = int(demo.attrs.get("num_samples", 0))
                if steps > 0 and text(demo.attrs.get("status", "")) not in ("discarded", "recording"):
                    facts = {"env": os.path.basename(env), "run": int(re.findall(r"\d+", os.path.basename(path))[0])}
                    facts.update({k: int(demo.attrs[k]) for k in ("seed", "success") if k in demo.attrs})
                    file_path = f"{os.path.basename(env)}/{os.path.basename(path)}"
                    found.append(Episode(os.path.dirname(env), file_path, name, steps, canonical(demo["actions"][...]), start(demo), facts,
                                         arrays(demo, steps)))
    except (OSError, KeyError, RuntimeError) as e:
        return [], f"{path}: cannot be read, so it is not counted ({e})"
    return found, None


def datasets(group):
    """Sorted by path."""
    found = {}
    group.visititems(lambda name, node: found.update({name: node}) if isinstance(node, h5py.Dataset) else None)
    return sorted(found.items())


def start(demo):
    found = datasets(demo["initial_state"]) if "initial_state" in demo else []
    return b"".join(name.encode() + canonical(node[...]) for name, node in found if node.dtype.kind in "iufb")


def arrays(demo, steps):
    """Digests of what has a row per step, texts and images aside."""
    is_image = lambda node: node.ndim == 4 and node.dtype in (np.uint8, np.uint16)
    return {name: canonical(node[...]) for name, node in datasets(demo)
            if node.shape and node.shape[0] == steps and node.dtype.kind in "iufb" and not is_image(node)}


def read_sources(sources, jobs):
    paths = sorted({os.path.abspath(p) for source in sources for p in run_files(source)})
    notes = []
    with ProcessPoolExecutor(jobs) as pool:
        for found, note in pool.map(episodes_of, paths, chunksize=8):
            EPISODES.extend(found)
            notes += [note] if note else []
    for index, episode in enumerate(EPISODES):
        BY_PLACE.setdefault((episode.file_path, episode.demo), []).append(index)
    return notes


# ---------------------------------------------------------------- RLDS
def first_rows(feature, count, steps):
    """Digest of the first steps of the count rows that a record holds; None of pictures and of nothing."""
    kind, values = feature
    if kind in ("float", "int64"):
        return canonical(values[:len(values) // count * steps])
    return None if not values or values[0].startswith(PNG) else hashlib.sha256(b"".join(map(inflated, values[:steps]))).digest()


def inflated(raw):
    """What a tensor with encoding zlib holds; any other as it is."""
    try:
        return zlib.decompress(raw)
    except zlib.error:
        return raw


def value(record, key):
    _, values = record.get(key, (None, []))
    if not len(values):
        return None
    return text(values[0]) if isinstance(values[0], bytes) else int(values[0])


def belongs(record, steps):
    """Indices of the source's episodes that a record names and whose actions it has."""
    place = (value(record, "episode_metadata/file_path"), value(record, "episode_metadata/demo"))
    experiment, found, digests = value(record, "experiment_id"), [], {}
    for index in BY_PLACE.get(place, []):
        episode = EPISODES[index]
        if not f"/{episode.folder}".endswith(f"/{experiment}") or not steps - 1 <= episode.steps <= steps:
            continue
        if episode.steps not in digests:
            digests[episode.steps] = first_rows(record["steps/action"], steps, episode.steps)
        if digests[episode.steps] == episode.actions:
            found.append(index)
    return found


def differences(record, steps, episode):
    for name, expected in episode.facts.items():
        given = value(record, f"episode_metadata/{name}")
        if given is not None and given != expected:
            yield f"{name} is {given!r}, the source has {expected!r}"
    for key, feature in record.items():
        path = key[len(NEXT):]
        if key.startswith(NEXT) and path in episode.arrays:
            given = first_rows(feature, steps, episode.steps)
            if given is not None and given != episode.arrays[path]:
                yield f"{key} differs from {path} of the source"


def read_shard(path):
    """[(record, indices of the episodes of which it may be one)], deviations."""
    rep, found = Collected(), []
    for number, data in enumerate(rlds.records(path, rep)):
        where = f"{os.path.basename(path)}#{number}"
        try:
            record = rlds.example(data)
        except (rlds.Broken, UnicodeDecodeError, ValueError) as e:
            rep.bad(where, f"is no tf.train.Example ({e})")
            continue
        steps = len(record.get("steps/is_first", (None, []))[1])
        candidates = belongs(record, steps) if steps and "steps/action" in record else []
        if not candidates:
            at = [value(record, k) for k in ("experiment_id", "episode_metadata/file_path", "episode_metadata/demo")]
            rep.bad(where, f"is no episode of the source: experiment_id {at[0]!r}, file_path {at[1]!r}, demo {at[2]!r}, {steps} steps")
            continue
        unlike = [list(differences(record, steps, EPISODES[c])) for c in candidates]
        fitting = [c for c, d in zip(candidates, unlike) if not d]
        if not fitting:
            rep.bad(where, f"was altered: {'; '.join(unlike[0][:4])}")
        found.append((where, tuple(fitting or candidates)))
    return found, rep.found


def check_shards(root, rep):
    """Names of the shards; those that dataset_info.json does not name are deviations."""
    info = rlds.load_json(os.path.join(root, "dataset_info.json"), rep)
    if info is None:
        return [], 0
    name, _, fmt, splits = rlds.check_info(info, rep)
    named, lengths = [], 0
    for split, of_shards, template, _ in splits:
        named += [rlds.shard_name(template, name, split, fmt, i, len(of_shards)) for i in range(len(of_shards))]
        lengths += sum(of_shards)
    present = {f for f in files_below(root) if ".tfrecord" in f}
    for f in sorted(set(named) - present):
        rep.bad(f, "is missing")
    for f in sorted(present - set(named)):
        rep.bad(f, "is a shard that dataset_info.json does not name")
    return sorted(present), lengths


def check_rlds_dataset(root, a, rep):
    shards, lengths = check_shards(root, rep)
    records = []
    with ProcessPoolExecutor(a.jobs) as pool:
        for found, deviations in pool.map(read_shard, [os.path.join(root, s) for s in shards]):
            records += found
            for where, what in deviations:
                rep.bad(where, what)
    if len(records) != lengths:
        rep.bad("dataset_info.json", f"shardLengths add up to {lengths}, {len(records)} records are episodes of the source")
    (check_one_of_equals if a.deduplicated else check_once)(records, rep, a.subset)
    return len(records)


def check_once(records, rep, subset):
    """Gives each record an episode of its own, those with the fewest candidates first; a record left without one is a double."""
    taken = {}
    for where, candidates in sorted(records, key=lambda r: len(r[1])):
        free = [c for c in candidates if c not in taken]
        if free:
            taken[free[0]] = where
        else:
            rep.bad(where, f"is {name_of(candidates[0])} again, which {taken[candidates[0]]} is")
    for index in range(len(EPISODES)):
        if index not in taken and not subset:
            rep.bad(name_of(index), "is missing")


def check_one_of_equals(records, rep, subset):
    """The same where the exporter left out episodes that began alike and have the same actions."""
    seen = {}
    for where, candidates in records:
        equals = alike(EPISODES[candidates[0]])
        if equals in seen:
            rep.bad(where, f"has the start and the actions of {seen[equals]}")
        seen[equals] = where
    for index, episode in enumerate(EPISODES):
        if alike(episode) not in seen and not subset:
            seen[alike(episode)] = name_of(index)
            rep.bad(name_of(index), "is missing, and so is every episode equal to it")


def alike(episode):
    return episode.actions + episode.start


def name_of(index):
    episode = EPISODES[index]
    return f"{episode.folder}/{episode.file_path} {episode.demo}"


# ---------------------------------------------------------------- LeRobot
def zigzag(buf, i):
    v, i = rlds.varint(buf, i, len(buf))
    return (v >> 1) ^ -(v & 1), i


def skip(buf, i, kind):
    """Behind a value of Thrift's compact protocol."""
    if kind in (1, 2):
        return i
    if kind == 3:
        return i + 1
    if kind in (4, 5, 6):
        return rlds.varint(buf, i, len(buf))[1]
    if kind == 7:
        return i + 8
    if kind == 8:
        n, i = rlds.varint(buf, i, len(buf))
        return i + n
    if kind in (9, 10):
        n, item = buf[i] >> 4, buf[i] & 15
        i += 1
        if n == 15:
            n, i = rlds.varint(buf, i, len(buf))
        for _ in range(n):
            i = i + 1 if item in (1, 2) else skip(buf, i, item)
        return i
    if kind == 12:
        while buf[i]:
            head = buf[i]
            i = i + 1 if head >> 4 else zigzag(buf, i + 1)[1]
            i = skip(buf, i, head & 15)
        return i + 1
    raise rlds.Broken(f"Thrift type {kind}")


def parquet_rows(path):
    """num_rows of the footer: field 3 of FileMetaData."""
    with open(path, "rb") as f:
        tail = f.read()
    if len(tail) < 12 or tail[:4] != b"PAR1" or tail[-4:] != b"PAR1":
        raise rlds.Broken("is no whole Parquet file")
    (size,) = struct.unpack("<I", tail[-8:-4])
    footer, i, field = tail[-8 - size:-8], 0, 0
    while footer[i]:
        head = footer[i]
        field, i = (field + (head >> 4), i + 1) if head >> 4 else zigzag(footer, i + 1)
        if field == 3:
            return zigzag(footer, i)[0]
        i = skip(footer, i, head & 15)
    raise rlds.Broken("has no num_rows")


def rows_below(root, folder, rep):
    total = 0
    for name in files_below(os.path.join(root, folder)):
        path = os.path.join(folder, name)
        try:
            total += parquet_rows(os.path.join(root, path))
        except (rlds.Broken, IndexError) as e:
            rep.bad(path, str(e))
    return total


def check_lerobot_dataset(root, a, rep):
    info = rlds.load_json(os.path.join(root, "meta", "info.json"), rep) or {}
    same = lambda what, given, wanted: given == wanted or rep.bad(what, f"{given}, expected {wanted}")
    episodes, steps = len(EPISODES), sum(e.steps for e in EPISODES)
    if not (a.subset or a.deduplicated):
        same("info.json, total_episodes", info.get("total_episodes"), episodes)
        same("info.json, total_frames", info.get("total_frames"), steps)
    same("rows of meta/episodes", rows_below(root, os.path.join("meta", "episodes"), rep), info.get("total_episodes"))
    same("rows of data", rows_below(root, "data", rep), info.get("total_frames"))
    return info.get("total_episodes", 0)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("dataset_dir")
    p.add_argument("source", nargs="*")
    for flag in ("subset", "deduplicated", "digest-only"):
        p.add_argument(f"--{flag}", action="store_true")
    p.add_argument("--max-lines", type=int, default=50)
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    a = p.parse_args()
    for folder in [a.dataset_dir] + a.source:
        if not os.path.isdir(folder):
            p.error(f"{folder} is no folder")
    if a.digest_only:
        print(digest(a.dataset_dir))
        return
    if not a.source:
        p.error("no SOURCE; expected output folders, or --digest-only")
    rep = Deviations(a.max_lines)
    notes = read_sources(a.source, a.jobs)
    for note in notes:
        print(f"NOTE {note}")
    if not EPISODES:
        rep.bad(a.source[0], "holds no episode")
    is_lerobot = os.path.isfile(os.path.join(a.dataset_dir, "meta", "info.json"))
    check_left_overs(a.dataset_dir, rep)
    try:
        found = (check_lerobot_dataset if is_lerobot else check_rlds_dataset)(a.dataset_dir, a, rep)
    except rlds.Broken as e:
        found = rep.bad(a.dataset_dir, str(e)) or 0
    print(json.dumps({"ok": rep.violations == 0, "deviations": rep.violations, "format": "lerobot" if is_lerobot else "rlds",
                      "source_episodes": len(EPISODES), "episodes": found, "not_counted": len(notes), "digest": digest(a.dataset_dir)}))
    sys.exit(1 if rep.violations else 0)


if __name__ == "__main__":
    main()
