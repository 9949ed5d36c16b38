"""Features of LeRobot's datasets: the fields that they become, and the checks and conversions of their values."""

from __future__ import annotations

import copy
import re
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._arrays import as_numpy
from ._errors import BadArgument, RoboReelWarning
from ._fields import DTYPES, TEXT, Array, Field
from ._said import is_whole, require

# What LeRobot fills in itself, whatever a caller declares.
DEFAULT_FEATURES = {
    "timestamp": {"dtype": "float32", "shape": (1,), "names": None},
    "frame_index": {"dtype": "int64", "shape": (1,), "names": None},
    "episode_index": {"dtype": "int64", "shape": (1,), "names": None},
    "index": {"dtype": "int64", "shape": (1,), "names": None},
    "task_index": {"dtype": "int64", "shape": (1,), "names": None},
}
TASK = "task"
PICTURES = ("image", "video")
_MIN_VIDEO_SIDE = 16
_DEPTH_DTYPES = {"mm": "uint16", "m": "float32"}


class Feature:
    """A feature of a frame: the field that it becomes, and the check and conversion of its values."""

    def __init__(self, key: str, path: str, feature: dict[str, Any], max_text_bytes: int) -> None:
        self.key = key
        self.path = path
        self._said = feature
        self._dtype: str = feature["dtype"]
        self._shape: tuple[int, ...] = feature["shape"]
        self._is_depth = is_depth(feature)
        self._pixels = "uint8"
        if self._is_depth:
            self._pixels = _DEPTH_DTYPES.get((feature.get("info") or {}).get("depth_unit", ""), "")
        if self._dtype in PICTURES:
            self._shape = _height_width_channels(feature)
        self._max_text_bytes = max_text_bytes
        # Numpy's own object, which arrays are compared with.
        self._numpy_dtype = np.dtype(_numpy_name(self._dtype) or "u1")

    @property
    def is_known(self) -> bool:
        """Whether it is known before the first frame what is recorded."""
        return self._pixels != ""

    @property
    def field(self) -> Field:
        if self._dtype == "string":
            return Field(TEXT, (self._max_text_bytes,), final=False)
        if self._dtype in PICTURES:
            if not self._is_depth:
                return Field(self._pixels, self._shape, is_image=True, video="none", final=False)
            is_metres = self._pixels == "float32"
            unit = "m" if is_metres else "mm"
            return Field(self._pixels, self._shape, is_image=True, unit=unit, non_finite=is_metres, final=False)
        name = self._numpy_dtype.name
        return Field(name, self._shape, names=self._element_names(), non_finite=name.startswith("float"), final=False)

    def entry(self, fps: int) -> dict[str, Any]:
        """As ``meta/info.json`` describes it."""
        entry = dict(self._said)
        info = dict(entry.get("info") or {})
        if self._is_depth:
            info["depth_unit"] = "m" if self._pixels == "float32" else "mm"
        elif self._dtype == "video":
            height, width, channels = self._shape
            size = {"video.height": height, "video.width": width, "video.fps": fps, "video.channels": channels}
            info = {**size, "has_audio": False, "is_depth_map": False, **info}
        return {**entry, "info": info} if info else entry

    def _element_names(self) -> tuple[str, ...]:
        names = self._said["names"]
        if isinstance(names, Mapping) and len(names) == 1:
            names = next(iter(names.values()))
        is_list = isinstance(names, (list, tuple)) and all(
            isinstance(name, str) and name.isprintable() and name for name in names
        )
        is_fit = is_list and len(names) == np.prod(self._shape) and len(set(names)) == len(names)
        return tuple(names) if is_fit else ()

    def row(self, value: Any) -> Any:
        """A value as the recorder takes it.

        Raises:
            BadArgument: naming the feature, when it is of another kind, dtype or shape.
        """
        if self._dtype == "string":
            if not isinstance(value, str):
                raise BadArgument(f"'{self.key}' is of type {type(value).__name__}; expected a str")
            return value
        if self._dtype in PICTURES:
            return self._picture(value)
        if type(value) is not np.ndarray:
            value = self._tensor(value)
        if value.dtype is not self._numpy_dtype and value.dtype != self._numpy_dtype:
            raise BadArgument(
                f"'{self.key}' is of dtype {value.dtype}; expected {self._dtype}, convert it with .astype('{self._dtype}')"
            )
        if value.shape != self._shape:
            raise BadArgument(f"'{self.key}' is of shape {value.shape}; expected {self._shape}")
        row: Array = value[np.newaxis]
        return row

    def _tensor(self, value: Any) -> Array:
        """An array, or a tensor as one: what LeRobot takes for numbers."""
        if isinstance(value, np.ndarray) or hasattr(value, "detach"):
            return as_numpy(value, self.key)
        raise BadArgument(
            f"'{self.key}' is of type {type(value).__name__}; expected a numpy array of {self._dtype} {self._shape}"
        )

    def _picture(self, value: Any) -> Array:
        is_of_pil = callable(getattr(value, "convert", None)) and hasattr(value, "__array_interface__")
        picture = np.asarray(value) if is_of_pil else self._tensor(value)
        height, width, channels = self._shape
        if picture.shape == (channels, height, width) and picture.shape != self._shape:
            picture = np.moveaxis(picture, 0, -1)
        elif self._is_depth and picture.shape == (height, width):
            picture = picture[..., np.newaxis]
        if picture.shape != self._shape:
            raise BadArgument(f"'{self.key}' is of shape {picture.shape}; expected {self._shape} or {(channels, height, width)}")
        return (self._depths(picture) if self._is_depth else self._colours(picture))[np.newaxis]

    def _depths(self, picture: Array) -> Array:
        expected = [self._pixels] if self._pixels else ["uint16", "float32"]
        if picture.dtype.name not in expected:
            raise BadArgument(f"'{self.key}' is of dtype {picture.dtype}; expected {' (mm) or '.join(expected)} of depths")
        self._pixels = picture.dtype.name
        return picture

    def _colours(self, picture: Array) -> Array:
        if picture.dtype == np.uint8:
            return picture
        if picture.dtype.kind != "f":
            raise BadArgument(f"'{self.key}' is of dtype {picture.dtype}; expected uint8, or floats from 0 to 1")
        low, high = picture.min(), picture.max()
        if not (low >= 0 and high <= 1):
            raise BadArgument(f"'{self.key}' has floats from {low} to {high}; expected 0 to 1, or uint8 from 0 to 255")
        # Cut off as LeRobot does, so that both store the same pixels.
        return (picture * 255).astype(np.uint8)


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadArgument(f"{what} is a {type(value).__name__}; expected a dict by names of features")
    return value


