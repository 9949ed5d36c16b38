"""robomimic on our exports, and our imports of files that its tools finished: check.py RECORDED SCRATCH"""

import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])

import h5py
import imageio
import numpy as np
import robomimic
import torch
from robomimic.utils import obs_utils
from robomimic.utils.dataset import SequenceDataset

from recorded import Comparison, demos, roboreel

LOW_DIM = ["arm_joint_pos", "gripper_pos"]
PICTURES = ["over_shoulder_camera", "wrist_camera"]
comparison = Comparison()


def export(folder, *options):
    file = SCRATCH / f"{folder.name}.hdf5"
    roboreel("export", "robomimic", folder, "--out", file, *options)
    return file


def script(name, file, *options):
    """Runs a script of robomimic."""
    command = [sys.executable, "-m", "robomimic.scripts." + name, "--dataset", str(file), *options]
    return subprocess.run(command, capture_output=True, text=True)


def done(process):
    assert process.returncode == 0, (process.args, process.stdout, process.stderr)


def mask(file, name):
    with h5py.File(file, "r") as dataset:
        return [demo.decode() for demo in dataset["mask"][name]]


def check_sequences(file, mode, filter_key):
    """What the training reads of every demo, step by step, is what was recorded."""
    keys = [path for path in next(demos(RECORDED)).arrays if not path.startswith(("obs/", "final_obs/", "initial_state/"))]
    if mode:
        keys = [key for key in keys if "/" not in key]  # it caches none of those below a group
    with redirect_stdout(sys.stderr):
        dataset = SequenceDataset(
            str(file),
            obs_keys=LOW_DIM + PICTURES,
            dataset_keys=keys + ["rewards", "dones"],
            hdf5_cache_mode=mode,
            filter_by_attribute=filter_key,
        )
    recorded = {f"demo_{i}": demo for i, demo in enumerate(demos(RECORDED))}
    assert dataset.demos == (mask(file, filter_key) if filter_key else list(recorded))
    at = 0
    for name in dataset.demos:
        demo = recorded[name]
        steps = [dataset[i] for i in range(at, at + demo.steps)]
        at += demo.steps
        for key in keys:
            comparison.equal(joined(steps, key), demo.arrays[key], name, key)
        for key in LOW_DIM + PICTURES:
            after = demo.after("obs/" + key)
            comparison.equal(joined([s["obs"] for s in steps], key), after[:-1], name, key)
            comparison.equal(joined([s["next_obs"] for s in steps], key), after[1:], name, key)
        over = (np.arange(demo.steps) == demo.steps - 1) & (demo.text("status") in ("success", "failure"))
        types = (np.float32, np.float32) if mode else (np.int64, np.float64)  # of what it caches
        comparison.equal(joined(steps, "dones"), over.astype(types[0]), name, "dones")
        comparison.equal(joined(steps, "rewards"), np.zeros(demo.steps, types[1]), name, "rewards")
    assert at == len(dataset)
    dataset.close_and_delete_hdf5_handle()


def joined(steps, key):
    return np.concatenate([step[key] for step in steps])


def check_export():
    file = export(RECORDED, "--valid-fraction", "0.25", "--seed", "1")
    with redirect_stdout(sys.stderr):
        obs_utils.initialize_obs_utils_with_obs_specs({"obs": {"low_dim": LOW_DIM, "rgb": PICTURES}})
    for mode, filter_key in (None, None), ("all", "train"), ("low_dim", "valid"):
        check_sequences(file, mode, filter_key)
    names = [f"demo_{i}" for i in range(len(list(demos(RECORDED))))]
    assert sorted(mask(file, "train") + mask(file, "valid")) == names
    check_tools(file, names)


def check_tools(file, names):
    """Its own split, its playback of pictures, and its information, which takes actions from -1 to 1 only."""
    done(script("split_train_val", file, "--ratio", "0.5"))
    assert sorted(mask(file, "train") + mask(file, "valid")) == names and len(mask(file, "valid")) == len(names) // 2
    video = SCRATCH / "played.mp4"
    shown = ["--use-obs", "--n", "1", "--video_skip", "1", "--render_image_names", *PICTURES]
    done(script("playback_dataset", file, *shown, "--video_path", str(video)))
    assert imageio.get_reader(video).count_frames() == next(demos(RECORDED)).steps
    refused = script("get_dataset_info", file)
    assert "actions in [-1., 1.]" in refused.stderr, refused


def make_collected(file):
    """What robosuite's collection script gathers, with made values."""
    rng = np.random.default_rng(7)
    with h5py.File(file, "w") as made:
        data = made.create_group("data")
        data.attrs.update(env="Lift", repository_version="1.5.2", env_info=json.dumps({"control_freq": 20, "robots": ["Panda"]}))
        for number, steps in enumerate((5, 9, 7)):
            demo = data.create_group(f"demo_{number + 1}")
            demo.attrs["model_file"] = "<mujoco>" + "x" * 40_000 + f"{number}</mujoco>"
            demo["states"] = rng.normal(size=(steps, 32))
            demo["actions"] = rng.uniform(-1, 1, size=(steps, 7))


def check_import():
    """The arrays and attributes of a file that robomimic's conversion finished come in, and go out again."""
    file = SCRATCH / "collected.hdf5"
    make_collected(file)
    done(script("conversion.convert_robosuite", file))
    folder = SCRATCH / "imported"
    roboreel("import", "robomimic", file, "--out", folder)
    again = export(folder)
    with h5py.File(file, "r") as theirs, h5py.File(again, "r") as ours:
        assert json.loads(ours["data"].attrs["env_args"]) == json.loads(theirs["data"].attrs["env_args"])
        imported = list(demos(folder))
        assert len(imported) == len(theirs["data"]) == len(ours["data"])
        for number, demo in enumerate(imported):
            before, after = theirs["data"][f"demo_{number + 1}"], ours["data"][f"demo_{number}"]
            for path in "states", "actions":
                comparison.equal(demo.arrays[path], before[path][()], demo.where, path)
                comparison.equal(after[path][()], before[path][()], demo.where, path)
            assert demo.attrs["dt"] == 0.05 and demo.text("env_name") == "Lift"
            assert after.attrs["model_file"] == before.attrs["model_file"]
    done(script("get_dataset_info", again))


def main():
    check_export()
    check_import()
    comparison.report(robomimic=robomimic.__version__, torch=torch.__version__)


main()
