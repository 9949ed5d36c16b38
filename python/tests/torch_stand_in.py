"""The few names of torch that roboreel.torch uses, on numpy's arrays: the suite's Python has no torch."""

from __future__ import annotations

import contextlib
import importlib
import sys
import types
from collections.abc import Iterator
from typing import Any
from unittest import mock

import numpy as np

import roboreel


class _Dataset:
    """What torch.utils.data.Dataset is to a subclass."""

    def __class_getitem__(cls, item: object) -> type:
        return cls


def _torch() -> types.ModuleType:
    torch: Any = types.ModuleType("torch")
    torch.utils = types.SimpleNamespace(data=types.SimpleNamespace(Dataset=_Dataset))
    torch.from_numpy = np.asarray
    torch.tensor = np.asarray
    torch.Tensor = np.ndarray
    return torch  # type: ignore[no-any-return, unused-ignore]


@contextlib.contextmanager
def dataset_class() -> Iterator[Any]:
    """``roboreel.torch.EpisodeDataset`` as it is with the stand-in; neither is there any more after the block."""
    with mock.patch.dict(sys.modules, {"torch": _torch()}):
        sys.modules.pop("roboreel.torch", None)
        yield importlib.import_module("roboreel.torch").EpisodeDataset
        del sys.modules["roboreel.torch"], roboreel.torch
