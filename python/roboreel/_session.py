"""One recorder's side of the protocol: the connection, the thread that listens, and what follows the daemon's death."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from . import _registry
from ._daemon import Daemon
from ._errors import (
    BadArgument,
    CannotStart,
    Forked,
    ProtocolError,
    RecorderDied,
    RoboReelError,
    of_kind,
)
from ._ring import Memory, Ring
from ._wire import Connection, require_type

Summary = dict[str, Any]

FORKED = "this process was forked; record in the parent, open a recorder of its own or join the run"

_MAX_SUMMARIES = 10_000
_MAX_RESTARTS = 3
_MAX_SETTLE_SECONDS = 10.0
_SHORT_NAP, _LONG_NAP = 0.0002, 0.001
_LONG_WAIT = 0.02
_BEHIND_SECONDS = 1.0


class Session:
    """Connection, ring and listener. What the listener learns is a flag that the recorder looks at in each call."""

    def __init__(self, socket_path: str, daemon: Daemon | None, is_continued: bool):
        self._socket_path = socket_path
        self._daemon = daemon
        self._is_continued = is_continued and daemon is not None
        # Weak: what a caller is called with may hold its recorder, which is to be collected when nothing else does.
        self.on_summary: Callable[[], Callable[[Summary], object] | None] = lambda: None
        # Reentrant: a recorder may be collected, and its session dropped, wherever this is held.
        self._changing = threading.RLock()
        # Held by each call of the recorder's, so that two threads cannot fill one slot.
        self.calls = threading.Lock()
        self._connection: Connection | None = None
        self._memory: Memory | None = None
        self._opening: dict[str, Any] = {}
        self._layout: dict[str, Any] = {}
        self._ring: Ring | None = None
        self._is_listening = False
        self._listener: threading.Thread | None = None
        self._is_dropped = False
        self._is_released = threading.Event()
        self._close_reason: str | None = None
        self._close_sent_to: Connection | None = None
        self._restarts_at = -1
        self._restarts = 0
        self._notes: deque[str] = deque()
        self.is_ended = threading.Event()
        self.fault: RoboReelError | None = None
        self.is_forked = False
        self.needs_attention = False
        self.opened: dict[str, Any] = {}
        self.closed: dict[str, Any] | None = None
        self.summaries: deque[Summary] = deque(maxlen=_MAX_SUMMARIES)
        self.waited_seconds = 0.0
        # What was said of each env's present episode when it began: the next daemon asks for it.
        self.begun: dict[int, dict[str, Any]] = {}
        self._warned_at = 0.0

    # --- Opening ---

    def connect(self) -> None:
        """Starts the daemon where this session has its own, connects and agrees on a version.

        Raises:
            CannotStart, VersionMismatch, RecorderDied: when that fails.
        """
        if self._daemon is not None:
            self._daemon.start()
        try:
            self._connection = Connection(self._socket_path)
            self._connection.hello()
        except (OSError, EOFError) as e:
            if isinstance(e, RoboReelError):
                raise
            what = "stopped while it started" if self._daemon is not None else "is not there"
            raise CannotStart(f"the recorder at {self._socket_path} {what}: {e}; open the run that is to be joined first") from e
        _registry.add(self)

    @property
    def is_open(self) -> bool:
        """Whether there is a ring."""
        return self._ring is not None

    @property
    def ring(self) -> Ring:
        """The ring, after :meth:`open`."""
        assert self._ring is not None
        return self._ring

    def reserve(self, size: int) -> None:
        """Has the ring's memory made while the daemon starts, as far as its size is known."""
        self._memory = Memory(os.path.dirname(self._socket_path))
        self._memory.reserve(size)

    def open(self, message: dict[str, Any], awaits_run: bool = True) -> None:
        """Opens or joins the run, makes the ring and starts to listen.

        Args:
            message: ``open_run`` or ``join_run`` without ``memory``.
            awaits_run: False to return as soon as the daemon has the ring: what is handed over then is recorded when the
                run is open, and where it cannot be opened the calls that follow raise why. For an ``open_run`` that leaves
                the run's number to the daemon.

        Raises:
            RoboReelError: what the daemon says, or that it died.
        """
        assert self._connection is not None
        if self._memory is None:
            self._memory = Memory(os.path.dirname(self._socket_path))
        self._opening = {**message, "memory": self._memory.path}
        hand_ring_over = self._handshake if awaits_run else self._lay_out
        try:
            self.opened = hand_ring_over(self._connection)
        except (OSError, EOFError) as e:
            if isinstance(e, RoboReelError):
                raise
            if not self._is_continued:
                raise RecorderDied(f"the recorder died while it opened the run: {e}; open it again") from e
            self.connect()
            self._layout = {}
            self.opened = hand_ring_over(self._connection)
        self._is_listening = True
        self._listener = threading.Thread(target=self._listen, name="roboreel", daemon=True)
        self._listener.start()
        while not self.ring.is_taken():
            if self.fault is not None:
                raise self.fault
            time.sleep(_SHORT_NAP)

    def await_run(self) -> dict[str, Any]:
        """What the daemon says of the run, as soon as it is open; empty before :meth:`open`, or when it cannot be opened."""
        while self.is_open and not self.opened and self.fault is None and not self.is_ended.is_set():
            time.sleep(_LONG_NAP)
        return self.opened

    def _handshake(self, connection: Connection) -> dict[str, Any]:
        """Hands the ring over and waits for the run."""
        self._lay_out(connection)
        return self._expect(connection, "opened")

    def _lay_out(self, connection: Connection) -> dict[str, Any]:
        """Sends what opens the run, and gives the daemon the ring that it lays out; nothing is known of the run then."""
        connection.send(self._opening)
        layout = self._expect(connection, "layout")
        if not self._layout:
            assert self._memory is not None
            self._ring = None
            self._ring = Ring(layout, self._memory.map(int(layout["size"])))
            self._layout = layout
        elif layout != self._layout:
            raise ProtocolError("another recorder lays out the ring differently; open a new run")
        connection.send({"type": "mapped"})
        return {}

    def _expect(self, connection: Connection, kind: str) -> dict[str, Any]:
        while True:
            message = connection.receive()
            if message["type"] not in ("warning", "summary"):
                require_type(message, kind)
                return message
            self._take(message)

    # --- Listening ---

    def _listen(self) -> None:
        """Runs on a thread of its own, waiting without the interpreter's lock; sees the daemon's death at once."""
        while True:
            connection = self._connection
            assert connection is not None
            try:
                while self.closed is None:
                    self._take(connection.receive())
            except (OSError, EOFError) as e:
                if isinstance(e, ProtocolError):
                    self._fail(e)
            except Exception as e:  # a thread that ends without a word would leave the caller waiting
                self._fail(ProtocolError(f"the recorder's message cannot be read: {e!r}"))
            if self.is_forked or self.fault is not None or self.closed is not None:
                break
            if not self._is_continued:
                self._fail(RecorderDied(self._died("open the run again")))
                break
            if not self._restart():
                break
        self.is_ended.set()
        connection.shutdown()
        connection.close()
        if self._is_dropped:
            self.release()
        if self._daemon is not None:
            self._daemon.wait()

    @staticmethod
    def _died(advice: str) -> str:
        return f"the process that records has died; what it had acknowledged is recovered from the run file; {advice}"

    def _fail(self, fault: RoboReelError) -> None:
        if self.fault is None:
            self.fault = fault
        self.needs_attention = True
        self.is_ended.set()

    def note(self, sentence: str) -> None:
        """Keeps a warning for the caller's next call."""
        self._notes.append(sentence)
        self.needs_attention = True

    def take_notes(self) -> list[str]:
        """The warnings that came since the last call."""
        notes = []
        with contextlib.suppress(IndexError):
            while True:
                notes.append(self._notes.popleft())
        return notes

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "summary":
            for summary in message.get("episodes", []):
                self.summaries.append(summary)
                self._tell(summary)
        elif kind == "warning":
            self.note(str(message.get("message", "")))
        elif kind == "opened":
            self.opened = message
        elif kind == "closed":
            self.closed = message
            self.is_ended.set()
        elif kind == "error":
            self._fail(of_kind(str(message.get("kind", "failed")), str(message.get("message", "the recorder failed"))))
        else:
            self._fail(ProtocolError(f"the recorder sent '{kind}', which is unknown here; update roboreel"))

    def _tell(self, summary: Summary) -> None:
        tell = self.on_summary()
        if tell is None:
            return
        try:
            tell(summary)
        except Exception as e:
            self.note(f"on_summary raised {type(e).__name__}: {e}; the recording is not harmed")

    # --- The daemon's death ---

    def _restart(self) -> bool:
        """Starts another daemon that continues from the same memory; false when that is given up."""
        assert self._daemon is not None
        assert self._ring is not None
        durable = self._ring.durable
        self._restarts = self._restarts + 1 if durable == self._restarts_at else 1
        self._restarts_at = durable
        if self._restarts > _MAX_RESTARTS:
            self._fail(RecorderDied(self._died(f"so did the {_MAX_RESTARTS} that were to continue")))
            return False
        connection = None
        try:
            self._daemon.start()
            connection = Connection(self._socket_path)
            connection.hello()
            if self._ring.is_taken():  # by the one that died; nothing is handed over before
                begun = [{"env": env, **said} for env, said in list(self.begun.items())]
                self._opening = {**self._opening, "continue": True, "run": None, "episodes": begun}
            opened = self._handshake(connection)
        except (OSError, EOFError, RoboReelError) as e:
            if connection is not None:
                connection.close()
            cannot = RecorderDied(self._died(f"the one that was to continue cannot be reached: {e}"))
            self._fail(e if isinstance(e, RoboReelError) else cannot)
            return False
        with self._changing:
            assert self._connection is not None
            self._connection.close()
            self._connection = connection
            self.opened = opened
        self.note(
            f"the process that records has died; another one continues in run {opened.get('run')}, "
            "and nothing that was handed over is lost"
        )
        self._send_close()
        return True

    # --- Handing over ---

    def wait_for_room(self, say: Callable[[str], None]) -> None:
        """Waits until the next slot is free; the time is in :attr:`waited_seconds`.

        Args:
            say: takes a sentence when the recorder has been behind for a second.

        Raises:
            RoboReelError: when the recording fails meanwhile.
        """
        begin = last = time.monotonic()
        ring = self.ring
        while not ring.has_room():
            if self.fault is not None:
                raise self.fault
            time.sleep(_SHORT_NAP if last - begin < _LONG_WAIT else _LONG_NAP)
            now = time.monotonic()
            self.waited_seconds += now - last
            last = now
            if now - begin > _BEHIND_SECONDS and now - self._warned_at > 10 * _BEHIND_SECONDS:
                self._warned_at = now
                say(
                    f"the recorder is behind: {ring.pending_ends} episodes are not finalized; "
                    f"waited {self.waited_seconds:.1f} s for room"
                )

    def wake(self) -> None:
        """Wakes a daemon that sleeps."""
        connection = self._connection
        assert connection is not None
        try:
            self.ring.clear_waiting()
        finally:  # an interrupt between the two would leave it asleep
            connection.bell()

    # --- Closing ---

    def close(self, reason: str) -> None:
        """Says that nothing more comes, and waits until everything is recorded and the run is closed.

        Raises:
            RoboReelError: when the recording has failed.
        """
        with self._changing:
            self._close_reason = reason
        if self._ring is None:
            return
        self._send_close()
        self.is_ended.wait()
        if self.fault is not None:
            self.settle()
            raise self.fault
        if self._daemon is not None:
            self._daemon.prepare_next_start()

    def settle(self) -> None:
        """After a failure: waits until the daemon has let go of the run's files, so that they can be recovered at once."""
        if self._listener is not None and self._listener is not threading.current_thread():
            self._listener.join(_MAX_SETTLE_SECONDS)

    def _send_close(self) -> None:
        with self._changing:
            connection = self._connection
            if self._close_reason is None or connection is None or self._close_sent_to is connection:
                return
            self._close_sent_to = connection
        # The listener sees a daemon that has died, and sends it to the next.
        with contextlib.suppress(OSError):
            connection.send({"type": "close", "reason": self._close_reason})

    def drop(self, reason: str) -> None:
        """Closes the run of a recorder that was collected, without waiting: the listener gives up the rest."""
        if self.is_forked:
            return
        self._is_dropped = True
        if not self._is_listening or self.is_ended.is_set():
            self.release()
            return
        with self._changing:
            self._close_reason = self._close_reason or reason
        self._send_close()

    def await_dropped(self) -> None:
        """At the end of the program: waits until a run that was dropped is closed."""
        if self._is_dropped:
            self.is_ended.wait()
            self._is_released.wait(_MAX_SETTLE_SECONDS)

    def release(self) -> None:
        """Gives up socket, memory and folder. Arrays of slots that are still held stay readable."""
        _registry.remove(self)
        if self._connection is not None:
            self._connection.shutdown()
            if not self._is_listening:
                self._connection.close()
        if self._memory is not None:
            self._memory.close()
        if self._daemon is not None:
            self._daemon.remove_folder()
            if not self._is_listening:
                threading.Thread(target=self._daemon.wait, name="roboreel", daemon=True).start()
        self.is_ended.set()
        self._is_released.set()

    def abandon(self) -> None:
        """In a forked child: closes the child's end, so that it does not keep the daemon."""
        self.is_forked = True
        self.calls = threading.Lock()  # another thread may have held it, which this process has not
        self.needs_attention = True
        self.fault = Forked(FORKED)
        if self._connection is not None:
            self._connection.close()
        if self._memory is not None:
            self._memory.close()
        if self._daemon is not None:
            self._daemon.abandon()

    def require_room_for(self, text: str, which: str) -> None:
        """Requires that a slot has room for a text.

        Raises:
            BadArgument: when it has not.
        """
        room = self.ring.text_room[which][1]
        if len(text.encode()) > room:
            raise BadArgument(f"what is said with {which} takes {len(text)} bytes; expected at most {room}, shorten it")
