"""What Minari's DataCollector offers besides recording: its callbacks, and datasets of what was recorded."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import _command
from ._arrays import as_numpy, plain
from ._errors import BadArgument, BadState
from ._spaces import Tree

_SCALARS = (str, bool, int, float)


class CollectedEpisode:
    """The arrays of the present episode, kept for a callback that is given the whole of it at its end."""

    def __init__(self, seen: Tree, actions: Tree) -> None:
        self._trees = (seen, actions)
        self._number = 0
        self._rewards: list[float] = []
        self.begin({})

    def begin(self, seen: Mapping[str, Any]) -> None:
        """Begins another one with what is seen first; one without a step was none, and gives its number to it."""
        self._number += 1 if self._rewards else 0
        self._seen: dict[str, list[Any]] = {path: [np.array(value)] for path, value in seen.items()}
        self._actions: dict[str, list[Any]] = {}
        self._infos: dict[str, list[Any]] = {}
        self._rewards = []

    def renumber(self) -> None:
        """Has the next one begin the numbers again, as the first of another dataset."""
        self._number, self._rewards = 0, []

    def add(self, seen: Mapping[str, Any], actions: Mapping[str, Any], reward: object, infos: Mapping[str, Any]) -> None:
        """Adds a step and what is seen after it."""
        for lists, values in ((self._seen, seen), (self._actions, actions), (self._infos, infos)):
            for path, value in values.items():
                lists.setdefault(path, []).append(np.array(as_numpy(value, path)))
        self._rewards.append(float(as_numpy(reward, "rewards")))

    def as_minari(self, terminated: bool, truncated: bool) -> dict[str, Any]:
        """As Minari's storage gives it to an ``EpisodeMetadataCallback``; T + 1 observations and T of all else."""
        steps = len(self._rewards)
        ends = np.arange(steps) == steps - 1
        seen, actions = ({path: np.stack(rows) for path, rows in lists.items()} for lists in (self._seen, self._actions))
        return {
            "id": self._number,
            "observations": self._trees[0].nested(seen),
            "actions": self._trees[1].nested(actions),
            "rewards": np.array(self._rewards, np.float64),
            "terminations": ends & terminated,
            "truncations": ends & truncated,
            "infos": {path.split("/", 1)[1]: np.stack(rows) for path, rows in self._infos.items()},
        }


def labels_of(said: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an ``EpisodeMetadataCallback`` returned, as attributes of the episode, and as metadata what is no scalar."""
    if not isinstance(said, Mapping):
        raise BadArgument(f"episode_metadata_callback returned a {type(said).__name__}; expected a dict")
    values = plain(dict(said), "episode_metadata_callback's dict")
    attributes = {key: value for key, value in values.items() if isinstance(value, _SCALARS)}
    return attributes, {key: value for key, value in values.items() if key not in attributes}


def export(
    folder: str | os.PathLike[str],
    task: str,
    runs: Sequence[int],
    dataset_id: str,
    root: str | os.PathLike[str] | None,
    said: Mapping[str, str | Iterable[str] | None] | None,
) -> Any:
    """Makes a Minari dataset of the runs by ``roboreel export minari``, or adds to one.

    Args:
        folder: the output folder.
        task: name of the env's folder in it.
        runs: numbers.
        dataset_id: of the dataset.
        root: folder of all datasets; None for where Minari looks.
        said: options by name, a text or several; None to add to a dataset that is there.

    Returns:
        What ``minari.load_dataset`` gives where the program has imported minari, else the dataset's folder.
    """
    if not runs:
        raise BadState("nothing was recorded since the last dataset was made; step the env first")
    own = {"id": dataset_id, "env-name": task, "filter": [f"run={run}" for run in runs], "observations": "obs"}
    options = {**own, **(said or {}), "root": None if root is None else os.fspath(root)}
    arguments = [f"--{name}={value}" for name, values in options.items() for value in _texts(values)]
    _command.run("export", "minari", os.fspath(folder), *arguments, *(["--append"] if said is None else []))
    datasets = Path(root or os.environ.get("MINARI_DATASETS_PATH") or Path.home() / ".minari" / "datasets")
    minari = sys.modules.get("minari")
    is_where_it_looks = root is None or os.environ.get("MINARI_DATASETS_PATH") == os.fspath(root)
    return minari.load_dataset(dataset_id) if minari is not None and is_where_it_looks else datasets / dataset_id


def _texts(value: str | Iterable[str] | None) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else sorted(value)


def metadata_of(eval_env: Any, **scores: float | None) -> list[str]:
    """What a dataset says about how it is evaluated."""
    said = [f"{name}={float(score)!r}" for name, score in scores.items() if score is not None]
    if eval_env is not None:
        said.append(f"eval_env_spec={_spec(eval_env).to_json()}")
    return said


def _spec(env: Any) -> Any:
    if isinstance(env, str):
        library = sys.modules.get("gymnasium")
        if library is None:
            raise BadArgument(f"eval_env is {env!r}, which only gymnasium can look up; import it, or give the env or its spec")
        return library.spec(env)
    spec = env if hasattr(env, "to_json") else getattr(env, "spec", None)
    if spec is None:
        raise BadArgument("eval_env has no spec; give an env that gymnasium.make made, its spec, or its id")
    return spec
