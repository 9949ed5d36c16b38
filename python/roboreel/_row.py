"""A step that is written in place."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from ._errors import BadArgument, BadState
from ._fields import STEP, Array
from ._ring import Column
from ._selection import Selection

if TYPE_CHECKING:
    from ._recorder import Recorder


class Row:
    """A step that is written in place: ``row["obs/q"]`` is the ring's own array, (num_envs, ...), until the row is handed
    over at the end of its ``with`` block. It holds old values: write every field whole. An exception inside leaves nothing
    recorded. Arrays must not be used after the block, when later steps are written there; they are read-only then.
    """

    __slots__ = ("_arrays", "_envs", "_is_open", "_mask", "_number", "_place", "_recorder", "_selection")

    def __init__(self, recorder: Recorder, envs: object, mask: object) -> None:
        self._recorder = recorder
        self._envs = envs
        self._mask = mask
        self._is_open = False
        self._arrays: dict[str, Array] = {}
        self._number = self._place = -1
        self._selection: Selection | None = None

    def __enter__(self) -> Row:
        recorder = self._recorder
        with recorder._session.calls:
            recorder._ready()
            if recorder._held is not None:
                raise BadState("the fields come with the first step; declare fields, or give the first step as a dict")
            self._number = recorder._claim()
            ring = recorder._session.ring
            self._selection = recorder._stepping(ring, self._envs, self._mask)
            self._place = ring.place(self._number)
            self._arrays = {}
            self._is_open = True
        return self

    def _column(self, path: str) -> Column:
        if not self._is_open:
            raise BadState(
                f"row['{path}'] is used outside its 'with' block: the step was handed over or given up, "
                "and later steps are written there; copy what you need inside"
            )
        column = self._recorder._columns.get(path)
        if column is None or column.fill:
            self._recorder._require_names({path: None}, STEP)
            raise BadArgument(f"field '{path}' is written by the recorder")
        return column

    def __getitem__(self, path: str) -> Array:
        """The ring's array of a field, (num_envs, ...); texts as ``S<max_bytes>``.

        Raises:
            BadState: outside the ``with`` block.
            BadArgument: for a field that the run has not.
        """
        column = self._column(path)
        array = self._arrays.get(path)
        if array is None:
            array = self._arrays[path] = column.env_rows[self._place]
        return array

    def __setitem__(self, path: str, value: object) -> None:
        """Writes a field whole, converted as by :meth:`Recorder.step`."""
        column = self._column(path)
        assert self._selection is not None
        self._selection.write(column, self._place, value)
        self._arrays.setdefault(path, column.env_rows[self._place])

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._is_open = False
        try:
            if kind is None:
                self._hand_over()
        finally:
            for array in self._arrays.values():
                array.flags.writeable = False

    def _hand_over(self) -> None:
        recorder = self._recorder
        with recorder._session.calls:
            recorder._ready()
            ring = recorder._session.ring
            assert self._selection is not None
            if ring.published != self._number:
                raise BadState("the recorder was used inside the row's 'with' block; nothing of the row was recorded")
            recorder._require_names(self._arrays, STEP)
            if self._selection.count:
                recorder._fill_clock(recorder._columns, self._place)
                recorder._require_finite(STEP, self._place, self._selection.mask)
                if recorder._image_of(self._number).hand_over(self._number, self._place, self._selection):
                    recorder._session.wake()