def declared_feature(key: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """A feature, checked, as LeRobot keeps it."""
    require(isinstance(key, str) and key != "" and "/" not in key, f"a feature is named {key!r}; expected a text without slashes")
    require(key != TASK, "a feature is named 'task', which each frame has besides its features; rename it")
    mapping(said, f"feature '{key}'")
    for part in ("dtype", "shape"):
        require(part in said, f"feature '{key}' has no {part}; expected dtype, shape and names")
    sizes = said["shape"]
    is_shape = isinstance(sizes, (tuple, list)) and len(sizes) > 0 and all(is_whole(size) and size >= 1 for size in sizes)
    require(is_shape, f"feature '{key}' has the shape {sizes!r}; expected sizes from 1 on, (1,) for a number")
    feature = {
        **copy.deepcopy(dict(said)),
        "shape": tuple(int(size) for size in sizes),
        "names": copy.deepcopy(said.get("names")),
    }
    dtype = feature["dtype"] = str(feature["dtype"])
    if dtype in PICTURES:
        _require_picture(key, feature)
    elif dtype == "language":
        raise BadArgument(f"feature '{key}' is a column of language, which lerobot-annotate makes afterwards; leave it out")
    elif dtype != "string" and _numpy_name(dtype) not in DTYPES:
        raise BadArgument(
            f"feature '{key}' is of dtype '{dtype}'; expected image, video, string or one of {', '.join(DTYPES[:-1])}"
        )
    return feature


def _numpy_name(dtype: str) -> str:
    try:
        return str(np.dtype(dtype).name)
    except TypeError:
        return ""


def is_depth(feature: Mapping[str, Any]) -> bool:
    info, old = feature.get("info") or {}, feature.get("video_info") or {}
    said = (info.get("is_depth_map"), info.get("video.is_depth_map"), old.get("video.is_depth_map"))
    return feature["dtype"] in PICTURES and any(said)


def _height_width_channels(feature: Mapping[str, Any]) -> tuple[int, ...]:
    """The shape with channels last, as pictures are recorded."""
    shape, names = feature["shape"], feature["names"]
    channels = 1 if is_depth(feature) else 3
    is_named_first = isinstance(names, (list, tuple)) and bool(names) and str(names[0]).startswith("channel")
    if is_named_first or (shape[0] == channels and shape[2] != channels):
        return (shape[1], shape[2], shape[0])
    return tuple(shape)


def _require_picture(key: str, feature: Mapping[str, Any]) -> None:
    shape = feature["shape"]
    require(len(shape) == 3, f"feature '{key}' is pictures of the shape {shape}; expected (height, width, channels)")
    height, width, channels = _height_width_channels(feature)
    expected = 1 if is_depth(feature) else 3
    require(channels == expected, f"feature '{key}' is pictures of {channels} channels; expected {expected}")
    is_video = feature["dtype"] == "video" and not is_depth(feature)
    fits = height % 2 == 0 and width % 2 == 0 and min(height, width) >= _MIN_VIDEO_SIDE
    require(
        fits or not is_video,
        f"feature '{key}' is a video of {width} x {height}, and H.264 takes even sizes from {_MIN_VIDEO_SIDE} on; "
        "declare it as 'image'",
    )


def require_complete(features: Mapping[str, Mapping[str, Any]], use_videos: bool) -> None:
    given = [key for key in features if key in DEFAULT_FEATURES]
    require(not given, f"the features have {given}, which LeRobot fills in; leave them out")
    require("action" in features, "the features have no 'action'; expected one, what was commanded")
    videos = [key for key, feature in features.items() if feature["dtype"] == "video"]
    require(use_videos or not videos, f"use_videos is False, and {videos} are videos; declare them as 'image'")


def say_what_changes(features: Mapping[str, Mapping[str, Any]]) -> None:
    """Says which features an export gives back in another form."""
    numbers = {key: one for key, one in features.items() if one["dtype"] not in (*PICTURES, "string")}
    changed = [f"'{key}' {one['shape']} as a vector" for key, one in numbers.items() if len(one["shape"]) > 1]
    changed += [f"'{key}' as float32" for key, one in numbers.items() if _numpy_name(one["dtype"]) == "float16"]
    changed += [f"'{key}' as files" for key, one in features.items() if one["dtype"] == "video" and is_depth(one)]
    if changed:
        warnings.warn(f"the recording has all features as declared, an export gives {', '.join(changed)}", RoboReelWarning, 3)


def features_of(declared: Mapping[str, dict[str, Any]], paths: Mapping[str, str], max_text_bytes: int) -> list[Feature]:
    """The features with the paths of their fields: those that are given, else those of ``import lerobot``."""
    taken = {TASK}
    features = []
    for key, feature in declared.items():
        path = paths.get(key) or re.sub(r"[^A-Za-z0-9_./-]", "_", _path(key, feature, declared))
        apart, number = path, 2
        while apart in taken:
            apart, number = f"{path}_{number}", number + 1
        taken.add(apart)
        features.append(Feature(key, apart, feature, max_text_bytes))
    return features


def _path(key: str, feature: Mapping[str, Any], declared: Mapping[str, Any]) -> str:
    if key == "action":
        return "actions"
    # Exports round what is in "rewards" to float32.
    if key == "next.reward" and feature["dtype"] == "float32" and feature["shape"] == (1,):
        return "rewards"
    if key.startswith("observation.images."):
        name = key.removeprefix("observation.images.")
        return f"obs/images.{name}" if f"observation.{name}" in declared else f"obs/{name}"
    # Exports look for pictures below obs alone.
    is_seen = key.startswith("observation.") or feature["dtype"] in PICTURES
    return f"obs/{key.removeprefix('observation.')}" if is_seen else key
