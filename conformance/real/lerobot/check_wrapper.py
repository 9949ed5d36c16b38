"""roboreel.lerobot beside LeRobotDataset: python check_wrapper.py SCRATCH

Gives both the same frames, and compares what LeRobot loads of each: every feature of every frame, features, tasks, episodes;
videos, which both compress, with what was given. Compares the recording with an import of LeRobot's dataset, and which frames
both refuse. Prints a line of JSON. Needs requirements.txt beside it; nothing is downloaded.
"""

import copy
import inspect
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from unittest import mock

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("ROBOREEL_BRIDGE_COMMAND", os.environ["ROBOREEL"])
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))

import numpy as np
import PIL.Image
import torch
from lerobot.configs.dataset import DatasetRecordConfig
from lerobot.datasets.lerobot_dataset import LeRobotDataset
from lerobot.datasets.video_utils import VideoEncodingManager
from lerobot.scripts import lerobot_record
from lerobot.teleoperators import Teleoperator
from lerobot.utils.constants import DEFAULT_FEATURES

import roboreel.lerobot
from recorded import Comparison, demos, roboreel as command
from tests.coming_from import our_script, programs

SCRATCH = Path(sys.argv[1])
HEIGHT, WIDTH, FPS = 48, 64, 10
MAX_MEAN_ERROR = 0.02  # of 1, of videos against what was given
comparison = Comparison()

PICTURE = {"dtype": "image", "shape": (HEIGHT, WIDTH, 3), "names": ["height", "width", "channels"]}
DEPTH = {**PICTURE, "shape": (HEIGHT, WIDTH, 1), "info": {"is_depth_map": True}}
FEATURES = {
    "action": {"dtype": "float32", "shape": (3,), "names": ["a", "b", "c"]},
    "observation.state": {"dtype": "float32", "shape": (2,), "names": {"motors": ["x", "y"]}},
    "observation.environment_state": {"dtype": "float64", "shape": (4,), "names": None},
    "observation.force": {"dtype": "float64", "shape": (1,), "names": None},
    "observation.images.front": {**PICTURE, "dtype": "video"},
    "observation.images.wrist": PICTURE,
    "observation.images.first": {"dtype": "image", "shape": (3, HEIGHT, WIDTH), "names": ["channels", "height", "width"]},
    "observation.images.depth_mm": DEPTH,
    "observation.images.depth_m": copy.deepcopy(DEPTH),
    "next.reward": {"dtype": "float32", "shape": (1,), "names": None},
    "next.done": {"dtype": "bool", "shape": (1,), "names": None},
    "next.success": {"dtype": "bool", "shape": (1,), "names": None},
    "mode": {"dtype": "int64", "shape": (1,), "names": None},
    "flags": {"dtype": "bool", "shape": (2,), "names": None},
    "note": {"dtype": "string", "shape": (1,), "names": None},
}
FIRST = "observation.images.first"
LENGTHS = (6, 9, 4)


def frame(rng, episode, index):
    last = index == LENGTHS[episode] - 1
    smooth = np.linspace(0, 200, HEIGHT * WIDTH).reshape(HEIGHT, WIDTH, 1) + [0, 20, 5 * index]
    noise = rng.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
    wrist = [noise, PIL.Image.fromarray(noise), torch.from_numpy(noise)][index % 3]
    depth = rng.uniform(0.2, 9, (HEIGHT, WIDTH, 1)).astype(np.float32)
    return {
        "action": torch.from_numpy(rng.normal(size=3).astype(np.float32)),
        "observation.state": rng.normal(size=2).astype(np.float32),
        "observation.environment_state": rng.normal(size=4),
        "observation.force": rng.normal(size=1),
        "observation.images.front": smooth.astype(np.uint8),
        "observation.images.wrist": wrist,
        FIRST: [rng.random((3, HEIGHT, WIDTH), np.float32), noise, np.moveaxis(noise, -1, 0)][index % 3],
        "observation.images.depth_mm": (depth * 1000).astype(np.uint16),
        "observation.images.depth_m": depth,
        "next.reward": np.array([index / 7], np.float32),
        "next.done": np.array([last]),
        "next.success": np.array([last and episode != 1]),
        "mode": np.array([2**40 + index]),
        "flags": np.array([True, bool(index % 2)]),
        "note": f"note {episode} {index} ü",
        "task": "first" if index < 3 or episode == 0 else "second",
    }


