"""Minari on our exports, and our imports of datasets that its DataCollector wrote: check.py RECORDED SCRATCH"""

import os
import sys
from io import BytesIO
from pathlib import Path

RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])
os.environ["MINARI_DATASETS_PATH"] = str(SCRATCH / "root")

import gymnasium
import minari
import numpy as np
from PIL import Image
from minari.dataset.minari_storage import MinariStorage

from recorded import Comparison, demos, flat, roboreel

comparison = Comparison()


def export(folder, name, *options):
    roboreel("export", "minari", folder, "--root", SCRATCH / "root", "--id", name, *options)
    return minari.load_dataset(name)


def leaves(tree):
    """Leaves of nested dictionaries and tuples by the path of their field."""
    if isinstance(tree, tuple):
        tree = {f"_index_{i}": member for i, member in enumerate(tree)}
    return flat({key: leaves(value) for key, value in tree.items()}) if isinstance(tree, dict) else {"": tree}


def below(prefix, tree):
    return {f"{prefix}/{key}".rstrip("/"): value for key, value in leaves(tree).items()}


def info(demo, path):
    """Rows of the reset and of each step."""
    if path.startswith("obs/"):
        return demo.after(path)
    first = demo.arrays.get("initial_state/" + path[7:]) if path.startswith("states/") else None
    rows = demo.arrays[path]
    return np.concatenate([np.zeros_like(rows[:1]) if first is None else first[-1:], rows])


def pixels(infos):
    """Pictures in Arrow are PNG files."""
    files = {path for path, rows in infos.items() if rows.dtype.kind == "S"}
    decoded = {path: np.stack([np.asarray(Image.open(BytesIO(row))) for row in infos[path]]) for path in files}
    return {**infos, **decoded}


def check_export(name, observed, *options):
    """Every array with a row a step is among observations, actions and infos, and equal."""
    dataset = export(RECORDED, name, "--observations", observed, *options)
    recorded = list(demos(RECORDED))
    assert dataset.total_episodes == len(recorded)
    assert dataset.total_steps == sum(demo.steps for demo in recorded)
    for episode, demo in zip(dataset.iterate_episodes(), recorded):
        check_episode(episode, demo, observed, name)
    return dataset


def check_episode(episode, demo, observed, name):
    is_state = observed == "states"
    prefix = "states" if is_state else "obs"
    once = ("initial_state/", "final_obs/")
    paths = {path for path in demo.arrays if not path.startswith(once)} - {"actions"}
    seen = {path for path in paths if path.startswith(prefix + "/")}
    where = (name, demo.where)
    comparison.all(below(prefix, episode.observations), {path: demo.after(path) for path in seen}, *where)
    comparison.equal(episode.actions, demo.arrays["actions"], *where)
    comparison.all(pixels(flat(episode.infos)), {path: info(demo, path) for path in paths - seen}, *where)
    ends = np.arange(demo.steps) == demo.steps - 1
    terminated = demo.text("status") in ("success", "failure")
    comparison.equal(episode.terminations, ends & terminated, *where)
    comparison.equal(episode.truncations, ends & (not terminated), *where)
    comparison.equal(episode.rewards, np.zeros(demo.steps), *where)


def check_tools(hdf5, arrow):
    """Combines the two, splits, samples, and converts the HDF5 dataset to Arrow."""
    both = minari.combine_datasets([hdf5, arrow], "lab/both-v0")
    assert both.total_steps == 2 * hdf5.total_steps
    parts = minari.split_dataset(hdf5, sizes=[2, 1], seed=1)
    assert [part.total_episodes for part in parts] == [2, 1]
    assert len(hdf5.sample_episodes(2)) == 2
    converted = MinariStorage.new(
        SCRATCH / "converted",
        observation_space=hdf5.observation_space,
        action_space=hdf5.action_space,
        data_format="arrow",
    )
    converted.update_from_storage(hdf5.storage)
    for got, expected in zip(converted.get_episodes(range(hdf5.total_episodes)), hdf5.iterate_episodes()):
        comparison.all(below("", got["observations"]), below("", expected.observations), "converted")
        comparison.equal(got["actions"], expected.actions, "converted")
        # Minari 0.5.4 does not decode groups of infos from Arrow: a row is a dictionary of lists.
        assert got["infos"].keys() == expected.infos.keys()
        assert all(len(rows) == len(expected) + 1 for rows in got["infos"].values())


def collect(environment, data_format):
    name = f"lab/{environment.lower()}-{data_format}-v0"
    collector = minari.DataCollector(gymnasium.make(environment, max_episode_steps=60), data_format=data_format)
    collector.action_space.seed(1)
    for seed in range(3):
        collector.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, _ = collector.step(collector.action_space.sample())
            over = terminated or truncated
    return collector.create_dataset(name, algorithm_name="random", author={"A", "B"}, code_permalink="https://a/b")


def check_import(environment, data_format):
    """What the DataCollector wrote comes in, and goes out again as the same dataset, whose environment is made."""
    theirs = collect(environment, data_format)
    folder = SCRATCH / theirs.id.replace("/", "_")
    roboreel("import", "minari", theirs.storage.data_path.parent, "--out", folder)
    recorded = list(demos(folder))
    assert len(recorded) == theirs.total_episodes == 3
    for episode, demo in zip(theirs.iterate_episodes(), recorded):
        check_imported(episode, demo, environment, data_format)
    ours = export(folder, theirs.id.replace("-v0", "-v1"), "--observations", "obs")
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    for got, expected in zip(ours.iterate_episodes(), theirs.iterate_episodes()):
        for field in ("observations", "actions", "rewards", "terminations", "truncations", "infos"):
            comparison.all(below("", getattr(got, field)), below("", getattr(expected, field)), environment, field)
    for key in ("env_spec", "algorithm_name", "author", "code_permalink"):
        assert str(ours.storage.metadata[key]) == str(theirs.storage.metadata[key]), key
    assert ours.recover_environment().spec.id == environment


def check_imported(episode, demo, *where):
    steps = len(episode.rewards)
    found = {path: rows for path, rows in demo.arrays.items() if not path.startswith("timestamps/")}
    expected = below("actions", episode.actions)
    for path, rows in below("obs", episode.observations).items():
        expected[path], expected["final_" + path] = rows[:steps], rows[steps:]
    for field in ("rewards", "terminations", "truncations"):
        expected[field] = getattr(episode, field)
    comparison.all(found, {p.replace("obs", "obs/observation") if p in ("obs", "final_obs") else p: v
                           for p, v in expected.items()}, *where, demo.where)


def main():
    hdf5 = check_export("lab/states-v0", "states")
    check_export("lab/obs-v0", "obs")
    arrow = check_export("lab/arrow-v0", "states", "--data-format", "arrow")
    check_tools(hdf5, arrow)
    for environment in ("CartPole-v1", "Pendulum-v1"):
        for data_format in ("hdf5", "arrow"):
            check_import(environment, data_format)
    comparison.report(minari=minari.__version__)


main()
