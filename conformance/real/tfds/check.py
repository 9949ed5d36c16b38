"""TFDS and rlds on our exports, and our imports of datasets that TFDS wrote: check.py RECORDED SCRATCH"""

import importlib.metadata
import sys
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import MagicMock

RECORDED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])
sys.modules["reverb"] = MagicMock()  # only pattern_map needs it; it is made for TensorFlow of before

import h5py
import numpy as np
import rlds
import tensorflow as tf
import tensorflow_datasets as tfds
from tensorflow_datasets.d4rl import d4rl_mujoco_hopper
from tensorflow_datasets.rlds import rlds_base

from recorded import Comparison, demos, flat, roboreel

ABOUT = {"description": "Bananas.", "citation": "@misc{b}", "homepage": "https://a.b", "license": "MIT"}
comparison = Comparison()


def export(folder, name, *options):
    roboreel("export", "rlds", folder, "--out", SCRATCH / "root", "--name", name, *options)
    return tfds.builder_from_directory(SCRATCH / "root" / name / "1.0.0")


def episodes(builder, split):
    """Each as arrays by path, its steps stacked."""
    for episode in tfds.as_numpy(builder.as_dataset(split=split)):
        steps = [flat(step) for step in episode.pop("steps")]
        stacked = {"steps/" + key: np.stack([step[key] for step in steps]) for key in steps[0]}
        yield {**flat(episode), **stacked}


def check_episode(episode, demo):
    """Every array of the run file is there, and every array of the steps comes from it."""
    after_last = lambda rows: np.concatenate([rows, np.zeros_like(rows[:1])])
    ends = np.arange(demo.steps + 1)
    terminated = demo.text("status") in ("success", "failure")
    expected = {
        "is_first": ends == 0,
        "is_last": ends == demo.steps,
        "is_terminal": (ends == demo.steps) & terminated,
        "discount": np.where(ends >= demo.steps, 0, np.where(terminated & (ends == demo.steps - 1), 0, 1)),
        "reward": np.zeros(demo.steps + 1),
    }
    expected = {key: rows if rows.dtype == bool else rows.astype(np.float32) for key, rows in expected.items()}
    for path, rows in demo.arrays.items():
        if path == "actions":
            expected["action"] = after_last(rows)
        elif path.startswith("obs/"):
            expected["observation" + path[3:]] = demo.after(path)
        elif path.startswith("states/"):
            expected[path] = demo.after(path)
        elif not path.startswith(("initial_state/", "final_obs/")):
            expected["next/" + path] = after_last(rows)
    expected = {"steps/" + key: rows for key, rows in expected.items()}
    whole = {path for path in demo.arrays if path.startswith("initial_state/")}
    whole = {path for path in whole if "states" + path[13:] not in demo.arrays}
    expected.update({"arrays/" + path: demo.arrays[path] for path in whole})
    got = {key: rows for key, rows in episode.items() if key.startswith(("steps/", "arrays/"))}
    instructions = got.pop("steps/language_instruction")
    assert {text.decode() for text in instructions} == {demo.text("instruction")}, demo.where
    comparison.all(got, expected, demo.where)
    assert episode["episode_metadata/success"] == demo.attrs.get("success", False)
    assert episode["episode_metadata/seed"] == demo.attrs["seed"]
    assert not episode["invalid"]


def where(episode):
    text = lambda key: episode["episode_metadata/" + key].decode()
    return f"{text('file_path')}/{text('demo')}"


def check_export():
    about = [part for key, text in ABOUT.items() for part in ("--" + key, text)]
    builder = export(RECORDED, "taken", *about, "--homepage", "https://c.d")
    info = builder.info
    assert list(info.as_proto.location.urls) == [ABOUT["homepage"], "https://c.d"]
    assert info.description.startswith(ABOUT["description"] + " ")
    assert [info.citation, info.homepage, info.redistribution_info.license] == list(ABOUT.values())[1:]
    recorded = {demo.where: demo for demo in demos(RECORDED)}
    read = list(episodes(builder, "train"))
    assert [where(episode) for episode in read] == list(recorded)
    for episode in read:
        check_episode(episode, recorded[where(episode)])
    assert len(list(episodes(builder, "train[:50%]"))) == len(read) // 2
    return builder


def check_splits():
    builder = export(RECORDED, "parted", "--split", "train=0.5,val=0.5", "--shuffle", "3")
    recorded = {demo.where: demo for demo in demos(RECORDED)}
    assert set(builder.info.splits) <= {"train", "val"}
    read = [episode for split in builder.info.splits for episode in episodes(builder, split)]
    assert sorted(map(where, read)) == sorted(recorded)
    for episode in read:
        check_episode(episode, recorded[where(episode)])


def check_rlds(builder):
    """Transformations of the rlds library give what the arrays give."""
    demo = next(demos(RECORDED))
    steps = next(iter(builder.as_dataset(split="train")))["steps"].map(
        lambda step: {key: step[key] for key in ("observation", "action", "reward", "is_last", "is_first")}
    )
    pairs = rlds.transformations.batch(steps, size=2, shift=1, drop_remainder=True)
    actions = np.stack([pair["action"] for pair in tfds.as_numpy(pairs)])
    rows = np.concatenate([demo.arrays["actions"], np.zeros_like(demo.arrays["actions"][:1])])
    comparison.equal(actions, np.stack([rows[:-1], rows[1:]], axis=1), "batch")
    final = tfds.as_numpy(rlds.transformations.final_step(steps))
    last = next(iter(final)) if not isinstance(final, dict) else final
    comparison.equal(last["observation"]["arm_joint_pos"], demo.arrays["final_obs/arm_joint_pos"][0], "final_step")
    cut = rlds.transformations.truncate_after_condition(steps, lambda step: tf.reduce_any(step["is_last"]))
    assert len(list(cut)) == demo.steps + 1
    totals = rlds.transformations.sum_dataset(steps, lambda step: {"reward": step["reward"]})
    assert float(totals["reward"]) == 0


