#!/usr/bin/python3
"""Independent checker of what Isaac Lab 3 reads from a file, compared with what it reads from another.

Knows nothing of the recorder. Follows what Isaac Lab 3.0 documents of its dataset files: the attribute format_version of the
file's root group says how quaternions of poses are stored, 1 and more for x, y, z, w; a file without it, or with 0, has
w, x, y, z. Loading such a file turns every dataset called root_pose whose last axis has 7 values (position, quaternion), once,
and no other dataset; so what a program gets is always x, y, z, w.
Prints one line per violation and a summary; exits 0 when there is none, 1 when there are, 2 on bad arguments.

  check_isaaclab.py ORIGINAL DEMO COPY DEMO   (files and names of demos; every dataset of the original's is looked for in the copy's)

Needs: python3-h5py (python3-numpy).
"""
import sys
import h5py
import numpy as np


def loaded(path, demo):
    """Every dataset of a demo by its path, as a program of Isaac Lab 3 gets it, and how many poses were turned for that."""
    arrays, turned = {}, 0
    with h5py.File(path, "r") as file:
        is_wxyz = int(file.attrs.get("format_version", 0)) < 1
        paths = []
        file[f"data/{demo}"].visititems(lambda name, item: paths.append(name) if isinstance(item, h5py.Dataset) else None)
        for name in paths:
            values = file[f"data/{demo}/{name}"][()]
            if is_wxyz and name.split("/")[-1] == "root_pose" and values.shape[-1:] == (7,):
                values = values[..., [0, 1, 2, 4, 5, 6, 3]]
                turned += 1
            arrays[name] = values
    return arrays, turned


def main():
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    original, _ = loaded(*sys.argv[1:3])
    copy, turned = loaded(*sys.argv[3:5])
    fails = []
    for name, values in original.items():
        if name not in copy:
            fails.append(f"{name}: missing in the copy")
        elif values.dtype != copy[name].dtype or not np.array_equal(values, copy[name]):
            fails.append(f"{name}: {copy[name].tolist()} in the copy, {values.tolist()} in the original")
    for line in fails:
        print(line)
    print(f"{len(original)} datasets compared, {turned} poses of the copy turned when loaded, {len(fails)} violations")
    return 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main())
