"""Sessions of this process: a forked child closes its ends of them, and the end of the interpreter closes recorders. No
recorder is kept alive for that: one that is dropped is closed when it is collected."""

from __future__ import annotations

import atexit
import contextlib
import os
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._session import Session

_sessions: dict[int, Session] = {}
_at_exit: dict[int, weakref.WeakMethod[Callable[[], None]]] = {}


def add(session: Session) -> None:
    """Takes a session that a forked child is to abandon."""
    _sessions[id(session)] = session


def remove(session: Session) -> None:
    """Forgets a session."""
    _sessions.pop(id(session), None)


def close_at_exit(key: int, close: Callable[[], None]) -> None:
    """Takes the method that closes a recorder when the interpreter ends, if its object is there by then. What was taken
    last is called first: a wrapper's before its recorder's."""
    _at_exit.pop(key, None)
    _at_exit[key] = weakref.WeakMethod(close)


def forget(key: int) -> None:
    """Forgets a recorder that was closed or dropped."""
    _at_exit.pop(key, None)


def _abandon_all() -> None:
    for session in list(_sessions.values()):
        with contextlib.suppress(Exception):
            session.abandon()
    _sessions.clear()
    _at_exit.clear()


def _close_all() -> None:
    for method in reversed(list(_at_exit.values())):
        close = method()
        with contextlib.suppress(Exception):
            if close is not None:
                close()
    for session in list(_sessions.values()):
        with contextlib.suppress(Exception):
            session.await_dropped()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)
atexit.register(_close_all)
