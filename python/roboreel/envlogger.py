"""EnvLogger's wrapper of ``dm_env`` environments, and its backend: the same calls, recorded at once.

    from roboreel.envlogger import EnvLogger

    with EnvLogger(env, "output/catch", dt=0.05, step_fn=step_fn, episode_fn=episode_fn) as env:
        timestep = env.reset()
        while not timestep.last():
            timestep = env.step(policy(timestep))

Neither ``dm_env`` nor ``envlogger`` is imported: what is used are the methods of the environment that is given.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _registry
from ._arrays import as_numpy, plain
from ._dm_specs import fields_of, has_list, json_of, like, named
from ._env_wrapper import copied
from ._errors import BadArgument, BadState
from ._fields import FLOATS, STEP, Array, Field, inferred
from ._has_recorder import HasRecorder
from ._library_class import Closing
from ._nested import flattened
from ._recorder import Recorder
from ._said import folder_name, json_text, require

Custom = Callable[[Any, Any, Any], Any]

_SPECS = {
    "observation_spec": ("obs", "obs/observation"),
    "action_spec": ("actions", "actions"),
    "reward_spec": ("rewards", "rewards"),
    "discount_spec": ("discounts", "discounts"),
}
_CUSTOM, _CUSTOM_ALONE = "custom", "custom/value"
_METADATA = "envlogger"
_MAX_METADATA_BYTES = 4096


class StepData(NamedTuple):
    """A step as EnvLogger hands it to its backend.

    Attributes:
        timestep: a ``dm_env.TimeStep``.
        action: that led to it; None at the first one.
        custom_data: what ``step_fn`` gave; None without.
    """

    timestep: Any
    action: Any
    custom_data: Any = None


class BackendWriter(HasRecorder, Closing):
    """A backend for EnvLogger, which records: ``envlogger.EnvLogger(env, backend=BackendWriter, folder="output/x", dt=0.05)``.

    An episode of T actions is T + 1 steps for EnvLogger, and T rows here: row k has the observation before action k, the
    action, and the reward and the discount that followed it. The last observation is the final value of each ``obs/``.

    Fields are ``obs/<key>`` (``obs/observation`` where there are no keys), ``actions``, ``rewards``, ``discounts`` and
    ``custom/<key>`` (``custom/value``), with shapes, dtypes and bounds as the specs say them, of the first step where there
    are none. Custom data of the reset is ``initial_custom/<key>``.

    The last step of an episode says how it ended: a discount of 0 that it was over, another that a limit cut it. The episode
    ends with the next one's first step or with :meth:`close`, since EnvLogger says its metadata after the last step.

    It may be pickled before its first step. One thread at a time.
    """

    _until_open = "the recording is not open yet; the first reset opens it, or the first step where there may be custom data"

    def __init__(
        self,
        folder: str | os.PathLike[str],
        metadata: Mapping[str, Any] | None = None,
        scheduler: object = None,
        *,
        dt: float,
        task: str = "dm_env",
        policy: str = "unknown",
        specs: Mapping[str, Any] | None = None,
        may_have_custom_data: bool = True,
        **options: Any,
    ) -> None:
        """Opens nothing yet: the first step does.

        Args:
            folder: the output folder.
            metadata: of all episodes, as JSON has it, kept in ``env_cfg.json``. EnvLogger's ``environment_specs`` in it are
                the specs.
            scheduler: None: every step is recorded.
            dt: time between two steps, s.
            task: name of the environment's folder in the output folder.
            policy: name of what acts.
            specs: ``observation_spec``, ``action_spec``, ``reward_spec`` and ``discount_spec`` of the environment, each an
                array's, or a dict, tuple or list of such.
            may_have_custom_data: False where no step has custom data; the recording is then opened by the first reset
                instead of the first step after it.
            **options: of :meth:`Recorder.open`, for example ``instruction``, ``settings``.

        Raises:
            BadArgument: for metadata that JSON cannot hold, a spec that cannot be recorded, and a scheduler.
        """
        require(
            scheduler is None, "a scheduler is given, and every step is recorded here; leave it out, and export what you need"
        )
        self._folder = os.fspath(folder)
        self._options = {**options, "dt": dt, "task": task, "policy": policy}
        self._may_have_custom_data = may_have_custom_data
        self._recorder: Recorder | None = None
        self._is_closed = False
        self._is_recording = False
        self._steps = 0
        self._is_last = False
        self._is_cut = False
        self._seen: dict[str, Array] = {}
        self._episode_metadata: Any = None
        self._specs: Mapping[str, Any] = {}
        self._listed: set[str] = set()
        self._fields: dict[str, Field] = {}
        self._metadata: dict[str, Any] = {}
        self._take(metadata, specs)

    def __call__(self, metadata: Mapping[str, Any] | None = None) -> BackendWriter:
        """Itself, with that metadata: EnvLogger calls a backend that is no class of its own."""
        self._take(metadata, None)
        return self

    def _take(self, metadata: Mapping[str, Any] | None, specs: Mapping[str, Any] | None) -> None:
        given = dict(metadata or {})
        specs = given.pop("environment_specs", None) if specs is None else specs
        if given:
            self._metadata = dict(plain(given, "metadata"))
        if specs:
            self._specs = dict(specs)
            self._listed = {name for name, spec in self._specs.items() if has_list(spec)}
            self._fields = {
                path: field
                for name, (group, alone) in _SPECS.items()
                if name in self._specs
                for path, field in fields_of(self._specs[name], group, alone, is_seen=group == "obs").items()
            }

    def metadata(self) -> dict[str, Any]:
        """That of all episodes."""
        return dict(self._metadata)

    # --- Recording ---

    def record_step(self, data: Any, is_new_episode: bool) -> None:
        """Records a step.

        Args:
            data: a :class:`StepData`, or EnvLogger's own. What it holds stays as it is, and may change afterwards.
            is_new_episode: whether it is the first one of an episode, which an environment's reset gave; one that is open ends.

        Raises:
            BadState: for a step without a first one, after the last one, and after :meth:`close`.
            BadArgument: for what cannot be recorded, naming the field; nothing of the step is.
        """
        if self._is_closed:
            raise BadState("the backend is closed; make another one")
        seen = {
            path: np.array(as_numpy(value, path))
            for path, value in self._arrays("observation_spec", data.timestep.observation).items()
        }
        custom = {} if data.custom_data is None else named(data.custom_data, _CUSTOM, _CUSTOM_ALONE)
        if is_new_episode:
            self._end("a reset came before the last step")
            self._begin({f"initial_{path}": value for path, value in custom.items()})
        elif not self._is_recording or self._is_last:
            what = "the episode is over" if self._is_last else "no episode has begun"
            raise BadState(f"{what}; the next step must be the first of an episode (is_new_episode=True)")
        try:
            if not is_new_episode:
                self._step(data, custom)
        finally:
            # Also of a step that was refused: the next row has what was seen before its own action.
            self._seen = seen
            self._is_last = bool(data.timestep.last())
            self._is_cut = self._is_last and _is_any(data.timestep.discount)

    def _begin(self, initial: dict[str, Any]) -> None:
        if self._recorder is None:
            is_known = len(self._specs) == len(_SPECS) and not self._may_have_custom_data
            config = {"metadata": self._metadata, "specs": {name: json_of(spec) for name, spec in self._specs.items()}}
            options = {**self._options, "env_config": {**(self._options.get("env_config") or {}), "envlogger": config}}
            self._recorder = Recorder.open(
                self._folder, fields=self._fields if is_known else self._field, continuous=True, **options
            )
            # What was seen last belongs to an episode that the program leaves open.
            _registry.close_at_exit(id(self), self.close)
        self._recorder.begin(initial=initial)
        self._is_recording, self._steps, self._episode_metadata = True, 0, None

    def _step(self, data: Any, custom: dict[str, Any]) -> None:
        assert self._recorder is not None
        action = self._arrays("action_spec", data.action)
        reward = self._arrays("reward_spec", data.timestep.reward)
        discount = self._arrays("discount_spec", data.timestep.discount)
        self._recorder.step({**action, **self._seen, **reward, **discount, **custom})
        self._steps += 1

    def set_episode_metadata(self, data: Any) -> None:
        """Sets what is stored with the open episode when it ends; the last value counts.

        Args:
            data: as JSON has it, up to some 4000 bytes; numpy's numbers and arrays become Python's.

        Raises:
            BadState: when no episode is open.
            BadArgument: for what JSON cannot hold, and what is larger.
        """
        if not self._is_recording:
            raise BadState("no episode is open that metadata could be set of; record its first step before")
        value = plain(data, "the episode's metadata")
        size = len(json_text({_METADATA: value}).encode())
        require(
            size <= _MAX_METADATA_BYTES,
            f"the episode's metadata takes {size} bytes of JSON; expected at most {_MAX_METADATA_BYTES}, "
            "give what is large by step_fn",
        )
        self._episode_metadata = value

    def end_if_over(self) -> None:
        """Ends the open episode if its last step was recorded, instead of with the next one's first step."""
        if self._is_last:
            self._end("")

    def _end(self, reason: str) -> None:
        """Ends the open episode, if there is one: as its last step says, else as cut."""
        if not self._is_recording:
            return
        assert self._recorder is not None
        if not self._steps:
            # One observation without an action is no row.
            self._recorder.discard(reason=reason)
        else:
            metadata = None if self._episode_metadata is None else {_METADATA: self._episode_metadata}
            is_cut = self._is_cut or not self._is_last
            reason = "" if self._is_last else reason
            self._recorder.end(truncated=is_cut, reason=reason, final=self._seen, metadata=metadata)
        self._is_recording = self._is_last = False

    def close(self) -> None:
        """Ends what is open and closes the recording. Again is harmless.

        Raises:
            RoboReelError: when the recording has failed.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if self._recorder is None:
            return
        try:
            self._end("the environment was closed before the last step")
        finally:
            self._recorder.close()

    def __getstate__(self) -> dict[str, Any]:
        if self._recorder is not None:
            raise TypeError("a recording that is open cannot be pickled; pickle the logger before its first reset")
        return self.__dict__

    # --- Parts ---

    def _arrays(self, name: str, value: object) -> dict[str, Any]:
        group, alone = _SPECS[name]
        if isinstance(value, (np.ndarray, float, int)):
            return {alone: value}
        return named(like(self._specs[name], value) if name in self._listed else value, group, alone)

    def _field(self, path: str, row: Array) -> Field:
        """The field of an array: what a spec says, else what it is itself."""
        known = self._fields.get(path)
        if known is not None:
            return known
        field = inferred(np.asarray(row)[np.newaxis], 1, STEP, path)
        return dataclasses.replace(field, non_finite=field.dtype in FLOATS, final=path.startswith("obs/"))


class EnvLogger(Closing):
    """Records an environment of ``dm_env``, with EnvLogger's calls; see :class:`BackendWriter` for what is recorded.

    ``reset`` begins an episode, ``step`` records a row, the ``step`` after the last one resets and ignores its action. All
    other methods and attributes are the environment's.

    An episode that a ``reset`` or ``close`` breaks off ends as cut, one without a step is none. It may be pickled before its
    first reset. One thread at a time.
    """

    def __init__(
        self,
        env: Any,
        folder: Any = None,
        step_fn: Custom | None = None,
        episode_fn: Custom | None = None,
        metadata: Mapping[str, Any] | None = None,
        backend: Any = None,
        *,
        data_directory: str | os.PathLike[str] | None = None,
        dt: float | None = None,
        task: str | None = None,
        policy: str = "unknown",
        **options: Any,
    ) -> None:
        """Wraps an environment. The first reset starts the process that records and opens the run; with ``step_fn`` the first
        step after it opens the run, since only that says what custom data is.

        Args:
            env: an environment of ``dm_env``.
            folder: the output folder, or a backend: what has ``record_step``, ``set_episode_metadata`` and ``close``.
            step_fn: called with each time step, the action that led to it (None after a reset) and the environment; what
                it returns, numbers, arrays, texts or dicts of such, is recorded, unless it is None.
            episode_fn: called likewise; of what it returns the last value that is not None is stored with the episode.
            metadata: of all episodes, as JSON has it. It stays as it is.
            backend: a backend, where it is not the second argument.
            data_directory: EnvLogger's name of ``folder``.
            dt: time between two steps, s; None for what ``env.control_timestep()`` says.
            task: name of the environment's folder in the output folder; None for the environment's class.
            policy: name of what acts.
            **options: of :meth:`Recorder.open`, for example ``instruction``, ``settings``.

        Raises:
            BadArgument: when nothing says the folder or dt, for metadata that JSON cannot hold, and for a spec that cannot be
                recorded.
        """
        given = [one for one in (folder, data_directory, backend) if one is not None]
        require(len(given) == 1, f"{len(given)} of folder, data_directory and backend are given; expected one of them")
        self._environment = env
        self._step_fn = step_fn
        self._episode_fn = episode_fn
        self._reset_next_step = True
        self._backend: Any = given[0]
        if not hasattr(given[0], "record_step"):
            self._backend = BackendWriter(
                given[0],
                metadata,
                dt=_dt(env) if dt is None else dt,
                task=task or folder_name(type(env).__name__),
                policy=policy,
                specs={name: getattr(env, name)() for name in _SPECS},
                may_have_custom_data=step_fn is not None,
                **options,
            )
        _register(env)

    @property
    def recorder(self) -> Recorder:
        """The recorder behind it, for events, ``durable`` and ``summaries``.

        Raises:
            BadState: before the first reset, after ``close``, and with a backend that is none of RoboReel's.
        """
        if not isinstance(self._backend, BackendWriter):
            raise BadState(f"{type(self._backend).__name__} records, which has no recorder of RoboReel")
        return self._backend.recorder

    def reset(self) -> Any:
        """Resets the environment and begins an episode; one that is open ends as cut.

        Returns:
            The environment's time step.
        """
        self._reset_next_step = False
        timestep = self._environment.reset()
        self._record(timestep, None, True)
        return timestep

    def step(self, action: Any) -> Any:
        """Steps the environment and records it; after the last step of an episode it resets, and ignores the action.

        Returns:
            The environment's time step.

        Raises:
            BadArgument: when something cannot be recorded, naming the field; the step was made and is not recorded.
        """
        if self._reset_next_step:
            return self.reset()
        given = copied(action)
        timestep = self._environment.step(action)
        self._reset_next_step = timestep.last()
        self._record(timestep, given, False)
        return timestep

    def _record(self, timestep: Any, action: Any, is_new_episode: bool) -> None:
        custom = None if self._step_fn is None else self._step_fn(timestep, action, self._environment)
        self._backend.record_step(StepData(timestep, action, custom), is_new_episode)
        if self._episode_fn is not None:
            said = self._episode_fn(timestep, action, self._environment)
            if said is not None:
                self._backend.set_episode_metadata(said)
        if isinstance(self._backend, BackendWriter):
            self._backend.end_if_over()

    def close(self) -> None:
        """Ends what is open, closes the recording and the environment."""
        try:
            self._backend.close()
        finally:
            self._environment.close()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_environment":
            raise AttributeError(name)
        return getattr(self._environment, name)


def _dt(env: Any) -> float:
    try:
        return float(env.control_timestep())
    except (AttributeError, NotImplementedError):
        raise BadArgument("the environment has no control_timestep(); give dt=, the seconds between two steps") from None


def _register(env: Any) -> None:
    """Makes the wrapper count as an environment of the library that the given one's class comes from."""
    for base in type(env).__mro__:
        if base.__name__ == "Environment" and base.__module__.startswith("dm_env") and hasattr(base, "register"):
            base.register(EnvLogger)


def _is_any(discount: object) -> bool:
    """Whether a discount, or one of several, is not 0."""
    values = flattened(discount, "discounts").values()
    return any(value is not None and bool(np.any(as_numpy(value, "discounts"))) for value in values)
