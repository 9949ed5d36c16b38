"""Windows of steps against a loop that is plainly right, and rows against h5py; EpisodeDataset on a stand-in for torch."""

from __future__ import annotations

import multiprocessing
import pickle
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import h5py
import numpy as np

import roboreel as rr
from roboreel import _windows
from roboreel._windows import Columns, Statistics, Windows, _Column
from tests import torch_stand_in
from tests.support import temporary_folder

STEPS = 1203


def naive(lengths: list[int], offsets: dict[str, list[int]], pad: bool) -> list[tuple[int, int, dict[str, Any]]]:
    """Every sample as episode, step and by field the rows and whether they are padding."""
    samples = []
    for episode, length in enumerate(lengths):
        for step in range(length):
            rows: dict[str, Any] = {}
            for path, steps in offsets.items():
                rows[path] = [
                    (0, True) if step + o < 0 else (length - 1, True) if step + o >= length else (step + o, False) for o in steps
                ]
            if pad or not any(is_pad for each in rows.values() for _, is_pad in each):
                samples.append((episode, step, rows))
    return samples


class WindowsTest(unittest.TestCase):
    def test_they_are_those_of_a_loop(self) -> None:
        random = np.random.default_rng(0)
        for _ in range(150):
            lengths = random.integers(1, 12, random.integers(1, 6)).tolist()
            offsets = {
                path: random.integers(-6, 7, random.integers(1, 6)).tolist() for path in ("a", "b")[: random.integers(1, 3)]
            }
            pad = bool(random.integers(2))
            windows = Windows(lengths, offsets, pad)
            expected = naive(lengths, offsets, pad)
            found = []
            for index in range(len(windows)):
                episode, step = windows.locate(index)
                self.assertEqual((episode, step), windows.locate(index - len(windows)))
                rows = {path: windows.rows(path, episode, step) for path in offsets}
                found.append((episode, step, {p: list(zip(list(r), m.tolist(), strict=True)) for p, (r, m) in rows.items()}))
            self.assertEqual(expected, found, (lengths, offsets, pad))

    def test_there_is_nothing_over_the_ends(self) -> None:
        windows = Windows([3, 2], {"a": [0]})
        for index in (5, -6):
            with self.assertRaisesRegex(IndexError, f"no sample {index}; there are 5"):
                windows.locate(index)
        self.assertEqual(0, len(Windows([3, 2], {"a": range(4)}, pad=False)))
        self.assertEqual(5, len(Windows([3, 2], {}, pad=False)))


def picture(step: int, channels: int = 3) -> np.ndarray:
    return np.random.default_rng(step).integers(0, 9, (40, 50, channels), np.uint8)


def write_file(path: Path) -> dict[str, np.ndarray]:
    """A run file of one episode, whose arrays lie on the disk in every way that there is."""
    rows = np.random.default_rng(1)
    frames = np.stack([picture(step) for step in range(12)])
    arrays = {
        "actions": rows.normal(size=(STEPS, 8)).astype(np.float32),
        "obs/q": rows.normal(size=(STEPS, 300)),
        "obs/scalar": rows.integers(0, 99, STEPS),
        "obs/contiguous": rows.normal(size=(STEPS, 3)).astype(np.float16),
        "obs/single": rows.normal(size=(STEPS, 2)),
        "cam/planes": frames,
        "cam/frames": frames[::-1],
        "cam/raw": frames,
        "cam/auto": frames,
        "cam/partly_raw": frames,
        "cam/depth": rows.normal(size=(12, 40, 50, 1)).astype(np.float32),
    }
    packed = {"compression": "gzip", "compression_opts": 1, "shuffle": True}
    stored: dict[str, dict[str, Any]] = {
        "actions": {"chunks": (500, 8), **packed},
        "obs/q": {"chunks": (100, 300), **packed},
        "obs/scalar": {"chunks": (500,), **packed},
        "obs/single": {"chunks": (1, 2)},
        "cam/planes": {"chunks": (1, 40, 50, 1), **packed},
        "cam/frames": {"chunks": (1, 40, 50, 3), **packed},
        "cam/raw": {"chunks": (1, 40, 50, 1)},
        "cam/auto": {"chunks": (4, 20, 25, 1), **packed},
        "cam/partly_raw": {"chunks": (1, 40, 50, 1), **packed},
        "cam/depth": {"chunks": (1, 40, 50, 1), **packed},
    }
    with h5py.File(path, "w", libver="latest") as file:
        demo = file.create_group("data/demo_0")
        demo.attrs["num_samples"] = STEPS
        for name, array in arrays.items():
            demo.create_dataset(name, data=array, **stored.get(name, {}))
        # As the last chunk of an episode that is being recorded: its filters were skipped.
        demo["cam/partly_raw"].id.write_direct_chunk((3, 0, 0, 1), frames[3, :, :, 1].tobytes(), filter_mask=3)
    return arrays


class ColumnsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.path = Path(temporary_folder(self), "run_0.hdf5")
        self.arrays = write_file(self.path)
        self.random = np.random.default_rng(2)

    def columns(self, cache_bytes: int = 1 << 30) -> Columns:
        return Columns([(self.path, "demo_0")], cache_bytes)

    def check(self, columns: Columns, times: int = 15) -> None:
        for path, array in self.arrays.items():
            is_picture = array.ndim == 4
            for _ in range(times):
                rows = self.random.integers(0, len(array), self.random.integers(1, 9))
                np.testing.assert_array_equal(array[rows], columns.take(0, path, rows), path)
                start, stop = np.sort(self.random.choice(len(array) + 1, 2, replace=False)).tolist()
                np.testing.assert_array_equal(array[start:stop], columns.take(0, path, range(start, stop)), path)
                if is_picture:
                    planar = columns.take(0, path, rows, is_planar=True)
                    np.testing.assert_array_equal(np.moveaxis(array[rows], -1, 1), planar, path)
                    self.assertTrue(planar.flags.c_contiguous and planar.flags.writeable)

    def check_in_child(self, columns: Columns) -> None:
        self.check(columns, 2)
        self.assertEqual(_windows._forks, columns._forks)
        self.assertEqual(1, _windows._forks)

    def test_rows_are_those_that_h5py_reads_however_they_are_stored(self) -> None:
        self.check(self.columns())

    def test_rows_are_right_where_nothing_can_be_kept(self) -> None:
        self.check(self.columns(0), 8)

    def test_what_is_taken_is_the_callers_own(self) -> None:
        columns = self.columns()
        for path in ("actions", "cam/planes"):
            columns.take(0, path, np.array([1, 2]))[:] = 77
            np.testing.assert_array_equal(self.arrays[path][1:3], columns.take(0, path, np.array([1, 2])))

    def test_a_chunk_is_read_once_in_whatever_order_its_rows_are_taken(self) -> None:
        columns = self.columns()
        with mock.patch.object(_Column, "read", autospec=True, side_effect=_Column.read) as read:
            for row in self.random.permutation(STEPS):
                columns.take(0, "obs/q", np.array([row]))
            self.assertEqual(-(-STEPS // 100), read.call_count)

    def test_pieces_are_all_rows(self) -> None:
        columns = self.columns()
        for path, array in self.arrays.items():
            count = len(array) - 1
            np.testing.assert_array_equal(array[:count], np.concatenate(list(columns.every(0, path, count))), path)

    def test_each_process_opens_its_own_files(self) -> None:
        columns = self.columns()
        self.check(columns, 2)
        self.check(pickle.loads(pickle.dumps(columns)), 2)
        # Of a fork nothing has to be pickled, and its failures are its exit code.
        child = multiprocessing.get_context("fork").Process(target=self.check_in_child, args=(columns,))
        child.start()
        child.join(60)
        self.assertEqual(0, child.exitcode)
        self.check(columns, 2)

    def test_more_files_than_may_be_open(self) -> None:
        places = []
        for number in range(40):
            path = self.path.with_name(f"run_{number + 1}.hdf5")
            with h5py.File(path, "w") as file:
                file["data/demo_0/actions"] = np.full((3, 1), number)
            places.append((path, "demo_0"))
        columns = Columns(places, 0)
        for number in [*range(40), *range(40)]:
            self.assertEqual([[number]], columns.take(number, "actions", np.array([1])).tolist())
        self.assertLessEqual(len(columns._files), 32)

    def test_damage_is_named(self) -> None:
        with h5py.File(self.path) as file:
            place = file["data/demo_0/cam/planes"].id.get_chunk_info(7)
        with open(self.path, "r+b") as file:
            file.seek(place.byte_offset)
            file.write(b"\xff" * place.size)
        with self.assertRaisesRegex(rr.Unreadable, r"run_0\.hdf5, demo_0: 'cam/planes' cannot be read: .*roboreel check"):
            self.columns().take(0, "cam/planes", np.array([2]), is_planar=True)
        with self.assertRaisesRegex(rr.Unreadable, "demo_0: 'none' cannot be read"):
            self.columns().take(0, "none", np.array([2]))


class StatisticsTest(unittest.TestCase):
    def test_they_are_numpys_in_whatever_pieces_rows_come(self) -> None:
        random = np.random.default_rng(3)
        rows = random.normal(1e6, 2, (400, 3)).astype(np.float32)
        counted = Statistics()
        for piece in np.split(rows, np.sort(random.integers(0, 400, 20))):
            counted.add(piece)
        found = counted.values()
        wide = rows.astype(np.float64)
        for name in ("mean", "std", "min", "max"):
            np.testing.assert_allclose(getattr(wide, name)(axis=0), found[name], rtol=1e-9)
        self.assertEqual(400, counted.count)

    def test_there_are_none_of_nothing(self) -> None:
        with self.assertRaisesRegex(rr.BadArgument, "no row to take statistics of"):
            Statistics().values()


class EpisodeDatasetTest(unittest.TestCase):
    """The dataset's own work; conformance/real/torch has it with torch itself."""

    def setUp(self) -> None:
        self.folder = Path(temporary_folder(self))
        stand_in = torch_stand_in.dataset_class()
        self.dataset: Any = stand_in.__enter__()
        self.addCleanup(stand_in.__exit__, None, None, None)

    def write(
        self, name: str = "Push/run_0.hdf5", lengths: tuple[int, ...] = (5, 3), width: int = 2, status: bytes = b"success"
    ) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with h5py.File(path, "w") as file:
            for number, length in enumerate((5, 3)):
                demo = file.create_group(f"data/demo_{number}")
                demo.attrs.update({"num_samples": length, "status": np.bytes_(status), "instruction": f"do {number}"})
                rows = np.arange(length)
                demo["actions"] = np.stack([rows + 100 * number] * width, 1).astype(np.float32)
                demo["obs/q"] = np.stack([rows + 0.5] * 3, 1)
                demo["obs/cam"] = np.stack([np.full((8, 9, 3), [row, number, 7], np.uint8) for row in rows])
                demo["obs/note"] = np.array([b"a"] * length)
                demo["depth_mm"] = np.full((length, 2), 60_000, np.uint16)
                demo["big"] = np.full((length,), 2**63, np.uint64)
                demo["initial_state/x"] = np.zeros((1, 2))

    def test_a_sample_is_a_step_with_windows_and_masks(self) -> None:
        self.write()
        dataset = self.dataset(self.folder, horizon=3, history=2, instruction=True)
        self.assertEqual(8, len(dataset))
        self.assertEqual({"actions", "obs/q", "obs/cam"}, set(dataset.fields))
        sample = dataset[6]
        self.assertEqual((1, 1, "do 1"), (sample["episode_index"], sample["step_index"], sample["instruction"]))
        self.assertEqual([[101, 101], [102, 102], [102, 102]], sample["actions"].tolist())
        self.assertEqual([False, False, True], sample["actions_is_pad"].tolist())
        self.assertEqual(([[0.5] * 3, [1.5] * 3], np.float32), (sample["obs/q"].tolist(), sample["obs/q"].dtype))
        self.assertEqual([False, False], sample["obs/q_is_pad"].tolist())
        self.assertEqual((2, 3, 8, 9), sample["obs/cam"].shape)
        self.assertEqual([[0, 1, 7], [1, 1, 7]], sample["obs/cam"][:, :, 0, 0].tolist())
        self.assertEqual([True, False], dataset[0]["obs/q_is_pad"].tolist())

    def test_fields_may_say_their_steps(self) -> None:
        self.write()
        fields = {"actions": range(-1, 2), "obs/*": None, "depth_mm": 0}
        dataset = self.dataset(rr.open(self.folder).episodes[1:], fields, pad=False, channels_first=False, dtype=None)
        self.assertEqual(1, len(dataset))
        sample = dataset[0]
        self.assertEqual([[100] * 2, [101] * 2, [102] * 2], sample["actions"].tolist())
        self.assertNotIn("obs/q_is_pad", sample)
        self.assertEqual(([1.5] * 3, np.float64), (sample["obs/q"].tolist(), sample["obs/q"].dtype))
        self.assertEqual((8, 9, 3), sample["obs/cam"].shape)
        self.assertEqual(([60_000] * 2, np.int32), (sample["depth_mm"].tolist(), sample["depth_mm"].dtype))
        self.assertNotIn("obs/note", sample)

    def test_statistics_are_over_each_row_once(self) -> None:
        self.write()
        dataset = self.dataset(self.folder, ["actions", "obs/cam"], horizon=4)
        rows = np.concatenate([e["actions"] for e in dataset.episodes])
        found = dataset.statistics()
        self.assertEqual(["actions"], list(found))
        for name in ("mean", "std", "min", "max"):
            np.testing.assert_allclose(getattr(rows, name)(axis=0), found["actions"][name], rtol=1e-6)
        frames = np.concatenate([e["obs/cam"] for e in dataset.episodes])
        mean = dataset.statistics(["obs/cam"])["obs/cam"]["mean"]
        np.testing.assert_allclose(frames.mean(axis=(0, 1, 2)).reshape(3, 1, 1), mean, rtol=1e-6)
        self.assertIs(dataset.statistics()["actions"], found["actions"])

    def test_it_can_be_pickled_and_changed_samples_change_nothing(self) -> None:
        self.write()
        dataset = self.dataset(self.folder, horizon=2)
        first = dataset[0]
        for value in (first["actions"], first["actions_is_pad"], first["obs/cam"]):
            value[...] = 1
        again = pickle.loads(pickle.dumps(dataset))
        for one in (dataset, again):
            self.assertEqual([[0, 0], [1, 1]], one[0]["actions"].tolist())
            self.assertEqual([False, False], one[0]["actions_is_pad"].tolist())
            self.assertEqual([0, 0, 7], one[0]["obs/cam"][:, 0, 0].tolist())

    def test_episodes_that_are_being_recorded_are_left_out_of_a_folder(self) -> None:
        self.write()
        self.write("Push/run_1.hdf5", status=b"recording")
        self.assertEqual(8, len(self.dataset(self.folder)))
        self.assertEqual(16, len(self.dataset(rr.open(self.folder))))

    def test_what_cannot_be_is_refused_in_a_sentence(self) -> None:
        self.write()
        episodes = rr.open(self.folder).episodes
        for arguments, sentence in (
            ({"fields": ["obs/qq"]}, "no field with a row for each step is called 'obs/qq'; did you mean 'obs/q'"),
            ({"fields": ["initial_state/x"]}, "no field with a row for each step is called 'initial_state/x'"),
            ({"fields": ["obs/note"]}, "field 'obs/note' holds texts, which are no tensors; leave it out"),
            ({"fields": ["big"]}, "field 'big' is uint64"),
            ({"fields": "actions"}, "fields is 'actions'; expected a list of paths, or a dict"),
            ({"fields": {"actions": [0.1]}}, r"fields\['actions'\] is \[0.1\]; expected steps"),
            ({"fields": {"actions": []}}, r"fields\['actions'\] is \[\]; expected steps"),
            ({"horizon": 0}, "horizon is 0; expected a whole number from 1 on"),
            ({"history": 1.5}, "history is 1.5; expected a whole number"),
            ({"dtype": "int8"}, "dtype is 'int8'; expected float16, float32, float64, or None"),
            ({"cache_mb": -1}, "cache_mb is -1; expected 0 or more"),
        ):
            with self.subTest(arguments), self.assertRaisesRegex(rr.BadArgument, sentence):
                self.dataset(episodes, **arguments)
        with self.assertRaisesRegex(rr.BadArgument, "no episode has a step"):
            self.dataset(episodes.where(success=False))
        with self.assertRaisesRegex(rr.BadArgument, "samples have no field 'obs/c'"):
            self.dataset(episodes).statistics(["obs/c"])
        with self.assertRaisesRegex(IndexError, "no sample 8; there are 8"):
            self.dataset(episodes)[8]

    def test_tasks_whose_fields_differ_are_refused(self) -> None:
        self.write()
        self.write("Lift/run_0.hdf5", width=3)
        with self.assertRaisesRegex(
            rr.BadArgument, r"field 'actions' is float32 of shape \(3,\) in one folder and .*\(2,\) in .*Push;"
        ):
            self.dataset(self.folder)
        self.assertEqual(8, len(self.dataset(rr.open(self.folder).episodes.where(task="Lift"))))
