"""Which keys of an env's info are recorded: those that were named, or those that were there first."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ._arrays import as_numpy
from ._errors import BadArgument
from ._fields import FLOATS, STEP, TEXT, Array, Field, FieldOf, inferred
from ._nested import flattened
from ._recorder import Recorder

Recorded = bool | Iterable[str] | Mapping[str, Field | None]

PREFIX = "infos"
INITIAL_PREFIX = "initial_state/infos"
_OF_RESETS = ("final_obs", "final_info", "final_observation", "terminal_observation")
_ADVICE = "name the keys that each step has in record_infos=[...]"


class Infos:
    """The keys of infos that are recorded as fields ``infos/<key>``, of nested dicts ``infos/<key>/<key>``."""

    def __init__(self, recorded: Recorded) -> None:
        """With what a caller asks for.

        Args:
            recorded: False for none, True for those that the first step has, names of keys (``a/b`` in nested dicts), or
                fields by name, None for what the first step says.
        """
        self.is_any = bool(recorded)
        self.declared: dict[str, Field] = {}
        # What those that are not declared were first, by path.
        self._first: dict[str, Field] = {}
        self._keys: set[str] | None = None
        self._initial: set[str] | None = None
        self._named: set[str] | None = None
        self._said: set[str] = set()
        if isinstance(recorded, Mapping):
            self.declared = {f"{PREFIX}/{name}": field for name, field in recorded.items() if field is not None}
            self._named = set(recorded)
        elif not isinstance(recorded, bool):
            if isinstance(recorded, str) or not all(isinstance(name, str) for name in recorded):
                raise BadArgument(f"record_infos is {recorded!r}; expected True, False, a list of keys, or fields by key")
            self._named = set(recorded)

    @property
    def is_declared(self) -> bool:
        """Whether the fields of all of them are declared, so that no step has to say them."""
        return self._named is not None and len(self.declared) == len(self._named)

    def fields_of(self, declared: Mapping[str, Field]) -> Mapping[str, Field] | FieldOf:
        """The fields of a run: those that are declared, and where infos are recorded what the first step has."""
        if not self.is_any:
            return declared
        known = {**declared, **self.declared}
        self._first = {}

        def field(path: str, row: Array) -> Field | None:
            if path in known:
                return known[path]
            found = inferred(row[None], 1, STEP, path)
            self._first[path] = dataclasses.replace(found, non_finite=found.dtype in FLOATS)
            return self._first[path]

        return field

    def of_step(self, info: Mapping[str, Any], partial: Iterable[str] = ()) -> dict[str, Any]:
        """The fields of a step's info, by path.

        Args:
            info: values by key, as :func:`of_env` and :func:`of_vector` give them.
            partial: keys that only some of the envs have.

        Raises:
            BadArgument: when a key is missing that is recorded, or its value cannot be.
        """
        if self._keys is None:
            self._keys = set(info) if self._named is None else self._named
        return self._rows(info, self._keys, PREFIX, partial)

    def of_reset(self, info: Mapping[str, Any]) -> dict[str, Any]:
        """The initial fields of a reset's info, by path: those keys that the first reset had."""
        if self._initial is None:
            self._initial = set(info) if self._named is None else self._named & info.keys()
        return self._rows(info, self._initial, INITIAL_PREFIX, ())

    def _rows(self, info: Mapping[str, Any], keys: set[str], prefix: str, partial: Iterable[str]) -> dict[str, Any]:
        for key in sorted(keys - info.keys()):
            raise BadArgument(f"the info has no '{key}', which is recorded and was there before; {_ADVICE}")
        if self._named is None:
            for key in sorted((info.keys() | set(partial)) - keys - self._said):
                self._said.add(key)
                Recorder._say(f"the info has '{key}', which the first one had not, so it is not recorded; {_ADVICE}")
        rows = {f"{prefix}/{key}": _value(info[key], key) for key in sorted(keys)}
        for path, array in rows.items():
            if path in self._first:
                _require_type_of_first(path[len(prefix) + 1 :], array, self._first[path])
        return rows


