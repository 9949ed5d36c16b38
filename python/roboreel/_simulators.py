"""What the wrappers of simulators share."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._arrays import as_numpy
from ._fields import FLOATS, STEP, Array, Field, inferred
from ._recorder import Recorder
from ._said import require_not_given

_OWN_OPTIONS = ("num_envs", "continuous", "envs")


def opened(
    folder: str | os.PathLike[str],
    options: Mapping[str, Any],
    *,
    dt: Callable[[], float],
    env_config: Mapping[str, Any],
    num_envs: int = 1,
    **known: Any,
) -> Recorder:
    """Opens a recorder of continuous episodes.

    Args:
        folder: the output folder.
        options: what the caller says of :meth:`Recorder.open`; what is not None goes before ``known``.
        dt: asked where the options do not say it.
        env_config: of the library; the options' entries are added.
        num_envs: of the simulator.
        known: what the simulator says of itself.

    Raises:
        BadArgument: for an option that is the wrapper's own.
    """
    require_not_given(options, _OWN_OPTIONS)
    said = {**known, **{name: value for name, value in options.items() if value is not None}}
    if "dt" not in said:
        said["dt"] = dt()
    said["env_config"] = {**env_config, **(options.get("env_config") or {})}
    return Recorder.open(folder, num_envs=num_envs, continuous=True, **said)


def begin_and_step(
    recorder: Recorder, begun: Any, start: Callable[[], Mapping[str, Any]], values: Mapping[str, Any], mask: Any = None
) -> None:
    """Records a step of the envs of the mask, and before it the begin of the envs ``begun`` with what ``start`` says of it; a
    step that is refused leaves these as they were, not begun."""
    if len(begun):
        recorder.begin(begun, **start())
    try:
        recorder.step(values, mask=None if mask is None or mask.all() else mask)
    except BaseException:
        if len(begun):
            recorder.discard(begun, "its first step was refused")
        raise


def env_numbers(ids: Any, num_envs: int) -> list[int]:
    """Numbers of the envs that a simulator's ids name: None for all, a slice, a tensor of numbers or booleans, a list."""
    if ids is None:
        return list(range(num_envs))
    if isinstance(ids, slice):
        return list(range(num_envs))[ids]
    array = np.atleast_1d(as_numpy(ids, "env ids"))
    return [int(env) for env in (np.flatnonzero(array) if array.dtype == np.bool_ else array)]


def as_given(path: str, row: Array, phase: str = STEP) -> Field:
    """The field of what a simulator says of itself, NaN and infinities included: it diverges, and rays hit nothing."""
    field = inferred(np.asarray(row)[None], 1, phase, path)
    return dataclasses.replace(field, non_finite=field.dtype in FLOATS, final=False)
