"""The wrapper with LeRobotDataset's calls: what is stored, what is exported, and what is refused."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel import _command
from roboreel.lerobot import Dataset, LeRobotDataset
from tests.coming_from import our_script
from tests.support import BridgeTest, Refusal
from tests.tensors import Tensor

FEATURES: dict[str, dict[str, Any]] = {
    "action": {"dtype": "float32", "shape": (2,), "names": ["pan", "lift"]},
    "observation.state": {"dtype": "float32", "shape": (2,), "names": {"motors": ["pan", "lift"]}},
    "observation.force": {"dtype": "float64", "shape": (1,), "names": None},
    "observation.images.front": {"dtype": "image", "shape": (16, 24, 3), "names": ["height", "width", "channels"]},
    "observation.images.wrist": {"dtype": "image", "shape": (3, 16, 24), "names": ["channels", "height", "width"]},
    "next.reward": {"dtype": "float32", "shape": (1,), "names": None},
    "next.success": {"dtype": "bool", "shape": (1,), "names": None},
    "note": {"dtype": "string", "shape": (1,), "names": None},
}


class Picture:
    """What the wrapper uses of a picture of PIL."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self.__array_interface__ = array.__array_interface__

    def convert(self, mode: str) -> Picture:
        return self


def picture(index: int) -> np.ndarray:
    return np.random.default_rng(index).integers(0, 256, (16, 24, 3), np.uint8)


def frame(number: int, **more: Any) -> dict[str, Any]:
    return {
        "action": np.array([number, 0.5], np.float32),
        "observation.state": np.array([0.25, number], np.float32),
        "observation.force": np.array([number / 3]),
        "observation.images.front": picture(number),
        "observation.images.wrist": np.moveaxis(picture(100 + number), -1, 0),
        "next.reward": np.array([number], np.float32),
        "next.success": np.array([False]),
        "note": f"note {number} ü",
        "task": "pick",
        **more,
    }


class LeRobotTest(BridgeTest):
    def setUp(self) -> None:
        super().setUp()
        self.root = os.path.join(self.folder, "pick")
        self.recording = self.root + ".roboreel"
        self.datasets: list[Dataset] = []
        self.addCleanup(self._close)

    def _close(self) -> None:
        for dataset in self.datasets:
            dataset._opening = dataclasses.replace(dataset._opening, exports=False)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                dataset.finalize()

    def create(self, features: Any = None, **more: Any) -> Dataset:
        options = {"root": self.root, "robot_type": "so100", "export": False, "memory_mb": 8, **more}
        dataset = Dataset.create("lab/pick", 10, FEATURES if features is None else features, **options)
        self.datasets.append(dataset)
        return dataset

    def stored(self, dataset: Dataset) -> list[Any]:
        """The episodes with steps, when the recording is closed."""
        dataset.finalize()
        self.folder = self.recording
        return [episode for episode in self.episodes("pick") if episode.attributes["num_samples"]]

    def refuses(self, call: Any, *words: str, kind: type[Exception] = rr.BadArgument) -> None:
        with Refusal(self, kind, *words):
            call()


