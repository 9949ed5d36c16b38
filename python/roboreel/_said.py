"""What a caller says of runs, episodes and events, checked and as the protocol has it."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ._arrays import per_env, plain, utf8
from ._errors import BadArgument
from ._fields import STEP, Field
from ._selection import Selection

_SUCCESS, _FAILURE, _TRUNCATED, _TERMINATED = 0, 1, 2, 5
DISCARDED = 4
_CUT, _UNJUDGED = 16, 32
_MAX_METADATA_BYTES = 4096
_MAX_OPTIONS_BYTES = 2048
_MAX_CODE = 65_535
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


def require_not_given(options: Mapping[str, Any], own: Iterable[str]) -> None:
    """Requires that options of :meth:`Recorder.open` leave alone what a wrapper says itself.

    Raises:
        BadArgument: naming the first that does not.
    """
    for name in own:
        require(name not in options, f"{name}= is given, which the wrapper says itself; leave it out")


def require(is_right: bool, sentence: str) -> None:
    if not is_right:
        raise BadArgument(sentence)


def folder_name(text: str) -> str:
    """A name as the folder of an environment can have it."""
    return _NOT_IN_NAMES.sub("_", text).strip("._") or "env"


def is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def json_text(value: object) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def require_fields(fields: Mapping[str, Field]) -> None:
    for path, field in fields.items():
        if not isinstance(field, Field):
            raise BadArgument(f"field '{path}' is declared by {field!r}; expected one such as f32(8) or image(480, 640)")
        require(isinstance(path, str) and path != "", f"a field's path is {path!r}; expected a text such as 'obs/q'")
    require(
        any(field.phase == STEP for field in fields.values()),
        "no field is of phase step; expected one at least, for example {'actions': f32(8)}",
    )


def run_message(
    folder: str | os.PathLike[str],
    task: str,
    num_envs: int,
    dt: float,
    policy: str,
    instruction: str,
    seed: int | None,
    run: int | None,
    continuous: bool,
    attributes: Sequence[str],
    env_config: Mapping[str, Any] | None,
    settings: Mapping[str, Any] | None,
) -> dict[str, Any]:
    for name, text in (("task", task), ("policy", policy), ("instruction", instruction)):
        require(isinstance(text, str), f"{name} is {text!r}; expected a text")
        utf8(text, name)
    require(bool(task), "task is empty; expected the name of the environment")
    require(is_whole(num_envs) and num_envs >= 1, f"num_envs is {num_envs!r}; expected a whole number from 1 on")
    is_number = isinstance(dt, (int, float, np.number)) and not isinstance(dt, bool)
    require(is_number and math.isfinite(dt) and dt > 0, f"dt is {dt!r}; expected the seconds between two steps, above 0")
    require(run is None or (is_whole(run) and run >= 0), f"run is {run!r}; expected 0 or more, or None")
    require(seed is None or is_whole(seed), f"seed is {seed!r}; expected a whole number")
    require(not isinstance(attributes, str), f"attributes is {attributes!r}; expected a list of texts")
    return {
        "folder": os.path.abspath(utf8(os.fspath(folder), "folder")),
        "env_name": task,
        "num_envs": int(num_envs),
        "task_name": None,
        "instruction": instruction,
        "policy": policy,
        "seed": -1 if seed is None else int(seed),
        "dt_seconds": float(dt),
        "decimation": 1,
        "run": None if run is None else int(run),
        "continuous": bool(continuous),
        "attributes": [str(one) for one in attributes],
        "env_config": plain(dict(env_config or {}), "env_config"),
        "simulator": None,
        "settings": plain(dict(settings or {}), "settings"),
    }


def begin_entries(selection: Selection, seed: object, instruction: object, options: object) -> dict[int, dict[str, Any]]:
    rows = selection.rows
    seeds = per_env(seed, rows, "seed", _seed, (int, np.integer))
    instructions = per_env(instruction, rows, "instruction", lambda one: _said(one, "instruction"), (str,))
    resets = per_env(options, rows, "options", _options, (Mapping,))
    return _entries(selection, {"seed": seeds, "instruction": instructions, "reset_options": resets})


def end_entries(selection: Selection, reason: object, metadata: object, attributes: object) -> dict[int, dict[str, Any]]:
    rows = selection.rows
    reasons = per_env(reason or None, rows, "reason", lambda one: _said(one, "reason") or None, (str,))
    facts = per_env(metadata, rows, "metadata", _metadata, (Mapping,))
    labels = per_env(attributes, rows, "attributes", _attributes, (Mapping,))
    return _entries(selection, {"reason": reasons, "metadata": facts, "attributes": labels})


def _entries(selection: Selection, columns: dict[str, list[Any]]) -> dict[int, dict[str, Any]]:
    entries = {}
    for at, env in selection.positions():
        entry = {name: values[at] for name, values in columns.items() if values[at] is not None}
        if entry:
            entries[env] = entry
    return entries


def _seed(value: object) -> int:
    if not is_whole(value) or not -(2**63) <= int(value) < 2**63:  # type: ignore[call-overload]
        raise BadArgument(f"seed is {value!r}; expected a whole number of 64 bits")
    return int(value)  # type: ignore[call-overload, no-any-return]


def _said(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise BadArgument(f"{what} is {value!r}; expected a text")
    return utf8(value, what)


def _options(value: object) -> dict[str, Any]:
    return _object(value, "options", _MAX_OPTIONS_BYTES)


def _metadata(value: object) -> dict[str, Any]:
    return _object(value, "metadata", _MAX_METADATA_BYTES)


def _object(value: object, what: str, most: int) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise BadArgument(f"{what} is {value!r}; expected a dict")
    result: dict[str, Any] = plain(dict(value), what)
    size = len(json_text(result).encode())
    if size > most:
        raise BadArgument(f"{what} takes {size} bytes of JSON; expected at most {most}, shorten it")
    return result


def _attributes(value: object) -> dict[str, Any]:
    result = _object(value, "attributes", _MAX_METADATA_BYTES)
    for name, one in result.items():
        # What JSON has not was made null.
        if one is None and isinstance(value, Mapping) and value[name] is not None:
            raise BadArgument(f"attributes['{name}'] is {value[name]!r}; expected a finite number")
        if not isinstance(one, (str, bool, int, float)):
            raise BadArgument(f"attributes['{name}'] is {one!r}; expected a whole or finite number, a boolean or a text")
    return result


def boolean(value: object, what: str) -> bool:
    if isinstance(value, (bool, np.bool_)) or (is_whole(value) and value in (0, 1)):
        return bool(value)
    raise BadArgument(f"{what} is {value!r}; expected True, False or None")


def code_of(success: bool | None, truncated: bool) -> int:
    if success is None:
        return _TRUNCATED | _UNJUDGED if truncated else _TERMINATED
    return (_SUCCESS if success else _FAILURE) | (_CUT if truncated else 0)


def event_entry(name: object, info: object, code: object, score: object, about: object) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": _said(name, "name of the event")}
    require(entry["name"] != "", "name of the event is empty; expected one such as 'SLIPPED'")
    if info:
        entry["info"] = _said(info, "info of the event")
    if about:
        entry["object"] = _said(about, "object of the event")
    if code is not None:
        require(is_whole(code) and 0 <= int(code) <= _MAX_CODE, f"code of the event is {code!r}; expected 0 to {_MAX_CODE}")  # type: ignore[call-overload]
        entry["code"] = int(code)  # type: ignore[call-overload]
    if score is not None:
        is_number = isinstance(score, (int, float, np.number)) and not isinstance(score, bool)
        require(is_number and 0 <= float(score) <= 1, f"score of the event is {score!r}; expected 0 to 1")  # type: ignore[arg-type]
        entry["score"] = float(score)  # type: ignore[arg-type]
    return entry
