"""Records the episodes that stable-baselines3 learns from: a wrapper around its vectorised environments.

    venv = rr.stable_baselines3.RecordVecEnv(make_vec_env("CartPole-v1", n_envs=8), "output/ppo", policy="ppo")
    PPO("MlpPolicy", venv).learn(100_000)
    venv.close()

stable-baselines3 is not imported. The wrapper derives from ``VecEnvWrapper`` of the environment that it is given.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._env_episodes import SUCCESS_KEYS, EnvEpisodes, Success, dt_of, task_of
from ._env_wrapper import EnvWrapper, copied, first_of
from ._errors import BadArgument
from ._fields import Array
from ._infos import Recorded, of_list
from ._library_class import derived, wrapper_class


class RecordVecEnv(EnvWrapper):
    """Records the episodes of a ``VecEnv``, and is one itself. Fields as ``roboreel.gymnasium.RecordEpisodes``, rewards float32.

    A ``VecEnv`` resets an env with the last step of its episode: the observation after it is
    ``infos[i]["terminal_observation"]``, and ``infos[i]["TimeLimit.truncated"]`` says that a limit cut it. A ``reset`` in the
    middle of an episode ends it as truncated, as ``close`` does. One thread at a time.
    """

    def __new__(cls, venv: Any, *args: Any, **more: Any) -> Any:
        """An instance of a class that derives from ``VecEnvWrapper`` as well."""
        library = wrapper_class(venv, "VecEnv", "VecEnvWrapper")
        if library is None:
            raise BadArgument(
                f"venv is a {type(venv).__name__}, which is no VecEnv of stable-baselines3; make one, by make_vec_env for example"
            )
        return object.__new__(derived(cls, library))

    def __init__(
        self,
        venv: Any,
        folder: str | os.PathLike[str],
        *,
        task: str | None = None,
        dt: float | None = None,
        policy: str = "unknown",
        record_infos: Recorded = False,
        success: Success = SUCCESS_KEYS,
        **options: Any,
    ) -> None:
        """Wraps a VecEnv and opens its recording. What normalises, stacks or transposes goes around it.

        Args:
            venv: a VecEnv of n envs.
            folder: the output folder.
            task, dt, policy, record_infos, success, options: as ``roboreel.gymnasium.RecordVector``. Of a ``SubprocVecEnv``
                nothing in this process says the first two: give them.

        Raises:
            BadArgument: for a space that cannot be recorded, and when nothing says dt.
        """
        super().__init__(venv)
        base = getattr(venv, "unwrapped", venv)
        first = first_of(base)
        self._episodes = EnvEpisodes(
            folder,
            (venv.observation_space, venv.action_space),
            num_envs=int(venv.num_envs),
            task=task or task_of(venv, first),
            dt=dt_of([one for one in (first, base) if one is not None]) if dt is None else dt,
            rewards="float32",
            infos=record_infos,
            success=success,
            spec=getattr(first, "spec", None),
            options={"policy": policy, **options},
        )
        self._next_seeds: list[int | None] | None = None
        self._next_options: Any = None
        self._actions: Any = None

    @property
    def spec(self) -> Any:
        """Of the first env, where it is in this process."""
        return getattr(first_of(self.venv), "spec", None)

    def seed(self, seed: int | None = None) -> Any:
        """Seeds of the next reset, which it begins the episodes with."""
        seeds = self.venv.seed(seed)
        self._next_seeds = None if seeds is None else list(seeds)
        return seeds

    def set_options(self, options: Any = None) -> None:
        """Options of the next reset: one dict for all envs, or one for each."""
        self.venv.set_options(options)
        self._next_options = options

    def reset(self) -> Any:
        """Resets all envs and begins their episodes; those that are open end as truncated."""
        observations = self.venv.reset()
        self._episodes.break_off(self._episodes.everyone, "the env was reset in the middle of the episode")
        self._episodes.restart(observations)
        self._episodes.begin(self._episodes.everyone, self._next_seeds, self._next_options)
        self._next_seeds = self._next_options = None
        return observations

    def step_async(self, actions: Any) -> None:
        """Hands the actions to the envs."""
        self._actions = copied(actions)
        self.venv.step_async(actions)

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Waits for the step and records it.

        Raises:
            BadState: before the first reset.
            BadArgument: as ``step`` of ``roboreel.gymnasium.RecordVector``.
        """
        result: tuple[Any, Any, Any, list[dict[str, Any]]] = self.venv.step_wait()
        observations, rewards, dones, infos = result
        done = np.array(dones, bool)
        self._episodes.record(lambda: self._record(observations, rewards, done, infos), done, observations, done)
        return result

    def _record(self, observations: Any, rewards: Any, done: Array, infos: list[dict[str, Any]]) -> None:
        episodes = self._episodes
        seen = episodes.fitting(observations)
        last = self._last(done, infos) if done.any() else None
        fields = episodes.infos.of_step(*of_list(infos)) if episodes.infos.is_any else {}
        episodes.step(self._actions, rewards, fields, episodes.everyone)
        episodes.keep(seen)
        if last is not None:
            truncated = np.array([bool(info.get("TimeLimit.truncated", False)) for info in infos])
            episodes.end(done, infos.__getitem__, ~truncated, truncated, final=last)

    def _last(self, done: Any, infos: list[dict[str, Any]]) -> dict[str, Any]:
        last = [info.get("terminal_observation") for info in infos]
        for env in np.flatnonzero(done):
            if last[env] is None:
                raise BadArgument(f"infos[{env}] has no 'terminal_observation', which a VecEnv of stable-baselines3 gives")
        return self._episodes.fitting_last(last, done)
