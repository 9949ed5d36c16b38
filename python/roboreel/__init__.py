"""RoboReel: records robot episodes, durable per step, without stalling the simulation.

    import roboreel as rr

    with rr.Recorder.open("output/take_1", task="PickBanana", dt=1 / 15, fields={"actions": rr.f32(8, unit="rad")}) as rec:
        rec.begin(seed=1)
        rec.step({"actions": action})
        rec.end(success=True)
    rr.open("output/take_1").episodes[0]["actions"]

Importing it imports numpy and nothing else. The wrappers for other libraries, such as ``roboreel.gymnasium``, are modules of
its own that are imported when they are first named.
"""

import importlib as _importlib
from types import ModuleType as _ModuleType

from ._errors import (
    BadArgument,
    BadState,
    CannotStart,
    DiskFull,
    FolderLocked,
    Forked,
    NoSuchField,
    OutOfMemory,
    ProtocolError,
    RecorderDied,
    RecorderFailed,
    RoboReelError,
    RoboReelWarning,
    RunExists,
    Unreadable,
    VersionMismatch,
)
from ._fields import Field, boolean, f16, f32, f64, i8, i16, i32, i64, image, text, u8, u16, u32, u64
from ._reading import Episode, Episodes, Recording
from ._reading import open_recording as open  # noqa: A004 (rr.open, as numpy's load and h5py's File)
from ._recorder import Closed, Recorder
from ._report import report
from ._row import Row
from ._version import __version__

__all__ = [
    "BadArgument",
    "BadState",
    "CannotStart",
    "Closed",
    "DiskFull",
    "Episode",
    "Episodes",
    "Field",
    "FolderLocked",
    "Forked",
    "NoSuchField",
    "OutOfMemory",
    "ProtocolError",
    "Recorder",
    "RecorderDied",
    "RecorderFailed",
    "Recording",
    "RoboReelError",
    "RoboReelWarning",
    "Row",
    "RunExists",
    "Unreadable",
    "VersionMismatch",
    "__version__",
    "boolean",
    "f16",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "image",
    "open",
    "report",
    "text",
    "u8",
    "u16",
    "u32",
    "u64",
]

_MODULES = (
    "envlogger",
    "gymnasium",
    "isaaclab",
    "lerobot",
    "maniskill",
    "policy",
    "robolab",
    "robosuite",
    "stable_baselines3",
    "torch",
)


def __getattr__(name: str) -> _ModuleType:
    if name in _MODULES:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
