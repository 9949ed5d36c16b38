"""Records Gymnasium environments: a wrapper around one, and one around a vector environment.

    env = rr.gymnasium.RecordEpisodes(gym.make("CartPole-v1"), "output/cartpole")
    venv = rr.gymnasium.RecordVector(gym.make_vec("CartPole-v1", num_envs=16), "output/cartpole_16")

Gymnasium is not imported. The wrappers derive from ``gymnasium.Wrapper`` or ``gymnasium.vector.VectorWrapper`` of the env that
they are given.
"""

from __future__ import annotations

import functools
import os
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._arrays import as_numpy
from ._env_episodes import SUCCESS_KEYS, EnvEpisodes, Success, dt_of, task_of
from ._env_wrapper import EnvWrapper, copied, first_of
from ._errors import BadArgument
from ._fields import Array
from ._infos import Recorded, of_env, of_vector
from ._minari import CollectedEpisode, labels_of

NEXT_STEP, SAME_STEP, DISABLED = "next_step", "same_step", "disabled"
_MODES = {mode.replace("_", ""): mode for mode in (NEXT_STEP, SAME_STEP, DISABLED)}
_STEP_DATA = ("observation", "action", "reward", "terminated", "truncated", "info")
_SEED_BITS = 63
_AUTORESETS = ("Autoreset", "AutoResetWrapper")


