"""The command ``roboreel``: becomes the program that this package has, or the checkout around it."""

from __future__ import annotations

import os
import sys

from . import _java
from ._errors import RoboReelError


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
