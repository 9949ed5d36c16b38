"""Spaces of Gymnasium as fields, by their attributes and the names of their classes; nothing of Gymnasium is imported."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._errors import BadArgument
from ._fields import DTYPES, STEP, TEXT, Array, Field, few, inferred

_UTF8_BYTES = 4


@dataclasses.dataclass(frozen=True)
class Leaf:
    """A space that holds no others, as a field.

    Attributes:
        path: of the field.
        field: its dtype, row shape and bounds.
        json: the space as Minari writes it; equal bounds once, infinite ones as texts.
        original: path of its array in an episode of Minari.
    """

    path: str
    field: Field
    json: dict[str, Any]
    original: str


@dataclasses.dataclass(frozen=True)
class Group:
    """A Dict or a Tuple.

    Attributes:
        path: of what is in it.
        members: by key; of a Tuple by number.
        is_dict: false for a Tuple.
    """

    path: str
    members: dict[Any, Leaf | Group]
    is_dict: bool


class Tree:
    """A space of observations or actions: the fields of its parts, and values taken apart into their rows.

    Members of a Dict are at ``<path>/<key>``, those of a Tuple at ``<path>/<number>``.
    """

    def __init__(self, space: object, path: str, alone: str, original: str, *, is_seen: bool, has_bounds: bool = True) -> None:
        """Of a space of one env.

        Args:
            space: with the attributes of Gymnasium's.
            path: of what is in a Dict or Tuple.
            alone: path of the field where it is neither.
            original: what Minari calls the group.
            is_seen: whether a value after the last action is recorded as well, also of pictures and texts.
            has_bounds: whether the bounds hold for all envs.

        Raises:
            BadArgument: naming a part whose values have no fixed shape or dtype.
        """
        self._has_bounds = has_bounds
        self._final = True if is_seen else None
        self.root = self._node(space, path, original)
        if isinstance(self.root, Leaf) and alone != path:
            self.root = dataclasses.replace(self.root, path=alone)
        self.leaves = _leaves(self.root)

    @property
    def fields(self) -> dict[str, Field]:
        """By path."""
        return {leaf.path: leaf.field for leaf in self.leaves}

    @property
    def originals(self) -> dict[str, str]:
        """What Minari calls the arrays, by the paths of their fields."""
        return {leaf.path: leaf.original for leaf in self.leaves}

    def json(self) -> dict[str, Any]:
        """The whole space as Minari writes it."""
        return _json(self.root)

    def rows(self, value: object) -> dict[str, Any]:
        """The arrays of a value by path, which are those that were given.

        Raises:
            BadArgument: naming the part that the space has and the value has not, or the other way round.
        """
        rows: dict[str, Any] = {}
        _collect(self.root, value, rows)
        return rows

    def nested(self, rows: Mapping[str, Any]) -> Any:
        """Arrays by path as dicts and tuples like the space."""
        return _nested(self.root, rows)

    def _node(self, space: Any, path: str, original: str) -> Leaf | Group:
        kinds = [kind.__name__ for kind in type(space).__mro__]
        if "Dict" in kinds or "Tuple" in kinds:
            return self._group(space, path, original, "Dict" in kinds)
        for kind in ("Box", "Discrete", "MultiDiscrete", "MultiBinary", "Text"):
            if kind in kinds:
                field, json = getattr(self, "_" + kind.lower())(space, path)
                return Leaf(path, dataclasses.replace(field, final=self._final), {"type": kind, **json}, original)
        raise BadArgument(
            f"the space '{path}' is a {kinds[0]}, whose values have no fixed shape; expected Box, Discrete, MultiDiscrete, "
            "MultiBinary or Text, in Dicts and Tuples: wrap the env so that it gives such a space"
        )

    def _group(self, space: Any, path: str, original: str, is_dict: bool) -> Group:
        members: dict[Any, Leaf | Group] = {}
        for key, member in space.spaces.items() if is_dict else enumerate(space.spaces):
            if is_dict and (not isinstance(key, str) or not key or "/" in key):
                raise BadArgument(f"the space '{path}' has the key {key!r}; expected a text without slashes, rename it")
            members[key] = self._node(member, f"{path}/{key}", f"{original}/{key if is_dict else f'_index_{key}'}")
        return Group(path, members, is_dict)

    def _box(self, space: Any, path: str) -> tuple[Field, dict[str, Any]]:
        dtype, shape = np.dtype(space.dtype), tuple(int(size) for size in space.shape)
        if dtype.name not in DTYPES:
            raise BadArgument(
                f"the space '{path}' is a Box of {dtype.name}, which cannot be recorded; expected one of {', '.join(DTYPES)}"
            )
        if 0 in shape:
            raise BadArgument(f"the space '{path}' is a Box of shape {shape}, which holds nothing; leave it out of the space")
        low, high = np.asarray(space.low), np.asarray(space.high)
        json = {"dtype": dtype.name, "shape": list(shape), "low": _bounds_json(low), "high": _bounds_json(high)}
        field = inferred(np.broadcast_to(np.zeros((), dtype), (1, *shape)), 1, STEP, path)
        if field.is_image or not self._has_bounds or _says_nothing(low, high, dtype):
            low = high = np.zeros(0)
        return dataclasses.replace(field, low=few(low), high=few(high), non_finite=dtype.kind == "f"), json

    def _discrete(self, space: Any, path: str) -> tuple[Field, dict[str, Any]]:
        dtype, start, count = np.dtype(space.dtype).name, int(getattr(space, "start", 0)), int(space.n)
        json = {"dtype": dtype, "start": start, "n": count}
        return Field(dtype, (), low=(float(start),) if start else (), num_values=(count,)), json

    def _multidiscrete(self, space: Any, path: str) -> tuple[Field, dict[str, Any]]:
        counts = np.asarray(space.nvec)
        starts = np.broadcast_to(np.asarray(getattr(space, "start", 0)), counts.shape)
        dtype = np.dtype(space.dtype).name
        field = Field(dtype, counts.shape, low=few(starts) if starts.any() else (), num_values=_whole(counts))
        return field, {"dtype": dtype, "nvec": counts.tolist(), "start": starts.tolist()}

    def _multibinary(self, space: Any, path: str) -> tuple[Field, dict[str, Any]]:
        shape = tuple(int(size) for size in space.shape)
        return Field(np.dtype(space.dtype).name, shape, num_values=(2,)), {"n": shape[0] if len(shape) == 1 else list(shape)}

    def _text(self, space: Any, path: str) -> tuple[Field, dict[str, Any]]:
        characters = getattr(space, "characters", None)
        most = max((len(one.encode()) for one in characters), default=1) if characters else _UTF8_BYTES
        length = int(space.max_length)
        json = {"max_length": length, "min_length": int(getattr(space, "min_length", 0)), "charset": characters or ""}
        return Field(TEXT, (max(1, length * most),)), json


def _leaves(node: Leaf | Group) -> list[Leaf]:
    return [node] if isinstance(node, Leaf) else [leaf for member in node.members.values() for leaf in _leaves(member)]


def _json(node: Leaf | Group) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return node.json
    if node.is_dict:
        return {"type": "Dict", "subspaces": {key: _json(member) for key, member in node.members.items()}}
    return {"type": "Tuple", "subspaces": [_json(member) for member in node.members.values()]}


def _collect(node: Leaf | Group, value: Any, rows: dict[str, Any]) -> None:
    if isinstance(node, Leaf):
        rows[node.path] = value
        return
    members = node.members
    if node.is_dict and (not isinstance(value, Mapping) or value.keys() != members.keys()):
        given = f"the keys {sorted(map(str, value))}" if isinstance(value, Mapping) else f"a {type(value).__name__}"
        raise BadArgument(f"'{node.path}' is given {given}; expected a dict with the keys of the space, {sorted(members)}")
    if not node.is_dict and (not isinstance(value, (tuple, list)) or len(value) != len(members)):
        raise BadArgument(f"'{node.path}' is given {value!r:.80}; expected a tuple of {len(members)}, as the space says")
    for key, member in members.items():
        _collect(member, value[key], rows)


def _nested(node: Leaf | Group, rows: Mapping[str, Any]) -> Any:
    if isinstance(node, Leaf):
        return rows[node.path]
    if node.is_dict:
        return {key: _nested(member, rows) for key, member in node.members.items()}
    return tuple(_nested(member, rows) for member in node.members.values())


def _says_nothing(low: Array, high: Array, dtype: np.dtype[Any]) -> bool:
    """Whether every value of the type keeps the bounds."""
    if dtype.kind == "f":
        return bool(np.isneginf(low).all() and np.isposinf(high).all())
    if dtype.kind == "b":
        return True
    limits = np.iinfo(dtype)
    return bool((low == limits.min).all() and (high == limits.max).all())


def _whole(values: Array) -> tuple[int, ...]:
    return tuple(int(one) for one in few(values))


def _bounds_json(bounds: Array) -> Any:
    """Equal ones once, infinite ones as texts, since JSON has neither."""
    flat = bounds.ravel()
    return _bound_json(flat[0].item()) if (flat == flat[0]).all() else _listed(bounds.tolist())


def _listed(bounds: Any) -> Any:
    return [_listed(one) for one in bounds] if isinstance(bounds, list) else _bound_json(bounds)


def _bound_json(bound: Any) -> Any:
    return ("inf" if bound > 0 else "-inf") if isinstance(bound, float) and np.isinf(bound) else bound
