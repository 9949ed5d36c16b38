"""Arrays of any library as numpy's, and the conversions that a recording allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ._errors import BadArgument, RoboReelError
from ._fields import Array, type_text


def as_numpy(value: object, path: str) -> Array:
    """A value as a numpy array, without a copy where its library allows that; no library is imported for it.

    Takes numpy arrays and numbers, nested lists, torch tensors (detached and moved to the CPU), jax arrays, and whatever
    has ``__array_interface__``, ``__array__``, ``numpy()`` or ``__dlpack__``.

    Raises:
        BadArgument: naming the field, when it is none of these.
    """
    try:
        return _as_numpy(value)
    except RoboReelError:
        raise
    except Exception as e:  # whatever a foreign library raises
        raise BadArgument(
            f"field '{path}' is given {_kind(value)}, which is no array: {_first_line(e)}; give a numpy array"
        ) from e


def _as_numpy(value: Any) -> Array:
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    if hasattr(value, "detach"):
        return np.asarray(value.detach().cpu().numpy())
    if hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        return np.asarray(value)
    if callable(getattr(value, "numpy", None)):
        return np.asarray(value.numpy())
    if hasattr(value, "__dlpack__"):
        return np.from_dlpack(value)
    if isinstance(value, dict):
        raise TypeError("a dict has no rows; give each of its entries as a field of its own, such as 'obs/position'")
    return np.asarray(value)


def _first_line(e: Exception) -> str:
    return (str(e) or type(e).__name__).splitlines()[0]


def _kind(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"


def cast(value: Array, dtype: np.dtype[Any], path: str) -> Array:
    """The values in the field's dtype: safe casts, float64 to float32 or float16, and whole numbers that fit exactly.

    Raises:
        BadArgument: naming the field, both dtypes and what to do.
    """
    if value.dtype == dtype:
        return value
    if dtype.kind == "S":
        return _texts(value, dtype.itemsize, path)
    given = value.dtype
    if given.kind not in "biuf" or (dtype.kind == "b") or (given.kind == "f" and dtype.kind != "f"):
        raise BadArgument(f"field '{path}' is given {given.name}; expected {dtype.name}, convert it with .astype('{dtype.name}')")
    if np.can_cast(given, dtype, "safe") and (dtype.kind != "f" or given.kind == "f"):
        return value.astype(dtype)
    with np.errstate(all="ignore"):
        result = value.astype(dtype)
        is_kept = np.isfinite(result) | ~np.isfinite(value) if given.kind == "f" else _is_exact(value, result)
    if not is_kept.all():
        lost = value[~is_kept].ravel()[0] if value.ndim else value[()]
        raise BadArgument(
            f"field '{path}' is given {lost} as {given.name}, which {dtype.name} cannot hold; declare a larger dtype"
        )
    return result


def _is_exact(value: Array, result: Array) -> Any:
    if result.dtype.kind == "f" and value.dtype.kind != "b":
        limit = 2 ** (np.finfo(result.dtype).nmant + 1)
        return (value <= limit) & ((value >= -limit) if value.dtype.kind == "i" else True)
    # The sign tells int64 and uint64 apart, whose bits are the same.
    return (result.astype(value.dtype) == value) & ((result < 0) == (value < 0))


def _texts(value: Array, max_bytes: int, path: str) -> Array:
    texts = [_text(one, max_bytes, path) for one in value.ravel().tolist()]
    return np.array(texts, f"S{max_bytes}").reshape(value.shape)


def _text(one: object, max_bytes: int, path: str) -> bytes:
    if isinstance(one, bytes):
        encoded = one
    elif isinstance(one, str):
        encoded = utf8(one, f"field '{path}'").encode()
    else:
        raise BadArgument(f"field '{path}' is a text and is given {_kind(one)}; give a str for each env")
    if b"\0" in encoded:
        raise BadArgument(f"field '{path}' is given a text with a NUL character, which cannot be stored; leave it out")
    if len(encoded) > max_bytes:
        raise BadArgument(
            f"field '{path}' is given a text of {len(encoded)} bytes of UTF-8; expected at most {max_bytes}, "
            f"declare text({len(encoded)}) or shorten it"
        )
    return encoded


def utf8(text: str, what: str) -> str:
    """The text, which must be one that UTF-8 has.

    Raises:
        BadArgument: when it holds half a character.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadArgument(f"{what} holds half a character (an unpaired surrogate); give whole ones") from None
    return text


