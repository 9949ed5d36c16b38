"""A tensor of our own with the calls by which torch's become numpy's."""

from __future__ import annotations

from typing import Any

import numpy as np


class Tensor:
    """As torch's on a GPU: numpy cannot read it before it was detached and is on the CPU."""

    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)

    @property
    def ndim(self) -> int:
        return int(self.array.ndim)

    def detach(self) -> Tensor:
        return self

    def cpu(self) -> Tensor:
        copy = Tensor(self.array)
        copy.numpy = lambda: copy.array  # type: ignore[method-assign]
        return copy

    def numpy(self) -> np.ndarray:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")

    def tolist(self) -> list[Any]:
        return list(self.array.tolist())

    def __getitem__(self, index: Any) -> Tensor:
        return Tensor(self.array[index])

    def __bool__(self) -> bool:
        return bool(self.array)

    def __len__(self) -> int:
        return len(self.array)


class WarpArray:
    """As warp's on a GPU: only ``numpy()`` copies it to the host."""

    def __init__(self, array: Any) -> None:
        self._array = np.asarray(array)

    def numpy(self) -> np.ndarray:
        return self._array.copy()