class RecordingTest(LeRobotTest):
    def test_frames_are_stored_as_given_and_the_callers_are_left_as_they_are(self) -> None:
        dataset = self.create()
        self.assertFalse(dataset.has_pending_frames())
        given = [frame(0), frame(1, task="place"), frame(2, **{"next.success": np.array([True])})]
        before = copy.deepcopy(given)
        for one in given:
            dataset.add_frame(one)
        self.assertTrue(dataset.has_pending_frames())
        dataset.save_episode(parallel_encoding=False)
        self.assertFalse(dataset.has_pending_frames())
        for one, was in zip(given, before, strict=True):
            self.assertEqual(list(was), list(one))
            for key, value in was.items():
                np.testing.assert_array_equal(value, one[key])
        self.assertEqual((1, 3, 3), (dataset.num_episodes, dataset.num_frames, len(dataset)))
        self.assertEqual(["pick", "place"], dataset.meta.tasks)
        [episode] = self.stored(dataset)
        self.assertEqual(("success", "pick"), (episode.status, episode.attributes["instruction"]))
        data = episode.data
        self.assertEqual([[0, 0.5], [1, 0.5], [2, 0.5]], data["actions"].tolist())
        self.assertEqual([[0.25, 0], [0.25, 1], [0.25, 2]], data["obs/state"].tolist())
        self.assertEqual([[0], [1 / 3], [2 / 3]], data["obs/force"].tolist())
        self.assertEqual(np.float64, data["obs/force"].dtype)
        self.assertEqual([[0], [1], [2]], data["rewards"].tolist())
        self.assertEqual([[False], [False], [True]], data["next.success"].tolist())
        self.assertEqual(["note 0 ü", "note 1 ü", "note 2 ü"], [text.decode() for text in data["note"]])
        self.assertEqual([b"pick", b"place", b"pick"], data["task"].tolist())
        np.testing.assert_array_equal([picture(0), picture(1), picture(2)], data["obs/front"])
        np.testing.assert_array_equal([picture(100), picture(101), picture(102)], data["obs/wrist"])
        self.assertEqual(["pan", "lift"], list(episode.described["obs/state"]["names"]))
        config = json.loads(Path(self.recording, "pick", "env_cfg.json").read_text("utf-8"))["lerobot"]
        self.assertEqual("so100", config["robot_type"])
        self.assertEqual("observation.images.wrist", config["paths"]["obs/wrist"])
        self.assertEqual({"motors": ["pan", "lift"]}, config["features"]["observation.state"]["names"])

    def test_pictures_may_be_channels_first_or_last_floats_tensors_or_of_pil_and_depths(self) -> None:
        depth = {"dtype": "image", "shape": (16, 24, 1), "names": None, "info": {"is_depth_map": True}}
        grid = {"dtype": "float16", "shape": (2, 2), "names": None}
        done = {"dtype": "bool", "shape": (1,), "names": None}
        features = {**FEATURES, "observation.images.depth": depth, "observation.grid": grid, "next.done": done}
        with self.assertWarnsRegex(rr.RoboReelWarning, r"'observation.grid' \(2, 2\) as a vector, 'observation.grid' as float32"):
            dataset = self.create(features)
        floats = np.linspace(0, 1, 16 * 24 * 3, dtype=np.float32).reshape(16, 24, 3)
        given = [picture(0), np.moveaxis(picture(1), -1, 0), floats, Tensor(np.moveaxis(picture(3), -1, 0)), Picture(picture(4))]
        metres = np.linspace(0, 8, 16 * 24, dtype=np.float32).reshape(16, 24)
        depths = [metres, metres[np.newaxis], metres[..., np.newaxis], Tensor(metres), metres]
        for one, distances in zip(given, depths, strict=True):
            more = {"observation.images.front": one, "observation.images.wrist": one, "observation.images.depth": distances}
            more |= {"observation.grid": np.eye(2, dtype=np.float16), "next.done": np.array([False])}
            dataset.add_frame(frame(0, **more))
        # The first frame says what depths are.
        more["observation.images.depth"] = metres.astype(np.uint16)
        self.refuses(
            lambda: dataset.add_frame(frame(0, **more)), "'observation.images.depth' is of dtype uint16; expected float32"
        )
        with self.assertWarnsRegex(rr.RoboReelWarning, "'next.done' of the episode is not what an export has, which is True at"):
            dataset.save_episode()
        [episode] = self.stored(dataset)
        # LeRobot cuts off what is between two values.
        expected = [picture(0), picture(1), (floats * 255).astype(np.uint8), picture(3), picture(4)]
        np.testing.assert_array_equal(expected, episode.data["obs/front"])
        np.testing.assert_array_equal(expected, episode.data["obs/wrist"])
        np.testing.assert_array_equal([metres[..., np.newaxis]] * 5, episode.data["obs/depth"])
        self.assertEqual("m", episode.described["obs/depth"]["unit"])
        np.testing.assert_array_equal([np.eye(2)] * 5, episode.data["obs/grid"])
        self.assertEqual([[False]] * 5, episode.data["next.done"].tolist())

    def test_clearing_throws_the_open_episode_away_and_an_episode_may_be_given_as_a_whole(self) -> None:
        dataset = self.create()
        dataset.clear_episode_buffer()
        for index in (1, 2):
            dataset.add_frame(frame(index))
        dataset.save_episode()
        dataset.add_frame(frame(7))
        dataset.clear_episode_buffer(delete_images=True)
        self.assertFalse(dataset.has_pending_frames())
        self.assertEqual((1, 2), (dataset.num_episodes, dataset.num_frames))
        dataset.add_frame(frame(3, **{"next.success": np.array([True])}))
        dataset.save_episode()
        frames = [frame(index) for index in (4, 5, 6)]
        buffer = {key: [one[key] for one in frames] for key in frames[0]} | {"size": 3, "episode_index": 2}
        dataset.add_frame(frame(9))
        self.refuses(lambda: dataset.save_episode(buffer), "the open episode has 1 frames", kind=rr.BadState)
        dataset.clear_episode_buffer()
        self.refuses(lambda: dataset.save_episode({**buffer, "note": ["n"]}), "'note': 1", "as many of each")
        self.refuses(lambda: dataset.save_episode({**buffer, "note": ["n", "n", 3]}), "'note' is of type int")
        self.assertFalse(dataset.has_pending_frames())
        dataset.save_episode(buffer)
        self.assertEqual((3, 6), (dataset.num_episodes, dataset.num_frames))
        stored = self.stored(dataset)
        self.assertEqual([[1, 2], [3], [4, 5, 6]], [episode.data["actions"][:, 0].tolist() for episode in stored])
        self.assertEqual(["failure", "success", "failure"], [episode.status for episode in stored])

    def test_a_program_that_is_killed_loses_no_frame(self) -> None:
        script = f"""
        from roboreel.lerobot import Dataset
        features = {{"action": {{"dtype": "float32", "shape": (1,), "names": None}}}}
        dataset = Dataset.create("lab/pick", 10, features, root=folder + "/pick")
        for index in range(5):
            dataset.add_frame({{"action": np.array([index], np.float32), "task": "pick"}})
            if index == 2:
                dataset.save_episode()
        print("added", dataset._recorder.daemon_pid, flush=True)
        os.kill(os.getpid(), {9})
        """
        process = self.python(script)
        out, err = process.communicate(timeout=600)
        self.assertEqual(-9, process.returncode, err)
        self.wait_for_end(int(out.split()[1]))
        dataset = Dataset.resume("lab/pick", self.root, export=False)
        self.datasets.append(dataset)
        self.assertEqual((1, 3, 10), (dataset.num_episodes, dataset.num_frames, dataset.fps))
        self.assertEqual((1,), dataset.features["action"]["shape"])
        dataset.add_frame({"action": np.array([9], np.float32), "task": "pick"})
        self.refuses(lambda: Dataset.resume("lab/pick", self.root), "is being written by", kind=rr.FolderLocked)
        dataset.save_episode()
        self.assertEqual((2, 4), (dataset.num_episodes, dataset.num_frames))
        stored = self.stored(dataset)
        self.assertEqual([[0, 1, 2], [3, 4], [9]], [episode.data["actions"][:, 0].tolist() for episode in stored])
        self.assertEqual(["terminated", None, "terminated"], [episode.metadata.get("ending") for episode in stored])


