"""Recordings read back: episodes, their facts, their arrays as numpy through h5py."""

from __future__ import annotations

import contextlib
import functools
import json
import math
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np

from ._errors import BadArgument, NoSuchField, RoboReelWarning, Unreadable, nearest
from ._fields import FINAL, INITIAL, STEP, Array, Field, field_of_rows
from ._run_files import found_in, opened, output_folder, run_of, unreadable
from ._tables import as_table

RECORDING, DISCARDED = "recording", "discarded"
_DEMO = re.compile(r"demo_(\d+)")
_RESULTS = "episode_results.jsonl"
_LEGACY_RESULTS = "episode_results.json"
_MAX_WARNINGS = 5


def open_recording(folder: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> Recording:
    """Opens a recording for reading, also while it is being recorded. Nothing is written, and no file stays open.

    Args:
        folder: an output folder, a folder of a task in it, a folder at any height above output folders, one run file, or a
            list of these. RoboLab's folders and other files of robomimic's layout (``data/demo_<i>``) are read as well.

    Returns:
        The recording as it is now; :meth:`Recording.refresh` looks again.

    Raises:
        BadArgument: when nothing is there, or h5py is not installed.
        Unreadable: when nothing of what is there can be read. A file or an episode that cannot be read beside others is
            left out, is named in :attr:`Recording.problems`, and a :class:`RoboReelWarning` says so.
    """
    places = [folder] if isinstance(folder, (str, os.PathLike)) else list(folder)
    if not places:
        raise BadArgument("no folder is given; name an output folder or a run file")
    return Recording(tuple(Path(place) for place in places))


class Recording:
    """Episodes of one or more folders. Made by :func:`open`.

    It holds names and facts and no open file: any thread may read, it can be pickled, and there is nothing to close
    (``with`` works all the same).

    Attributes:
        problems: a sentence for each file and episode that cannot be read, and for each run that a death has left open.
    """

    def __init__(self, places: tuple[Path, ...]) -> None:
        self._places = places
        self.problems: list[str] = []
        self._episodes = Episodes([])
        self._look(stacklevel=4)

    @property
    def episodes(self) -> Episodes:
        """All episodes but those that were discarded or have no row yet, by folder, run and demo."""
        return self._episodes

    @property
    def tasks(self) -> list[str]:
        """Names of the tasks, sorted."""
        return sorted({episode.task for episode in self._episodes})

    @property
    def fields(self) -> dict[str, Field]:
        """The fields by path, with dtype, shape of a row and unit: those of the first episode of each task's folder.

        ``Recorder.open(fields=...)`` takes them. A path that folders declare differently is as the first says;
        :attr:`Episode.fields` is that of one episode.
        """
        fields: dict[str, Field] = {}
        seen: set[Path] = set()
        for episode in self._episodes:
            if episode.file.parent not in seen:
                with contextlib.suppress(Unreadable):
                    fields = {**episode.fields, **fields}
                    seen.add(episode.file.parent)
        return fields

    def refresh(self) -> Recording:
        """Looks again: episodes and rows that were recorded since are there afterwards. Returns this recording.

        Episodes that were taken out before stay as they were.

        Raises:
            BadArgument, Unreadable: as :func:`open`.
        """
        self._look(stacklevel=3)
        return self

    def table(self, format: str = "pandas") -> Any:  # noqa: A002 (as pandas and Arrow call it)
        """A table with a row for each episode; as :meth:`Episodes.table`."""
        return self._episodes.table(format)

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __repr__(self) -> str:
        return f"<Recording {', '.join(map(str, self._places))}: {len(self._episodes)} episodes, {len(self.problems)} problems>"

    def _look(self, stacklevel: int) -> None:
        problems: list[str] = []
        episodes: list[Episode] = []
        results: dict[Path, _Results] = {}
        for place in self._places:
            files, left_open = found_in(place)
            problems += left_open
            for file in dict.fromkeys(files):
                folder = output_folder(file)
                if folder not in results:
                    results[folder] = _Results(folder, problems)
                episodes += _episodes_of(file, results[folder], problems)
        if not episodes and problems:
            raise Unreadable(problems[0] + (f"; and {len(problems) - 1} more faults" if len(problems) > 1 else ""))
        self._episodes, self.problems = Episodes(episodes), problems
        for problem in problems[:_MAX_WARNINGS]:
            warnings.warn(problem, RoboReelWarning, stacklevel=stacklevel)
        if len(problems) > _MAX_WARNINGS:
            more = len(problems) - _MAX_WARNINGS
            warnings.warn(f"{more} more problems are in Recording.problems", RoboReelWarning, stacklevel=stacklevel)


class Episodes(Sequence["Episode"]):
    """Episodes in order: ``episodes[3]``, ``episodes[-5:]``, ``for episode in episodes``, ``len(episodes)``."""

    def __init__(self, episodes: Sequence[Episode]) -> None:
        self._episodes = list(episodes)

    def __len__(self) -> int:
        return len(self._episodes)

    @overload
    def __getitem__(self, index: int) -> Episode: ...
    @overload
    def __getitem__(self, index: slice) -> Episodes: ...
    def __getitem__(self, index: int | slice) -> Episode | Episodes:
        if isinstance(index, slice):
            return Episodes(self._episodes[index])
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no episode {index}; there are {len(self)}")
        return self._episodes[index]

    def __iter__(self) -> Iterator[Episode]:
        return iter(self._episodes)

    def where(self, **facts: Any) -> Episodes:
        """Those whose facts are as given, for example ``where(success=True, task=["Push", "Lift"])``.

        Args:
            facts: by name of an attribute of :class:`Episode`: the value, a list of values, or a function of it that says
                whether it is wanted (``num_samples=lambda n: n >= 50``). ``success=None`` takes those without a verdict.

        Raises:
            BadArgument: for a fact that episodes do not have.
        """
        for name in facts:
            if name not in FACTS:
                raise BadArgument(f"episodes have no fact '{name}'; {nearest(name, FACTS)}")
        tests = {name: _test(wanted) for name, wanted in facts.items()}
        return Episodes([e for e in self._episodes if all(test(getattr(e, name)) for name, test in tests.items())])

    def table(self, format: str = "pandas") -> Any:  # noqa: A002 (as pandas and Arrow call it)
        """A table with a row for each episode: its facts, ``metrics.<name>`` (numbers), ``attributes.<name>``.

        Args:
            format: ``pandas`` for a DataFrame, ``arrow`` for a pyarrow Table, ``dict`` for a list by column. The library is
                imported by this call only.

        Raises:
            BadArgument: for another format, or when its library is not installed.
        """
        return as_table([episode.row() for episode in self._episodes], format)

    def __repr__(self) -> str:
        return f"<{len(self)} episodes>"


class Episode(Mapping[str, Array]):
    """One episode: facts as attributes, arrays by path as of a dict: ``episode["obs/q"]``.

    Facts are those of the moment when the recording was opened, and so is the number of rows that arrays have.

    Attributes:
        file: the run file.
        demo: name of its group there, such as ``demo_3``.
        run: index of the run; None where the file's name has none.
        env: the simulator's env.
        task: name of the task.
        status: ``success``, ``failure``, ``truncated``, ``aborted``, ``recovered``, or ``recording`` while it is
            recorded; empty in files of others.
        success: the verdict; None where it was not judged.
        num_samples: steps.
        dt: time between two steps, s; None where nothing says it.
        seed: None where it is not known.
        instruction: what the policy was told; empty where nothing says it.
        policy: who acted; empty where nothing says it.
        score: from 0 to 1; None without one.
        reason: why it ended as it did; empty where nothing says it.
        metrics: numbers by name, of its result line.
        attributes: free attributes of the episode.
        metadata: what was stored with it, a dict.
        result: its line of ``episode_results.jsonl``; empty without one.
    """

    def __init__(self, file: Path, demo: str, attributes: Mapping[str, Any], of_file: _FileFacts, rows: int) -> None:
        number = _number(demo)
        self.file = file
        self.demo = demo
        self.run = run_of(file)
        self.result = of_file.results.of(file.parent.name, self.run, number)
        self.env = int(attributes.get("sim_env_id", number))
        self.task = str(self.result.get("task_name") or attributes.get("env_name") or of_file.task)
        self.status = str(attributes.get("status") or self.result.get("status") or "")
        self.metadata: dict[str, Any] = _json(attributes.get("episode_metadata"))
        self.success = self._verdict(attributes.get("success"))
        self.num_samples = rows
        periods = (_period(dt) for dt in (of_file.dt, attributes.get("dt"), self.result.get("dt")))
        self.dt = next((dt for dt in periods if dt is not None), None)
        seed = int(attributes.get("seed", -1))
        self.seed = None if seed == -1 else seed
        self.instruction = str(attributes.get("instruction") or self.result.get("instruction") or of_file.instruction)
        self.policy = str(attributes.get("policy") or self.result.get("policy") or "")
        self.score: float | None = self.result.get("score")
        self.reason = str(self.result.get("reason") or "")
        self.metrics: dict[str, float] = _dict(self.result.get("metrics"))
        self.attributes: dict[str, Any] = _dict(self.metadata.get("episode_attributes"))

    def _verdict(self, stored: object) -> bool | None:
        if not self.status:
            said = self.result.get("success", stored)
            return None if said is None else bool(said)
        is_judged = self.status in ("success", "failure", "truncated") and not self.metadata.get("unjudged")
        return self.status == "success" if is_judged else None

    @functools.cached_property
    def fields(self) -> dict[str, Field]:
        """Its fields by path, with dtype, shape of a row, unit and what else is said of their elements.

        Arrays of types that cannot be recorded, of files of others, are left out; :meth:`h5` has them.

        Raises:
            Unreadable: when the file or the episode cannot be read.
        """
        with self.h5() as demo, self._reading("the list of its arrays"):
            found = {}
            for path, dataset in _arrays(demo):
                field = field_of_rows(dataset, self._phase(path, dataset))
                if field is not None:
                    found[path] = field
            return found

    def _phase(self, path: str, dataset: Any) -> str:
        """The file does not say it: fields of the start have a row or none, in a chunk of its own without filters."""
        if path.startswith("final_"):
            return FINAL
        rows = len(dataset)
        is_single = dataset.chunks is not None and dataset.chunks[0] == 1 and dataset.compression is None and dataset.ndim < 4
        return INITIAL if path.startswith("initial_") or (rows <= 1 and (is_single or rows != self.num_samples)) else STEP

    @contextlib.contextmanager
    def h5(self) -> Iterator[Any]:
        """The episode's ``h5py.Group``, opened for reading, for what h5py does itself: ``with episode.h5() as demo: demo.attrs``.

        Raises:
            Unreadable: when the file or the group cannot be opened.
        """
        with opened(self.file) as file:
            with self._reading("the episode"):
                group = file["data"][self.demo]
            yield group

    def read(self, path: str, start: int = 0, stop: int | None = None) -> Array:
        """Some rows of an array; only these are read from the disk, as whole chunks.

        Args:
            path: of the array, for example ``obs/wrist_cam``.
            start: first row; negative from the end.
            stop: row behind the last one; None for all.

        Returns:
            (rows, ...) in the dtype that is stored, booleans and halves too; texts as numpy's unicode. Yours to change.

        Raises:
            NoSuchField: when the episode has no such array; a :class:`BadArgument` and a ``KeyError``.
            Unreadable: when it cannot be read.
        """
        with self.h5() as demo, self._reading(f"'{path}'"):
            dataset = _dataset_at(demo, path)
            if dataset is not None:
                # An episode that is being recorded has grown; all of its arrays end at the same step.
                rows = len(dataset)
                end = min(self.num_samples, rows) if self._phase(path, dataset) == STEP else rows
                values: Array = dataset[slice(*slice(start, stop).indices(end))]
        if dataset is None:
            raise NoSuchField(f"{self} has no array '{path}'; {nearest(path, self.fields)}")
        return np.char.decode(values, "utf-8") if values.dtype.kind == "S" else values

    def __getitem__(self, path: str) -> Array:
        """All rows of an array, as :meth:`read`."""
        return self.read(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __contains__(self, path: object) -> bool:
        return path in self.fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Episode) and (self.file, self.demo) == (other.file, other.demo)

    def __hash__(self) -> int:
        return hash((self.file, self.demo))

    def __repr__(self) -> str:
        return f"<Episode {self.task} {self.file.name} {self.demo}: {self.status or 'no status'}, {self.num_samples} steps>"

    def row(self) -> dict[str, Any]:
        """Its facts as a row of :meth:`Episodes.table`."""
        facts = {name: getattr(self, name) for name in FACTS}
        duration = None if self.dt is None else self.dt * self.num_samples
        return {
            "folder": str(output_folder(self.file)),
            **facts,
            "file": str(self.file),
            "duration": duration,
            **{f"metrics.{name}": value for name, value in self.metrics.items()},
            **{f"attributes.{name}": value for name, value in self.attributes.items()},
        }

    @contextlib.contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        """Gives what h5py raises the name of what was read."""
        try:
            yield
        except Unreadable:
            raise
        except (OSError, KeyError, ValueError, RuntimeError, TypeError) as e:
            raise unreadable(self.file, f"{self.demo}: {what}", e) from e


FACTS = (
    "file", "task", "run", "demo", "env", "status", "success", "num_samples", "dt", "seed", "policy", "instruction", "score",
    "reason",
)  # fmt: skip


def _test(wanted: Any) -> Callable[[Any], bool]:
    if callable(wanted):
        return lambda value: bool(wanted(value))
    wanted = wanted.tolist() if hasattr(wanted, "tolist") else wanted
    listed = wanted if isinstance(wanted, (list, tuple, set, frozenset, range)) else (wanted,)
    values = [one.item() if isinstance(one, np.generic) else one for one in listed]
    # 1 == True, and no run is a verdict.
    return lambda value: any(one == value and isinstance(one, bool) == isinstance(value, bool) for one in values)


class _Results:
    """Result lines of an output folder; of several lines of an episode the last one counts."""

    def __init__(self, folder: Path, problems: list[str]) -> None:
        self._lines: dict[tuple[str, int | None, int], dict[str, Any]] = {}
        try:
            for line in self._read(folder, problems):
                run = line.get("run")
                number = line.get("env_id") if run is not None else line.get("episode", line.get("env_id"))
                if isinstance(number, int):
                    self._lines[str(line.get("env_name")), run, number] = line
        except (OSError, ValueError) as e:
            problems.append(f"{folder / _RESULTS} cannot be read: {e}; 'roboreel check {folder}' says what is damaged")

    @staticmethod
    def _read(folder: Path, problems: list[str]) -> Iterator[dict[str, Any]]:
        path = folder / _RESULTS
        if not path.exists():
            legacy = folder / _LEGACY_RESULTS
            lines = json.loads(legacy.read_text("utf-8")) if legacy.exists() else []
            yield from (line for line in lines if isinstance(line, dict))
            return
        texts = path.read_text("utf-8", "replace").split("\n")
        # What follows the last line feed is being written, or was torn by a death.
        for number, text in enumerate(texts[:-1], 1):
            line = _json(text)
            if line:
                yield line
            elif text.strip():
                problems.append(f"{path}, line {number} is no result line; 'roboreel check {folder}' says what is damaged")

    def of(self, env_name: str, run: int | None, number: int) -> dict[str, Any]:
        """The line of an episode; empty when it has none."""
        return self._lines.get((env_name, run, number), {})


class _FileFacts:
    """What all episodes of a run file share."""

    def __init__(self, path: Path, data: Any, results: _Results) -> None:
        config = _json(_text_of(path.parent / "env_cfg.json"))
        self.results = results
        self.task = str(_json(_plain(data.attrs.get("env_args"))).get("env_name") or config.get("task") or self._named(path))
        self.instruction = config["instruction"] if isinstance(config.get("instruction"), str) else ""
        physics, decimation = _period(_dict(config.get("sim")).get("dt")), _period(config.get("decimation"))
        self.dt = physics * decimation if physics and decimation else None

    @staticmethod
    def _named(path: Path) -> str:
        return path.stem if run_of(path) is None and path.name != "data.hdf5" else path.parent.name


def _episodes_of(path: Path, results: _Results, problems: list[str]) -> list[Episode]:
    """Episodes of a file; what cannot be read becomes a problem."""
    episodes = []
    try:
        with opened(path) as file:
            data = file["data"]
            facts = _FileFacts(path, data, results)
            for name in sorted((name for name in data if _DEMO.fullmatch(name)), key=_number):
                try:
                    episode = _episode_of(path, name, data, facts)
                except (OSError, KeyError, ValueError, RuntimeError, TypeError) as e:
                    problems.append(str(unreadable(path, name, e)))
                else:
                    episodes += [] if episode is None else [episode]
    except Unreadable as e:
        problems.append(str(e))
    except (OSError, KeyError, ValueError, RuntimeError, TypeError) as e:
        is_foreign = isinstance(e, KeyError)
        problems.append(
            f"{path} has no group 'data' with episodes; it is no run file" if is_foreign else str(unreadable(path, "data", e))
        )
    return episodes


def _episode_of(path: Path, name: str, data: Any, facts: _FileFacts) -> Episode | None:
    """An episode; None of a place in which none began, of one that was discarded, or that has no row yet."""
    group = data[name]
    attributes = {key: _plain(value) for key, value in group.attrs.items()}
    status = attributes.get("status")
    if status == DISCARDED or attributes.get("sim_env_id", 0) == -1:
        return None
    rows = int(attributes["num_samples"]) if "num_samples" in attributes else len(group["actions"])
    return None if status == RECORDING and rows == 0 else Episode(path, name, attributes, facts, rows)


def _arrays(group: Any) -> Iterable[tuple[str, Any]]:
    """Datasets with rows by path. Links are not followed."""
    found: list[tuple[str, Any]] = []
    group.visititems(lambda path, node: found.append((path, node)) if _has_rows(node) else None)
    return found


def _dataset_at(group: Any, path: str) -> Any:
    """The dataset that :func:`_arrays` has at a path, without looking at all; None where it has none."""
    node = group
    for name in path.split("/"):
        link = node.get(name, getlink=True) if name and hasattr(node, "visititems") else None
        if link is None or hasattr(link, "path"):
            return None
        node = node[name]
    return node if _has_rows(node) else None


def _has_rows(node: Any) -> bool:
    """Whether it is a dataset with an axis of rows, which lies in this file."""
    return hasattr(node, "maxshape") and bool(node.shape) and not node.external and not node.is_virtual


def _number(demo: str) -> int:
    found = _DEMO.fullmatch(demo)
    return int(found.group(1)) if found else -1


def _plain(value: Any) -> Any:
    """An attribute's value as Python has it."""
    if isinstance(value, bytes):
        return value.rstrip(b"\0").decode("utf-8", "replace")
    return value.item() if isinstance(value, np.generic) else value


def _json(text: Any) -> dict[str, Any]:
    try:
        return _dict(json.loads(text)) if isinstance(text, str) and text else {}
    except ValueError:
        return {}


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return ""


def _period(value: Any) -> float | None:
    """A number above 0; None of anything else."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 and math.isfinite(value)
    return float(value) if is_number else None
