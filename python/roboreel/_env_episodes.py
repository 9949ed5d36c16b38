"""Episodes of envs that are stepped through a wrapper: what was seen before each action, begins, rows and ends in order."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from . import _registry
from ._arrays import as_numpy
from ._errors import BadArgument, BadState
from ._fields import INITIAL, TEXT, Array, Field, numpy_dtype
from ._has_recorder import HasRecorder
from ._infos import Infos, Recorded
from ._recorder import Recorder
from ._said import folder_name, require_not_given
from ._selection import converted
from ._spaces import Tree

Success = Callable[[Mapping[str, Any]], object] | str | Iterable[str] | None

SUCCESS_KEYS = ("is_success", "success")
REWARDS = "rewards"
_OWN_OPTIONS = ("fields", "num_envs", "continuous", "envs", "run")


def task_of(env: Any, first: Any = None) -> str:
    """The name of an env as a folder may have it: that of its spec, else of its class.

    Args:
        env: the env, or a vector env.
        first: one of a vector env's envs.

    Raises:
        BadArgument: when nothing names it.
    """
    names = [getattr(getattr(one, "spec", None), "id", None) for one in (env, first)]
    name = next((one for one in names if one), None)
    if name is None:
        one = env if first is None else first
        name = type(getattr(one, "unwrapped", one)).__name__
    return folder_name(name)


def dt_of(envs: Sequence[Any]) -> float:
    """The time between two steps, s: the first env's ``dt``, else what ``render_fps`` of its metadata makes of it.

    Raises:
        BadArgument: when no env says it.
    """
    for env in envs:
        dt = getattr(getattr(env, "unwrapped", env), "dt", None)
        if isinstance(dt, (int, float, np.number)) and math.isfinite(dt) and dt > 0:
            return float(dt)
    for env in envs:
        rate = (getattr(env, "metadata", None) or {}).get("render_fps")
        if isinstance(rate, (int, float, np.number)) and rate > 0:
            return 1 / float(rate)
    raise BadArgument("the env says neither dt nor metadata['render_fps']; give dt=, the seconds between two steps")


class Verdict:
    """Whether a task was achieved, from the info of the last step."""

    def __init__(self, success: Success) -> None:
        """With keys that are looked up in this order, or a function of the info; None judges nothing."""
        if success is None or callable(success):
            self._of = success
            self._keys: tuple[str, ...] = ()
        else:
            self._of = None
            self._keys = (success,) if isinstance(success, str) else tuple(success)

    def of(self, info: Mapping[str, Any]) -> bool | None:
        """The verdict; None where the info says none."""
        said = self._of(info) if self._of is not None else next((info[key] for key in self._keys if key in info), None)
        if said is None:
            return None
        value = as_numpy(said, "success")
        if value.size != 1 or value.dtype.kind not in "biuf" or value.item() not in (0, 1):
            raise BadArgument(
                f"the info says success {said!r:.60}; expected True, False or None, give success= the key that says it, "
                "a function of the info, or None"
            )
        return bool(value.item())


class EnvEpisodes(HasRecorder):
    """The recording behind a wrapper. One thread at a time."""

    _until_open = "the recording is closed; a reset continues it in the next run"

    def __init__(
        self,
        folder: str | os.PathLike[str],
        spaces: tuple[Any, Any],
        *,
        num_envs: int,
        is_single: bool = False,
        task: str,
        dt: float,
        rewards: str = "float64",
        infos: Recorded = False,
        success: Success = SUCCESS_KEYS,
        has_bounds: bool = True,
        spec: Any = None,
        options: Mapping[str, Any],
    ) -> None:
        """Opens the recorder.

        Args:
            folder: the output folder.
            spaces: of the observations and actions of one env.
            num_envs: number of envs.
            is_single: whether values come without an axis of envs.
            task: name of the env's folder.
            dt: time between two steps, s.
            rewards: dtype of the rewards.
            infos: which keys of infos are recorded.
            success: how the info says it.
            has_bounds: whether the spaces' bounds hold for all envs.
            spec: of the env, which a dataset keeps; None without one.
            options: of :meth:`Recorder.open`.
        """
        require_not_given(options, _OWN_OPTIONS)
        self.seen_tree = Tree(spaces[0], "obs", "obs/observation", "observations", is_seen=True, has_bounds=has_bounds)
        self.action_tree = Tree(spaces[1], "actions", "actions", "actions", is_seen=False)
        self.infos = Infos(infos)
        self.verdict = Verdict(success)
        self.runs: list[int] = []
        self.task = task
        self.folder = os.fspath(folder)
        self.num_envs = num_envs
        self._fields: dict[str, Field] = {**self.action_tree.fields, **self.seen_tree.fields}
        self._fields[REWARDS] = Field(rewards, (), non_finite=True)
        config = {"minari": self._origin(spec), **(options.get("env_config") or {})}
        self._options = {"task": task, "dt": dt, "num_envs": num_envs, "folder": folder, **options, "env_config": config}
        self.everyone = np.ones(num_envs, bool)
        self.is_open = np.zeros(num_envs, bool)
        self._has_steps = np.zeros(num_envs, bool)
        self._is_single = is_single
        self.is_reset = False
        # What was seen last, (num_envs, ...), and the same as the env gives it: a single one's without the axis of envs.
        self._seen = {leaf.path: _zeros(leaf.field, num_envs) for leaf in self.seen_tree.leaves}
        self._places = {path: rows[0, ...] if is_single else rows for path, rows in self._seen.items()}
        self._recorder: Recorder | None = None
        self._open()  # here, so that a folder of another's is refused at once

    def _origin(self, spec: Any) -> dict[str, Any]:
        """What ``export minari`` makes the spaces and the environment's spec of."""
        metadata = {}
        try:
            if spec is not None:
                metadata["env_spec"] = str(spec.to_json())
        except Exception:  # whatever a spec holds that is no JSON
            metadata = {}
        paths = {**self.seen_tree.originals, **self.action_tree.originals}
        return {
            "observation_space": self.seen_tree.json(),
            "action_space": self.action_tree.json(),
            "paths": paths,
            "empty_arrays": [],
            "metadata": metadata,
        }

    def _open(self) -> Recorder:
        """The recorder; another one, of the next run, where it was closed for a dataset."""
        if self._recorder is None:
            fields = self.infos.fields_of(self._fields)
            self._recorder = Recorder.open(**self._options, fields=fields, continuous=True)
            # What was seen last belongs to an episode that the program leaves open.
            _registry.close_at_exit(id(self), self._close_at_exit)
        return self._recorder

    def fitting(self, value: object) -> dict[str, Any]:
        """An observation by path, looked over before anything is recorded with it: :meth:`keep` takes it.

        Raises:
            BadArgument: naming what does not fit the space.
        """
        return {path: self._fitting(path, rows) for path, rows in self.seen_tree.rows(value).items()}

    def _fitting(self, path: str, rows: Any) -> Any:
        place = self._places[path]
        if type(rows) is np.ndarray and rows.shape == place.shape and rows.dtype == place.dtype:
            return rows
        if not self._is_single:
            return self._converted(path, rows, self.num_envs)
        return self._converted(path, [rows] if place.dtype.kind == "S" else as_numpy(rows, path)[None], 1)[0]

    def _converted(self, path: str, rows: Any, count: int) -> Array:
        field, place = self._fields[path], self._seen[path]
        return converted(rows, count, path, place.dtype, place.shape[1:], field.dtype, may_be_row=False)

    def fitting_last(self, last: Any, done: Array) -> dict[str, Any]:
        """The last observations of the envs that are done, by path: a row for each of them, looked over likewise.

        Args:
            last: the last observations, in a place for each env, or rows of all envs.
            done: bool (num_envs,).

        Raises:
            BadArgument: naming what does not fit the space.
        """
        rows: dict[str, list[Any]] = {}
        for env in np.flatnonzero(done).tolist():
            for path, value in self.seen_tree.rows(_member(last, env)).items():
                # Numpy makes an array of a list of its own arrays, not of tensors on a GPU.
                rows.setdefault(path, []).append(as_numpy(value, path) if hasattr(value, "detach") else value)
        return {path: self._converted(path, values, len(values)) for path, values in rows.items()}

    def keep(self, fitting: Mapping[str, Any]) -> None:
        """Copies an observation, into whose arrays the env may write the next one."""
        self.is_reset = True
        for path, rows in fitting.items():
            self._places[path][...] = rows

    def restart(self, value: object) -> None:
        """Keeps what a reset has given.

        Raises:
            BadArgument: when it does not fit the space; open episodes end, and a step before the next reset is refused.
        """
        try:
            self.keep(self.fitting(value))
        except BaseException:
            self._give_up()
            raise

    def _give_up(self) -> None:
        self.break_off(self.everyone, "an observation could not be recorded")
        self.forget()

    @property
    def seen_rows(self) -> dict[str, Any]:
        """What was seen, by path, with the shapes that the env gives."""
        return {path: np.char.decode(rows, "utf-8") if rows.dtype.kind == "S" else rows for path, rows in self._places.items()}

    def forget(self) -> None:
        """Forgets what was seen: a step before the next reset is refused."""
        self.is_reset = False

    def begin(
        self,
        envs: Array,
        seeds: Sequence[int | None] | None = None,
        options: Mapping[str, Any] | Sequence[Mapping[str, Any] | None] | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Begins an episode in each of the envs, bool (num_envs,)."""
        try:
            recorder, rows = self._open(), self._of_env(initial or {})
            if recorder._is_waiting() and self.infos.is_declared:
                starts = {path: recorder._field(path, as_numpy(one, path), self.num_envs, INITIAL) for path, one in rows.items()}
                recorder._declare({**self._fields, **self.infos.declared, **starts})
            recorder.begin(envs, seed=seeds, options=options or None, initial=rows)
        except BaseException:
            self.forget()  # what comes now would be recorded nowhere
            raise
        self.is_open |= envs
        self._has_steps &= ~envs

    def step(self, actions: object, rewards: object, infos: Mapping[str, Any], envs: Array) -> None:
        """Records a step of envs that have begun: what was seen before it, the action, and what came of it."""
        if not self.is_reset:
            raise BadState("no reset was recorded; call reset() first")
        rows = self.action_tree.rows(actions)
        rows = {**self._of_env(rows), **self._seen, **self._of_env(infos)}
        rows[REWARDS] = rewards
        if envs is self.everyone or envs.all():
            self.recorder.step(rows)
        else:
            self.recorder.step(rows, mask=envs)
        self._has_steps |= envs

    def _of_env(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values with the axis of envs; without it one of shape (1, ...) would be taken for a row."""
        if not self._is_single:
            return dict(values)
        return {path: value[None] if type(value) is np.ndarray else value for path, value in values.items()}

    def end(
        self,
        envs: Array,
        infos: Callable[[int], Mapping[str, Any]] | None,
        terminated: Any,
        truncated: Any,
        *,
        final: Mapping[str, Any] | None = None,
        attributes: Mapping[str, Any] | None = None,
        metadata: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> None:
        """Ends the episodes of envs; a step that ends in both ways is one that the env ended. Where an info says no verdict
        that can be stored, its env's episode ends without one, and the others with theirs.

        Args:
            envs: bool (num_envs,).
            infos: the last info of an env, which says whether the task was achieved; None where it was not judged.
            terminated, truncated: bool (num_envs,).
            final: what was seen after the last action, a row for each of ``envs`` by path; None for what was seen last.
            attributes, metadata: of the episodes.
            reason: one sentence for people.

        Raises:
            BadArgument: when an info says what is no verdict; what the verdict's function raises.
        """
        numbers = np.flatnonzero(envs)
        verdicts, faults = self._verdicts(numbers, infos)
        both = [bool(terminated[env] and truncated[env]) for env in numbers]
        self.recorder.end(
            numbers,
            success=verdicts,
            truncated=[not terminated[env] for env in numbers],
            final=self._seen_by(numbers) if final is None else final,
            attributes=attributes,
            metadata=[{**(metadata or {}), "truncated": True} if one else metadata for one in both],
            reason=reason,
        )
        self.is_open &= ~envs
        for fault in faults:
            raise fault

    def _verdicts(
        self, numbers: Array, infos: Callable[[int], Mapping[str, Any]] | None
    ) -> tuple[list[bool | None], list[Exception]]:
        """The verdicts, None where there is none, and what went wrong."""
        verdicts: list[bool | None] = [None] * len(numbers)
        faults: list[Exception] = []
        for place, env in enumerate(numbers if infos is not None else ()):
            try:
                verdicts[place] = self.verdict.of(infos(int(env)))  # type: ignore[misc]
            except Exception as e:  # a function of the caller's raises anything
                faults.append(e)
        return verdicts, faults

    def _seen_by(self, numbers: Array) -> dict[str, Any]:
        return {path: rows[numbers] for path, rows in self._seen.items()}

    def has_steps(self, env: int) -> bool:
        """Whether an env's present episode has one."""
        return bool(self.is_open[env] and self._has_steps[env])

    def break_off(self, envs: Array, reason: str) -> None:
        """Ends what is open in these envs as cut, as Minari does; an episode without a step is none."""
        with_steps = envs & self.is_open & self._has_steps
        if with_steps.any():
            self.end(with_steps, None, ~self.everyone, self.everyone, reason=reason)
        without = envs & self.is_open
        if without.any():
            self.recorder.discard(without)
            self.is_open &= ~without

    def record(self, step: Callable[[], object], over: Array, seen: object, begun: Array) -> None:
        """Records a step, and begins the next episodes of envs that it has reset, also where it is refused."""
        try:
            step()
        except BaseException:
            self.miss(over, seen)
            if self.is_reset and begun.any():
                self.begin(begun)
            raise
        if begun.any():
            self.begin(begun)

    def miss(self, over: Array, seen: object) -> None:
        """After a step that was refused: episodes that it ended are cut before it, others continue with what is seen now. Where
        that is what was refused all are cut, and a step before the next reset is refused."""
        if not self.is_reset:
            return
        self.break_off(over, "its last step could not be recorded")
        try:
            self.keep(self.fitting(seen))
        except BadArgument:
            self._give_up()

    def close(self, reason: str = "the env was closed") -> None:
        """Ends what is open and closes the run; everything that was recorded stays. Again is harmless."""
        recorder = self._recorder
        if recorder is None:
            return
        try:
            self.break_off(self.everyone, reason)
        finally:
            self._recorder = None
            self.is_open[:] = False
            self.forget()
            closed = recorder.close(reason)
            self.runs += [run for run in closed.runs if run not in self.runs]

    def _close_at_exit(self) -> None:
        self.close("the program ended without closing the env")


def _zeros(field: Field, num_envs: int) -> Array:
    if field.dtype == TEXT:
        return np.zeros(num_envs, f"S{field.shape[0]}")
    return np.zeros((num_envs, *field.shape), numpy_dtype(field.dtype))


def _member(last: Any, env: int) -> Any:
    """Of one env: an array of objects has a whole observation in each place, a dict or tuple rows of all envs."""
    if isinstance(last, Mapping):
        return {key: _member(value, env) for key, value in last.items() if not key.startswith("_")}
    return tuple(_member(value, env) for value in last) if isinstance(last, tuple) else last[env]