class RefusalTest(LeRobotTest):
    def test_frames_that_do_not_fit_are_refused_by_name(self) -> None:
        dataset = self.create()
        add = dataset.add_frame
        without_task = frame(0)
        del without_task["task"]
        self.refuses(lambda: add(without_task), "lacks 'task'")
        self.refuses(lambda: add(frame(0, task=None)), "'task' of the frame is None")
        without_note = frame(0)
        del without_note["note"]
        self.refuses(lambda: add(without_note), "lacks 'note'")
        for key in ("timestamp", "frame_index", "episode_index", "index", "task_index"):
            self.refuses(lambda key=key: add(frame(0, **{key: np.zeros(1)})), f"'{key}'", "leave it out")
        self.refuses(lambda: add(frame(0, notes="x")), "'notes', which is no feature: did you mean 'note'?")
        for key, value, words in (
            ("action", np.zeros(2), "is of dtype float64; expected float32"),
            ("action", np.zeros(3, np.float32), "is of shape (3,); expected (2,)"),
            ("action", [0.0, 0.0], "is of type list; expected a numpy array"),
            ("observation.force", np.float64(1), "is of type float64; expected a numpy array"),
            ("note", 3, "is of type int; expected a str"),
            ("observation.images.front", np.zeros((24, 16, 3), np.uint8), "is of shape (24, 16, 3); expected (16, 24, 3)"),
            ("observation.images.front", np.full((16, 24, 3), 1.5, np.float32), "has floats from 1.5 to 1.5; expected 0 to 1"),
            ("observation.images.wrist", np.zeros((3, 16, 24), np.int64), "is of dtype int64; expected uint8"),
        ):
            with self.subTest(key=key, words=words):
                self.refuses(lambda key=key, value=value: add(frame(0, **{key: value})), f"'{key}' {words}")
        self.refuses(dataset.save_episode, "the episode has no frame")
        self.assertEqual([], self.stored(dataset))

    def test_features_that_cannot_be_recorded_are_refused_by_name(self) -> None:
        action = FEATURES["action"]
        for features, words in (
            ({}, "no 'action'"),
            ({"action": action, "a/b": action}, "'a/b'; expected a text without slashes"),
            ({"action": action, "task": action}, "named 'task'"),
            ({"action": action, "index": action}, "['index'], which LeRobot fills in"),
            ({"action": {"dtype": "float32"}}, "'action' has no shape"),
            ({"action": {"dtype": "float32", "shape": ()}}, "'action' has the shape ()"),
            ({"action": {"dtype": "complex64", "shape": (1,)}}, "'action' is of dtype 'complex64'"),
            ({"action": action, "x": {"dtype": "language", "shape": (1,)}}, "'x' is a column of language"),
            ({"action": action, "x": {"dtype": "video", "shape": (15, 24, 3)}}, "video of 24 x 15, and H.264 takes even sizes"),
            ({"action": action, "x": {"dtype": "image", "shape": (16, 24, 4)}}, "'x' is pictures of 4 channels; expected 3"),
        ):
            with self.subTest(words=words):
                self.refuses(lambda features=features: self.create(features), words)
        video = {"action": action, "x": {"dtype": "video", "shape": (16, 24, 3)}}
        self.refuses(lambda: self.create(video, use_videos=False), "use_videos is False, and ['x'] are videos")
        self.refuses(lambda: LeRobotDataset("lab/pick"), "call create or resume", kind=rr.BadState)
        self.refuses(lambda: Dataset.resume("lab/pick", self.root), "no recording in", kind=rr.BadState)
        self.assertEqual([], os.listdir(self.folder))
        os.mkdir(self.root)
        self.refuses(self.create, f"root {self.root} is there already", kind=rr.BadState)


