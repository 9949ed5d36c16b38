"""Isaac Lab 3's own handler on our files, and on our copies of what it wrote; its recorder beside our wrappers:
check.py RECORDED SCRATCH"""

import sys
from pathlib import Path

RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])

import isaaclab
import numpy as np
import torch
from isaaclab.utils.datasets.episode_data import EpisodeData
from isaaclab.utils.datasets.hdf5_dataset_file_handler import HDF5DatasetFileHandler

import wrappers
from recorded import Comparison, demos, flat, roboreel

comparison = Comparison()


def loaded(file):
    """Arrays of each demo by path, as the handler gives them."""
    handler = HDF5DatasetFileHandler()
    handler.open(str(file))
    tensors = {name: flat(handler.load_episode(name, "cpu").data) for name in handler.get_episode_names()}
    handler.close()
    return {name: {path: tensor.numpy() for path, tensor in arrays.items()} for name, arrays in tensors.items()}


def check_recordings():
    """It takes our files for those of before version 1 and turns what it calls root_pose to x, y, z, w."""
    exported = SCRATCH / "exported.hdf5"
    roboreel("export", "robomimic", RECORDED, "--out", exported)
    copies = loaded(exported)
    for number, demo in enumerate(demos(RECORDED)):
        expected = {
            path: rows[..., [0, 1, 2, 4, 5, 6, 3]] if path.endswith("/root_pose") else rows
            for path, rows in demo.arrays.items()
        }
        run, name = demo.where.rsplit("/", 1)
        comparison.all(loaded(RECORDED / run)[name], expected, demo.where)
        # An export has the last observation in next_obs.
        expected = {path: rows for path, rows in expected.items() if not path.startswith("final_obs/")}
        copy = copies[f"demo_{number}"]
        comparison.all({path: copy[path] for path in expected}, expected, "export", demo.where)


def written(file):
    """Episodes of several lengths, written by the handler."""
    numbers = np.random.default_rng(1)
    rows = lambda *shape: torch.tensor(numbers.normal(size=shape), dtype=torch.float32)
    handler = HDF5DatasetFileHandler()
    handler.create(str(file), env_name="Isaac-Lift-Cube-Franka-v0")
    handler.add_env_args({"sim_args": {"dt": 0.01, "decimation": 2}})
    for steps in (3, 1, 40):
        scene = lambda rows_of: {
            "articulation": {"robot": {"root_pose": rows_of(7), "joint_position": rows_of(9)}},
            "rigid_object": {"cube": {"root_pose": rows_of(7), "root_velocity": rows_of(6)}},
        }
        episode = EpisodeData()
        episode.data = {
            "actions": rows(steps, 8),
            "obs": {"joint_pos": rows(steps, 9), "eef_quat": rows(steps, 4)},
            "initial_state": scene(lambda width: rows(1, width)),
            "states": scene(lambda width: rows(steps, width)),
        }
        episode.seed, episode.success = 7 + steps, steps > 1
        handler.write_episode(episode)
    handler.close()


def check_import():
    """The copy's poses are w, x, y, z, so that the handler turns them once, back to what they were."""
    original, copy = SCRATCH / "original.hdf5", SCRATCH / "copy"
    written(original)
    roboreel("import", "isaaclab", original, "--out", copy)
    episodes = loaded(original)
    for name, demo in zip(episodes, demos(copy), strict=True):
        run, own = demo.where.rsplit("/", 1)
        again = loaded(copy / run)[own]
        comparison.all({path: again.get(path) for path in episodes[name]}, episodes[name], name)
        assert demo.attrs["seed"] == 7 + demo.steps and bool(demo.attrs["success"]) == (demo.steps > 1), demo.attrs


check_recordings()
check_import()
wrappers.check(comparison, SCRATCH)
comparison.report(isaaclab=isaaclab.__version__, torch=torch.__version__)
