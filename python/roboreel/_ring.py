"""The ring: slots of steps in memory that the daemon maps too. docs/reference/bridge.md describes every byte."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import functools
import math
import mmap
import os
import struct
import tempfile
import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import OutOfMemory, ProtocolError
from ._fields import FINAL, INITIAL, STEP, TEXT, Array, numpy_dtype

KIND_STEP, KIND_BEGIN, KIND_END, KIND_EVENT, KIND_BLOCK = 1, 2, 3, 4, 5
_HEAD = struct.Struct("<QIIII")
_MAGIC = int.from_bytes(b"RRBRIDG1", "little")
_WORD = 8
_BLOCK = 512


class Memory:
    """Memory that client and daemon share: a memfd, which leaves nothing behind and survives the daemon; where there is
    none, a file in the socket's folder."""

    def __init__(self, folder: str | None) -> None:
        if hasattr(os, "memfd_create"):
            self.fd = os.memfd_create("roboreel", os.MFD_CLOEXEC)
            self.path = f"/proc/{os.getpid()}/fd/{self.fd}"
        else:
            self.fd, self.path = tempfile.mkstemp(prefix="ring-", dir=folder)
        self._reserving: threading.Thread | None = None

    def reserve(self, size: int) -> None:
        """Has pages made that :meth:`map` then finds, on a thread, while the daemon starts. A refusal is left to ``map``."""
        if hasattr(os, "posix_fallocate"):
            self._reserving = threading.Thread(target=self._reserve, args=(size,), name="roboreel-memory", daemon=True)
            self._reserving.start()

    def _reserve(self, size: int) -> None:
        with contextlib.suppress(OSError):
            self._allocate(size)

    def _allocate(self, size: int) -> None:
        """Has pages made, unless there is no memory for them: the system would end processes to find some."""
        if size - os.fstat(self.fd).st_blocks * _BLOCK > _available_bytes():
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        os.posix_fallocate(self.fd, 0, size)

    def _await_reserved(self) -> None:
        if self._reserving is not None:
            self._reserving.join()
            self._reserving = None

    def map(self, size: int) -> mmap.mmap:
        """Gives the memory its size and maps it, with its pages there already where the system can do that.

        Raises:
            OutOfMemory: when the system refuses.
        """
        self._await_reserved()
        try:
            os.ftruncate(self.fd, size)
            if hasattr(os, "posix_fallocate"):
                self._allocate(size)
            if hasattr(mmap, "MAP_POPULATE"):
                return mmap.mmap(self.fd, size, flags=mmap.MAP_SHARED | mmap.MAP_POPULATE)
            return mmap.mmap(self.fd, size)
        except (OSError, MemoryError, OverflowError) as e:
            reason = e.strerror if isinstance(e, OSError) else "no address space"
            raise OutOfMemory(
                f"the ring needs {size / 2**20:.1f} MiB of shared memory and the system refuses it ({reason}); "
                "give a smaller memory_mb or raise the limit"
            ) from e

    def close(self) -> None:
        """Gives up the descriptor; what is mapped stays until no array of it is left."""
        self._await_reserved()  # the number may be another file's afterwards
        fd, self.fd = self.fd, -1
        if fd >= 0:
            with contextlib.suppress(OSError):
                os.close(fd)


def _available_bytes(meminfo: str = "/proc/meminfo") -> float:
    """Memory that can be had without swapping; infinite where the system does not say."""
    try:
        with open(meminfo, encoding="ascii") as lines:
            return next(int(line.split()[1]) * 1024.0 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError, IndexError):
        return math.inf


@dataclasses.dataclass(frozen=True)
class Column:
    """Where a field's rows stand in each slot.

    Attributes:
        path: of the field.
        phase: of the field.
        type_name: the field's dtype as messages show it.
        dtype: numpy's; of texts ``S<max_bytes>``.
        row_shape: of a row; of texts ``()``.
        rows: all rows of each slot, (slots, rows, *row_shape).
        env_rows: those of the envs, (slots, num_envs, *row_shape).
        is_checked: whether values must be finite.
        fill: what the client fills it with by itself; empty for a field of the caller's.
    """

    path: str
    phase: str
    type_name: str
    dtype: np.dtype[Any]
    row_shape: tuple[int, ...]
    rows: Array
    env_rows: Array
    is_checked: bool
    fill: str
    offset: int

    @functools.cached_property
    def slot_bytes(self) -> int:
        """Bytes of all its rows of a slot."""
        return int(self.rows[0].nbytes)

    @functools.cached_property
    def env_shape(self) -> tuple[int, ...]:
        """Shape of the rows of all envs."""
        return self.env_rows.shape[1:]


