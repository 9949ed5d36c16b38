"""Run files on the disk: where they lie, how h5py opens one, what lies beside it. Nothing is written and nothing stays open."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ._errors import BadArgument, Unreadable

_RUN_FILE = re.compile(r"run_(\d+)\.hdf5")
_RUN_TRACE = re.compile(r"run_(\d+)\.(staging|hdf5\.(?:recovering|before-recovery))")
_LEGACY_RUN_FILE = "data.hdf5"
_OTHER_SUFFIXES = (".hdf5", ".h5")
_SET_ASIDE = re.compile(r"replaced-run_\d+-.*")
_LOCK_HOLDER = ".recording.lock.json"


def h5py() -> Any:
    """The module h5py.

    Raises:
        BadArgument: when it is not installed.
    """
    try:
        import h5py as module  # type: ignore[import-untyped, import-not-found, unused-ignore]  # noqa: PLC0415 (recording does not need it)
    except ImportError as e:
        raise BadArgument(f"reading needs h5py, which cannot be imported: {e}; run 'pip install h5py'") from e
    return module


@contextlib.contextmanager
def opened(path: Path, **options: Any) -> Iterator[Any]:
    """The file as h5py has it, for reading, also while it is being recorded; closed after the block.

    Raises:
        Unreadable: when it cannot be opened.
    """
    file = open_file(path, **options)
    try:
        yield file
    finally:
        file.close()


def open_file(path: Path, **options: Any) -> Any:
    """An ``h5py.File`` for reading, which the caller closes.

    Args:
        path: of the file.
        options: of ``h5py.File``.

    Raises:
        Unreadable: when it cannot be opened.
    """
    module = h5py()
    closed: dict[str, Any] = {}
    live = {"swmr": True, "libver": "latest"}
    ways: list[dict[str, Any]] = [live, closed] if staging_of(path).exists() else [closed, live]
    # Where the file system has no locks. Not at first: a process has a file open with locks or without.
    ways.append({"locking": False})
    reasons = []
    for way in ways:
        try:
            return module.File(path, "r", **way, **options)
        except (OSError, ValueError, RuntimeError) as e:
            reasons.append(_reason(e))
    raise Unreadable(f"{path} cannot be opened: {reasons[0]}; {advice(path)}")


def advice(path: Path) -> str:
    """What to do about a file that does not read."""
    if staging_of(path).exists():
        return f"'roboreel recover {output_folder(path)}' brings back what its recorder had, once that has ended"
    return f"'roboreel check {output_folder(path)}' says what is damaged"


def _reason(e: BaseException) -> str:
    """What h5py says, without its own frame of words."""
    said = (str(e) or type(e).__name__).splitlines()[0]
    found = re.fullmatch(r"(?:Unable|Can't) to [^()]*\((.*)\)", said)
    return found.group(1) if found else said


def unreadable(path: Path, what: str, e: BaseException) -> Unreadable:
    """The exception for a part of a file that does not read."""
    return Unreadable(f"{path}, {what} cannot be read: {_reason(e)}; {advice(path)}")


def staging_of(path: Path) -> Path:
    """The staging file that belongs to a run file of that name."""
    return path.with_suffix(".staging")


def run_of(path: Path) -> int | None:
    """Index of the run; None where the name says none."""
    found = _RUN_FILE.fullmatch(path.name) or _RUN_TRACE.fullmatch(path.name)
    return int(found.group(1)) if found else None


def output_folder(path: Path) -> Path:
    """The output folder of a run file, which has the results of its episodes."""
    return path.parent.parent


def found_in(place: Path) -> tuple[list[Path], list[str]]:
    """The run files of a place, in the order of their folders and runs, and a sentence for each run that a death has left open.

    Args:
        place: a file, or a folder at any height above run files. Where there is no run file at all, the folder's own
            HDF5 files are taken, such as robomimic's.

    Raises:
        BadArgument: when there are none.
    """
    if place.is_file():
        return [place], _left_open(place.parent, [entry for entry in _entries(place.parent) if run_of(entry) == run_of(place)])
    if not place.exists():
        raise BadArgument(f"{place} does not exist; name an output folder, a folder above some, or a run file")
    files: list[Path] = []
    left_open: list[str] = []
    for folder, entries in _folders(place, set()):
        files += sorted((entry for entry in entries if _is_run_file(entry)), key=_order)
        left_open += _left_open(folder, entries)
    if not files:
        files = [entry for entry in _entries(place) if entry.suffix in _OTHER_SUFFIXES and entry.is_file()]
    if not files and not left_open:
        raise BadArgument(f"there is no run_<i>.hdf5 in {place} or below it; name an output folder or a run file")
    return files, left_open


def _folders(folder: Path, seen: set[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """A folder and those below it with what they hold; links are followed, and no folder is gone through twice."""
    real = folder.resolve()
    if real in seen:
        return
    seen.add(real)
    entries = _entries(folder)
    yield folder, entries
    for entry in entries:
        if not entry.name.startswith(".") and not _SET_ASIDE.fullmatch(entry.name) and entry.is_dir():
            yield from _folders(entry, seen)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _is_run_file(path: Path) -> bool:
    return path.name == _LEGACY_RUN_FILE or _RUN_FILE.fullmatch(path.name) is not None


def _order(path: Path) -> int:
    run = run_of(path)
    return -1 if run is None else run


def _left_open(folder: Path, entries: list[Path]) -> list[str]:
    """A sentence for each run whose recorder has died, or whose recovery has."""
    traces: dict[int, str] = {}
    for entry in entries:
        found = _RUN_TRACE.fullmatch(entry.name)
        if found:
            traces[int(found.group(1))] = entry.name
    if not traces or is_recording(folder.parent):
        return []
    return [
        f"{folder / f'run_{run}.hdf5'} was left open by a recorder or a recovery that died, as {name} shows: only rows that "
        f"were flushed are seen; 'roboreel recover {folder.parent}' brings back the others"
        for run, name in sorted(traces.items())
    ]


def is_recording(folder: Path) -> bool:
    """Whether a living recorder holds an output folder, as far as can be known: one on another machine counts as living."""
    try:
        holder = json.loads((folder / _LOCK_HOLDER).read_text("utf-8"))
        pid, host = int(holder["pid"]), holder.get("host")
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return host != socket.gethostname() or is_alive(pid)


def is_alive(pid: int) -> bool:
    """Whether a process of this machine lives; one that has ended and was not waited for yet does not."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except ProcessLookupError:
        return False
    except OSError:
        # It is another user's, or this system has no /proc.
        return True
    return stat.rpartition(")")[2].split()[0] != "Z"
