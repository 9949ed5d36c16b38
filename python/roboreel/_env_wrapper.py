"""What the wrappers around envs have in common: the class they derive from, and datasets of what they recorded."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import as_numpy
from ._env_episodes import EnvEpisodes
from ._errors import BadArgument
from ._library_class import Forwarding, derived, wrapper_class
from ._minari import export, metadata_of
from ._recorder import Recorder

if TYPE_CHECKING:

    class _Wrapper:
        def __init__(self, env: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...
        def close(self, **more: Any) -> None: ...
else:
    _Wrapper = object


class _Standing(Forwarding):
    """Stands for the library's wrapper class where the env has none."""

    def close(self, **more: Any) -> None:
        """Closes the env."""
        self.env.close(**more)


class EnvWrapper(_Wrapper):
    """What the wrappers have in common."""

    _library = ("Env", "Wrapper")
    _episodes: EnvEpisodes

    def __new__(cls, env: Any, *args: Any, **more: Any) -> Any:
        """An instance of a class that derives from the library's wrapper as well, where the env has one."""
        return object.__new__(derived(cls, wrapper_class(env, *cls._library) or _Standing))

    @property
    def recorder(self) -> Recorder:
        """The recorder behind it, for events, ``durable`` and ``summaries``.

        Raises:
            BadState: after ``close``, and between a dataset and the next reset.
        """
        return self._episodes.recorder

    @property
    def spec(self) -> Any:
        """The env's own: recording leaves no trace in it."""
        return getattr(self.env, "spec", None)

    def close(self, **more: Any) -> None:
        """Ends what is open as truncated, closes the recording, whose episodes all stay, and the env."""
        try:
            self._finish("the env was closed")
        finally:
            super().close(**more)

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a wrapper that records cannot be pickled or copied; wrap the env in the process that steps it")

    def _finish(self, reason: str) -> None:
        self._episodes.close(reason)

    def create_dataset(
        self,
        dataset_id: str,
        eval_env: Any = None,
        algorithm_name: str | None = None,
        author: Any = None,
        author_email: Any = None,
        code_permalink: str | None = None,
        ref_min_score: float | None = None,
        ref_max_score: float | None = None,
        expert_policy: Any = None,
        num_episodes_average_score: int = 100,
        description: str | None = None,
        requirements: Any = None,
        *,
        data_format: str | None = None,
        root: str | os.PathLike[str] | None = None,
    ) -> Any:
        """Makes a Minari dataset of what was recorded since the last one, as Minari's DataCollector does.

        An episode that is open is ended as truncated. The recording stays, and goes into its next run with the next reset.

        Args:
            dataset_id: for example ``cartpole/random-v0``.
            eval_env: an env to evaluate on: its id, its spec or itself.
            algorithm_name: who acted; None for the policy.
            author, author_email: a text, or several.
            code_permalink: address of the code that made it.
            ref_min_score, ref_max_score: returns that scores are normalised with.
            expert_policy, num_episodes_average_score: not taken: no policy is run here.
            description: what it is.
            requirements: what pip must install to make the env.
            data_format: ``hdf5`` or ``arrow``.
            root: folder of all datasets; None for where Minari looks.

        Returns:
            A ``MinariDataset`` where the program has imported minari, else the dataset's folder.

        Raises:
            BadState: when nothing was recorded.
            BadArgument: for an expert policy.
            RecorderFailed: with what the export said.
        """
        if expert_policy is not None:
            raise BadArgument("expert_policy is given, and no policy is run here; give ref_max_score=, its average return")
        said = {
            "algorithm": algorithm_name,
            "author": author,
            "author-email": author_email,
            "code-permalink": code_permalink,
            "description": description,
            "requirements": requirements,
            "data-format": data_format,
            "metadata": metadata_of(eval_env, ref_min_score=ref_min_score, ref_max_score=ref_max_score),
        }
        return self._export("a dataset was made", dataset_id, root, said)

    def add_to_dataset(self, dataset: Any, *, root: str | os.PathLike[str] | None = None) -> Any:
        """Adds what was recorded since the last dataset to one, which is read again.

        Args:
            dataset: a ``MinariDataset``, or its id.
            root: folder of all datasets; None for where Minari looks.

        Returns:
            As :meth:`create_dataset`.
        """
        return self._export("a dataset was extended", dataset if isinstance(dataset, str) else dataset.id, root, None)

    def _export(self, reason: str, dataset_id: str, root: str | os.PathLike[str] | None, said: Mapping[str, Any] | None) -> Any:
        self._finish(reason)
        made = export(self._episodes.folder, self._episodes.task, self._episodes.runs, dataset_id, root, said)
        self._begin_dataset()
        return made

    def _begin_dataset(self) -> None:
        """What is recorded from here on is for the next dataset."""
        self._episodes.runs = []


def copied(action: Any) -> Any:
    """A copy of an action, which the env may change in place."""
    if isinstance(action, np.ndarray):
        return action.copy()
    if isinstance(action, (tuple, list)):
        parts = [copied(one) for one in action]
        return tuple(parts) if isinstance(action, tuple) else parts
    if isinstance(action, Mapping):
        return {key: copied(one) for key, one in action.items()}
    return np.array(as_numpy(action, "actions")) if hasattr(action, "detach") else action


def first_of(venv: Any) -> Any:
    """The first env of a vector env whose envs are in this process; None for others."""
    return next(iter(getattr(getattr(venv, "unwrapped", venv), "envs", None) or ()), None)