class Ring:
    """Slots that are filled in place and handed over one after the other. For one thread at a time."""

    def __init__(self, layout: dict[str, Any], memory: mmap.mmap) -> None:
        """Takes the daemon's layout.

        Raises:
            ProtocolError: when the layout cannot be used.
        """
        try:
            self._take(layout, memory)
        except (KeyError, TypeError, ValueError, IndexError) as e:
            raise ProtocolError(f"the recorder's layout cannot be used ({e!r}); update roboreel or the recorder") from e

    def _take(self, layout: dict[str, Any], memory: mmap.mmap) -> None:
        self._memory = memory
        self.slots = int(layout["slots"])
        self.num_envs = int(layout["num_envs"])
        self._slot_bytes = int(layout["slot_bytes"])
        self._first_slot = int(layout["first_slot"])
        header = layout["header"]
        self._published, self._durable, self._waiting, self._pending_ends = (
            int(header[name]) // _WORD for name in ("published", "durable", "waiting", "pending_ends")
        )
        # A store of eight bytes at once, which struct.pack_into is not.
        self._words = memoryview(memory)[: self._first_slot // _WORD * _WORD].cast("Q")
        self._lock = threading.Lock()
        self._map_state(layout["state"])
        self.text_room = {name: (int(place[0]), int(place[1])) for name, place in layout["text"].items()}
        self.columns: dict[str, dict[str, Column]] = {STEP: {}, INITIAL: {}, FINAL: {}}
        for declared in layout["columns"]:
            column = self._column(declared)
            self.columns[column.phase][column.path] = column
        self._limit = self._words[self._durable] + self.slots - 1

    def _map_state(self, state: dict[str, Any]) -> None:
        envs = self.num_envs
        self.recording = self.view(np.dtype("u1"), (envs,), state["recording"])
        self.episodes = self.view(np.dtype("<u4"), (envs,), state["episodes"])
        self.steps = self.view(np.dtype("<u4"), (envs,), state["steps"])
        self.events = self.view(np.dtype("<u4"), (envs,), state["events"])
        self.mask = self.view(np.dtype("u1"), (envs,), state["mask"])
        self.codes = self.view(np.dtype("u1"), (envs,), state["codes"])
        self.state_at = {name: int(state[name]) for name in ("recording", "episodes", "steps", "events", "mask")}
        first = min(self.state_at.values())
        self.state_span = (first, self.state_at["mask"] + envs)
        self._state = self.view(np.dtype("u1"), (self.state_at["mask"] - first,), first)

    def _column(self, declared: dict[str, Any]) -> Column:
        name, shape, rows = str(declared["dtype"]), tuple(declared["shape"]), int(declared["rows"])
        dtype = np.dtype(f"S{shape[0]}") if name == TEXT else numpy_dtype(name)
        row_shape = () if name == TEXT else shape
        view = self.view(dtype, (rows, *row_shape), int(declared["offset"]))
        return Column(
            str(declared["path"]),
            str(declared["phase"]),
            name,
            dtype,
            row_shape,
            view,
            view[:, : self.num_envs],
            bool(declared.get("checked", False)),
            str(declared.get("fill") or ""),
            int(declared["offset"]),
        )

    def view(self, dtype: np.dtype[Any], shape: tuple[int, ...], offset: int) -> Array:
        """An array over a part of every slot, (slots, *shape): one object for all of them."""
        strides = (self._slot_bytes, *_strides(shape, dtype.itemsize))
        result: Array = np.ndarray((self.slots, *shape), dtype, self._memory, self._first_slot + offset, strides)
        return result

    # --- Cursors ---

    def is_taken(self) -> bool:
        """Whether a daemon has had this memory, so that what is handed over survives this process."""
        return self._words[0] == _MAGIC

    @property
    def published(self) -> int:
        """Slots handed over since the beginning: the client's only state."""
        return self._words[self._published]

    @property
    def durable(self) -> int:
        """Slots of which all that was recorded survives the daemon's death."""
        return self._words[self._durable]

    @property
    def pending_ends(self) -> int:
        """Episodes that have ended and are not finalized yet."""
        return self._words[self._pending_ends]

    def is_next(self, number: int) -> bool:
        """Whether a slot is the next one, and known to be free."""
        return self._words[self._published] == number < self._limit

    def has_room(self) -> bool:
        """Whether the next slot is free: two slots are never written, the last one handed over and what is not durable."""
        published = self._words[self._published]
        if published < self._limit:
            return True
        self._limit = self._words[self._durable] + self.slots - 1
        return published < self._limit

    # --- One slot ---

    def place(self, number: int) -> int:
        """Where slot ``number`` stands."""
        return number % self.slots

    def prepare(self, number: int, kind: int, count: int = 0, env: int = 0, text: str = "", texts: str = "") -> int:
        """Writes head, text and state of the next slot, the state as the slot before has it.

        Args:
            number: that of the slot, the value of ``published``.
            kind: one of the protocol's.
            count: rows of a BLOCK, 1 in an END with FINAL columns.
            env: of a BLOCK or EVENT.
            text: JSON of the slot.
            texts: which text it is: ``begin``, ``end`` or ``event``.

        Returns:
            Its place.
        """
        place = number % self.slots
        at = self._first_slot + place * self._slot_bytes
        encoded = text.encode()
        if encoded:
            self.write(place, self.text_room[texts][0], encoded)
        _HEAD.pack_into(self._memory, at, number, kind, count, env, len(encoded))
        self._state[place] = self._state[(number - 1) % self.slots] if number else 0
        return place

    def write(self, place: int, offset: int, data: bytes | bytearray) -> None:
        """Writes bytes into a slot."""
        at = self._first_slot + place * self._slot_bytes + offset
        self._memory[at : at + len(data)] = data

    def write_step(self, number: int, place: int, state: bytearray) -> None:
        """Writes the head of a STEP, and its state and mask."""
        at = self._first_slot + place * self._slot_bytes
        _HEAD.pack_into(self._memory, at, number, KIND_STEP, 0, 0, 0)
        at += self.state_span[0]
        self._memory[at : at + len(state)] = state

    def state_before(self, number: int) -> bytes:
        """State and mask as the slot before ``number`` has them; zeros before the first."""
        first, end = self.state_span
        if not number:
            return bytes(end - first)
        at = self._first_slot + (number - 1) % self.slots * self._slot_bytes
        return self._memory[at + first : at + end]

    def publish(self, number: int) -> bool:
        """Hands over the slot.

        Returns:
            Whether the daemon sleeps and is to be woken; its word is cleared then.
        """
        words = self._words
        # The lock orders the stores before, the store and the load behind it, on every processor.
        with self._lock:
            words[self._published] = number + 1
        with self._lock:
            return bool(words[self._waiting])

    def clear_waiting(self) -> None:
        """Notes that the daemon is woken."""
        self._words[self._waiting] = 0

    def last_state(self, state: Array) -> Array:
        """A state array as of the last slot handed over: ``recording``, ``episodes``, ``steps`` or ``events``."""
        published = self._words[self._published]
        if not published:
            return np.zeros(self.num_envs, state.dtype)
        last: Array = state[(published - 1) % self.slots]
        return last

    def durable_steps(self) -> npt.NDArray[np.uint32]:
        """Rows of each env's present episode that survive any death."""
        durable = self._words[self._durable]
        if not durable:
            return np.zeros(self.num_envs, np.uint32)
        place = (durable - 1) % self.slots
        is_present = self.episodes[place] == self.last_state(self.episodes)
        result: npt.NDArray[np.uint32] = np.where(is_present, self.steps[place], np.uint32(0))
        return result


def _strides(shape: tuple[int, ...], width: int) -> tuple[int, ...]:
    strides = []
    for size in reversed(shape):
        strides.append(width)
        width *= size
    return tuple(reversed(strides))
