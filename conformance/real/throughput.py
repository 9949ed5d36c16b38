"""Exports beside the real library's own writing of the same data: throughput.py RECORDED SCRATCH [FORMAT]...

Needs an environment with Minari 0.5, as minari/requirements.txt makes one. For each format a line of JSON with the median of
three rounds in turn: seconds of processor time and by the clock of our command, which reads the recording, writes, and reads
back, of the library's whole process, and of its writing alone, with all arrays in memory before.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from recorded import flat

ROUNDS = 3
RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])
EXPORTS = {
    "minari-hdf5": ("minari", "--observations", "states", "--id", "lab/ours-v0", "--root"),
    "minari-arrow": ("minari", "--observations", "states", "--data-format", "arrow", "--id", "lab/ours-v0", "--root"),
    "robomimic": ("robomimic", "--out"),
}


def write_minari(ours, out, data_format):
    os.environ["MINARI_DATASETS_PATH"] = str(ours)
    import minari

    # Of HDF5 in any case: Minari 0.5.4 gives infos of Arrow as dictionaries of lists.
    dataset = minari.load_dataset("lab/ours-v0")
    # Infos in one level, as ours: with more Minari 0.5.4 fails to write Arrow.
    form = flat if data_format == "arrow" else dict
    buffers = [
        minari.data_collector.EpisodeBuffer(**{**vars(episode), "id": int(episode.id), "infos": form(episode.infos)})
        for episode in dataset.iterate_episodes()
    ]
    os.environ["MINARI_DATASETS_PATH"] = str(out)
    spaces = {"observation_space": dataset.observation_space, "action_space": dataset.action_space}
    return lambda: minari.create_dataset_from_buffers("lab/theirs-v0", buffers, data_format=data_format, **spaces)


def write_h5py(ours, out):
    """With the filters of our file."""
    import h5py

    arrays, attributes = {}, {}

    def take(name, found):
        attributes[name] = dict(found.attrs)
        if isinstance(found, h5py.Dataset):
            filters = {"compression": found.compression, "shuffle": found.shuffle, "chunks": found.chunks}
            arrays[name] = (found[()], filters)

    with h5py.File(ours, "r") as file:
        file.visititems(take)

    def write():
        with h5py.File(out, "w") as file:
            for name, (rows, filters) in arrays.items():
                file.create_dataset(name, data=rows, **filters)
            for name, values in attributes.items():
                file.require_group(name) if name not in arrays else None
                file[name].attrs.update(values)

    return write


def write(name, ours, out):
    """In a process of its own."""
    call = write_h5py(ours, out) if name == "robomimic" else write_minari(ours, out, name.split("-")[1])
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    print(json.dumps({"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}))


def measured(command):
    """Seconds of a command, and what it printed."""
    before, wall = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    printed = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return {"cpu": cpu, "wall": time.perf_counter() - wall}, printed


def remove(path):
    shutil.rmtree(path, ignore_errors=True)
    path.unlink(missing_ok=True)


def export(name, out):
    remove(out)
    return measured([os.environ["ROBOREEL"], "export", EXPORTS[name][0], RECORDED, *EXPORTS[name][1:], out])[0]


def one_round(name):
    ours, theirs, source = SCRATCH / "ours", SCRATCH / "theirs", SCRATCH / "source"
    mine = export(name, ours)
    if name == "minari-arrow":
        export("minari-hdf5", source)
    remove(theirs)
    data = source if name == "minari-arrow" else ours
    process, printed = measured([sys.executable, __file__, RECORDED, SCRATCH, "--write", name, data, theirs])
    return {"ours": mine, "their_process": process, "their_writing": json.loads(printed.splitlines()[-1])}


def median(rounds):
    return {who: {what: round(statistics.median(r[who][what] for r in rounds), 2) for what in ("cpu", "wall")} for who in rounds[0]}


def main():
    for name in sys.argv[3:] or EXPORTS:
        print(json.dumps({"format": name, **median([one_round(name) for _ in range(ROUNDS)])}), flush=True)


if sys.argv[3:4] == ["--write"]:
    write(sys.argv[4], Path(sys.argv[5]), Path(sys.argv[6]))
else:
    main()
