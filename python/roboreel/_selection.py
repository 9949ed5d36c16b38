"""Which envs a call is about, and how its arrays have rows of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._arrays import as_numpy, cast, shaped
from ._errors import BadArgument
from ._fields import Array
from ._ring import Column


class Selection:
    """Some envs of a ring.

    Attributes:
        mask: uint8 (num_envs,), 1 for each env of the call.
        index: the envs in the order of the arrays' rows; None where arrays have a row for every env of the ring.
        rows: rows that arrays have.
        count: number of envs.
        counts: the mask as uint32.
        may_be_row: whether an array may be a row without the axis of envs.
    """

    __slots__ = ("count", "counts", "index", "mask", "may_be_row", "rows")

    def __init__(self, mask: Array, index: Array | None = None) -> None:
        self.mask = mask
        self.index = index
        self.rows = len(mask) if index is None else len(index)
        self.count = int(np.count_nonzero(mask))
        self.counts = mask.astype(np.uint32)
        self.may_be_row = self.rows == 1

    def positions(self) -> list[tuple[int, int]]:
        """For each env of the call: its place in lists and arrays of the call, and its number in the ring."""
        if self.index is None:
            return [(int(env), int(env)) for env in np.flatnonzero(self.mask)]
        return [(place, int(env)) for place, env in enumerate(self.index)]

    def converted(self, column: Column, value: object) -> Array:
        """Rows for a column, as the field has them.

        Raises:
            BadArgument: naming the field, when dtype or shape do not fit.
        """
        return converted(value, self.rows, column.path, column.dtype, column.row_shape, column.type_name, self.may_be_row)

    def write(self, column: Column, place: int, value: object) -> None:
        """Converts rows and writes them into a slot."""
        rows = self.converted(column, value)
        if self.index is None:
            column.env_rows[place] = rows
        else:
            column.env_rows[place][self.index] = rows


def converted(
    value: object, rows: int, path: str, dtype: np.dtype[Any], row_shape: tuple[int, ...], type_name: str, may_be_row: bool
) -> Array:
    """Rows as a field has them, (rows, *row_shape).

    Args:
        value: as it was given.
        rows: expected number of rows.
        path: of the field, for messages.
        dtype: of the field.
        row_shape: of a row.
        type_name: of the dtype, for messages.
        may_be_row: whether the axis of rows may be missing, because there is one env.

    Raises:
        BadArgument: naming the field, when dtype or shape do not fit.
    """
    is_texts = dtype.kind == "S" and isinstance(value, (str, bytes, list, tuple))
    # As objects, since numpy's texts lose NULs at their end.
    array = np.array(value, object) if is_texts else as_numpy(value, path)
    return cast(shaped(array, rows, row_shape, path, type_name, may_be_row), dtype, path)


class Envs:
    """The envs of a ring: numbers as the run has them, and their order in the ring."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = [int(number) for number in numbers]
        self._ring_env = {number: place for place, number in enumerate(self.numbers)}
        if len(self._ring_env) != len(self.numbers):
            raise BadArgument(f"envs is {list(numbers)}; expected each env once")
        self.all = Selection(np.ones(len(self.numbers), np.uint8))

    def __len__(self) -> int:
        return len(self.numbers)

    def ring_env(self, env: object, what: str = "env") -> int:
        """The place in the ring of an env.

        Raises:
            BadArgument: when this recorder has no such env.
        """
        number = env.item() if isinstance(env, np.generic) else env
        if isinstance(number, bool) or not isinstance(number, int) or number not in self._ring_env:
            raise BadArgument(f"{what} is {env!r}; expected {self._known()}")
        return self._ring_env[number]

    def _known(self) -> str:
        if len(self.numbers) == 1:
            return f"{self.numbers[0]}, the only env of this recorder"
        return f"an env of this recorder: {self.numbers[0]} to {self.numbers[-1]}" if self.numbers else "none, it has no envs"

    def select(self, envs: object, mask: object = None) -> Selection | None:
        """The envs that a call names.

        Args:
            envs: a number, numbers, or booleans for all envs of the ring.
            mask: booleans for all envs of the ring.

        Returns:
            None when the call names none.

        Raises:
            BadArgument: when they are none of this recorder's, or named twice.
        """
        if mask is not None:
            if envs is not None:
                raise BadArgument("both envs and mask are given; give one of them")
            return self._masked(as_numpy(mask, "mask"), "mask")
        if envs is None:
            return None
        if isinstance(envs, (int, np.integer)) and not isinstance(envs, bool):
            return self._indexed([self.ring_env(envs, "envs")])
        array = as_numpy(envs, "envs")
        if array.dtype == np.bool_:
            return self._masked(array, "envs")
        if array.size and (array.dtype.kind not in "iu" or array.ndim > 1):
            raise BadArgument(f"envs is {envs!r}; expected numbers of envs, or a boolean for each of {len(self)} envs")
        return self._indexed([self.ring_env(env, "envs") for env in array.ravel().tolist()])

    def _masked(self, mask: Array, what: str) -> Selection:
        if mask.ndim == 0 and len(self) == 1:
            mask = mask.reshape(1)
        if mask.dtype != np.bool_ or mask.shape != (len(self),):
            raise BadArgument(
                f"{what} is {mask.dtype.name} of shape {mask.shape}; expected bool of shape ({len(self)},), one for each env"
            )
        return Selection(mask.astype(np.uint8))

    def _indexed(self, places: list[int]) -> Selection:
        mask = np.zeros(len(self), np.uint8)
        mask[places] = 1
        if int(np.count_nonzero(mask)) != len(places):
            raise BadArgument(f"envs names an env twice: {[self.numbers[place] for place in places]}; name each once")
        return Selection(mask, np.array(places, np.intp))
