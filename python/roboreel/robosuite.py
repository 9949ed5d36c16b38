"""robosuite's data collection, recorded: :class:`DataCollectionWrapper` has the calls of robosuite 1.5's.

    env = rr.robosuite.DataCollectionWrapper(robosuite.make("Lift", robots="Panda"), "output/lift")

Nothing of robosuite is imported: the env that is given has all that is needed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._arrays import plain
from ._errors import BadArgument, BadState
from ._fields import STEP, Array, Field, f64, inferred, text
from ._has_recorder import HasRecorder
from ._library_class import Forwarding
from ._recorder import Recorder
from ._said import require
from ._simulators import begin_and_step, opened

_MODEL, _EP_META = "initial_attributes/model_file", "initial_attributes/ep_meta"
_ABSOLUTE = "actions_abs"
_TEXT_BLOCK_BYTES = 1 << 12
_ROBOSUITE = 1  # robomimic's number for its environments


def fields(
    env: Any, *, state_width: int | None = None, model_bytes: int | None = None, observations: bool = False
) -> dict[str, Field]:
    """What a :class:`DataCollectionWrapper` records of an env that was reset, for :meth:`roboreel.Recorder.open` where
    other processes join.

    Args:
        env: of robosuite.
        state_width: values of the longest state vector; None for that of the model as it is.
        model_bytes: of the longest model's XML; None for that of the model as it is, and a quarter.
        observations: True for ``obs/`` as well.

    Returns:
        ``actions`` float64 (dim,), ``rewards`` float64, ``states`` float64 (state_width,), and the texts of an episode's
        model and metadata.
    """
    seen = env.observation_spec() if observations else {}
    widths = _text_bytes(env.sim.model.get_xml(), json.dumps(env.get_ep_meta()), model_bytes)
    return _fields(env, state_width or len(env.sim.get_state().flatten()), seen, widths)


def _fields(env: Any, state_width: int, seen: Mapping[str, Any], text_bytes: Mapping[str, int]) -> dict[str, Field]:
    return {
        "actions": f64(int(env.action_dim)),
        "rewards": f64(),
        "states": f64(state_width, final=True),
        **{f"obs/{key}": _twice(f"obs/{key}", np.asarray(value)) for key, value in seen.items()},
        **{path: text(size, phase="initial") for path, size in text_bytes.items()},
    }


def env_config(env: Any, env_info: Mapping[str, Any] | str | None = None) -> dict[str, Any]:
    """What robosuite's and robomimic's playback read of the env, for the ``env_config`` of a recorder that others join.

    Args:
        env: of robosuite.
        env_info: arguments of ``robosuite.make`` for the playback, as robosuite's collection script has them; None for the
            env's name, robots and controllers.
    """
    base = getattr(env, "unwrapped", env)
    name = type(base).__name__
    package = sys.modules.get(type(base).__module__.partition(".")[0])
    version = str(getattr(package, "__version__", ""))
    info = json.loads(env_info) if isinstance(env_info, str) else dict(env_info or _arguments(base, name))
    args = {"env_name": name, "env_version": version, "type": _ROBOSUITE, "env_kwargs": info}
    said = {"env": name, "env_info": json.dumps(info), "env_args": json.dumps(args)}
    return {"robomimic": {**said, "repository_version": version}}


def _arguments(env: Any, name: str) -> dict[str, Any]:
    """Of ``robosuite.make``, as far as the env still knows them."""
    controllers = [robot.get("composite_controller_config") for robot in getattr(env, "robot_configs", [])]
    arguments = {"env_name": name, "robots": list(getattr(env, "robot_names", []))}
    return {**arguments, "controller_configs": plain(controllers, "controllers")} if any(controllers) else arguments


def _twice(path: str, row: Array) -> Field:
    """A field of T + 1 rows."""
    return dataclasses.replace(inferred(row[None], 1, STEP, path), final=True)


def _text_bytes(xml: str, meta: str, model_bytes: int | None) -> dict[str, int]:
    """Room for the texts of an episode: those of later ones differ a little."""
    room = {path: len(one.encode()) * 5 // 4 for path, one in ((_MODEL, xml), (_EP_META, meta))}
    rounded = {path: (size // _TEXT_BLOCK_BYTES + 1) * _TEXT_BLOCK_BYTES for path, size in room.items()}
    return {**rounded, _MODEL: model_bytes or rounded[_MODEL]}


def _is_plain(env: Any) -> bool:
    """Whether steps are robosuite's own, whose infos never have ``action_abs``."""
    while env is not None:
        for name in ("step", "_post_action"):
            if not str(getattr(getattr(type(env), name, None), "__module__", "robosuite.")).startswith("robosuite."):
                return False
        env = vars(env).get("env")
    return True


