"""Declarations of fields: what is recorded, with dtypes, shapes and units."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import BadArgument

Array = npt.NDArray[Any]

STEP, INITIAL, FINAL = "step", "initial", "final"
PHASES = (STEP, INITIAL, FINAL)
TEXT = "text"
FLOATS = ("float16", "float32", "float64")
DTYPES = (*FLOATS, "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", TEXT)
_INFERRED_TEXT_BYTES = 256
_MIN_INFERRED_IMAGE = 8


def final_of(path: str) -> str:
    """The path of the value after the last action that belongs to a field of every step."""
    return "final_" + path


@dataclasses.dataclass(frozen=True)
class Field:
    """One quantity of an episode. Made by :func:`f32`, :func:`image`, :func:`text` and the others.

    Attributes:
        dtype: numpy's name of the element type, or ``text``.
        shape: of one row, of one env at one step; ``()`` for a scalar. A text's is ``(max_bytes,)``.
        phase: ``step`` (a value with each step), ``initial`` (once, with ``begin``), ``final`` (once, with ``end``).
        unit: SI symbol of the values, such as ``rad`` or ``m/s``; empty without one.
        frame: reference frame: ``env``, ``world``, ``joint`` or a name of your own; empty when none applies.
        is_image: whether a row is a picture or depth image, (height, width, channels).
        non_finite: whether NaN and infinities are data; otherwise they are refused.
        stored: false for an image that only its video is to show.
        video: which video shows an image: ``sensor``, ``viewport``, ``none``; empty for what the name says.
        noise_free: whether pictures hold no noise (segmentation masks, flat renderings); stored exactly either way.
        names: of the row's elements, in C order, for example of joints.
        units: of each element, where one unit for all does not do.
        low, high: bounds of each element, or one number for all.
        num_values: how many values a whole-number element takes, from its ``low`` (0) up.
        quaternion: order of the quaternion that a row ends in: ``wxyz`` or ``xyzw``.
        final: whether ``end(final=...)`` takes the value after the last action as well; None: for fields below
            ``obs/`` that are numbers and no images.
    """

    dtype: str
    shape: tuple[int, ...] = ()
    phase: str = STEP
    unit: str = ""
    frame: str = ""
    is_image: bool = False
    non_finite: bool = False
    stored: bool = True
    video: str = ""
    noise_free: bool = False
    names: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    num_values: tuple[int, ...] = ()
    quaternion: str = ""
    final: bool | None = None

    def __post_init__(self) -> None:
        if self.dtype not in DTYPES:
            raise BadArgument(f"dtype '{self.dtype}' is unknown; expected one of {', '.join(DTYPES)}")
        if self.phase not in PHASES:
            raise BadArgument(f"phase '{self.phase}' is unknown; expected one of {', '.join(PHASES)}")

    @property
    def type_text(self) -> str:
        """Dtype and shape as messages show them."""
        return type_text(self.dtype, self.shape)

    @property
    def row_bytes(self) -> int:
        """Size of a row, bytes."""
        return math.prod(self.shape) * numpy_dtype(self.dtype).itemsize

    def message(self, path: str) -> dict[str, object]:
        """As the protocol's ``open_run`` has it."""
        message: dict[str, object] = {
            "path": path,
            "dtype": self.dtype,
            "shape": list(self.shape),
            "phase": self.phase,
            "unit": self.unit,
            "frame": self.frame,
            "image": self.is_image,
            "non_finite_allowed": self.non_finite,
            "stored": self.stored,
            "video": self.video,
            "noise_free": self.noise_free,
        }
        signal: dict[str, object] = {
            "names": list(self.names),
            "units": list(self.units),
            "low": _bounds(self.low),
            "high": _bounds(self.high),
            "num_values": list(self.num_values),
            "quaternion": self.quaternion,
        }
        signal = {key: value for key, value in signal.items() if value}
        return {**message, **signal}

    def has_final(self, path: str) -> bool:
        """Whether ``end`` takes the value after the last action of this field of every step."""
        if self.phase != STEP:
            return False
        if self.final is not None:
            return self.final
        return path.startswith("obs/") and not self.is_image and self.dtype != TEXT


FieldOf = Callable[[str, Array], "Field | None"]


def _bounds(bounds: tuple[float, ...]) -> list[float | None]:
    return [bound if math.isfinite(bound) else None for bound in bounds]


def type_text(dtype: object, shape: Sequence[int]) -> str:
    """A dtype and shape as messages show them, for example ``float32 of shape (8,)``."""
    return f"{dtype} of shape ({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def numpy_dtype(dtype: str) -> np.dtype[Any]:
    """The little-endian numpy type of one element; of a text's, one byte."""
    # By its text, so that it is numpy's own object, which arrays are compared with.
    return np.dtype("u1") if dtype == TEXT else np.dtype("<" + np.dtype(dtype).str[1:])


def _numbers(value: object, what: str) -> tuple[float, ...]:
    if value is None:
        return ()
    try:
        return tuple(float(one) for one in np.asarray(value, np.float64).ravel())
    except (TypeError, ValueError):
        raise BadArgument(f"{what} is {value!r}; expected a number, or one for each element of a row") from None


