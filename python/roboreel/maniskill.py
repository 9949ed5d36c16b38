"""ManiSkill's trajectories, recorded: :class:`RecordEpisode` has the calls of ManiSkill 3's.

    env = rr.maniskill.RecordEpisode(gym.make("PickCube-v1", num_envs=16), "output/pick")

Nothing of ManiSkill or torch is imported: the env that is given has all that is needed.
"""

from __future__ import annotations

import dataclasses
import os
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._arrays import as_numpy
from ._errors import BadArgument, RoboReelWarning
from ._fields import Array, Field
from ._has_recorder import HasRecorder
from ._library_class import Forwarding
from ._nested import flattened
from ._recorder import Recorder
from ._simulators import as_given, begin_and_step, env_numbers, opened

Arrays = dict[str, Array]

_NOT_FLUSHED = "reset before flush_trajectory, with save_on_reset=False"


class RecordEpisode(HasRecorder, Forwarding):
    """Wraps an env of ManiSkill and records its episodes; everything else of the env is there as before.

    An env's episode begins with its first step after a reset and ends with the next reset that names it, in
    ``options["env_idx"]`` or because it names none; steps past the end are recorded, as ManiSkill does. Of T steps it has

    - ``actions`` float32 (a dict's below ``actions/``), ``rewards`` float32, ``terminated``, ``truncated``, and of the infos
      ``success`` and ``fail``, bool: T rows;
    - ``obs/...``: T rows and ``final_obs/...``; ``states/...``: T rows and ``initial_state/...``, as
      ``get_state_dict`` gives them.

    The first ``reset`` opens the run, so that no step waits for it; where its infos have no ``elapsed_steps``, as those of a step
    have, or the env no ``single_action_space``, only the first step says what is recorded, opens the run and takes some tenths
    of a second. The verdict is that of the last step; an episode that was not terminated is truncated. For one thread.
    """

    _until_open = "the recording is closed, or save_trajectory is False"

    def __init__(
        self,
        env: Any,
        output_dir: str | os.PathLike[str],
        save_trajectory: bool = True,
        trajectory_name: str | None = None,
        save_video: bool = True,
        info_on_video: bool = False,
        save_on_reset: bool = True,
        save_video_trigger: Callable[[int], bool] | None = None,
        max_steps_per_video: int | None = None,
        clean_on_close: bool = True,
        record_reward: bool = True,
        record_env_state: bool = True,
        video_fps: int = 30,
        render_substeps: bool = False,
        avoid_overwriting_video: bool = False,
        source_type: str | None = None,
        source_desc: str | None = None,
        *,
        task: str | None = None,
        dt: float | None = None,
        policy: str = "unknown",
        fields: Mapping[str, Field] | None = None,
        **recorder: Any,
    ) -> None:
        """Starts the process that records.

        Args:
            env: of ManiSkill, alone, of many sub-scenes, or in its ``CPUGymWrapper``.
            output_dir: the output folder.
            save_trajectory: False to record nothing.
            trajectory_name: kept in the environment's configuration.
            save_video: whether there is a video of the colour cameras among the observations; ``render`` is not called.
            save_on_reset: True where a reset ends the episode with its verdict; otherwise ``flush_trajectory`` does.
            record_reward: whether ``rewards`` are recorded.
            record_env_state: whether the simulation's state is recorded.
            source_type, source_desc: kept in the environment's configuration.
            info_on_video, save_video_trigger, max_steps_per_video, clean_on_close, video_fps, render_substeps,
                avoid_overwriting_video: have no meaning here: a video shows a whole episode at its own rate.
            task: name of the env's folder in the output folder; None for the env's id.
            dt: time between two steps, s; None for what the env's control frequency makes it.
            policy: name of what acts.
            fields: declarations of some fields by path, for their units and names; others are as the env gives them.
            recorder: more arguments of :meth:`roboreel.Recorder.open`.

        Raises:
            BadArgument: for what cannot be recorded.
        """
        self.env = env
        self.output_dir = output_dir
        self.save_trajectory, self.save_on_reset = save_trajectory, save_on_reset
        self.record_reward, self.record_env_state = record_reward, record_env_state
        self._save_video = save_video
        self._declared = dict(fields or {})
        # Its CPU wrapper hands out the only env's values without the axis of envs.
        self._is_alone = _is_wrapped_by(env, "CPUGymWrapper")
        self._pending = np.zeros(self.num_envs, bool)
        self._open = np.zeros(self.num_envs, bool)
        self._seen: Arrays = {}
        self._states: Arrays = {}
        self._last: Arrays = {}
        self._reset_options: dict[str, Any] = {}
        self._recorder: Recorder | None = None
        if save_trajectory:
            about = _env_info(self.base_env)
            said = {"trajectory_name": trajectory_name, "source_type": source_type, "source_desc": source_desc}
            about.update({key: text for key, text in said.items() if text is not None})
            self._recorder = opened(
                output_dir,
                {"task": task, "dt": dt, "policy": policy, **recorder},
                dt=lambda: _dt(self.base_env),
                env_config={"maniskill": about},
                num_envs=self.num_envs,
                task=about["env_id"],
                fields=self._field,
                videos=bool(save_video),
            )

    @property
    def base_env(self) -> Any:
        """The env without wrappers."""
        return self.env.unwrapped

    @property
    def num_envs(self) -> int:
        """Number of sub-scenes."""
        return int(self.base_env.num_envs)

    def _field(self, path: str, row: Array) -> Field | None:
        declared = self._declared.get(path)
        if not path.startswith(("obs/", "states/", "initial_state/")) and path != "obs":
            return declared
        field = dataclasses.replace(declared or as_given(path, row), final=path.startswith("obs"))
        return dataclasses.replace(field, video="sensor") if field.is_image and self._save_video else field

    def reset(
        self, *args: Any, seed: Any = None, options: Mapping[str, Any] | None = None, save: bool = True, **kwargs: Any
    ) -> Any:
        """Ends the episodes of the envs that are reset, and resets them.

        Args:
            seed: handed to the env.
            options: handed to the env as it is; ``env_idx`` names the envs that are reset.
            save: False to throw their episodes away.

        Returns:
            The env's observations and infos.
        """
        envs = env_numbers((options or {}).get("env_idx"), self.num_envs)
        if self.save_on_reset or not save:
            self.flush_trajectory(env_idxs_to_flush=envs, save=save)
        else:
            self._end(envs, reason=_NOT_FLUSHED)
        obs, info = self.env.reset(*args, seed=seed, options=options, **kwargs)
        if self._recorder is not None:
            self._reset_options = {key: _plain(one) for key, one in (options or {}).items() if key != "env_idx"}
            seen, states = self._observed(obs), self._read_states()
            self._seen, self._states = _with_rows(self._seen, seen, envs), _with_rows(self._states, states, envs)
            self._pending[envs] = True
            if self._recorder._is_waiting() and "elapsed_steps" in info:
                self._open_run(self._recorder, info)
        return obs, info

    def _open_run(self, recorder: Recorder, info: Mapping[str, Any]) -> None:
        """Opens the run with what a step is going to have, as far as the env says so."""
        space = getattr(self.base_env, "single_action_space", None)
        if space is None:
            return
        actions = {
            path: np.zeros((self.num_envs, *one.shape), np.float32 if path == "actions" else one.dtype)
            for path, one in flattened(_nested_spaces(space), "actions").items()
        }
        ends = {key: np.zeros(self.num_envs, bool) for key in ("terminated", "truncated", *_verdicts_in(info))}
        rewards = {"rewards": np.zeros(self.num_envs, np.float32)} if self.record_reward else {}
        initial = {_initial(path): rows for path, rows in self._states.items()}
        recorder._declare_like({**actions, **self._seen, **rewards, **ends, **self._states}, initial)

    def step(self, action: Any) -> Any:
        """Steps the env, and records the step of all sub-scenes.

        Returns:
            The env's five values.

        Raises:
            BadArgument: for values that cannot be recorded.
        """
        actions = {} if self._recorder is None else self._actions(action)
        result = self.env.step(action)
        if self._recorder is not None:
            self._record(self._recorder, actions, *result)
        return result

    def _record(
        self, recorder: Recorder, actions: Arrays, obs: Any, reward: Any, terminated: Any, truncated: Any, info: Any
    ) -> None:
        last = {"terminated": self._rows(terminated), "truncated": self._rows(truncated)}
        last.update({key: self._rows(info[key]) for key in _verdicts_in(info)})
        rewards = {"rewards": self._rows(reward).astype(np.float32)} if self.record_reward else {}
        seen, states = self._observed(obs), self._read_states()
        begun = np.flatnonzero(self._pending)
        values = {**actions, **self._seen, **rewards, **{k: v.astype(bool) for k, v in last.items()}, **states}
        try:
            begin_and_step(recorder, begun, lambda: self._start(begun), values)
            self._pending[:] = False
            self._open[begun] = True
        finally:
            # Also of a step that was refused: the next row has what was seen before its own action.
            self._seen, self._states, self._last = seen, states, last

    def _start(self, begun: Array) -> dict[str, Any]:
        seeds = np.atleast_1d(as_numpy(getattr(self.base_env, "_episode_seed", []), "seed"))
        return {
            "seed": seeds[begun].tolist() if len(seeds) else None,
            "initial": {_initial(path): rows[begun] for path, rows in self._states.items()},
            # Where there are many envs, options are of all resets, not of one episode.
            "options": self._reset_options if self.num_envs == 1 and self._reset_options else None,
        }

    def flush_trajectory(
        self, verbose: bool = False, ignore_empty_transition: bool = True, env_idxs_to_flush: Any = None, save: bool = True
    ) -> None:
        """Ends episodes; the next step begins others from where the envs are.

        Args:
            env_idxs_to_flush: the envs; None for all.
            save: False to throw them away.
            verbose, ignore_empty_transition: have no meaning here: episodes without a step are none.
        """
        envs = env_numbers(env_idxs_to_flush, self.num_envs)
        ended = [env for env in envs if self._open[env]]
        if self._recorder is not None and ended and not save:
            self._recorder.discard(ended)
            self._open[ended] = False
            self._pending[ended] = True
            return
        success = self._last["success"].astype(bool)[ended].tolist() if ended and "success" in self._last else None
        self._end(envs, success=success)

    def _end(self, envs: list[int], *, success: Any = None, reason: str = "") -> None:
        ended = [env for env in envs if self._open[env]]
        if self._recorder is None or not ended:
            return
        mode = getattr(self.base_env, "control_mode", None)
        self._recorder.end(
            ended,
            success=success,
            reason=reason,
            truncated=~self._last["terminated"].astype(bool)[ended],
            final={path: rows[ended] for path, rows in self._seen.items()},
            attributes=None if mode is None else {"control_mode": str(mode)},
        )
        self._open[ended] = False
        self._pending[ended] = True

    def flush_video(self, *args: Any, **kwargs: Any) -> None:
        """Does nothing: a video ends with its episode."""

    def close(self) -> Any:
        """Ends the episodes, closes the recorder and the env. Again is harmless."""
        recorder = self._recorder
        try:
            if recorder is not None and self.save_on_reset:
                self.flush_trajectory()
        finally:
            self._recorder = None
            try:
                if recorder is not None:
                    recorder.close("closed before flush_trajectory, with save_on_reset=False")
            finally:
                closed = self.env.close()
        return closed

    # --- Arrays ---

    def _rows(self, value: Any, path: str = "info") -> Array:
        """A copy with a row for each env: simulators write into the arrays that they have handed out."""
        rows = np.array(as_numpy(value, path))
        return rows[None] if self._is_alone or rows.ndim == 0 else rows

    def _observed(self, obs: Any) -> Arrays:
        return {path: self._rows(value, path) for path, value in flattened(obs, "obs").items()}

    def _actions(self, action: Any) -> Arrays:
        actions = {}
        for path, value in flattened(action, "actions").items():
            rows = np.array(as_numpy(value, path))
            rows = rows.reshape(self.num_envs, -1) if rows.ndim < 2 else rows
            # As ManiSkill's own recorder; what is no real number is left to the recorder to refuse.
            actions[path] = rows.astype(np.float32) if path == "actions" and rows.dtype.kind in "fiu" else rows
        return actions

    def _read_states(self) -> Arrays:
        """The simulation's state, where each of its parts has a row for each env."""
        if not self.record_env_state:
            return {}
        nested = flattened(self.base_env.get_state_dict(), "states")
        states = {path: np.array(as_numpy(value, path)) for path, value in nested.items()}
        for path, rows in states.items():
            if rows.shape[:1] != (self.num_envs,):
                self.record_env_state = False
                sentence = f"the env's states are not recorded: '{path}' has not a row for each of {self.num_envs} envs"
                warnings.warn(sentence, RoboReelWarning, stacklevel=4)
                return {}
        return states


