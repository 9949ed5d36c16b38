"""Specs of ``dm_env`` as fields, by their attributes; nothing of dm_env is imported."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._arrays import plain
from ._errors import BadArgument
from ._fields import DTYPES, STEP, TEXT, Field, few, inferred
from ._nested import flattened
from ._said import require

_TEXT_BYTES = 256


def named(value: object, group: str, alone: str) -> dict[str, Any]:
    """The arrays of a value by path; one that stands alone has a path of its own."""
    arrays = flattened(value, group)
    return {alone: arrays[group]} if list(arrays) == [group] else arrays


def like(spec: Any, value: Any) -> Any:
    """The value, with tuples where the spec has lists: lists are arrays otherwise."""
    if isinstance(spec, (list, tuple)) and isinstance(value, (list, tuple)) and len(spec) == len(value):
        return tuple(like(one, part) for one, part in zip(spec, value, strict=True))
    if isinstance(spec, Mapping) and isinstance(value, Mapping) and not _is_array(spec):
        return {key: like(spec.get(key), part) for key, part in value.items()}
    return value


def has_list(spec: Any) -> bool:
    """Whether there is a list in a spec, whose values :func:`like` has to take apart."""
    if isinstance(spec, Mapping) and not _is_array(spec):
        return any(has_list(one) for one in spec.values())
    return isinstance(spec, list) or (isinstance(spec, tuple) and any(has_list(one) for one in spec))


def _is_array(spec: Any) -> bool:
    """Whether it is an array's, also as EnvLogger's metadata has it."""
    return hasattr(spec, "dtype") or (isinstance(spec, Mapping) and "shape" in spec and "dtype" in spec)


def fields_of(spec: Any, group: str, alone: str, is_seen: bool) -> dict[str, Field]:
    """The fields of a spec by path."""
    return {path: _field(one, path, is_seen) for path, one in named(_Leaf.tree(spec, group), group, alone).items()}


class _Leaf:
    """An array's spec, an object or a dict of it; hidden from what takes dicts apart."""

    def __init__(self, spec: Any) -> None:
        self._spec = spec

    @staticmethod
    def tree(spec: Any, path: str) -> Any:
        if _is_array(spec):
            return _Leaf(spec)
        if isinstance(spec, Mapping):
            return {key: _Leaf.tree(one, f"{path}/{key}") for key, one in spec.items()}
        if isinstance(spec, (list, tuple)):
            return tuple(_Leaf.tree(one, f"{path}/{index}") for index, one in enumerate(spec))
        raise BadArgument(f"the spec '{path}' is a {type(spec).__name__}; expected an array's, or a dict, tuple or list of such")

    def get(self, name: str) -> Any:
        return self._spec.get(name) if isinstance(self._spec, Mapping) else getattr(self._spec, name, None)


def _field(spec: _Leaf, path: str, is_seen: bool) -> Field:
    sizes = spec.get("shape")
    # A file of EnvLogger has no arrays of no sizes.
    shape = () if sizes is None else tuple(int(size) for size in sizes)
    dtype = np.dtype(spec.get("dtype"))
    final = True if is_seen else None
    if dtype.kind in "OUS" and not shape:
        return Field(TEXT, (_TEXT_BYTES,), final=final)
    require(
        dtype.name in DTYPES,
        f"the spec '{path}' is of dtype {dtype}, which cannot be recorded; expected one of {', '.join(DTYPES)}",
    )
    require(0 not in shape, f"the spec '{path}' has the shape {shape}, which holds nothing; leave it out of the spec")
    field = inferred(np.zeros((1, *shape), dtype), 1, STEP, path)
    if field.is_image:
        return dataclasses.replace(field, final=final)
    count = spec.get("num_values")
    low, high = ((), ()) if count is not None else (_bounds(spec.get("minimum")), _bounds(spec.get("maximum")))
    names = str(spec.get("name") or "").split("\t")
    is_named = (
        len(names) == math.prod(shape) and len(set(names)) == len(names) and all(name and name.isprintable() for name in names)
    )
    return dataclasses.replace(
        field,
        final=final,
        non_finite=dtype.kind == "f",
        low=low,
        high=high,
        num_values=() if count is None else (int(count),),
        names=tuple(names) if is_named else (),
    )


def json_of(spec: Any) -> Any:
    """A spec as EnvLogger's metadata has it, infinite bounds as null."""
    if _is_array(spec):
        leaf = _Leaf(spec)
        said = {name: leaf.get(name) for name in ("shape", "name", "minimum", "maximum", "num_values")}
        found = {name: value for name, value in said.items() if value is not None}
        return plain({**found, "dtype": str(leaf.get("dtype"))}, "the spec")
    if isinstance(spec, Mapping):
        return {str(key): json_of(one) for key, one in spec.items()}
    return [json_of(one) for one in spec]


def _bounds(bounds: Any) -> tuple[float, ...]:
    return () if bounds is None else few(np.asarray(bounds, np.float64))
