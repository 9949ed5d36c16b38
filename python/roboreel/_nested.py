"""Nested dicts of arrays as fields by path, which is how Gymnasium, ManiSkill and Isaac Lab hand over what they see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._errors import BadArgument


def flattened(value: object, path: str) -> dict[str, Any]:
    """The arrays of nested dicts and tuples by path: ``{"q": a, "cams": (b, c)}`` at ``obs`` are ``obs/q``,
    ``obs/cams/0`` and ``obs/cams/1``.

    Args:
        value: a dict, a tuple or an array; lists are arrays. Left as it is.
        path: of the whole, and of an array that stands alone.

    Raises:
        BadArgument: for a key that is no text, is empty or holds a slash.
    """
    arrays: dict[str, Any] = {}
    _collect(value, path, arrays)
    return arrays


def _collect(value: object, path: str, arrays: dict[str, Any]) -> None:
    if isinstance(value, Mapping):
        for key, one in value.items():
            if not isinstance(key, str) or not key or "/" in key:
                raise BadArgument(f"'{path}' has the key {key!r}; expected a text without slashes, rename it")
            _collect(one, f"{path}/{key}", arrays)
    elif isinstance(value, tuple):
        for index, one in enumerate(value):
            _collect(one, f"{path}/{index}", arrays)
    else:
        arrays[path] = value
