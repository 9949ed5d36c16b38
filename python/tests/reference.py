"""Writes ``docs/reference/python.md`` from the docstrings: ``python3 -m tests.reference``, in the folder ``python``."""

from __future__ import annotations

import functools
import importlib
import inspect
import re
import types
from pathlib import Path
from typing import Any

import roboreel
from tests.torch_stand_in import dataset_class

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "python.md"
HEAD = """# The Python package

<!-- Generated: python3 -m tests.reference, in the folder python -->

Every public name of `roboreel`, as its docstrings say it. [Record from Python](../how-to/python.md) is the guide.
"""
# What the wrappers offer, by module.
MODULES = {
    "gymnasium": ["RecordEpisodes", "RecordVector"],
    "stable_baselines3": ["RecordVecEnv"],
    "lerobot": ["Dataset", "Metadata"],
    "envlogger": ["EnvLogger", "BackendWriter", "StepData"],
    "robosuite": ["DataCollectionWrapper"],
    "maniskill": ["RecordEpisode"],
    "isaaclab": ["RecorderManager", "DatasetFileHandler"],
    "robolab": ["RobolabRecorderManager"],
    "policy": ["Setup", "Observation", "Action", "Zero"],
}
FIELDS = ["boolean", "f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "image", "text"]
_SECTION = re.compile(r"^(Args|Returns|Raises|Attributes|Yields):$")


def page() -> str:
    """The page's text."""
    classes = [name for name in roboreel.__all__ if inspect.isclass(getattr(roboreel, name))]
    faults = [name for name in classes if issubclass(getattr(roboreel, name), (Exception, Warning))]
    parts = [HEAD]
    parts += [_class(name) for name in ("Recorder", "Row", "Closed", "Field")]
    parts += ["## Reading\n"] + [_function(getattr(roboreel, name), name, "###") for name in ("open", "report")]
    parts += [_class(name) for name in ("Recording", "Episodes", "Episode")]
    with dataset_class() as dataset:
        parts.append(_class("torch.EpisodeDataset", dataset))
    parts += ["## Fields\n"] + [_function(getattr(roboreel, name), f"{name}", "###") for name in FIELDS]
    for module, names in MODULES.items():
        library = importlib.import_module(f"roboreel.{module}")
        parts += [_class(f"{module}.{name}", getattr(library, name)) for name in names]
    parts += ["## Exceptions\n"] + [_fault(name) for name in sorted(faults)]
    return "\n".join(parts)


def _class(path: str, kind: Any = None) -> str:
    name = path.rpartition(".")[2]
    kind = kind or getattr(roboreel, name)
    lines = [f"## {path}\n", _text(kind.__doc__)]
    said = (kind.__init__.__doc__ or "") if "__init__" in vars(kind) else ""
    if said and not said.startswith("Not for callers"):
        lines.append(_function(kind.__init__, name, "###"))
    for member, value in vars(kind).items():
        if member.startswith("_"):
            continue
        if isinstance(value, (property, functools.cached_property)):
            lines += [f"### {name}.{member}\n", _text(value.__doc__)]
        elif isinstance(value, (types.FunctionType, classmethod)):
            lines.append(_function(getattr(kind, member), f"{name}.{member}", "###"))
    return "\n".join(lines)


def _function(function: object, name: str, level: str) -> str:
    assert callable(function)
    signature = inspect.signature(function)
    parameters = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values() if p.name != "self"]
    shown = str(signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    return f"{level} {name}\n\n{_wrapped(name.rpartition('.')[2] + shown)}\n\n{_text(function.__doc__)}"


def _wrapped(call: str) -> str:
    """As code of lines that are not too long."""
    lines, line = [], "   "
    for word in call.split(" "):
        if len(line) + len(word) > 120:
            lines.append(line)
            line = "       "
        line += " " + word
    return "\n".join([*lines, line])


def _fault(name: str) -> str:
    kind = getattr(roboreel, name)
    bases = [base.__name__ for base in kind.__bases__]
    return f"### {name}\n\nA `{'`, a `'.join(bases)}`.\n\n{_text(kind.__doc__)}"


def _text(doc: str | None) -> str:
    """A docstring as Markdown: sections become lists, literals code."""
    lines: list[str] = []
    is_list = False
    for line in inspect.cleandoc(doc or "").split("\n"):
        section = _SECTION.match(line)
        if section:
            is_list = True
            lines += [f"*{section.group(1)}*", ""]
        elif is_list and re.match(r"^    \S", line):
            name, colon, rest = line.strip().partition(": ")
            lines.append(f"- `{name}`: {rest}" if colon and re.fullmatch(r"[\w, *]+", name) else f"- {line.strip()}")
        elif is_list and line.startswith("        "):
            lines.append("  " + line.strip())
        else:
            is_list = is_list and not line
            lines.append(line)
    text = re.sub(r":(?:meth|attr|class|func):`([^`]*)`", r"`\1`", "\n".join(lines))
    return text.replace("``", "`").rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