def _verdicts_in(info: Mapping[str, Any]) -> list[str]:
    return [key for key in ("success", "fail") if key in info]


def _initial(path: str) -> str:
    return "initial_state/" + path.removeprefix("states/")


def _nested_spaces(space: Any) -> Any:
    """The spaces in a Dict's place, by key."""
    spaces = getattr(space, "spaces", None)
    return space if spaces is None else {key: _nested_spaces(one) for key, one in spaces.items()}


def _with_rows(old: Arrays, new: Arrays, envs: list[int]) -> Arrays:
    """The old rows, with the new ones of some envs."""
    if old.keys() != new.keys() or any(old[path].shape != rows.shape for path, rows in new.items()):
        return new
    for path, rows in new.items():
        old[path][envs] = rows[envs]
    return old


def _is_wrapped_by(env: Any, name: str) -> bool:
    while env is not None:
        if type(env).__name__ == name:
            return True
        env = vars(env).get("env")
    return False


def _plain(value: Any) -> Any:
    return as_numpy(value, "options").tolist() if hasattr(value, "detach") else value


def _env_info(env: Any) -> dict[str, Any]:
    spec = getattr(env, "spec", None)
    if spec is None:
        return {"env_id": type(env).__name__}
    kwargs = {key: one for key, one in spec.kwargs.items() if isinstance(one, (str, bool, int, float))}
    return {"env_id": spec.id, "env_kwargs": kwargs, "max_episode_steps": spec.max_episode_steps}


def _dt(env: Any) -> float:
    frequency = getattr(env, "control_freq", None)
    if frequency is None:
        raise BadArgument(f"{type(env).__name__} has no control_freq, so the time between two steps is not known; give dt=")
    return 1 / float(frequency)