class ExportTest(LeRobotTest):
    def test_an_export_that_fails_says_of_what_kind_it_is_and_where_the_frames_are(self) -> None:
        dataset = self.create(export=True)
        dataset.add_frame(frame(0))
        dataset.save_episode()
        for error in (rr.DiskFull("no room"), rr.RecorderFailed("the disk stalls", "stalled")):
            with mock.patch.object(_command, "run", side_effect=error), self.assertRaises(type(error)) as raised:
                dataset.finalize()
            self.assertEqual(error.kind, raised.exception.kind)
            self.assertEqual(f"{error}; every frame is in {self.recording}, and finalize() tries again", str(raised.exception))

    def test_finalize_exports_what_was_saved_and_takes_no_frames_after(self) -> None:
        dataset = self.create(export=True)
        for index in range(3):
            dataset.add_frame(frame(index, task="pick" if index < 2 else "place"))
        dataset.save_episode()
        dataset.add_frame(frame(5))
        os.mkdir(self.root)
        Path(self.root, "mine").write_text("kept", "utf-8")
        with self.assertWarnsRegex(rr.RoboReelWarning, "was there and is now .*pick.1;"):
            dataset.finalize()
        dataset.finalize()
        self.assertEqual("kept", Path(self.root + ".1", "mine").read_text("utf-8"))
        for call, name in (
            (lambda: dataset.add_frame(frame(0)), "add_frame"),
            (dataset.save_episode, "save_episode"),
            (dataset.clear_episode_buffer, "clear_episode_buffer"),
        ):
            self.refuses(call, "was finalized", name, kind=rr.BadState)
        self.refuses(dataset.push_to_hub, "pushes nothing", f"root={self.root!r}).push_to_hub()", kind=rr.BadState)
        info = json.loads(Path(self.root, "meta", "info.json").read_text("utf-8"))
        self.assertEqual((10, "so100", 1, 3), tuple(info[key] for key in ("fps", "robot_type", "total_episodes", "total_frames")))
        for key, feature in FEATURES.items():
            with self.subTest(key=key):
                exported = info["features"][key]
                self.assertEqual(feature["dtype"], exported["dtype"])
                is_first = key == "observation.images.wrist"
                self.assertEqual([16, 24, 3] if is_first else list(feature["shape"]), exported["shape"])
                self.assertEqual(["height", "width", "channels"] if is_first else feature["names"], exported["names"])
        self.assertEqual(
            set(FEATURES) | {"timestamp", "frame_index", "episode_index", "index", "task_index"}, set(info["features"])
        )

        _command.run("import", "lerobot", self.root, "--output-dir", self.folder + "/again", "--quiet")
        self.folder += "/again"
        [episode] = self.episodes("pick")
        self.assertEqual([0, 1, 2], episode.data["actions"][:, 0].tolist())
        self.assertEqual([b"pick", b"pick", b"place"], episode.data["task"].tolist())
        np.testing.assert_array_equal([picture(0), picture(1), picture(2)], episode.data["obs/front"])
        np.testing.assert_array_equal([picture(100), picture(101), picture(102)], episode.data["obs/wrist"])
        self.assertEqual([[0], [1], [2]], episode.data["rewards"].tolist())


class PageTest(LeRobotTest):
    def test_the_program_of_the_page_records_with_one_line_changed(self) -> None:
        self.run_script(our_script("from-lerobot.md"))
        data = Path(self.folder, "data")
        info = json.loads((data / "pick/meta/info.json").read_text("utf-8"))
        self.assertEqual(
            (30, "so100", 2, 90), tuple(info[key] for key in ("fps", "robot_type", "total_episodes", "total_frames"))
        )
        self.assertEqual("video", info["features"]["observation.images.front"]["dtype"])
        self.folder = str(data / "pick.roboreel")
        for number, episode in enumerate(self.episodes("pick")):
            self.assertEqual([[-np.float32(step / 45), -number] for step in range(45)], episode.data["actions"].tolist())
            self.assertEqual([5 * step for step in range(45)], episode.data["obs/front"][:, 20, 30, 1].tolist())