def _texts(value: Sequence[str] | None, what: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str) or not all(isinstance(one, str) for one in value):
        raise BadArgument(f"{what} is {value!r}; expected a list of texts, one for each element of a row")
    return tuple(value)


def _shape(shape: tuple[object, ...]) -> tuple[int, ...]:
    sizes = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    for size in sizes:
        if not isinstance(size, (int, np.integer)) or isinstance(size, bool) or size < 1:
            raise BadArgument(f"shape {shape} has the size {size!r}; expected whole numbers from 1 on")
    return tuple(int(size) for size in sizes if isinstance(size, (int, np.integer)))


def _array(
    dtype: str,
    shape: tuple[object, ...],
    *,
    unit: str | Sequence[str] = "",
    frame: str = "",
    phase: str = STEP,
    names: Sequence[str] | None = None,
    low: object = None,
    high: object = None,
    num_values: object = None,
    quaternion: str = "",
    non_finite: bool = False,
    final: bool | None = None,
) -> Field:
    return Field(
        dtype,
        _shape(shape),
        phase=phase,
        unit=unit if isinstance(unit, str) else "",
        units=() if isinstance(unit, str) else _texts(unit, "unit"),
        frame=frame,
        names=_texts(names, "names"),
        low=_numbers(low, "low"),
        high=_numbers(high, "high"),
        num_values=tuple(int(number) for number in _numbers(num_values, "num_values")),
        quaternion=quaternion,
        non_finite=non_finite,
        final=final,
    )


def f16(*shape: int | Sequence[int], **more: Any) -> Field:
    """A float16 field; parameters as :func:`f32`."""
    return _array("float16", shape, **more)


def f32(*shape: int | Sequence[int], **more: Any) -> Field:
    """A float32 field of the given row shape (of one env at one step): ``f32()`` a scalar, ``f32(8)`` 8 values.

    Args:
        shape: sizes of the row's axes.
        unit: SI symbol, for example ``rad``; or a list with one for each element.
        frame: ``env``, ``world``, ``joint`` or a name of your own.
        phase: ``step``, ``initial`` or ``final``.
        names: a name for each element, in C order.
        low, high: bounds, a number for all elements or one for each.
        num_values: of whole numbers, how many values there are.
        quaternion: ``wxyz`` or ``xyzw`` where a row ends in one.
        non_finite: True where NaN and infinities are data.
        final: whether ``end(final=...)`` takes the value after the last action, too.

    Raises:
        BadArgument: for a size below 1 and what is no text or number.
    """
    return _array("float32", shape, **more)


def f64(*shape: int | Sequence[int], **more: Any) -> Field:
    """A float64 field; parameters as :func:`f32`."""
    return _array("float64", shape, **more)


def i8(*shape: int | Sequence[int], **more: Any) -> Field:
    """An int8 field; parameters as :func:`f32`."""
    return _array("int8", shape, **more)


def i16(*shape: int | Sequence[int], **more: Any) -> Field:
    """An int16 field; parameters as :func:`f32`."""
    return _array("int16", shape, **more)


def i32(*shape: int | Sequence[int], **more: Any) -> Field:
    """An int32 field; parameters as :func:`f32`."""
    return _array("int32", shape, **more)


def i64(*shape: int | Sequence[int], **more: Any) -> Field:
    """An int64 field; parameters as :func:`f32`."""
    return _array("int64", shape, **more)


def u8(*shape: int | Sequence[int], **more: Any) -> Field:
    """A uint8 field that is no picture; parameters as :func:`f32`."""
    return _array("uint8", shape, **more)


def u16(*shape: int | Sequence[int], **more: Any) -> Field:
    """A uint16 field that is no depth image; parameters as :func:`f32`."""
    return _array("uint16", shape, **more)


def u32(*shape: int | Sequence[int], **more: Any) -> Field:
    """A uint32 field; parameters as :func:`f32`."""
    return _array("uint32", shape, **more)


def u64(*shape: int | Sequence[int], **more: Any) -> Field:
    """A uint64 field; parameters as :func:`f32`."""
    return _array("uint64", shape, **more)


def boolean(*shape: int | Sequence[int], **more: Any) -> Field:
    """A field of booleans; parameters as :func:`f32`."""
    return _array("bool", shape, **more)


def text(max_bytes: int, *, phase: str = STEP, final: bool | None = None) -> Field:
    """A text a row, of up to ``max_bytes`` bytes of UTF-8 and without NUL characters.

    Raises:
        BadArgument: for a size below 1.
    """
    return Field(TEXT, _shape((max_bytes,)), phase=phase, final=final)