def shaped(value: Array, rows: int, shape: tuple[int, ...], path: str, dtype: str, may_be_row: bool) -> Array:
    """The values as (rows, *shape).

    Args:
        value: as it was given.
        rows: expected number of rows.
        shape: of a row.
        path: of the field, for messages.
        dtype: of the field, for messages.
        may_be_row: whether the axis of rows may be missing, because there is one env.

    Raises:
        BadArgument: naming the field, both shapes and what to do.
    """
    expected = (rows, *shape)
    if value.shape == expected:
        return value
    if may_be_row and rows == 1 and value.shape == shape:
        return value.reshape(expected)
    without_channel = shape[:-1] if len(shape) == 3 and shape[-1] == 1 else None
    if without_channel is not None and value.shape == (rows, *without_channel):
        return value.reshape(expected)
    if without_channel is not None and may_be_row and rows == 1 and value.shape == without_channel:
        return value.reshape(expected)
    raise BadArgument(
        f"field '{path}' is given {type_text(value.dtype.name, value.shape)}; expected {type_text(dtype, expected)}"
        f"{_advice(value.shape, expected)}"
    )


def _advice(given: tuple[int, ...], expected: tuple[int, ...]) -> str:
    if len(expected) == 4 and given[-3:] == (expected[3], expected[1], expected[2]):
        return ": a picture's channels come last, use numpy.moveaxis(picture, -3, -1)"
    if given == expected[1:]:
        return ": a row for each env"
    if given[1:] == expected[1:]:
        return f": {expected[0]} rows, one for each env of the call"
    return ""


def plain(value: object, where: str) -> Any:
    """A value as JSON has it; numpy's numbers and arrays as Python's, NaN and infinities as null.

    Raises:
        BadArgument: naming the place, when it is none.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return utf8(str(value), where)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if np.isfinite(value) else None
    if isinstance(value, dict):
        return {utf8(str(key), where): plain(one, f"{where}['{key}']") for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one, where) for one in value]
    if isinstance(value, (np.generic, np.ndarray)) and value.dtype.kind in "biufSU":
        return plain(value.tolist() if value.dtype.kind != "S" else np.char.decode(value, "utf-8").tolist(), where)
    if hasattr(value, "__fspath__"):
        return utf8(str(value), where)
    raise BadArgument(f"{where} is {_kind(value)}, which JSON cannot hold; give texts, numbers, booleans, lists or dicts")


def per_env(value: object, count: int, what: str, convert: Callable[[Any], Any], singles: Iterable[type]) -> list[Any]:
    """A value for each env of a call: one for all, or a list or array with one each.

    Args:
        value: None, one value, or a sequence of ``count``.
        count: number of envs of the call.
        what: name of the parameter, for messages.
        convert: makes the value of one env; raises what does not fit.
        singles: types of a value that is one for all.

    Raises:
        BadArgument: when a sequence has another length.
    """
    if value is None or isinstance(value, tuple(singles)):
        return [value if value is None else convert(value)] * count
    values: list[Any] | None = None
    if isinstance(value, (list, tuple)):
        values = list(value)
    elif hasattr(value, "__array__") or hasattr(value, "detach") or hasattr(value, "__dlpack__"):
        listed = as_numpy(value, what).tolist()
        values = listed if isinstance(listed, list) else [listed] * count
    if values is None:
        return [convert(value)] * count
    if len(values) != count:
        raise BadArgument(f"{what} has {len(values)} values; expected one for all or {count}")
    return [one if one is None else convert(one) for one in values]
