#!/usr/bin/python3
"""Makes a fleet of output folders from one: TARGET/host_00/take_00, host_00/take_01, ... each a recording of its own.

  make_fleet.py SOURCE TARGET [--hosts 20] [--takes 10] [--seed 0] [--no-videos] [--jobs N]

SOURCE       an output folder whose recording has ended: run files without staging files, results, logs, videos
TARGET       is made; refused when it is there already
--seed       another seed gives a fleet of other recordings, that shares none with this one
--no-videos  leaves MP4s out; run_complete.json then says that none were recorded

A copy differs from its source in what tells recordings apart: `recorded_at`, `timestamps/wall_time_ns`, the seeds (demo,
`data@config`, env_cfg.json, run_complete.json, result lines that have one), and the first value of the 8th column of `actions` (the
gripper, which no metric reads), so that the bytes of the actions differ, too. Nothing else is changed, so results and metrics
stay true; a replay from the new seeds would not. The same source and options give the same values (HDF5 notes in each file when it
was changed).

Prints one JSON line. Exits 1 when the source is no finished recording, 2 on bad arguments. Needs python3-h5py (python3-numpy).
"""
import argparse, datetime, glob, json, os, shutil, sys
from concurrent.futures import ProcessPoolExecutor
import h5py

COPIED = ("*/run_*.hdf5", "*/log_*.json", "*/env_cfg.json", "*/run_complete.json", "*/*.mp4")
RESULTS = "episode_results.jsonl"
SECONDS_APART = 600  # between the beginnings of two copies
GRIPPER = 7  # column of actions; metrics read the seven before it
SMALLEST = 2.0 ** -20  # float32 tells these steps apart from 0 to 8


class Refused(Exception):
    """The source cannot be copied; the message says why."""


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)


def read(path):
    with open(path, encoding="utf-8", newline="") as f:
        return f.read()


def with_seed(document, shift):
    """The document with its own seed moved; one without a seed as it is."""
    if isinstance(document.get("seed"), int):
        document["seed"] += shift
    return document


def files_of(source, videos):
    """Paths below the source, sorted; what is no part of a finished recording (locks, set-aside runs) is left out."""
    if not os.path.isfile(os.path.join(source, RESULTS)):
        raise Refused(f"{source} has no {RESULTS}; expected the output folder of a recording that has ended")
    live = glob.glob(os.path.join(glob.escape(source), "*", "*.staging"))
    if live:
        raise Refused(f"{live[0]} says that a run has not been closed; end or recover the recording first")
    found = [RESULTS]
    for pattern in COPIED if videos else COPIED[:-1]:
        found += [os.path.relpath(p, source) for p in glob.glob(os.path.join(glob.escape(source), pattern))]
    if not any(f.endswith(".hdf5") for f in found):
        raise Refused(f"{source} has no run files")
    return sorted(found)


def change_run(path, number, seed_shift):
    with h5py.File(path, "r+") as f:
        data = f["data"]
        if "recorded_at" in data.attrs:
            begun = datetime.datetime.fromisoformat(data.attrs["recorded_at"])
            data.attrs.modify("recorded_at", (begun + datetime.timedelta(seconds=SECONDS_APART * number)).isoformat())
        if "config" in data.attrs:
            data.attrs.modify("config", compact(with_seed(json.loads(data.attrs["config"]), seed_shift)))
        for demo in data.values():
            if "seed" in demo.attrs:
                demo.attrs.modify("seed", demo.attrs["seed"] + seed_shift)
            clock = demo.get("timestamps/wall_time_ns")
            if clock is not None and len(clock):
                clock[...] = clock[...] + SECONDS_APART * number * 10 ** 9
            actions = demo.get("actions")
            if actions is not None and len(actions) and actions.ndim == 2 and actions.shape[1] > GRIPPER:
                actions[0, GRIPPER] += number * SMALLEST


def change_text(path, name, seed_shift, videos):
    if name == RESULTS:
        lines = [json.loads(line) for line in read(path).splitlines()]
        if any("seed" in line for line in lines):
            write(path, "".join(compact(with_seed(line, seed_shift)) + "\n" for line in lines))
    elif name.endswith("env_cfg.json"):
        write(path, compact(with_seed(json.loads(read(path)), seed_shift)))
    elif name.endswith("run_complete.json"):
        document = with_seed(json.loads(read(path)), seed_shift)
        if not videos:
            document["video_mode"] = "none"
        write(path, json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def copy(source, target, files, number, seed_shift, videos):
    for name in files:
        path = os.path.join(target, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(os.path.join(source, name), path)
        if name.endswith(".hdf5"):
            change_run(path, number, seed_shift)
        else:
            change_text(path, name, seed_shift, videos)
    return sum(os.path.getsize(os.path.join(target, name)) for name in files)


def facts(source, files):
    """Episodes, steps and the span of seeds of one folder."""
    episodes, steps, seeds = 0, 0, [0]
    for name in files:
        if name.endswith(".hdf5"):
            with h5py.File(os.path.join(source, name), "r") as f:
                for demo in f["data"].values():
                    samples = int(demo.attrs.get("num_samples", 0))
                    episodes, steps = episodes + (samples > 0), steps + samples
                    seeds.append(int(demo.attrs.get("seed", 0)))
    return episodes, steps, max(seeds) - min(seeds) + 1


def make(a):
    if os.path.exists(a.target):
        raise Refused(f"{a.target} is there already; name a folder that is not")
    files = files_of(a.source, a.videos)
    episodes, steps, span = facts(a.source, files)
    copies = a.hosts * a.takes
    digits = lambda n: max(2, len(str(n - 1)))
    with ProcessPoolExecutor(a.jobs) as pool:
        jobs = []
        for i in range(copies):
            folder = os.path.join(a.target, f"host_{i // a.takes:0{digits(a.hosts)}d}", f"take_{i % a.takes:0{digits(a.takes)}d}")
            number = a.seed * copies + i + 1  # 0 would be the source itself
            jobs.append(pool.submit(copy, a.source, folder, files, number, number * span, a.videos))
        size = sum(job.result() for job in jobs)
    return {"folders": copies, "run_files": copies * sum(f.endswith(".hdf5") for f in files), "episodes": copies * episodes,
            "steps": copies * steps, "bytes": size}


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"is {text!r}, expected a number of at least 1")
    return int(text)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("source")
    p.add_argument("target")
    p.add_argument("--hosts", type=positive, default=20)
    p.add_argument("--takes", type=positive, default=10)
    p.add_argument("--seed", type=int, choices=range(1000), default=0, metavar="0..999")
    p.add_argument("--videos", action=argparse.BooleanOptionalAction, default=True)
    p.add_argument("--jobs", type=positive, default=os.cpu_count() or 1)
    try:
        print(json.dumps(make(p.parse_args())))
    except Refused as e:
        print(f"make_fleet.py: {e}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
