"""The command ``roboreel``: becomes the program that this package has, or the checkout around it, or runs it."""

from __future__ import annotations

import os
import subprocess
import sys

from . import _java
from ._errors import CannotStart, RecorderFailed, RoboReelError


def main() -> int:
    """Runs ``roboreel`` with this process's arguments; returns only when it could not be started."""
    try:
        command = [*_java.command(), *sys.argv[1:]]
        os.execvpe(command[0], command, _java.environment())
    except RoboReelError as e:
        print(f"roboreel: {e}", file=sys.stderr)
    except OSError as e:
        print(f"roboreel: {command[0]} cannot be started: {e.strerror}", file=sys.stderr)
    return 1


def completed(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs ``roboreel`` with these arguments and waits for its end.

    Raises:
        CannotStart: when it cannot be started.
    """
    command = [*_java.command(), *arguments]
    try:
        return subprocess.run(
            command, env=_java.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError as e:
        raise CannotStart(f"{command[0]} cannot be started: {e.strerror}") from e


def run(*arguments: str) -> str:
    """As :func:`completed`, where it does not fail.

    Returns:
        What it printed.

    Raises:
        CannotStart: when it cannot be started.
        RecorderFailed: when it fails, with the last line of what it said.
    """
    done = completed(*arguments)
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}").splitlines()
        raise RecorderFailed(f"roboreel {' '.join(arguments[:2])} failed: {lines[-1].removeprefix('roboreel: ')}")
    return done.stdout
