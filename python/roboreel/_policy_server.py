"""The process that a Java simulator asks for actions: observations and actions in shared memory, commands through pipes.

A command is 17 bytes, ``<BIIq``: a letter and three numbers, followed by JSON where the letter says so. An answer is 5
bytes, ``<BI``: 0, or 1 for a failure, and the length of the JSON that follows, a sentence for a failure.

======  =====================================================================
``L``   load: length of the JSON, which names the class and says the Setup
``O``   open a region of memory: length of the JSON
``C``   close a region: its number
``R``   an env's episode begins: region, env, seed
``A``   act: region
``T``   attributes of an env: region, env
======  =====================================================================
"""

from __future__ import annotations

import importlib
import inspect
import json
import math
import mmap
import os
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import as_numpy, plain
from ._errors import RoboReelError, nearest
from ._fields import Array
from .policy import Action, Observation, Setup

_COMMAND = struct.Struct("<BIIq")
_ANSWER = struct.Struct("<BI")


class _Fault(Exception):
    """What Java is told, one sentence."""


class _Region:
    """Rows of some envs, in memory that Java has made."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.num_envs = int(said["num_envs"])
        self.envs = np.arange(self.num_envs, dtype=np.int64) + int(said["first_env"])
        self.envs.flags.writeable = False
        with open(said["path"], "r+b") as file:
            self._memory = mmap.mmap(file.fileno(), int(said["size"]))
        self.mask = self._view("u1", (), int(said["mask"]))
        self._mask_bytes = slice(int(said["mask"]), int(said["mask"]) + self.num_envs)
        self._everyone = b"\1" * self.num_envs
        self.actions = self._view("<f8", (int(said["num_values"]),), int(said["actions"]))
        self.observations: dict[str, Array] = {}
        for column in said["columns"]:
            rows = self._view("<" + np.dtype(column["dtype"]).str[1:], tuple(column["shape"]), int(column["offset"]))
            rows.flags.writeable = False
            self.observations[column["path"]] = rows

    def is_everyone(self) -> bool:
        """Whether all envs act."""
        return self._memory[self._mask_bytes] == self._everyone

    def _view(self, dtype: str, row_shape: tuple[int, ...], offset: int) -> Array:
        view: Array = np.ndarray((self.num_envs, *row_shape), dtype, self._memory, offset)
        return view


class PolicyServer:
    """Answers commands with an instance of the class that was asked for."""

    def __init__(self) -> None:
        self._policy: Any = None
        self._name = ""
        self._num_values = 0
        self._regions: dict[int, _Region] = {}

    def answer(self, letter: str, first: int, second: int, third: int, text: str) -> Any:
        """Carries out a command; what it returns is the answer's JSON.

        Raises:
            _Fault: one sentence.
        """
        if letter == "A":
            return self._act(self._regions[first])
        if letter == "R":
            return self._reset(self._regions[first], second, third)
        if letter == "T":
            return self._attributes(self._regions[first], second)
        if letter == "C":
            return self._regions.pop(first) and None
        said = json.loads(text)
        if letter == "L":
            return self._load(said)
        self._regions[int(said["region"])] = _Region(said)
        return None

    def _load(self, said: dict[str, Any]) -> None:
        self._name = f"{said['module']}:{said['class']}"
        setup = Setup(
            said["task"],
            said["instruction"],
            float(said["dt"]),
            tuple(Observation(one["path"], one["dtype"], tuple(one["shape"]), one["unit"]) for one in said["observations"]),
            tuple(Action(one["name"], one["unit"], _bound(one["low"], -1), _bound(one["high"], 1)) for one in said["actions"]),
            Path(said["config_file"]) if said.get("config_file") else None,
        )
        self._num_values = len(setup.actions)
        kind = self._class(said["module"], said["class"])
        takes_setup = _takes_an_argument(kind)
        self._policy = self._call(lambda: kind(setup) if takes_setup else kind(), f"{self._name}()")
        if not callable(getattr(self._policy, "act", None)):
            raise _Fault(f"{self._name} has no method act(observations, envs); give it one, or name another class")

    def _class(self, module_name: str, class_name: str) -> Any:
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as e:
            if e.name is None or not (module_name + ".").startswith(e.name + "."):
                raise _Fault(f"module {module_name} needs module '{e.name}', which is not there; install it in {_here()}") from e
            raise _Fault(f"there is no module '{e.name}'; {_here()} looks in {os.getcwd()} and in what PYTHONPATH names") from e
        except Exception as e:
            raise _Fault(f"importing {module_name} raised {_described(e)}") from e
        kind = getattr(module, class_name, None)
        if not callable(kind):
            names = [name for name, value in vars(module).items() if inspect.isclass(value)]
            raise _Fault(f"module {module_name} has no class '{class_name}'; {nearest(class_name, names)}")
        return kind

    def _reset(self, region: _Region, env: int, seed: int) -> None:
        reset = getattr(self._policy, "reset", None)
        if reset is None:
            return
        observations = {path: rows[env] for path, rows in region.observations.items()}
        self._call(lambda: reset(int(region.envs[env]), observations, seed), f"{self._name}.reset")

    def _act(self, region: _Region) -> None:
        index: Any = ...
        observations, envs = region.observations.copy(), region.envs
        if not region.is_everyone():
            index = np.flatnonzero(region.mask)
            observations, envs = {path: rows[index] for path, rows in observations.items()}, envs[index]
        try:
            given = self._policy.act(observations, envs)
        except Exception as e:
            raise _Fault(f"{self._name}.act raised {_described(e)}") from e
        region.actions[index] = self._actions(given, len(envs), f"{self._name}.act")

    def _actions(self, given: object, count: int, what: str) -> Array:
        expected = (count, self._num_values)
        try:
            actions = given if type(given) is np.ndarray else as_numpy(given, "actions")
            is_right = actions.dtype.kind in "fiu" and (
                actions.shape == expected or (count == 1 and actions.shape == expected[1:])
            )
        except RoboReelError:
            raise _Fault(f"{what} returned a {type(given).__name__}; expected an array of shape {expected}") from None
        if not is_right:
            raise _Fault(f"{what} returned {actions.dtype.name} of shape {actions.shape}; expected floats of shape {expected}")
        if 0 in np.isfinite(actions).tobytes():  # all() goes through Python
            row, value = np.argwhere(~np.isfinite(actions.reshape(expected)))[0]
            raise _Fault(f"{what} returned {actions.reshape(expected)[row, value]} for value {value}; expected finite numbers")
        return actions.reshape(expected)

    def _attributes(self, region: _Region, env: int) -> dict[str, Any]:
        attributes = getattr(self._policy, "attributes", None)
        if attributes is None:
            return {}
        what = f"{self._name}.attributes"
        said = self._call(lambda: attributes(int(region.envs[env])), what)
        if not isinstance(said, dict):
            raise _Fault(f"{what} returned a {type(said).__name__}; expected a dict")
        try:
            values: dict[str, Any] = plain(said, what)
        except RoboReelError as e:
            raise _Fault(str(e)) from e
        for name, value in values.items():
            if not isinstance(value, (bool, int, float, str)):
                raise _Fault(f"{what} returned {value!r} for '{name}'; expected a text, a finite number or a boolean")
        return values

    @staticmethod
    def _call(function: Callable[[], Any], what: str) -> Any:
        try:
            return function()
        except Exception as e:
            raise _Fault(f"{what} raised {_described(e)}") from e


def _bound(bound: float | None, sign: int) -> float:
    return sign * math.inf if bound is None else float(bound)


def _takes_an_argument(kind: Any) -> bool:
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.VAR_POSITIONAL) for one in parameters)


def _here() -> str:
    return sys.executable or "this Python"


def _described(e: BaseException) -> str:
    """An exception of the user's code, with the place in it that people look for."""
    frames = traceback.extract_tb(e.__traceback__)
    passed = (__file__, importlib.__file__)
    own = [frame for frame in frames if frame.filename not in passed and not frame.filename.startswith("<frozen")]
    place = f" ({own[-1].filename}, line {own[-1].lineno})" if own else ""
    first = str(e).splitlines()[0] if str(e) else ""
    return f"{type(e).__name__}{': ' if first else ''}{first}{place}"


def serve() -> int:
    """Answers the commands of stdin on stdout until they end; what the policy prints goes to stderr."""
    commands, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for Java, which ends this process
    server = PolicyServer()
    while True:
        head = _read(commands, _COMMAND.size)
        if head is None:
            return 0
        letter, first, second, third = _COMMAND.unpack(head)
        text = _read(commands, first) if letter in b"LO" else b""
        if text is None:
            return 0
        try:
            status, said = 0, server.answer(chr(letter), first, second, third, text.decode())
        except _Fault as e:
            status, said = 1, str(e)
        content = b"" if said is None else json.dumps(said).encode()
        answer = _ANSWER.pack(status, len(content)) + content
        while answer:
            answer = answer[os.write(answers, answer) :]


def _read(fd: int, size: int) -> bytes | None:
    """So many bytes; None when there are no more."""
    parts = []
    while size:
        part = os.read(fd, size)
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)