def image(
    height: int,
    width: int,
    channels: int = 3,
    dtype: str = "uint8",
    *,
    phase: str = STEP,
    unit: str = "",
    frame: str = "",
    video: str = "",
    noise_free: bool = False,
    non_finite: bool = False,
    stored: bool = True,
    final: bool | None = None,
) -> Field:
    """A picture, uint8 of 1, 3 (RGB) or 4 channels, or a depth image, uint16 (mm) or float32 (m) of 1 channel.

    Args:
        height: pixels.
        width: pixels.
        channels: 1, 3 or 4.
        dtype: ``uint8``, ``uint16`` or ``float32``.
        video: the video that shows it: ``sensor``, ``viewport`` or ``none``; empty for what its name says
            (``obs/..._camera``, ``_cam``, ``_img``, ``_image`` are in the sensor video).
        noise_free: True for segmentation masks and flat renderings.
        non_finite: True where infinite depths are data.
        stored: False where only the video is wanted.
        final: True where ``end(final=...)`` is given the frame after the last action, too.
        phase, unit, frame: as :func:`f32`.

    Raises:
        BadArgument: for another combination of dtype and channels.
    """
    shape = _shape((height, width, channels))
    is_picture = dtype == "uint8" and channels in (1, 3, 4)
    if not is_picture and not (dtype in ("uint16", "float32") and channels == 1):
        raise BadArgument(f"an image is uint8 of 1, 3 or 4 channels, or uint16 or float32 of 1; given {type_text(dtype, shape)}")
    return Field(
        dtype,
        shape,
        phase=phase,
        unit=unit,
        frame=frame,
        is_image=True,
        video=video,
        noise_free=noise_free,
        non_finite=non_finite,
        stored=stored,
        final=final,
    )


def few(values: Array) -> tuple[float, ...]:
    """Bounds of a row's elements, one number for all where they are equal."""
    flat = values.ravel()
    return tuple(float(one) for one in (flat[:1] if (flat == flat[:1]).all() else flat))


def with_finals(fields: Mapping[str, Field]) -> dict[str, Field]:
    """The fields, and for each that has one the field of the value after the last action."""
    complete = dict(fields)
    for path, field in fields.items():
        if field.has_final(path) and final_of(path) not in complete:
            complete[final_of(path)] = dataclasses.replace(field, phase=FINAL, video="", noise_free=False, final=None)
    return complete


def row_of(value: Array, num_envs: int, path: str) -> Array:
    """The first env's row of an array that has one for each env; of one env it may be the row alone.

    Raises:
        BadArgument: where it has not a row for each env.
    """
    if value.shape[:1] == (num_envs,):
        row: Array = value[0]
        return np.asarray(row)
    if num_envs != 1:
        raise BadArgument(
            f"field '{path}' is given {type_text(value.dtype, value.shape)}; expected {num_envs} rows, one for each env"
        )
    return value


def inferred(value: Array, num_envs: int, phase: str, path: str) -> Field:
    """The field that an array of the first step is recorded as.

    Args:
        value: rows of all envs, (num_envs, ...); of one env also a row alone.
        num_envs: number of envs.
        phase: of the field.
        path: of the field, for messages.

    Raises:
        BadArgument: where its type is none that can be recorded, or it has not a row for each env.
    """
    shape = row_of(value, num_envs, path).shape
    if value.dtype.kind in "US":
        return Field(TEXT, (_INFERRED_TEXT_BYTES,), phase=phase)
    name = value.dtype.name
    if name not in DTYPES:
        raise BadArgument(f"field '{path}' is of dtype {name}, which cannot be recorded; expected one of {', '.join(DTYPES)}")
    return Field(name, tuple(shape), phase=phase, is_image=_looks_like_image(name, shape))


def _looks_like_image(dtype: str, shape: Sequence[int]) -> bool:
    return dtype == "uint8" and len(shape) == 3 and shape[2] in (1, 3, 4) and min(shape[0], shape[1]) >= _MIN_INFERRED_IMAGE


def field_of_rows(dataset: Any, phase: str) -> Field | None:
    """The field that an HDF5 dataset holds rows of, as its attributes describe it; None for a type that no field has.

    Args:
        dataset: an ``h5py.Dataset`` whose first axis are the rows.
        phase: of the field.
    """
    is_text = dataset.dtype.kind == "S"
    name = TEXT if is_text else dataset.dtype.name
    shape = (dataset.dtype.itemsize,) if is_text else tuple(dataset.shape[1:])
    if name not in DTYPES or (is_text and dataset.ndim > 1):
        return None
    said = dict(dataset.attrs.items())
    is_depth = name in ("uint16", "float32") and shape[2:] == (1,) and len(shape) == 3 and min(shape[:2]) >= _MIN_INFERRED_IMAGE
    return Field(
        name,
        shape,
        phase=phase,
        unit=_said(said.get("unit")),
        frame=_said(said.get("frame")),
        is_image=is_depth or _looks_like_image(name, shape),
        non_finite=bool(said.get("non_finite_allowed", False)),
        noise_free=bool(said.get("noise_free", False)),
        names=tuple(_said(one) for one in said.get("names", ())),
        units=tuple(_said(one) for one in said.get("units", ())),
        low=tuple(float(one) for one in said.get("low", ())),
        high=tuple(float(one) for one in said.get("high", ())),
        num_values=tuple(int(one) for one in said.get("num_values", ())),
        quaternion=_said(said.get("quaternion")),
    )


def _said(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)
