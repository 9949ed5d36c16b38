"""Windows of steps: which rows belong to a sample, and rows read from the disk with blocks of them kept. No torch here."""

from __future__ import annotations

import bisect
import itertools
import os
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import BadArgument
from ._fields import Array
from ._run_files import open_file, unreadable

_MAX_OPEN_FILES = 32
_MAX_COLUMNS = 4096
_MIN_BLOCK_BYTES = 1 << 14
_MIN_FRAME_BYTES = 1 << 12
_DEFLATE, _SHUFFLE = 1, 2


# How many forks away this process is from the first: what another process opened is not for this one.
_forks = 0


def _count_fork() -> None:
    global _forks  # noqa: PLW0603 (one for the process)
    _forks += 1


os.register_at_fork(after_in_child=_count_fork)


class Windows:
    """Every step of every episode is a sample; of each field it has the rows at some steps before and after.

    Attributes:
        offsets: by field, steps from the sample's own, such as ``[-1, 0]``.
    """

    def __init__(self, lengths: Sequence[int], offsets: Mapping[str, Sequence[int]], pad: bool = True) -> None:
        """
        Args:
            lengths: steps of each episode.
            offsets: by field.
            pad: whether samples may reach over the ends of their episode; otherwise those that would are left out.
        """
        self.offsets: dict[str, Array] = {path: np.asarray(list(steps), np.int64) for path, steps in offsets.items()}
        self._reach = {path: (min(steps), max(steps)) for path, steps in offsets.items()}
        self._is_range = {path: list(steps) == list(range(steps[0], steps[0] + len(steps))) for path, steps in offsets.items()}
        before = 0 if pad else max((0, *(-least for least, _ in self._reach.values())))
        after = 0 if pad else max((0, *(most for _, most in self._reach.values())))
        self._lengths = list(lengths)
        self._first = before
        # Lists, since a sample is one look into them: numpy takes longer for that.
        self._ends = list(itertools.accumulate(max(0, length - before - after) for length in self._lengths))
        self._never = {path: np.zeros(len(steps), bool) for path, steps in self.offsets.items()}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def locate(self, index: int) -> tuple[int, int]:
        """The episode and the step of a sample; negative indices count from the end.

        Raises:
            IndexError: where there is none.
        """
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"there is no sample {index}; there are {count}")
        index %= count
        episode = bisect.bisect_right(self._ends, index)
        return episode, index - (self._ends[episode - 1] if episode else 0) + self._first

    def rows(self, path: str, episode: int, step: int) -> tuple[Array | range, Array]:
        """Rows of a field for a step.

        Returns:
            int64 (offsets,) or a range, those over an end being the first or last row, and bool (offsets,), true for these.
        """
        last = self._lengths[episode] - 1
        least, most = self._reach[path]
        if step + least >= 0 and step + most <= last:
            if self._is_range[path]:
                return range(step + least, step + most + 1), self._never[path]
            return self.offsets[path] + step, self._never[path]
        wanted = self.offsets[path] + step
        return np.clip(wanted, 0, last), (wanted < 0) | (wanted > last)


