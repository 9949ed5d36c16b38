"""Wrappers that are what a library takes for one of its own, without importing it: its class is that of the env's."""

from __future__ import annotations

import sys
from typing import Any


class Closing:
    """What a ``with`` statement closes."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()  # type: ignore[attr-defined]


class Forwarding(Closing):
    """A wrapper of ``env`` whose other attributes are those of the env, and which passes for an object of the env's class:
    other wrappers require one.
    """

    def __init__(self, env: Any) -> None:
        self.env = env

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(vars(self).get("env", self))

    def __getattr__(self, name: str) -> Any:
        if name == "env" or name.startswith("__"):  # before __init__, as copies and pickles ask
            raise AttributeError(name)
        return getattr(self.env, name)


def wrapper_class(env: object, base: str, wrapper: str) -> type | None:
    """The library's wrapper class, found beside the base class of an env.

    Args:
        env: what is to be wrapped.
        base: name of the library's base class of envs, for example ``Env``.
        wrapper: name of its wrapper class, in the same module, for example ``Wrapper``.

    Returns:
        The class; None where the env derives from no such base.
    """
    for kind in type(env).__mro__:
        found = getattr(sys.modules.get(kind.__module__), wrapper, None)
        if kind.__name__ == base and isinstance(found, type):
            return found
    return None


_derived: dict[tuple[type, type], type] = {}


def derived(wrapper: type, library: type) -> type:
    """The wrapper as a class that derives from the library's wrapper, so that its ``isinstance`` checks hold."""
    if issubclass(wrapper, library):
        return wrapper
    if (wrapper, library) in _derived:
        return _derived[wrapper, library]
    names = {"__module__": wrapper.__module__, "__qualname__": wrapper.__qualname__, "__doc__": wrapper.__doc__}
    made: type = type(library)(wrapper.__name__, (wrapper, library), names)
    return _derived.setdefault((wrapper, library), made)