def same(one, other):
    assert list(one) == list(other), (list(one), list(other))
    for key, value in one.items():
        assert np.array_equal(np.asarray(value), np.asarray(other[key])), key


def record(kind, root, features, **more):
    """The frames that were given, of all episodes; one take is thrown away."""
    rng = np.random.default_rng(3)
    dataset = kind.create("lab/" + root.name, FPS, features, root=root, robot_type="so100", **more)
    given = []
    with VideoEncodingManager(dataset):
        for episode, length in enumerate(LENGTHS):
            assert dataset.num_episodes == episode and not dataset.has_pending_frames()
            if episode == 1:
                dataset.add_frame(frame(np.random.default_rng(9), 0, 0))
                assert dataset.has_pending_frames()
                dataset.clear_episode_buffer()
            for index in range(length):
                one = frame(rng, episode, index)
                given.append(copy.copy(one))
                dataset.add_frame(one)
                if kind is not LeRobotDataset:
                    same(one, given[-1])
            dataset.save_episode()
    dataset.finalize()
    assert dataset.num_frames == sum(LENGTHS) and dataset.fps == FPS
    return dataset, given


def compare_calls():
    """Every argument that LeRobot takes, in its place and with its default."""
    for name in ("create", "resume", "add_frame", "save_episode", "clear_episode_buffer", "has_pending_frames", "finalize"):
        theirs = inspect.signature(getattr(LeRobotDataset, name)).parameters
        ours = inspect.signature(getattr(roboreel.lerobot.LeRobotDataset, name)).parameters
        places = [key for key, p in theirs.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
        assert places == [key for key, p in ours.items() if p.kind is p.POSITIONAL_OR_KEYWORD], name
        for key, parameter in theirs.items():
            assert ours[key].default == parameter.default, (name, key)


def load(root):
    metres = LeRobotDataset("lab/" + root.name, root=root, depth_output_unit="m")
    millimetres = LeRobotDataset("lab/" + root.name, root=root, depth_output_unit="mm")
    for i in range(len(metres)):
        yield {**metres[i], "observation.images.depth_mm": millimetres[i]["observation.images.depth_mm"]}


def compare_datasets(original, ours, given):
    """What LeRobot loads of both, frame for frame."""
    one, other = (LeRobotDataset("lab/" + root.name, root=root) for root in (original, ours))
    assert (one.fps, one.meta.robot_type) == (other.fps, other.meta.robot_type)
    assert sorted(one.meta.tasks.index) == sorted(other.meta.tasks.index) == ["first", "second"]
    assert list(one.meta.episodes["length"]) == list(other.meta.episodes["length"]) == list(LENGTHS)
    for tasks in zip(one.meta.episodes["tasks"], other.meta.episodes["tasks"]):
        assert sorted(tasks[0]) == sorted(tasks[1]), tasks
    assert one.features.keys() == other.features.keys()
    for key, feature in one.features.items():
        for said in ("dtype", "shape", "names"):
            # Pictures with channels first come last, as LeRobot loads them all with channels first.
            if key != FIRST or said == "dtype":
                assert feature[said] == other.features[key][said], (key, feature, other.features[key])
        for said in ("is_depth_map", "depth_unit"):
            found = [(features[key].get("info") or {}).get(said) for features in (one.features, other.features)]
            assert found[0] == found[1], (key, found)
    errors = []
    for i, (a, b, was) in enumerate(zip(load(original), load(ours), given, strict=True)):
        assert a.keys() == b.keys()
        for key in a.keys() - {"task_index", "task", "note"}:
            if key == "observation.images.front":
                assert a[key].shape == b[key].shape and a[key].dtype == b[key].dtype
                picture = np.moveaxis(was[key], -1, 0) / 255
                errors.append([float(np.abs(x[key].numpy() - picture).mean()) for x in (a, b)])
            else:
                comparison.equal(b[key].numpy(), a[key].numpy(), i, key)
        assert (a["task"], a["note"]) == (b["task"], b["note"]) == (was["task"], was["note"])
    errors = np.max(errors, axis=0)
    assert (errors < MAX_MEAN_ERROR).all(), errors
    return [round(float(error), 4) for error in errors]


def compare_recordings(recording, original):
    """The recording has what an import of LeRobot's dataset has, and the videos' frames as they were given."""
    command("import", "lerobot", original, "--output-dir", SCRATCH / "imported")
    ours = [demo for demo in demos(recording) if demo.steps]
    theirs = list(demos(SCRATCH / "imported"))
    assert len(ours) == len(theirs) == len(LENGTHS)
    for mine, other in zip(ours, theirs):
        # The import has flags that are set before the end alone; the clock is each one's own.
        extra = {"next.done", "next.success", "timestamps/wall_time_ns"}
        assert mine.arrays.keys() - extra == other.arrays.keys() - extra, (mine.arrays.keys(), other.arrays.keys())
        assert mine.text("status") == other.text("status")
        for path in other.arrays.keys() - extra - {"obs/front"}:
            if mine.arrays[path].dtype.kind == "S":
                assert mine.arrays[path].tolist() == other.arrays[path].tolist(), path
            else:
                comparison.equal(mine.arrays[path], other.arrays[path], mine.where, path)
    kept = [json.loads(next(Path(f).glob("*/env_cfg.json")).read_text())["lerobot"] for f in (recording, SCRATCH / "imported")]
    assert kept[0]["paths"] == kept[1]["paths"] and kept[0]["names"] == kept[1]["names"]


def compare_refusals(root):
    """Frames that both refuse, and that ours alone refuses, since LeRobot only logs what its writers of pictures raise."""
    datasets = [kind.create("lab/refused", FPS, FEATURES, root=root / name) for kind, name in
                ((LeRobotDataset, "theirs"), (roboreel.lerobot.LeRobotDataset, "ours"))]
    good = lambda: frame(np.random.default_rng(0), 0, 0)
    bad = [{"timestamp": np.zeros(1, np.float32)}, {"other": 1}, {"action": np.zeros(3)}, {"action": np.zeros(2, np.float32)},
           {"action": [0.0, 0.0, 0.0]}, {"mode": np.int64(1)}, {"note": 3}, {"observation.images.wrist": np.zeros((9, 9, 3), np.uint8)},
           {"observation.images.wrist": "a path"}]
    without_task = good()
    del without_task["task"]
    for dataset in datasets:
        for change in [without_task, *({**good(), **one} for one in bad)]:
            try:
                dataset.add_frame(dict(change))
            except ValueError:
                continue
            raise AssertionError((type(dataset), change.keys()))
        assert not dataset.has_pending_frames()
    try:
        datasets[1].add_frame({**good(), "observation.images.wrist": np.full((HEIGHT, WIDTH, 3), 200.0)})
    except ValueError:
        pass
    else:
        raise AssertionError("a float picture of 200")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for dataset in datasets:
            dataset.finalize()
    return len(bad) + 1


def resume(root):
    dataset = roboreel.lerobot.LeRobotDataset.resume("lab/ours", root=root, image_writer_threads=4)
    # What lerobot-record --resume compares with the robot.
    assert (dataset.meta.robot_type, dataset.fps) == ("so100", FPS)
    without_info = lambda features: {k: {p: v for p, v in f.items() if p != "info"} for k, f in features.items()}
    assert without_info(dataset.features) == without_info({**FEATURES, **DEFAULT_FEATURES}), dataset.features
    dataset.add_frame(frame(np.random.default_rng(5), 0, 0))
    dataset.save_episode()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset.finalize()
    loaded = LeRobotDataset("lab/ours", root=root)
    assert loaded.meta.total_episodes == len(LENGTHS) + 1 and len(loaded) == sum(LENGTHS) + 1
    again = LeRobotDataset.resume("lab/ours", root=root)
    again.add_frame(frame(np.random.default_rng(6), 0, 1))
    again.save_episode()
    again.finalize()
    assert LeRobotDataset("lab/ours", root=root).meta.total_episodes == len(LENGTHS) + 2


class Robot:
    """What lerobot-record uses of a robot; it asks for the first episode to be recorded again."""

    name = robot_type = "so100"
    action_features = {"pan.pos": float, "lift.pos": float}
    observation_features = {**action_features, "front": (HEIGHT, WIDTH, 3)}
    cameras = {"front": None}
    is_connected = True

    def __init__(self, events):
        self.events = events
        self.sent = []
        self.is_again = True

    def connect(self):
        pass

    disconnect = connect

    def get_observation(self):
        if self.is_again and len(self.sent) == 5:
            self.is_again, self.sent = False, []
            self.events.update(exit_early=True, rerecord_episode=True)
        return {"pan.pos": 0.5, "lift.pos": float(len(self.sent)), "front": np.full((HEIGHT, WIDTH, 3), 90, np.uint8)}

    def send_action(self, action):
        self.sent.append(action)


class Leader(Teleoperator):
    """A teleoperator without a device."""

    __init__ = connect = disconnect = lambda self: None
    is_connected = True
    count = 0

    def get_action(self):
        self.count += 1
        return {"pan.pos": 0.25, "lift.pos": float(self.count)}


Leader.__abstractmethods__ = frozenset()


def record_by_lerobot_record(root):
    """LeRobot's own recording program, with our class in its module: two episodes, and one that is recorded again."""
    events = {"exit_early": False, "rerecord_episode": False, "stop_recording": False}
    robot = Robot(events)
    said = {"repo_id": "lab/program", "single_task": "pick", "root": root, "fps": FPS, "episode_time_s": 1, "reset_time_s": 0}
    dataset = DatasetRecordConfig(**said, num_episodes=2, push_to_hub=False, no_stamp=True)
    replaced = {"LeRobotDataset": roboreel.lerobot.LeRobotDataset, "make_robot_from_config": lambda config: robot,
                "make_teleoperator_from_config": lambda config: Leader(), "init_keyboard_listener": lambda: (None, events)}
    with mock.patch.multiple(lerobot_record, **replaced):
        lerobot_record.record(lerobot_record.RecordConfig(robot=None, dataset=dataset, teleop="leader", play_sounds=False))
    loaded = LeRobotDataset("lab/program", root=root)
    lengths = list(loaded.meta.episodes["length"])
    assert len(lengths) == 2 and sum(lengths) >= 4, lengths
    assert loaded.meta.robot_type == "so100" and set(loaded.meta.tasks.index) == {"pick"}
    # The frames of both episodes are those after the one that was thrown away.
    actions = [float(loaded[i]["action"][1]) for i in range(len(loaded))]
    assert actions == sorted(set(actions)) and actions[0] > 4, actions
    assert loaded[0]["observation.state"].tolist() == [0.5, 1.0] and loaded.features["observation.images.front"]["dtype"] == "video"
    return sum(lengths)


def compare_page():
    """The program of the page for those who come from LeRobot, before and after its diff."""
    frames = []
    for name, script in (("theirs", programs("from-lerobot.md")[0]), ("ours", our_script("from-lerobot.md"))):
        folder = SCRATCH / "page" / name
        folder.mkdir(parents=True)
        (folder / "pick.py").write_text(script)
        path = os.pathsep.join(sys.path)
        subprocess.run([sys.executable, "pick.py"], cwd=folder, env={**os.environ, "PYTHONPATH": path}, check=True, capture_output=True)
        dataset = LeRobotDataset("lab/pick", root=folder / "data/pick")
        frames.append([dataset[i] for i in range(len(dataset))])
    for i, (one, other) in enumerate(zip(*frames, strict=True)):
        assert one.keys() == other.keys() and one["task"] == other["task"] == "pick the cube"
        for key in one.keys() - {"task", "observation.images.front"}:
            comparison.equal(other[key].numpy(), one[key].numpy(), i, key)
        assert (one["observation.images.front"] - other["observation.images.front"]).abs().mean() < MAX_MEAN_ERROR


def main():
    SCRATCH.mkdir()
    compare_page()
    compare_calls()
    original, ours = SCRATCH / "original", SCRATCH / "ours"
    record(LeRobotDataset, original, FEATURES)
    dataset, given = record(roboreel.lerobot.LeRobotDataset, ours, FEATURES, image_writer_threads=4, streaming_encoding=True)
    errors = compare_datasets(original, ours, given)
    compare_recordings(dataset.recording, original)
    refusals = compare_refusals(SCRATCH / "refused")
    resume(ours)
    frames = record_by_lerobot_record(SCRATCH / "program")
    print(json.dumps({"lerobot_record_frames": frames, "wrapper": comparison.count, "video_errors": errors, "refusals": refusals}))


main()
