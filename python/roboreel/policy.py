"""Policies in Python for Java simulators: ``roboreel record --policy python:MODULE:CLASS``.

The class has ``act``, and may have the others::

    class Reach:
        def __init__(self, setup: rr.policy.Setup): ...
        def reset(self, env, observations, seed): ...
        def act(self, observations, envs): ...
        def attributes(self, env): ...

- ``act`` is given the observations of the envs that act, by path: arrays (n, ...), read-only, of the field's dtype, float16
  as float32, which the next call overwrites; and ``envs``, int64 (n,), their numbers. It returns actions, (n, number of
  values), finite, in the units of :attr:`Setup.actions`; of one env also (number of values,).
- ``reset`` begins an episode of one env: its first observations, without the axis of envs, which the next call overwrites
  too, and the seed of what is random.
- ``attributes`` is asked at an episode's end: texts, finite numbers and booleans by name, stored with the episode.

One instance serves all envs of a recording, on one thread. What it prints goes to stderr.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclasses.dataclass(frozen=True)
class Observation:
    """A field that a policy is given.

    Attributes:
        path: for example ``obs/arm_joint_pos``.
        dtype: numpy's name.
        shape: of one env's row.
        unit: SI symbol; empty without one.
    """

    path: str
    dtype: str
    shape: tuple[int, ...]
    unit: str = ""


@dataclasses.dataclass(frozen=True)
class Action:
    """One value of an action.

    Attributes:
        name: for example of the joint.
        unit: SI symbol; ``1`` for a number without one.
        low, high: bounds that a policy stays within; may be infinite.
    """

    name: str
    unit: str
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Setup:
    """What a policy acts in.

    Attributes:
        task: its name.
        instruction: in words; empty without one.
        dt: control period, s.
        observations: the fields that ``act`` is given, texts left out.
        actions: the values of an action, in their order.
        config_file: what ``--policy-config`` named, in a form of the policy's own; None without it.
    """

    task: str
    instruction: str
    dt: float
    observations: tuple[Observation, ...]
    actions: tuple[Action, ...]
    config_file: Path | None = None


class Zero:
    """Always zeros: shows what asking Python costs, apart from the policy."""

    def __init__(self, setup: Setup) -> None:
        """Takes the number of values from the setup."""
        self._num_values = len(setup.actions)

    def act(self, observations: Mapping[str, npt.NDArray[Any]], envs: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Zeros, float64 (n, number of values)."""
        return np.zeros((len(envs), self._num_values))