def made_episode(rng, steps):
    """Of the forms that datasets of TFDS have; the action after the last observation is zeros."""
    after = np.arange(steps) < steps - 1
    return {
        "steps": {
            "observation": {
                "camera": rng.integers(0, 256, (steps, 12, 16, 3), dtype=np.uint8),
                "depth": rng.integers(0, 60000, (steps, 6, 8, 1), dtype=np.uint16),
                "arm": {"q": rng.normal(size=(steps, 7)), "moving": rng.random((steps, 2)) < 0.5},
            },
            "action": np.where(after[:, None], rng.normal(size=(steps, 4)), 0).astype(np.float32),
            "reward": np.where(after, rng.random(steps), 0).astype(np.float32),
            "discount": after.astype(np.float32),
            "is_first": np.arange(steps) == 0,
            "is_last": np.arange(steps) == steps - 1,
            "is_terminal": np.arange(steps) == steps - 1,
            "contacts": rng.integers(-(2**40), 2**40, (steps, 3)),
        },
        "number": int(rng.integers(0, 99)),
    }


class Made(tfds.core.GeneratorBasedBuilder):
    """A dataset as rlds_base declares it."""

    VERSION = tfds.core.Version("1.2.3")
    BUILDER_CONFIGS = [
        rlds_base.DatasetConfig(
            name="small",
            overall_description=ABOUT["description"],
            homepage=ABOUT["homepage"],
            citation=ABOUT["citation"],
            observation_info={
                "camera": tfds.features.Image(shape=(12, 16, 3), encoding_format="png"),
                "depth": tfds.features.Image(shape=(6, 8, 1), dtype=np.uint16, encoding_format="png"),
                "arm": {
                    "q": tfds.features.Tensor(shape=(7,), dtype=np.float64, encoding="zlib"),
                    "moving": tfds.features.Tensor(shape=(2,), dtype=np.bool_),
                },
            },
            action_info=tfds.features.Tensor(shape=(4,), dtype=np.float32),
            reward_info=np.float32,
            discount_info=np.float32,
            step_metadata_info={"contacts": tfds.features.Tensor(shape=(3,), dtype=np.int64)},
            episode_metadata_info={"number": np.int64},
        )
    ]

    def _info(self):
        return rlds_base.build_info(self.builder_config, self)

    def _split_generators(self, _):
        rng = np.random.default_rng(5)
        self.made = {split: [made_episode(rng, 4 + i) for i in range(3)] for split in ("train", "test")}
        return {split: enumerate(made) for split, made in self.made.items()}

    def _generate_examples(self, path):
        raise NotImplementedError("the splits have their examples")


class Hopper(d4rl_mujoco_hopper.D4rlMujocoHopper):
    """TFDS's own builder, on a made file in place of the download."""

    def _split_generators(self, _):
        rng, steps = np.random.default_rng(6), 30
        with h5py.File(SCRATCH / "hopper.hdf5", "w") as file:
            for name, width in ("observations", 11), ("actions", 3), ("rewards", 1):
                file[name] = rng.normal(size=(steps, width)).astype(np.float32)
            file["terminals"] = np.arange(steps) % 15 == 6
            file["timeouts"] = np.arange(steps) % 15 == 14
        return {"train": self._generate_examples({"file_path": str(SCRATCH / "hopper.hdf5")})}


def check_import(builder, steps_without_action):
    """Every array of what TFDS reads is in the run files, the last observation as final_obs where no action follows it."""
    with redirect_stdout(sys.stderr):
        builder.download_and_prepare(file_format="tfrecord")
    folder = SCRATCH / builder.name
    roboreel("import", "rlds", builder.data_path, "--out", folder)
    read = [episode for split in builder.info.splits for episode in episodes(builder, split)]
    recorded = list(demos(folder))
    assert len(read) == len(recorded) > 1
    for episode, demo in zip(read, recorded):
        steps = {key: rows for key, rows in episode.items() if key.startswith("steps/")}
        assert len(steps["steps/action"]) == demo.steps + steps_without_action
        found = {path: rows for path, rows in demo.arrays.items() if not path.startswith("timestamps/")}
        comparison.all(found, expected_arrays(steps, demo.steps), demo.where)
    info = export(folder, builder.name + "_again").info
    for given, kept in (builder.info.citation, info.citation), (builder.info.homepage, info.homepage):
        assert given == kept
    assert info.description.startswith(builder.info.description.strip() + " Robot episodes")


def expected_arrays(steps, actions):
    expected = {}
    for key, rows in steps.items():
        path = "obs/observation" if key == "steps/observation" else key.replace("steps/observation/", "obs/")
        if path in ("steps/action", "steps/reward"):
            expected[path[6:] + "s"] = rows[:actions]
        elif not path.startswith("steps/is_"):
            expected[path] = rows[:actions]
            if len(rows) > actions:
                expected["final_" + path] = rows[actions:]
    return expected


def main():
    tfds.disable_progress_bar()
    tf.get_logger().setLevel("ERROR")
    builder = check_export()
    check_splits()
    check_rlds(builder)
    check_import(Made(data_dir=SCRATCH / "theirs"), 1)
    check_import(Hopper(data_dir=SCRATCH / "theirs", config="v0-medium"), 0)
    comparison.report(tfds=tfds.__version__, tensorflow=tf.__version__, rlds=importlib.metadata.version("rlds"))


main()
