"""What goes wrong, as exceptions: each holds one sentence that names the thing, what was expected and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RoboReelError(Exception):
    """Base of all errors of RoboReel.

    ``kind`` says in one word of the protocol what kind it is, for example ``bad_argument`` or ``disk_full``.
    """

    kind = "failed"

    def __init__(self, sentence: str, kind: str | None = None) -> None:
        super().__init__(sentence)
        if kind is not None:
            self.kind = kind

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (*self.args, self.kind)


class BadArgument(RoboReelError, ValueError):
    """A value, name, dtype or shape that cannot be recorded. Nothing of the call was recorded."""

    kind = "bad_argument"


class BadState(RoboReelError, RuntimeError):
    """A call at the wrong time: a step before its begin, a second begin. Nothing of the call was recorded."""

    kind = "bad_state"


class Forked(BadState):
    """The recorder was opened by the process that this one was forked from."""


class FolderLocked(RoboReelError, OSError):
    """Another process records into the folder."""

    kind = "locked"


class RunExists(RoboReelError, FileExistsError):
    """The folder holds a run of that number, or one that differs and cannot be added to."""

    kind = "conflict"


class DiskFull(RoboReelError, OSError):
    """There is no room on the disk. What was recorded before stays valid."""

    kind = "disk_full"


class OutOfMemory(RoboReelError, MemoryError):
    """The system gives no more memory."""

    kind = "out_of_memory"


class RecorderFailed(RoboReelError, OSError):
    """The recorder cannot continue: a fault of the disk, a stalled disk, no file handles. ``kind`` tells them apart."""

    kind = "failed"


class RecorderDied(RoboReelError, ConnectionError):
    """The process that records has died. ``roboreel recover`` brings back what ``durable`` had counted."""

    kind = "died"


class CannotStart(RoboReelError, ConnectionError):
    """The process that records could not be started; the sentence ends with what it said last."""

    kind = "cannot_start"


class VersionMismatch(RoboReelError, ConnectionError):
    """Package and recorder speak no common version of the protocol; the sentence says which one to update."""

    kind = "version"


class ProtocolError(RoboReelError, ConnectionError):
    """The recorder said something that this package does not understand, or the other way round."""

    kind = "protocol"


class Unreadable(RoboReelError, OSError):
    """A file, an episode or an array of a recording that cannot be read. Others of the recording can."""

    kind = "unreadable"


class NoSuchField(BadArgument, KeyError):
    """An episode holds no array of that path; the sentence names the nearest ones."""

    def __str__(self) -> str:
        return str(self.args[0])


class RoboReelWarning(UserWarning):
    """Something that the person who records should know and that does not stop the recording."""


_OF_KIND: dict[str, type[RoboReelError]] = {
    error.kind: error
    for error in (BadArgument, BadState, FolderLocked, RunExists, DiskFull, OutOfMemory, VersionMismatch, ProtocolError)
}


def of_kind(kind: str, sentence: str) -> RoboReelError:
    """The exception for an ``error`` message of the protocol."""
    return _OF_KIND.get(kind, RecorderFailed)(sentence, kind)


def nearest(name: str, known: Iterable[str]) -> str:
    """What messages say about a name that is not known: the nearest ones, or all where there are few."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, 3, 0.5)
    if close:
        return "did you mean " + " or ".join(f"'{one}'" for one in close) + "?"
    if not names:
        return "none is known"
    shown = ", ".join(f"'{one}'" for one in names[:8])
    return f"known are {shown}" + (f" and {len(names) - 8} more" if len(names) > 8 else "")