class Columns:
    """Rows of arrays of episodes. Whole chunks are read, once, and kept as long as there is room for them.

    A chunk of the run file holds up to 500 rows, so a reader that takes single rows from it inflates all of them each time.
    Pictures have a chunk a frame or a colour plane, and are not kept.

    Each process opens the files for itself: what is open is left behind by a fork and by pickling.
    """

    def __init__(self, places: Sequence[tuple[Path, str]], cache_bytes: int) -> None:
        """
        Args:
            places: run file and demo of each episode.
            cache_bytes: room for kept rows, in each process.
        """
        self._places = list(places)
        self._cache_bytes = cache_bytes
        self._begin()

    def _begin(self) -> None:
        self._blocks: OrderedDict[tuple[int, str, int], Array] = OrderedDict()
        self._kept_bytes = 0
        self._leave_files()

    def _leave_files(self) -> None:
        """HDF5 is no library to share over a fork; rows that are kept are only memory, and stay."""
        self._forks = _forks
        self._files: OrderedDict[Path, Any] = OrderedDict()
        self._columns: OrderedDict[tuple[int, str], _Column] = OrderedDict()

    def __getstate__(self) -> dict[str, Any]:
        return {"_places": self._places, "_cache_bytes": self._cache_bytes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._begin()

    def take(
        self, episode: int, path: str, rows: Array | range, is_planar: bool = False, dtype: npt.DTypeLike | None = None
    ) -> Array:
        """Rows of an array, in the order asked for.

        Args:
            episode: place among the episodes.
            path: of the array.
            rows: whole numbers, (n,), or a range with step 1, which takes less time.
            is_planar: whether pictures come as (n, channels, height, width).
            dtype: of the result; None for what is stored.

        Returns:
            (n, ...), the caller's own.

        Raises:
            Unreadable: when the array cannot be read.
        """
        if self._forks != _forks:
            self._leave_files()
        column = self._columns.get((episode, path)) or self._opened(episode, path)
        size = column.block_rows
        if size == 1:
            frames = column.frames(rows, is_planar)
            return frames if dtype is None else frames.astype(dtype, copy=False)
        if isinstance(rows, range) and rows.start // size == (rows.stop - 1) // size:
            number = rows.start // size
            taken = self._block(column, episode, path, number)[rows.start - number * size : rows.stop - number * size]
        else:
            rows = np.asarray(rows)
            blocks = rows // size
            taken = np.empty((len(rows), *column.row_shape), column.dtype)
            for number in np.unique(blocks).tolist():
                here = blocks == number
                taken[here] = self._block(column, episode, path, number)[rows[here] - number * size]
        if is_planar:
            taken = np.moveaxis(taken, -1, -3)
        # A copy in any case: what is kept is not given away.
        return np.array(taken, dtype, order="C")

    def every(self, episode: int, path: str, count: int) -> Iterator[Array]:
        """All rows of an array up to a number, in pieces (n, ...), without keeping any."""
        if self._forks != _forks:
            self._leave_files()
        column = self._columns.get((episode, path)) or self._opened(episode, path)
        step = max(column.block_rows, 64) if column.block_rows > 1 else 8
        for start in range(0, count, step):
            yield column.read(start, min(start + step, count))

    def _block(self, column: _Column, episode: int, path: str, number: int) -> Array:
        key = episode, path, number
        block = self._blocks.get(key)
        if block is not None:
            self._blocks.move_to_end(key)
            return block
        start = number * column.block_rows
        block = column.read(start, start + column.block_rows)
        self._blocks[key] = block
        self._kept_bytes += block.nbytes
        while self._kept_bytes > self._cache_bytes and len(self._blocks) > 1:
            _, oldest = self._blocks.popitem(last=False)
            self._kept_bytes -= oldest.nbytes
        return block

    def _opened(self, episode: int, path: str) -> _Column:
        file, demo = self._places[episode]
        try:
            dataset = self._file(file)["data"][demo][path]
        except (OSError, KeyError, RuntimeError) as e:
            raise unreadable(file, f"{demo}: '{path}'", e) from e
        column = self._columns[episode, path] = _Column(dataset, file, demo, path)
        if len(self._columns) > _MAX_COLUMNS:
            self._columns.popitem(last=False)
        return column

    def _file(self, path: Path) -> Any:
        file = self._files.get(path)
        if file is None:
            # Each chunk is read once and kept here, so HDF5 need not keep it again, for each array.
            file = self._files[path] = open_file(path, rdcc_nbytes=0)
            while len(self._files) > _MAX_OPEN_FILES:
                old, _ = self._files.popitem(last=False)
                for key in [key for key, column in self._columns.items() if column.file == old]:
                    del self._columns[key]
        else:
            self._files.move_to_end(path)
        return file


class _Column:
    """An array of an episode, open in this process."""

    __slots__ = ("block_rows", "dataset", "demo", "dtype", "file", "is_deflated_planes", "path", "row_shape")

    def __init__(self, dataset: Any, file: Path, demo: str, path: str) -> None:
        self.dataset, self.file, self.demo, self.path = dataset, file, demo, path
        self.dtype = dataset.dtype
        self.row_shape: tuple[int, ...] = tuple(dataset.shape[1:])
        row_bytes = max(1, self.dtype.itemsize * int(np.prod(self.row_shape)))
        chunk_rows = dataset.chunks[0] if dataset.chunks else max(1, _MIN_BLOCK_BYTES // row_bytes)
        # What takes less time to inflate than to ask for is read several chunks at a time; pictures, a row a chunk, one by one.
        is_small = chunk_rows > 1 or row_bytes < _MIN_FRAME_BYTES
        self.block_rows = chunk_rows * max(1, _MIN_BLOCK_BYTES // (chunk_rows * row_bytes)) if is_small else 1
        self.is_deflated_planes = self._has_deflated_planes()

    def _has_deflated_planes(self) -> bool:
        """Whether each colour plane of a picture is one chunk that zlib alone inflates."""
        shape = self.row_shape
        if self.dtype != np.uint8 or len(shape) != 3 or self.dataset.chunks != (1, *shape[:2], 1):
            return False
        properties = self.dataset.id.get_create_plist()
        filters = [properties.get_filter(number)[0] for number in range(properties.get_nfilters())]
        # Of bytes the shuffle changes nothing.
        return filters in ([_DEFLATE], [_SHUFFLE, _DEFLATE])

    def read(self, start: int, stop: int) -> Array:
        """Rows from the disk, as many as there are."""
        try:
            rows: Array = self.dataset[start:stop]
        except (OSError, ValueError, RuntimeError) as e:
            raise unreadable(self.file, f"{self.demo}: '{self.path}'", e) from e
        return rows

    def frames(self, rows: Array | range, is_planar: bool) -> Array:
        """Rows one by one; of equal ones, which padding gives, the first is read."""
        height_width_last = (*self.row_shape[2:], *self.row_shape[:2]) if is_planar else self.row_shape
        taken = np.empty((len(rows), *height_width_last), self.dtype)
        seen: dict[int, int] = {}
        for place, row in enumerate(list(rows)):
            if row in seen:
                taken[place] = taken[seen[row]]
            elif is_planar and self.is_deflated_planes and self._planes_into(taken[place], row):
                seen[row] = place
            else:
                value = self.read(row, row + 1)[0]
                taken[place] = np.moveaxis(value, -1, 0) if is_planar else value
                seen[row] = place
        return taken

    def _planes_into(self, out: Array, row: int) -> bool:
        """Inflates a picture's planes where they go; false where h5py has to read it.

        HDF5 would put the planes together byte by byte first, which takes longer than inflating them.
        """
        try:
            for plane in range(len(out)):
                mask, stored = self.dataset.id.read_direct_chunk((row, 0, 0, plane))
                if mask != 0:
                    return False
                out[plane] = np.frombuffer(zlib.decompress(stored, bufsize=out[plane].size), np.uint8).reshape(out[plane].shape)
        except (OSError, ValueError, RuntimeError, zlib.error):
            return False
        return True


class Statistics:
    """Count, mean, deviation and range of rows that come in pieces."""

    def __init__(self) -> None:
        self.count = 0
        self._mean: Array | None = None
        self._squares: Any = 0.0
        self._min: Any = None
        self._max: Any = None

    def add(self, rows: Array) -> None:
        """Counts rows in, (n, ...)."""
        if not len(rows):
            return
        values = rows.astype(np.float64)
        count, mean = len(values), values.mean(axis=0)
        squares = ((values - mean) ** 2).sum(axis=0)
        if self._mean is None:
            self._mean, self._squares = mean, squares
            self._min, self._max = values.min(axis=0), values.max(axis=0)
        else:
            apart, total = mean - self._mean, self.count + count
            self._mean = self._mean + apart * (count / total)
            self._squares = self._squares + squares + apart**2 * (self.count * count / total)
            self._min, self._max = np.minimum(self._min, values.min(axis=0)), np.maximum(self._max, values.max(axis=0))
        self.count += count

    def values(self) -> dict[str, Array]:
        """``mean``, ``std`` (of the population), ``min``, ``max``: float64, of a row's shape.

        Raises:
            BadArgument: when nothing was counted.
        """
        if self._mean is None:
            raise BadArgument("there is no row to take statistics of; choose episodes that have steps")
        std = np.sqrt(self._squares / self.count)
        found = {"mean": self._mean, "std": std, "min": self._min, "max": self._max}
        return {name: np.asarray(value, np.float64) for name, value in found.items()}
