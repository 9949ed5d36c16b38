"""The pages for those who come from another recorder: their program, and the few lines of it that change."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support import ROOT

MAX_CHANGED_LINES = 3


def programs(page: str) -> list[str]:
    """The page's programs; theirs is the first."""
    return re.findall(r"^```python\n(.*?)^```$", _text(page), re.DOTALL | re.MULTILINE)


def our_script(page: str) -> str:
    """That program, with the page's diff applied.

    Raises:
        AssertionError: when the diff does not fit the program, or changes more lines than the page may.
    """
    script = programs(page)[0]
    lines = re.findall(r"^```diff\n(.*?)^```$", _text(page), re.DOTALL | re.MULTILINE)[0].splitlines()
    removed, added = ([line[1:] for line in lines if line.startswith(sign)] for sign in "-+")
    assert 1 <= len(removed) == len(added) <= MAX_CHANGED_LINES, lines
    for old, new in zip(removed, added, strict=True):
        assert script.count(old + "\n") == 1, f"{page} has no line to change: {old}"
        script = script.replace(old + "\n", new + "\n")
    return script


def _text(page: str) -> str:
    return (Path(ROOT).parent / "docs" / "how-to" / page).read_text("utf-8")