def of_env(info: Mapping[str, Any]) -> dict[str, Any]:
    """The values of one env's info by key, those of nested dicts as ``a/b``."""
    return {path[len(PREFIX) + 1 :]: value for path, value in flattened(info, PREFIX).items()}


def of_vector(
    infos: Mapping[str, Any], active: Array, finals: Mapping[str, Any] | None = None, done: Array | None = None
) -> tuple[dict[str, Any], list[str]]:
    """The infos of a Gymnasium vector env: rows by key, and the keys that only some of the active envs have.

    Args:
        infos: arrays with a row for each env, and under ``_<key>`` which envs have the key.
        active: bool (num_envs,), the envs whose infos count.
        finals: the same of the steps that ended an episode, where ``infos`` has the reset after it.
        done: bool (num_envs,), the envs that ``finals`` holds for.
    """
    rows: dict[str, Any] = {}
    partial = []
    own, last = _flat(infos), _flat(finals or {})
    is_last = np.zeros_like(active) if done is None else done
    for key in {**own, **last}:
        values, have = own.get(key, (None, np.zeros_like(active)))
        last_values, last_have = last.get(key, (None, np.zeros_like(active)))
        have = np.where(is_last, last_have, have)
        if not have[active].all():
            partial += [key] if have[active].any() else []
            continue
        if last_values is not None and is_last.any():
            # In a type that holds both: a reset may say 0 where a step says 0.5.
            values = last_values if values is None else values.astype(np.result_type(values, last_values))
            values = np.array(values)
            values[is_last] = last_values[is_last]
        rows[key] = values.tolist() if isinstance(values, np.ndarray) and values.dtype == object else values
    return rows, partial


def of_list(infos: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """The same of infos that are one dict for each env."""
    flat = [of_env({key: value for key, value in info.items() if key not in _OF_RESETS}) for info in infos]
    keys = {key for one in flat for key in one}
    whole = {key for key in keys if all(key in one for one in flat)}
    return {key: [one[key] for one in flat] for key in sorted(whole)}, sorted(keys - whole)


def _flat(infos: Mapping[str, Any], prefix: str = "") -> dict[str, tuple[Any, Array]]:
    """Rows and which envs have them, by key; what a reset puts in besides is left out."""
    found: dict[str, tuple[Any, Array]] = {}
    for key, value in infos.items():
        if (key.startswith("_") and key[1:] in infos) or key in _OF_RESETS:
            continue
        if isinstance(value, Mapping):
            found.update(_flat(value, f"{prefix}{key}/"))
        else:
            rows = as_numpy(value, f"{PREFIX}/{prefix}{key}")
            if rows.ndim:
                found[prefix + key] = rows, as_numpy(infos.get("_" + key, np.ones(len(rows), bool)), "_" + key)
    return found


def _require_type_of_first(key: str, rows: Array, first: Field) -> None:
    """Requires a type whose values the first one may have: a count that becomes a mean has to be declared."""
    kinds = {"b": 0, "i": 1, "u": 1, "f": 2}
    if first.dtype == TEXT or kinds.get(rows.dtype.kind, 0) <= kinds[np.dtype(first.dtype).kind]:
        return
    both = np.result_type(rows.dtype, np.dtype(first.dtype))
    declared = f"roboreel.{both.kind}{8 * both.itemsize}({', '.join(map(str, first.shape))})"
    raise BadArgument(
        f"the info '{key}' is {rows.dtype.name}, and was {first.dtype} at first; declare a type that holds both, and name the "
        f"other keys beside it, record_infos={{'{key}': {declared}, 'other': None}}"
    )


def _value(value: object, key: str) -> Any:
    array = as_numpy(value, f"{PREFIX}/{key}")
    if array.dtype.kind not in "biufUS":
        raise BadArgument(
            f"the info '{key}' is {value!r:.60}, which cannot be recorded; expected numbers, booleans or a text: {_ADVICE}"
        )
    return array