class DataCollectionWrapper(HasRecorder, Forwarding):
    """Wraps an env of robosuite and records its episodes; everything else of the env is there as before.

    The first ``reset`` opens the run, so that no step waits for it; where the env's ``step`` is not robosuite's own the first
    step does, since only that shows whether the infos have ``action_abs``, which is recorded as ``actions_abs`` then. An episode
    begins with the first step after ``reset`` and ends with the next ``reset`` or ``close``. It is a success if a step of it was.
    Row k of ``states`` is the simulation's state before action k, ``final_states`` the one after the last action: T + 1 states
    for T ``actions``, with ``rewards``. The model's XML is ``initial_attributes/model_file``, which ``roboreel export robomimic``
    makes the attribute that robosuite's playback reads.

    A state that is shorter than the declared width has zeros behind it; the episode's attribute ``state_width`` says how
    long it is. For one thread.
    """

    def __init__(
        self,
        env: Any,
        directory: str | os.PathLike[str] | Recorder,
        collect_freq: int = 1,
        flush_freq: int = 100,
        *,
        task: str | None = None,
        dt: float | None = None,
        policy: str = "unknown",
        env_info: Mapping[str, Any] | str | None = None,
        state_width: int | None = None,
        model_bytes: int | None = None,
        observations: bool = False,
        fields: Mapping[str, Field] | None = None,
        **recorder: Any,
    ) -> None:
        """Starts the process that records.

        Args:
            env: of robosuite.
            directory: the output folder; or a recorder of one env that has joined a run or is to be shared, which
                ``close`` leaves open.
            collect_freq: steps from one row to the next; from 2 on a row's state is the one after the row before it, as
                robosuite pairs them.
            flush_freq: has no meaning here: each step is durable by itself.
            task: name of the env's folder in the output folder; None for that of its class.
            dt: time between two rows, s; None for what the env's control frequency makes it.
            policy: name of what acts.
            env_info: as in :func:`env_config`.
            state_width: values of the longest state vector that episodes may have; None for that of the first one.
            model_bytes: of the longest model's XML; None for that of the first episode, and a quarter.
            observations: True to record ``obs/`` as well, of T + 1 rows.
            fields: declarations of some fields by path, for their units and names.
            recorder: more arguments of :meth:`roboreel.Recorder.open`.

        Raises:
            BadArgument: for what cannot be recorded.
        """
        self.env = env
        self.directory = directory
        self.collect_freq = collect_freq
        self.flush_freq = flush_freq
        self.t = 0
        self.has_interaction = False
        self.successful = False
        self.ep_directory: str | None = None
        self._width, self._model_bytes = state_width or 0, model_bytes
        self._has_observations = observations
        self._declared = dict(fields or {})
        self._texts: dict[str, str] = {}
        self._state: Array | None = None
        self._seen: dict[str, Array] = {}
        self._state_width = 0
        self._is_recording = self._is_done = False
        self._text_bytes: dict[str, int] = {}
        self._is_owner = not isinstance(directory, Recorder)
        if isinstance(directory, Recorder):
            own = {"task": task is not None, "dt": dt is not None, "policy": policy != "unknown", **dict.fromkeys(recorder, True)}
            given = ", ".join(name for name, is_given in own.items() if is_given)
            require(not given, f"{given} is given with a recorder that is open; give it where that is opened")
            self._recorder: Recorder = directory
        else:
            config = env_config(env, env_info)
            self._recorder = opened(
                directory,
                {"task": task, "dt": dt, "policy": policy, **recorder},
                dt=lambda: collect_freq / env.control_freq,
                env_config=config,
                task=config["robomimic"]["env"],
            )

    def reset(self) -> Any:
        """Ends the episode, and resets the env so that its recorded actions lead to its recorded states again.

        Returns:
            The env's observations.

        Raises:
            BadArgument: when the new state or model is larger than what was declared.
        """
        self._end()
        self._state = None
        self.env.unset_ep_meta()
        seen = self.env.reset()
        self.t = 0
        xml = self.env.sim.model.get_xml()
        state = np.array(self.env.sim.get_state().flatten())
        # Without these four the model that is simulated is not quite the one of the XML, and a replay diverges.
        self.env.set_ep_meta(self.env.get_ep_meta())
        self.env.reset_from_xml_string(xml)
        self.env.sim.reset()
        self.env.sim.set_state_from_flattened(state)
        self.env.sim.forward()
        self._texts = {_MODEL: xml, _EP_META: json.dumps(self.env.get_ep_meta())}
        self._require_room(len(state))
        self._state, self._seen = self._padded(state), self._observed(seen)
        if _ABSOLUTE in self._declared or _is_plain(self.env):
            self._open_run(seen, {})
        return seen

    def _open_run(self, seen: Any, absolute: dict[str, Array]) -> None:
        if self._recorder._is_waiting():
            fields = _fields(self.env, self._width, seen if self._has_observations else {}, self._text_bytes)
            fields.update({path: f64(*row.shape[1:]) for path, row in absolute.items()})
            is_twice = {path: path == "states" or path.startswith("obs/") for path in self._declared}
            declared = {p: dataclasses.replace(f, final=True) if is_twice[p] else f for p, f in self._declared.items()}
            self._recorder._declare({**fields, **declared})

    def _require_room(self, width: int) -> None:
        self._width = self._width or width
        require(
            width <= self._width,
            f"the state of {type(self.env).__name__} has {width} values; expected at most {self._width}, "
            f"give state_width={width} where the env is wrapped",
        )
        if not self._text_bytes:
            self._text_bytes = _text_bytes(self._texts[_MODEL], self._texts[_EP_META], self._model_bytes)
        for path, most in self._text_bytes.items():
            size = len(self._texts[path].encode())
            advice = f"give model_bytes={size}" if path == _MODEL else "shorten it"
            require(size <= most, f"'{path}' takes {size} bytes; expected at most {most}, {advice} where the env is wrapped")

    def _padded(self, state: Array) -> Array:
        self._state_width = len(state)
        return np.pad(state, (0, self._width - len(state)))

    def _observed(self, seen: Any) -> dict[str, Array]:
        return {f"obs/{key}": np.array(value)[None] for key, value in seen.items()} if self._has_observations else {}

    def step(self, action: Any) -> Any:
        """Steps the env, and records the step.

        Returns:
            The env's four values.

        Raises:
            BadState: before ``reset``.
            BadArgument: for values that cannot be recorded.
        """
        if self._state is None:
            raise BadState("the env is stepped before its reset; call reset() first")
        given = np.array(action)
        result = self.env.step(action)
        self.t += 1
        self.has_interaction = True
        if self.t % self.collect_freq == 0:
            self._record(given, result)
        self.successful = bool(self.successful or self.env._check_success())
        self._is_done = bool(result[2])
        return result

    def _record(self, action: Array, result: Any) -> None:
        assert self._state is not None
        seen, reward, _, info = result
        absolute = {_ABSOLUTE: np.array(info["action_abs"])[None]} if "action_abs" in info else {}
        values = {"actions": action[None], "rewards": np.array([reward], np.float64), "states": self._state[None], **self._seen}
        values.update(absolute)
        self._open_run(seen, absolute)
        begun = [] if self._is_recording else self._recorder.envs
        try:
            start = {"initial": {path: [one] for path, one in self._texts.items()}}
            begin_and_step(self._recorder, begun, lambda: start, values)
            self._is_recording = True
            self.ep_directory = self._recorder.folder
        finally:
            # Also of a step that was refused: the next row has what was seen before its own action.
            self._state, self._seen = self._padded(self.env.sim.get_state().flatten()), self._observed(seen)

    def _end(self) -> None:
        if self._is_recording and self._state is not None:
            self._is_recording = False
            said: dict[str, Any] = {
                "success": self.successful,
                "truncated": self._is_done,
                "attributes": {"state_width": self._state_width},
            }
            try:
                self._recorder.end(final={"states": self._state[None], **self._seen}, **said)
            except BadArgument:  # a last state that diverged costs itself, not the episodes that follow
                self._recorder.end(**said)
                raise
        self.has_interaction = self.successful = self._is_done = False

    def close(self) -> None:
        """Ends the episode, closes the recorder and the env. Again is harmless."""
        with contextlib.ExitStack() as closing:
            closing.callback(self.env.close)
            if self._is_owner:
                closing.callback(self._recorder.close)
            try:
                self._end()
            finally:
                self._state = None
