"""The next step in ordinary memory, so that small fields cost one copy into the ring together."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._fields import STEP, Array
from ._ring import Column, Ring
from ._selection import Selection

_MAX_PACKED_BYTES = 64 << 10


class StepImage:
    """Fills STEP slots whose arrays have a row for every env. For one thread at a time.

    Small columns that stand side by side are joined, looked over and copied as one; larger ones, pictures above all, are
    written straight into the ring.

    Attributes:
        number: the slot that it is ready for; -1 where :meth:`load` must come first.
        is_everyone: whether all envs are recording.
        slots: of the ring.
    """

    def __init__(self, ring: Ring) -> None:
        self.number = -1
        self.is_everyone = False
        self.slots = ring.slots
        self._ring = ring
        self._state = bytearray(ring.state_span[1] - ring.state_span[0])
        self._recording = self._state_view("recording", ring.recording)
        self._steps = self._state_view("steps", ring.steps)
        self._mask = self._state_view("mask", ring.mask)
        self._masked: Selection | None = None
        columns = sorted(ring.columns[STEP].values(), key=lambda column: column.offset)
        packed = _packed(columns, ring.num_envs)
        direct = columns[len(packed) :]
        self._direct = [(column.path, column.dtype, column.env_shape, column.env_rows, column) for column in direct]
        self._span = (packed[0].offset, packed[-1].offset + packed[-1].slot_bytes) if packed else (0, 0)
        self._parts: list[Any] = []
        self._packed: list[tuple[int, str, np.dtype[Any], tuple[tuple[int, ...], ...], Column]] = []
        self._clocks: list[tuple[int, Column]] = []
        self._place_parts(packed)
        self._found = bytearray()
        self._looks: list[tuple[Array, Array]] = []
        self._map_looks(packed)
        self._direct_looks = [(column.env_rows, np.empty(column.env_shape, np.bool_)) for column in direct if column.is_checked]

    def _state_view(self, name: str, of_slots: Array) -> Array:
        at = self._ring.state_at[name] - self._ring.state_span[0]
        view: Array = np.frombuffer(self._state, of_slots.dtype, self._ring.num_envs, at)
        return view

    def _place_parts(self, packed: list[Column]) -> None:
        """Bytes for the padding, and what each column's place among the parts is."""
        at = self._span[0]
        for column in packed:
            if column.offset > at:
                self._parts.append(bytes(column.offset - at))
            # Of one env, a row may come without the axis of envs.
            shapes = (column.env_shape, column.row_shape) if self._ring.num_envs == 1 else (column.env_shape,)
            if column.fill:
                self._clocks.append((len(self._parts), column))
            else:
                self._packed.append((len(self._parts), column.path, column.dtype, shapes, column))
            self._parts.append(b"")
            at = column.offset + column.slot_bytes

    def _map_looks(self, packed: list[Column]) -> None:
        checked = [column for column in packed if column.is_checked]
        spans = [
            (dtype, begin, (end - begin) // dtype.itemsize)
            for dtype in dict.fromkeys(column.dtype for column in checked)
            for begin, end in _spans([column for column in checked if column.dtype == dtype], packed)
        ]
        self._found = bytearray(sum(count for _, _, count in spans))
        at = 0
        for dtype, begin, count in spans:
            rows = self._ring.view(dtype, (count,), begin)
            self._looks.append((rows, np.frombuffer(self._found, np.bool_, count, at)))
            at += count

    def is_ready(self) -> bool:
        """Whether it is ready for a step of all envs in the next slot, which is free."""
        return self.is_everyone and self._ring.is_next(self.number)

    def load(self, number: int) -> None:
        """Takes the state that slot ``number`` begins with, that of the slot before."""
        self.number = -1
        self._state[:] = self._ring.state_before(number)
        self._masked = None
        self.is_everyone = bool(self._recording.all())
        self.number = number

    def take(self, values: Mapping[str, Any], selection: Selection, place: int) -> bool:
        """Writes the rows of all envs into a slot, converted where they have to be.

        Returns:
            Whether all that must be finite is, rows of envs that are left out included.

        Raises:
            KeyError: for a value that is missing.
            BadArgument: for one that does not fit.
        """
        parts = self._parts.copy()
        ndarray = np.ndarray
        for at, path, dtype, shapes, column in self._packed:
            value = values[path]
            if type(value) is ndarray and value.dtype is dtype and value.shape in shapes:
                parts[at] = value
            else:
                parts[at] = selection.converted(column, value)
        for at, column in self._clocks:
            parts[at] = _time_now(column)
        try:
            rows = b"".join(parts)
        except (TypeError, ValueError, BufferError):  # arrays with gaps
            rows = b"".join([part if isinstance(part, bytes) else np.ascontiguousarray(part).data for part in parts])
        self._ring.write(place, self._span[0], rows)
        for path, dtype, shape, env_rows, column in self._direct:
            if column.fill:
                env_rows[place] = time.time_ns()
                continue
            value = values[path]
            if type(value) is ndarray and value.dtype is dtype and value.shape == shape:
                env_rows[place] = value
            else:
                env_rows[place] = selection.converted(column, value)
        for all_rows, result in self._looks:
            np.isfinite(all_rows[place], result)
        if self._found.find(0) >= 0:
            return False
        return all(bool(np.isfinite(env_rows[place], result).all()) for env_rows, result in self._direct_looks)

    def hand_over(self, number: int, place: int, selection: Selection) -> bool:
        """Writes head and state of the slot, which has one row more of each env of the selection, and hands it over.

        Returns:
            Whether the daemon sleeps and is to be woken.
        """
        self.number = -1
        if selection is not self._masked:
            self._mask[:] = selection.mask
            self._masked = selection
        np.add(self._steps, selection.counts, self._steps)
        self._ring.write_step(number, place, self._state)
        must_wake = self._ring.publish(number)
        self.number = number + 1
        return must_wake


def _packed(columns: list[Column], num_envs: int) -> list[Column]:
    """The first columns, as long as they are small and have no rows but those of the envs."""
    packed = []
    for column in columns:
        if column.slot_bytes > _MAX_PACKED_BYTES or column.rows.shape[1] != num_envs:
            break
        packed.append(column)
    return packed


def _time_now(column: Column) -> bytes:
    return time.time_ns().to_bytes(column.dtype.itemsize, "little") * math.prod(column.env_shape)


def _spans(same: list[Column], all_columns: list[Column]) -> list[tuple[int, int]]:
    """Where columns of one dtype stand in a slot: one span as long as no other column is between them."""
    own = {column.path for column in same}
    spans: list[tuple[int, int]] = []
    may_join = False
    for column in all_columns:
        if column.path in own:
            begin = spans.pop()[0] if may_join else column.offset
            spans.append((begin, column.offset + column.slot_bytes))
        may_join = column.path in own
    return spans