class RecordEpisodes(EnvWrapper):
    """Records the episodes of one env, and is an env itself.

    Fields are ``obs/<key>`` (``obs/observation`` for an observation that is one array), ``actions``, or ``actions/<key>`` of a
    Dict, ``rewards`` (float64) and, where asked for, ``infos/<key>``, with shapes, dtypes and bounds as the spaces say them.
    Members of a Tuple have their number as key. The observation after the last action is the final value of each ``obs/``,
    pictures too.

    What the env hands out and is given stays as it is: arrays are copied. An episode ends with the step that is terminated or
    truncated, and as truncated with a ``reset`` in the middle of it, ``create_dataset`` and ``close``. An episode without steps
    is none. One thread at a time.
    """

    def __init__(
        self,
        env: Any,
        folder: str | os.PathLike[str],
        *,
        task: str | None = None,
        dt: float | None = None,
        policy: str = "unknown",
        step_data_callback: Any = None,
        episode_metadata_callback: Any = None,
        record_infos: Recorded = False,
        observation_space: Any = None,
        action_space: Any = None,
        success: Success = SUCCESS_KEYS,
        autoseed: bool = True,
        **options: Any,
    ) -> None:
        """Wraps an env and opens its recording.

        Args:
            env: a Gymnasium env.
            folder: the output folder.
            task: name of the env's folder in it; None for that of the env's spec.
            dt: time between two steps, s; None for ``env.unwrapped.dt``, else 1 / ``metadata["render_fps"]``.
            policy: name of what acts.
            step_data_callback: a class or function as Minari's ``StepDataCallback``: called with the keywords env, obs and
                info, of a step also action, rew, terminated and truncated; its dict says what is recorded. Its keys besides
                Minari's six are recorded as infos.
            episode_metadata_callback: a class or function as Minari's ``EpisodeMetadataCallback``: called with the episode at
                its end, which is kept in memory for it; its dict is stored with the episode.
            record_infos: True for the keys that the first step's info has, a list of keys, or fields by key (None for what
                the first step says). Opening the run takes some tenths of a second: without infos the constructor opens it, with
                fields for all keys the first reset, else the first step.
            observation_space, action_space: of what ``step_data_callback`` returns; None for the env's.
            success: keys of the last info that say whether the task was achieved, a function of it, or None to judge nothing.
            autoseed: whether a ``reset`` without a seed is given one of 63 bits, so that each episode can be repeated: drawn
                from the seed that was given last, so that the program can be repeated, too. ``options["minari_autoseed"]``
                set to False turns it off for one reset.
            **options: of :meth:`Recorder.open`, for example ``instruction``, ``settings``, ``videos``.

        Raises:
            BadArgument: for a space that cannot be recorded, when nothing says dt, and around an ``Autoreset``.
        """
        super().__init__(env)
        _require_no_autoreset(env)
        self._callback = _made(step_data_callback)
        self._on_episode = _made(episode_metadata_callback)
        if step_data_callback is not None and record_infos is False:
            record_infos = True
            self._has_infos = False
        else:
            self._has_infos = bool(record_infos)
        self._autoseed = autoseed
        self._reward = np.zeros(1)
        # Of a step after the end of an episode, which begins another one without a reset.
        self._last: Mapping[str, Any] = {}
        self._seeds = np.random.default_rng(secrets.randbits(128))
        self._episodes = EnvEpisodes(
            folder,
            (observation_space or env.observation_space, action_space or env.action_space),
            num_envs=1,
            is_single=True,
            task=task or task_of(env),
            dt=dt_of([env]) if dt is None else dt,
            infos=record_infos,
            success=success,
            spec=self.spec,
            options={"policy": policy, **options},
        )
        trees = (self._episodes.seen_tree, self._episodes.action_tree)
        self._collected = None if self._on_episode is None else CollectedEpisode(*trees)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Resets the env and begins an episode; one that is open ends as truncated.

        Raises:
            BadArgument: when seed or options cannot be stored.
        """
        self._break_off("the env was reset in the middle of the episode")
        self._episodes.forget()
        if seed is not None:
            self._seeds = np.random.default_rng(abs(int(seed)))
        elif self._autoseed and (options or {}).get("minari_autoseed", True):
            seed = int(self._seeds.integers(2**_SEED_BITS))
        said = dict(options or {})
        observation, info = self.env.reset(seed=seed, options=options)
        data = self._data(observation, info)
        self._episodes.restart(data["observation"])
        self._begin(seed, said, self._initial(data))
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Steps the env and records the step; an episode that is over ends.

        Raises:
            BadState: before the first reset.
            BadArgument: when something does not fit the spaces; the step was made and is not recorded. When the last info says
                what is no verdict: the step is recorded, and the episode has ended without one.
        """
        kept = copied(action)
        observation, reward, terminated, truncated, info = self.env.step(action)
        data = self._data(observation, info, action=kept, rew=reward, terminated=terminated, truncated=truncated)
        if not self._episodes.is_open[0] and self._episodes.is_reset:
            self._begin(None, None, self._initial(self._last))
        try:
            self._record(data)
        except BaseException:
            self._episodes.miss(np.array([bool(terminated) or bool(truncated)]), data["observation"])
            raise
        return observation, reward, terminated, truncated, info

    def _data(self, observation: Any, info: dict[str, Any], **step: Any) -> Mapping[str, Any]:
        if self._callback is None:
            own = {"observation": observation, "info": info, "action": step.get("action"), "reward": step.get("rew")}
            return {**own, "terminated": step.get("terminated"), "truncated": step.get("truncated")}
        data = self._callback(env=self.env, obs=observation, info=info, **step)
        missing = [key for key in _STEP_DATA if key not in data]
        if missing:
            raise BadArgument(f"step_data_callback returned no {missing[0]!r}; expected a dict with {', '.join(_STEP_DATA)}")
        return data  # type: ignore[no-any-return]

    def _infos(self, data: Mapping[str, Any]) -> dict[str, Any]:
        own = of_env(data["info"] or {}) if self._has_infos else {}
        return {**own, **of_env({key: value for key, value in data.items() if key not in _STEP_DATA})}

    def _initial(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._episodes.infos.of_reset(self._infos(data)) if self._episodes.infos.is_any else {}

    def _begin(self, seed: int | None, options: dict[str, Any] | None, initial: Mapping[str, Any]) -> None:
        self._episodes.begin(self._episodes.everyone, None if seed is None else [seed], options, initial)
        if self._collected is not None:
            self._collected.begin(self._episodes.seen_rows)

    def _record(self, data: Mapping[str, Any]) -> None:
        episodes = self._episodes
        seen = episodes.fitting(data["observation"])
        infos = episodes.infos.of_step(self._infos(data)) if episodes.infos.is_any else {}
        reward = data["reward"]
        if isinstance(reward, (float, np.floating)):
            self._reward[0] = reward
            reward = self._reward
        episodes.step(data["action"], reward, infos, self._episodes.everyone)
        episodes.keep(seen)
        if self._collected is not None:
            self._collected.add(episodes.seen_rows, episodes.action_tree.rows(data["action"]), data["reward"], infos)
        self._last = data
        terminated, truncated = bool(data["terminated"]), bool(data["truncated"])
        if terminated or truncated:
            self._end(terminated, truncated, data["info"] or {})

    def _end(self, terminated: bool, truncated: bool, info: Mapping[str, Any] | None, reason: str = "") -> None:
        attributes: dict[str, Any] = {}
        metadata: dict[str, Any] = {}
        everyone, infos = self._episodes.everyone, None if info is None else lambda _: info
        if self._collected is not None:
            try:
                attributes, metadata = labels_of(self._on_episode(self._collected.as_minari(terminated, truncated)))
            except BaseException:
                # Without its labels, so that the next reset and close are not refused for it, too.
                self._episodes.end(everyone, infos, [terminated], [truncated], reason=reason)
                raise
        labels = {"attributes": attributes or None, "metadata": metadata or None}
        self._episodes.end(everyone, infos, [terminated], [truncated], **labels, reason=reason)

    def _break_off(self, reason: str) -> None:
        if self._episodes.is_open[0] and self._episodes.has_steps(0) and self._collected is not None:
            self._end(False, True, None, reason)
        else:
            self._episodes.break_off(self._episodes.everyone, reason)

    def _begin_dataset(self) -> None:
        super()._begin_dataset()
        if self._collected is not None:
            self._collected.renumber()

    def _finish(self, reason: str) -> None:
        try:
            self._break_off(reason)
        finally:
            super()._finish(reason)


def _require_no_autoreset(env: Any) -> None:
    """Beneath the recorder, Gymnasium's wrapper makes of a reset a step that cannot be told from others."""
    while env is not None:
        if type(env).__name__ in _AUTORESETS:
            raise BadArgument(
                f"the env is wrapped by {type(env).__name__}, whose reset is a step with an action that is ignored; "
                "put RecordEpisodes within it"
            )
        env = getattr(env, "env", None)


def _made(callback: Any) -> Any:
    """Minari takes classes."""
    return callback() if isinstance(callback, type) else callback


class RecordVector(EnvWrapper):
    """Records the episodes of a Gymnasium vector env, and is a vector env itself. Fields as :class:`RecordEpisodes`.

    With ``NEXT_STEP`` the step after the last one of an episode is none: its action is ignored and not recorded, and the next
    episode begins with its observation. With ``SAME_STEP`` the last observation is that of ``infos["final_obs"]``. With
    ``DISABLED`` an env is recorded again when ``reset(options={"reset_mask": mask})`` has reset it.

    A ``reset`` in the middle of an episode ends it as truncated, as ``close`` does. One thread at a time.
    """

    _library = ("VectorEnv", "VectorWrapper")

    def __init__(
        self,
        env: Any,
        folder: str | os.PathLike[str],
        *,
        task: str | None = None,
        dt: float | None = None,
        policy: str = "unknown",
        record_infos: Recorded = False,
        success: Success = SUCCESS_KEYS,
        autoreset_mode: Any = None,
        **options: Any,
    ) -> None:
        """Wraps a vector env and opens its recording.

        Args:
            env: a Gymnasium vector env of n envs.
            folder: the output folder.
            task: name of the env's folder in it; None for that of the spec.
            dt: time between two steps, s; None for ``dt`` of the first env, where it is in this process, else
                1 / ``metadata["render_fps"]``.
            policy: name of what acts.
            record_infos: as of :class:`RecordEpisodes`; infos of resets are not recorded.
            success: as of :class:`RecordEpisodes`.
            autoreset_mode: ``"next_step"``, ``"same_step"`` or ``"disabled"``; None for what ``metadata`` says.
            **options: of :meth:`Recorder.open`.

        Raises:
            BadArgument: for a space that cannot be recorded, when nothing says dt, and when no autoreset mode is said.
        """
        super().__init__(env)
        self._mode = _mode_of(env, autoreset_mode)
        base = getattr(env, "unwrapped", env)
        first = first_of(base)
        self._episodes = EnvEpisodes(
            folder,
            (env.single_observation_space, env.single_action_space),
            num_envs=int(env.num_envs),
            task=task or task_of(env, first),
            dt=dt_of([one for one in (first, base, env) if one is not None]) if dt is None else dt,
            infos=record_infos,
            success=success,
            has_bounds=getattr(base, "observation_mode", "same") == "same",
            spec=self.spec or getattr(first, "spec", None),
            options={"policy": policy, **options},
        )
        # Envs whose last step ended an episode, and that the next step resets.
        self._waiting = np.zeros(self._episodes.num_envs, bool)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Resets the envs, or those of ``options["reset_mask"]``, and begins their episodes.

        Raises:
            BadArgument: when seeds or options cannot be stored.
        """
        count = self._episodes.num_envs
        said = dict(options or {})
        # The env takes the mask out of the caller's dict, and may.
        mask = said.pop("reset_mask", None)
        envs = np.ones(count, bool) if mask is None else as_numpy(mask, "reset_mask").astype(bool)
        given = options if mask is None else {**said, "reset_mask": mask}
        observations, infos = self.env.reset(seed=seed, options=given)
        self._episodes.break_off(envs, "the env was reset in the middle of the episode")
        self._episodes.restart(observations)
        self._waiting &= ~envs
        self._episodes.begin(envs, _seeds(seed, count), said)
        return observations, infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Steps the envs and records the steps of those that are in an episode.

        Raises:
            BadState: before the first reset.
            BadArgument: when something does not fit the spaces, last observations too; the steps were made and none is recorded.
                When an env's last info says what is no verdict: the steps are recorded, and its episode has ended without one.
        """
        kept = copied(actions)
        result = self.env.step(actions)
        observations, rewards, terminated, truncated, infos = result
        active = self._episodes.is_open.copy()
        terminated, truncated = (as_numpy(one, "the end of a step").astype(bool) for one in (terminated, truncated))
        done = (terminated | truncated) & active
        begun = done if self._mode == SAME_STEP else self._waiting
        self._waiting = done if self._mode == NEXT_STEP else np.zeros_like(done)
        record = functools.partial(self._record, kept, observations, rewards, terminated, truncated, infos, active, done)
        self._episodes.record(record, done, observations, begun)
        return result  # type: ignore[no-any-return]

    def _record(
        self, kept: Any, observations: Any, rewards: Any, terminated: Any, truncated: Any, infos: Any, active: Array, done: Array
    ) -> None:
        episodes, resets = self._episodes, self._mode == SAME_STEP
        finals = infos.get("final_info") if resets else None
        seen = episodes.fitting(observations)
        last = episodes.fitting_last(self._last(infos), done) if resets and done.any() else None
        if active.any() or not episodes.is_reset:
            fields: dict[str, Any] = {}
            if episodes.infos.is_any:
                fields = episodes.infos.of_step(*of_vector(infos, active, finals, done if resets else None))
            episodes.step(kept, rewards, fields, active)
        episodes.keep(seen)
        if done.any():
            judged = (finals or {}) if resets else infos
            episodes.end(done, lambda env: _info_of(judged, env), terminated, truncated, final=last)

    @staticmethod
    def _last(infos: Mapping[str, Any]) -> Any:
        last = infos.get("final_obs", infos.get("final_observation"))
        if last is None:
            raise BadArgument(
                "the autoreset mode is same_step, and infos has no 'final_obs'; give autoreset_mode= the mode that the env has"
            )
        return last


def _info_of(infos: Mapping[str, Any], env: int) -> dict[str, Any]:
    """What one env's info says, of the arrays of all."""
    found = {}
    for key, value in infos.items():
        have = infos.get("_" + key)
        if not (key.startswith("_") and key[1:] in infos) and (have is None or have[env]) and not isinstance(value, Mapping):
            found[key] = value[env] if hasattr(value, "__getitem__") and np.ndim(value) else value
    return found


def _seeds(seed: Any, count: int) -> list[int | None] | None:
    """One for each env, as vector envs make them of a number."""
    if seed is None:
        return None
    return [int(seed) + env for env in range(count)] if np.ndim(seed) == 0 else list(seed)


def _mode_of(env: Any, given: Any) -> str:
    """The autoreset mode by its name.

    Raises:
        BadArgument: when it is none of the three, or not said.
    """
    said = given if given is not None else (getattr(env, "metadata", None) or {}).get("autoreset_mode")
    text = getattr(said, "value", said)
    mode = _MODES.get(str(text).replace("_", "").lower())
    if mode is None:
        where = f"autoreset_mode is {said!r}" if said is not None else "the env's metadata has no 'autoreset_mode'"
        raise BadArgument(f"{where}; give autoreset_mode= one of 'next_step', 'same_step' and 'disabled'")
    return mode
