"""Run files on the disk: where they lie, how h5py opens one, what lies beside it. Nothing is written and nothing stays open."""

from __future__ import annotations

import calendar
import contextlib
import json
import math
import os
import re
import socket
import time
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
# Times of files lag behind the clock.
_CLOCK_STEP_SECONDS = 0.05


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
    if is_live(path):
        ways: list[dict[str, Any]] = [{"swmr": True, "libver": "latest"}, {}]
    else:
        # Not as if it were live: HDF5 2.0 waits for torn metadata of a dead recorder for hours. Without locks at last, where the
        # file system has none; not at first, since a process has a file open with locks or without.
        ways = [{}, {"locking": False}]
    reasons = []
    for way in ways:
        try:
            return module.File(path, "r", **way, **options)
        except (OSError, ValueError, RuntimeError) as e:
            reasons.append(_reason(e))
    raise Unreadable(f"{path} cannot be opened: {reasons[0]}; {advice(path)}")


def advice(path: Path) -> str:
    """What to do about a file that does not read."""
    return f"'roboreel check {output_folder(path)}' says what is damaged, 'roboreel recover' repairs what a recorder left open"


def is_live(path: Path) -> bool:
    """Whether a run file is being recorded: what the folder's present recorder has not written is of one that died."""
    try:
        written = staging_of(path).stat().st_mtime
    except OSError:
        return False
    return written >= _recording_since(output_folder(path)) - _CLOCK_STEP_SECONDS


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
    found = _RUN_FILE.fullmatch(path.name)
    return int(found.group(1)) if found else None


def output_folder(path: Path) -> Path:
    """The output folder of a run file, which has the results of its episodes."""
    return path.parent.parent


def found_in(place: Path) -> tuple[list[Path], list[str]]:
    """The run files of a place, in the order of their folders and runs, and a sentence for each that a death has left open.

    The latter are not among the former: their metadata may be torn, and only their staging file is believed.

    Args:
        place: a file, or a folder at any height above run files. Where there is no run file at all, the folder's own
            HDF5 files are taken, such as robomimic's.

    Raises:
        BadArgument: when there are none.
    """
    if place.is_file():
        left_open = _left_open(place.parent, _entries(place.parent)).get(place)
        return ([place], []) if left_open is None else ([], [left_open])
    if not place.exists():
        raise BadArgument(f"{place} does not exist; name an output folder, a folder above some, or a run file")
    files: list[Path] = []
    sentences: list[str] = []
    for folder, entries in _folders(place, set()):
        left_open_here = _left_open(folder, entries)
        files += sorted((entry for entry in entries if _is_run_file(entry) and entry not in left_open_here), key=_order)
        sentences += left_open_here.values()
    if not files and not sentences:
        files = [entry for entry in _entries(place) if entry.suffix in _OTHER_SUFFIXES and entry.is_file()]
    if not files and not sentences:
        raise BadArgument(f"there is no run_<i>.hdf5 in {place} or below it; name an output folder or a run file")
    return files, sentences


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


def _left_open(folder: Path, entries: list[Path]) -> dict[Path, str]:
    """A sentence for each run file of a folder whose recorder has died, or whose recovery has."""
    traces = {int(found.group(1)): entry.name for entry in entries if (found := _RUN_TRACE.fullmatch(entry.name))}
    files = {folder / f"run_{run}.hdf5": name for run, name in sorted(traces.items())}
    return {
        file: f"{file} was left open by a recorder that died, or is being recovered, as {name} shows, and is left out; "
        f"'roboreel recover {folder.parent}' brings back what was recorded"
        for file, name in files.items()
        if not is_live(file)
    }


def _recording_since(folder: Path) -> float:
    """Since when the living recorder of an output folder holds it, s since 1970; infinite without one.

    Of one on another machine nothing is known: minus infinity.
    """
    try:
        holder = json.loads((folder / _LOCK_HOLDER).read_text("utf-8"))
        if holder["host"] != socket.gethostname():
            return -math.inf
        whole, _, fraction = str(holder["since"]).rstrip("Z").partition(".")
        since = calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S")) + float(f"0.{fraction or 0}")
        return since if is_alive(int(holder["pid"])) else math.inf
    except (OSError, ValueError, KeyError, TypeError):
        return math.inf


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
