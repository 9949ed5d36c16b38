"""Tables of rows, as pandas, Arrow or plain Python."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from ._errors import BadArgument

_MODULES = {"pandas": "pandas", "arrow": "pyarrow"}


def as_table(rows: Sequence[dict[str, Any]], format: str) -> Any:  # noqa: A002 (as pandas and Arrow call it)
    """The rows by column, in the order in which columns come first; what a row lacks is None, in pandas missing.

    Raises:
        BadArgument: for an unknown format, or when its library is not installed.
    """
    columns = {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}
    columns = {name: [str(v) if hasattr(v, "__fspath__") else v for v in values] for name, values in columns.items()}
    if format == "dict":
        return columns
    if format not in _MODULES:
        raise BadArgument(f"table format '{format}' is unknown; expected pandas, arrow or dict")
    try:
        library = importlib.import_module(_MODULES[format])
    except ImportError as e:
        name = _MODULES[format]
        raise BadArgument(f"a table as '{format}' needs {name}; run 'pip install {name}', or take format='dict'") from e
    if format == "arrow":
        return library.table(columns)
    # Whole numbers and verdicts stay what they are where some are missing.
    return library.DataFrame(columns).convert_dtypes(convert_string=False, convert_floating=False)
