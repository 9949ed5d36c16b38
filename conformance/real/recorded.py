"""What the checks of all libraries share: run files as h5py reads them, comparisons that count, the command line."""

import json
import os
import re
import subprocess
from pathlib import Path

import h5py
import numpy as np


class Demo:
    """An episode of an output folder, all its arrays by path."""

    def __init__(self, file, name):
        with h5py.File(file, "r") as run:
            group = run["data"][name]
            self.where = f"{file.parent.name}/{file.name}/{name}"
            self.attrs = dict(group.attrs)
            self.arrays = arrays(group)
        self.steps = int(self.attrs["num_samples"])

    def text(self, attribute):
        value = self.attrs[attribute]
        return value.decode() if isinstance(value, bytes) else value

    def after(self, path):
        """The rows before each action, and the one after the last: T + 1."""
        if path.startswith("states/"):
            return np.concatenate([self.arrays["initial_state/" + path[7:]][-1:], self.arrays[path]])
        return np.concatenate([self.arrays[path], self.arrays["final_" + path]])


def arrays(group):
    found = {}
    group.visititems(lambda name, o: found.update({name: o[()]}) if isinstance(o, h5py.Dataset) else None)
    return found


def demos(folder):
    """Episodes in the order in which exports take them."""
    numbered = lambda path: [int(n) for n in re.findall(r"\d+", path)]
    for file in sorted(Path(folder).glob("*/run_*.hdf5"), key=lambda f: (f.parent.name, numbered(f.name))):
        with h5py.File(file, "r") as run:
            names = sorted(run["data"], key=numbered)
        for name in names:
            yield Demo(file, name)


def flat(tree, path=""):
    """Leaves of nested dictionaries by path."""
    if not isinstance(tree, dict):
        return {path: tree}
    return {p: leaf for key, value in tree.items() for p, leaf in flat(value, f"{path}/{key}" if path else key).items()}


def roboreel(*arguments):
    """Runs the command line, which must succeed, and returns what it printed."""
    command = [os.environ["ROBOREEL"], *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def page(name):
    """The Python examples of a how-to page."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / name).read_text()
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


class Comparison:
    """Arrays that were compared, and found equal in type, shape and every bit."""

    def __init__(self):
        self.count = 0

    def equal(self, got, expected, *where):
        got, expected = np.asarray(got), np.asarray(expected)
        assert got.dtype == expected.dtype, (*where, got.dtype, expected.dtype)
        assert got.shape == expected.shape, (*where, got.shape, expected.shape)
        assert got.tobytes() == expected.tobytes(), (*where, got, expected)
        self.count += 1

    def all(self, got, expected, *where):
        """Dictionaries of arrays with the same keys."""
        assert got.keys() == expected.keys(), (*where, sorted(got.keys() - expected.keys()), sorted(expected.keys() - got.keys()))
        for key in expected:
            self.equal(got[key], expected[key], *where, key)

    def report(self, **more):
        print(json.dumps({"compared": self.count, **more}))
