"""Recordings as a PyTorch dataset: windows of steps for a ``DataLoader``. Importing this module imports torch."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch as _torch  # type: ignore[import-not-found, unused-ignore]

from ._errors import BadArgument, nearest
from ._fields import FLOATS, STEP, TEXT, Field
from ._reading import RECORDING, Episode, Episodes, Recording, open_recording
from ._windows import Columns, Statistics, Windows

__all__ = ["EpisodeDataset"]

_PAD = "_is_pad"
_EPISODE, _STEP, _INSTRUCTION = "episode_index", "step_index", "instruction"
# What torch has no arithmetic for.
_WIDER: dict[str, np.dtype[Any]] = {"uint16": np.dtype(np.int32), "uint32": np.dtype(np.int64)}

Offsets = int | Sequence[int]


class EpisodeDataset(_torch.utils.data.Dataset[dict[str, Any]]):  # type: ignore[misc, unused-ignore]
    """Every step of every episode as a sample: a dict with a tensor for each field, by its path.

    A field has the row of the sample's step, in the shape of a row, or rows of several steps around it, (k, ...). Those
    get a mask beside them, ``<path>_is_pad``, bool (k,): true where the episode had not begun or was over, and the first or
    last row stands instead. ``episode_index`` is the place in :attr:`episodes`, ``step_index`` the step there: numbers,
    which a ``DataLoader`` makes int64 tensors of.

    float64 and float16 come as float32, uint16 as int32, uint32 as int64, pictures as uint8 (channels, height, width).

    For a ``DataLoader`` with any number of workers, forked or spawned: each process opens the files for itself, and keeps up
    to ``cache_mb`` of rows. It can be pickled. One thread at a time uses it in a process.

    Attributes:
        episodes: the :class:`roboreel.Episodes` that it is made of.
        fields: the :class:`roboreel.Field` of each path that a sample has.
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Recording | Episodes,
        fields: Iterable[str] | Mapping[str, Offsets | None] | None = None,
        *,
        horizon: int | None = None,
        history: int | None = None,
        pad: bool = True,
        channels_first: bool = True,
        dtype: str | None = "float32",
        instruction: bool = False,
        cache_mb: float = 512,
    ) -> None:
        """
        Args:
            source: a folder, as :func:`roboreel.open` takes it, of which episodes that are still being recorded are left out;
                or a recording, or some of its episodes, ``rr.open(folder).episodes.where(success=True)``.
            fields: paths, or patterns of paths such as ``obs/*``; or a dict from path to steps relative to the sample's:
                ``{"actions": range(16), "obs/q": [-1, 0], "obs/wrist_cam": 0}``, a number for one row without an axis, None
                for what ``horizon`` and ``history`` say. None: ``actions`` and all of ``obs/`` that are numbers.
            horizon: how many actions from the sample's step on ``actions`` and what is below it have; None for one row.
            history: how many observations up to the sample's step what is below ``obs/`` has; None for one row.
            pad: whether samples reach over the ends of their episode; False leaves out those that would.
            channels_first: False leaves pictures as they are stored, (height, width, channels).
            dtype: of all floats; None as they are stored.
            instruction: whether a sample has the text ``instruction``.
            cache_mb: rows that a process keeps, MB. Pictures are not kept.

        Raises:
            BadArgument: for a field that there is not, is no number, or has another shape in some task, for wrong numbers, and
                where no episode has a step.
            Unreadable: when the recording cannot be read.
        """
        if isinstance(source, Recording):
            source = source.episodes
        if not isinstance(source, Episodes):
            recorded = open_recording(source).episodes
            source = Episodes([episode for episode in recorded if episode.status != RECORDING])
        self.episodes = Episodes([episode for episode in source if episode.num_samples > 0])
        if not len(self.episodes):
            raise BadArgument("no episode has a step; choose others, or record some")
        known = _known(self.episodes)
        horizon, history = _count(horizon, "horizon"), _count(history, "history")
        offsets = {
            path: _default(path, horizon, history) if steps is None else _steps(steps, path)
            for path, steps in _chosen(fields, known).items()
        }
        self.fields: dict[str, Field] = {path: known[path] for path in offsets}
        self._is_planar = {path: field.is_image and channels_first for path, field in self.fields.items()}
        floats = None if dtype is None else _float(dtype)
        self._plan = [
            (path, not isinstance(steps, int), self._is_planar[path], _tensor_type(self.fields[path], floats))
            for path, steps in offsets.items()
        ]
        self._has_instruction = instruction
        self._windows = Windows(
            [episode.num_samples for episode in self.episodes],
            {path: [steps] if isinstance(steps, int) else steps for path, steps in offsets.items()},
            pad,
        )
        if not cache_mb >= 0:
            raise BadArgument(f"cache_mb is {cache_mb}; expected 0 or more")
        places = [(episode.file, episode.demo) for episode in self.episodes]
        self._columns = Columns(places, int(cache_mb * 1e6))
        self._statistics: dict[str, dict[str, _torch.Tensor]] = {}

    def __len__(self) -> int:
        """Number of samples: steps of all episodes; with ``pad=False`` those whose windows lie within their episode."""
        return len(self._windows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        """A sample; its tensors are the caller's own.

        Raises:
            IndexError: where there is none.
            Unreadable: when its rows cannot be read.
        """
        episode, step = self._windows.locate(int(index))
        sample: dict[str, Any] = {}
        for path, is_window, is_planar, dtype in self._plan:
            rows, is_pad = self._windows.rows(path, episode, step)
            taken = self._columns.take(episode, path, rows, is_planar, dtype)
            sample[path] = _torch.from_numpy(taken if is_window else taken[0, ...])
            if is_window:
                sample[path + _PAD] = _torch.from_numpy(is_pad.copy())
        # Collated to int64 tensors, in less time than tensors are.
        sample[_EPISODE] = episode
        sample[_STEP] = step
        if self._has_instruction:
            sample[_INSTRUCTION] = self.episodes[episode].instruction
        return sample

    def statistics(self, fields: Iterable[str] | None = None) -> dict[str, dict[str, _torch.Tensor]]:
        """What normalisation takes, over every step of the episodes, once: ``statistics()["actions"]["mean"]``.

        Computed the first time, which reads all rows, and kept; NaN where an element has one.

        Args:
            fields: paths; None for all of a sample that are no pictures.

        Returns:
            By path ``mean``, ``std`` (of the population), ``min`` and ``max``: float32 of a row's shape, of pictures
                (channels, 1, 1), or (1, 1, channels) with ``channels_first=False``; of values as samples have them, 0 to 255.

        Raises:
            BadArgument: for a field that samples do not have.
            Unreadable: when rows cannot be read.
        """
        wanted = [path for path, field in self.fields.items() if not field.is_image] if fields is None else list(fields)
        for path in wanted:
            if path not in self.fields:
                raise BadArgument(f"samples have no field '{path}'; {nearest(path, self.fields)}")
            if path not in self._statistics:
                self._statistics[path] = self._counted(path)
        return {path: self._statistics[path] for path in wanted}

    def _counted(self, path: str) -> dict[str, _torch.Tensor]:
        is_image = self.fields[path].is_image
        counted = Statistics()
        for number, episode in enumerate(self.episodes):
            for rows in self._columns.every(number, path, episode.num_samples):
                counted.add(rows.reshape(-1, rows.shape[-1]) if is_image else rows)
        values = counted.values()
        if is_image:
            shape = (-1, 1, 1) if self._is_planar[path] else (1, 1, -1)
            values = {name: value.reshape(shape) for name, value in values.items()}
        return {name: _torch.from_numpy(value.astype(np.float32)) for name, value in values.items()}

    def __repr__(self) -> str:
        return f"<EpisodeDataset: {len(self)} samples of {len(self.episodes)} episodes, {', '.join(self.fields)}>"


def _known(episodes: Sequence[Episode]) -> dict[str, Field]:
    """Fields with a row for each step, which the first episode of each folder has in common.

    Raises:
        BadArgument: where they differ in dtype or shape.
    """
    firsts: dict[Path, Episode] = {}
    for episode in episodes:
        firsts.setdefault(episode.file.parent, episode)
    known: dict[str, Field] | None = None
    for episode in firsts.values():
        fields = {path: field for path, field in episode.fields.items() if field.phase == STEP}
        if known is None:
            known = fields
        known = {path: field for path, field in known.items() if path in fields}
        for path, field in known.items():
            if fields[path].type_text != field.type_text:
                raise BadArgument(
                    f"field '{path}' is {field.type_text} in one folder and {fields[path].type_text} in {episode.file.parent}; "
                    f"choose episodes of one of them"
                )
    return known or {}


def _chosen(fields: Iterable[str] | Mapping[str, Any] | None, known: Mapping[str, Field]) -> dict[str, Any]:
    """The fields of a sample, and their steps where they are said."""
    if isinstance(fields, str):
        raise BadArgument(f"fields is '{fields}'; expected a list of paths, or a dict")
    if fields is None:
        own = (path for path in known if _is_below(path, "obs") or _is_below(path, "actions"))
        return {path: None for path in own if _fault(known[path]) is None}
    chosen: dict[str, Any] = {}
    for pattern in fields:
        steps = fields[pattern] if isinstance(fields, Mapping) else None
        found = [pattern] if pattern in known else [path for path in known if fnmatch.fnmatchcase(path, pattern)]
        if not found:
            raise BadArgument(f"no field with a row for each step is called '{pattern}'; {nearest(pattern, known)}")
        for path in found:
            fault = _fault(known[path])
            if fault is not None and path == pattern:
                raise BadArgument(f"field '{path}' {fault}; leave it out")
            if fault is None:
                chosen[path] = steps
    return chosen


def _fault(field: Field) -> str | None:
    """Why a field cannot be a tensor; None where it can."""
    if field.dtype == TEXT:
        return "holds texts, which are no tensors"
    return "is uint64, which torch has no arithmetic for" if field.dtype == "uint64" else None


def _is_below(path: str, group: str) -> bool:
    return path == group or path.startswith(group + "/")


def _default(path: str, horizon: int | None, history: int | None) -> Offsets:
    if _is_below(path, "actions") and horizon is not None:
        return range(horizon)
    return range(1 - history, 1) if _is_below(path, "obs") and history is not None else 0


def _count(number: int | None, what: str) -> int | None:
    if number is not None and (isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1):
        raise BadArgument(f"{what} is {number!r}; expected a whole number from 1 on, or None for one row without an axis")
    return number


def _steps(steps: Any, path: str) -> Offsets:
    if isinstance(steps, (int, np.integer)) and not isinstance(steps, bool):
        return int(steps)
    listed = list(steps) if isinstance(steps, (Sequence, np.ndarray)) and not isinstance(steps, str) else []
    if not listed or not all(isinstance(one, (int, np.integer)) and not isinstance(one, bool) for one in listed):
        raise BadArgument(f"fields['{path}'] is {steps!r}; expected steps from the sample's, such as range(16), [-1, 0] or 0")
    return [int(one) for one in listed]


def _tensor_type(field: Field, floats: np.dtype[Any] | None) -> np.dtype[Any] | None:
    """The type that a field's rows are converted to; None where they stay."""
    if field.dtype in FLOATS:
        return None if floats is None or floats == field.dtype else floats
    return _WIDER.get(field.dtype)


def _float(dtype: str) -> np.dtype[Any]:
    found = np.dtype(dtype) if dtype in ("float16", "float32", "float64") else None
    if found is None:
        raise BadArgument(f"dtype is {dtype!r}; expected float16, float32, float64, or None for what is stored")
    return found
