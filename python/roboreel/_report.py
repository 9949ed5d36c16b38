"""Reports of the command line as dicts."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import _java
from ._errors import BadArgument, CannotStart, RoboReelError

_BAD_ARGUMENTS = 2


def report(folder: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], **options: Any) -> dict[str, Any]:
    """Success rates, scores, times and metrics of recorded episodes: what ``roboreel report --json`` prints.

    Args:
        folder: an output folder, a folder at any height above some, or a list of these.
        options: of ``roboreel report``, with ``_`` for ``-``: ``by="policy"``, ``success_only=True``,
            ``task=["Push", "Lift"]``, ``filter={"lamp": "on"}``.

    Returns:
        A dict; ``groups`` has an entry for each row of the report, with ``name``, ``episodes``, ``success_rate``,
            ``success_rate_ci95``, ``score``, ``metrics``, ...

    Raises:
        BadArgument: for an option or a folder that the command refuses.
        CannotStart: when the command cannot be started.
        RoboReelError: when it fails.
    """
    folders = [folder] if isinstance(folder, (str, os.PathLike)) else list(folder)
    # Sources first: options that take several values end with the next option only.
    arguments = ["report", *(os.fspath(one) for one in folders), "--json", "--quiet", *_words(options)]
    command = [*_java.command(), *arguments]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=_java.environment()
        )
    except OSError as e:
        raise CannotStart(f"{command[0]} cannot be started: {e.strerror}") from e
    if ran.returncode in (0, 3):
        return dict(json.loads(ran.stdout))
    said = [line.removeprefix("roboreel: ") for line in ran.stderr.splitlines() if line.strip()]
    sentence = said[0] if said else f"roboreel report ended with exit code {ran.returncode} and said nothing"
    raise (BadArgument if ran.returncode == _BAD_ARGUMENTS else RoboReelError)(sentence)


def _words(options: Mapping[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            yield option
        elif isinstance(value, Mapping):
            yield from (f"{option}={key}={one}" for key, one in value.items())
        elif isinstance(value, (list, tuple)):
            yield from (f"{option}={one}" for one in value)
        elif value is not False and value is not None:
            yield f"{option}={value}"
