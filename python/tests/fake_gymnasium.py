"""Stands in for Gymnasium and stable-baselines3: their spaces, envs, wrappers and vector envs, as their documentation says
how these behave, without what a recorder does not see. A step's values say which env, episode and step they are of."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import numpy as np

# --- Spaces ---


class Space:
    """A space has a dtype and a shape."""

    dtype: Any = None
    shape: tuple[int, ...] = ()


class Box(Space):
    def __init__(self, low: Any, high: Any, shape: tuple[int, ...] | None = None, dtype: Any = np.float32) -> None:
        self.dtype = np.dtype(dtype)
        self.shape = np.shape(low) if shape is None else shape
        self.low, self.high = (np.broadcast_to(np.asarray(bound, dtype), self.shape) for bound in (low, high))


class Discrete(Space):
    def __init__(self, n: int, start: int = 0) -> None:
        self.n, self.start, self.dtype = np.int64(n), np.int64(start), np.dtype(np.int64)


class MultiDiscrete(Space):
    def __init__(self, nvec: Any, start: Any = 0) -> None:
        self.nvec, self.dtype = np.asarray(nvec), np.dtype(np.int64)
        self.start = np.broadcast_to(start, self.nvec.shape)
        self.shape = self.nvec.shape


class MultiBinary(Space):
    def __init__(self, n: int) -> None:
        self.n, self.shape, self.dtype = n, (n,), np.dtype(np.int8)


class Text(Space):
    def __init__(self, max_length: int, *, min_length: int = 1, characters: str = "abc") -> None:
        self.max_length, self.min_length, self.characters = max_length, min_length, characters


class Dict(Space):
    def __init__(self, spaces: dict[Any, Space]) -> None:
        self.spaces = spaces


class Tuple(Space):
    def __init__(self, spaces: tuple[Space, ...]) -> None:
        self.spaces = spaces


class Graph(Space):
    """Nodes and edges, any number."""


class Sequence(Space):
    """Any number of rows."""


class OneOf(Space):
    """A value of one of several spaces."""


# --- One env ---


class Spec:
    def __init__(self, name: str) -> None:
        self.id = name

    def to_json(self) -> str:
        return '{"id": "%s", "entry_point": "tests", "kwargs": {}}' % self.id  # noqa: UP031 (braces)


class Env:
    """Gymnasium's base class."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (as Gymnasium has it)
    spec: Spec | None = None
    render_mode = None
    observation_space: Any
    action_space: Any

    @property
    def unwrapped(self) -> Any:
        return self

    def close(self) -> None:
        """Nothing to close."""


class Wrapper(Env):
    """Gymnasium's wrapper: it refuses what is no Env, and has a spec of its own."""

    def __init__(self, env: Any) -> None:
        if not isinstance(env, Env):
            raise TypeError(f"Expected env to be a `gymnasium.Env` but got {type(env)}")
        self.env = env

    @property
    def spec(self) -> Any:
        raise AssertionError("a wrapper's own spec cannot be made again")

    @property
    def observation_space(self) -> Any:
        return self.env.observation_space

    @property
    def action_space(self) -> Any:
        return self.env.action_space

    @property
    def metadata(self) -> Any:
        return self.env.metadata

    @property
    def unwrapped(self) -> Any:
        return self.env.unwrapped

    def step(self, action: Any) -> Any:
        return self.env.step(action)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        return self.env.reset(seed=seed, options=options)

    def close(self) -> None:
        self.env.close()


class Counter(Env):
    """Sees its number, episode and step; the action is added up. Ends after ``length`` steps, by a limit if ``is_cut``."""

    observation_space = Box(-np.inf, np.inf, (4,))
    action_space = Box(-1, 1, (2,))
    metadata = {"render_fps": 50}  # noqa: RUF012
    spec = Spec("lab/Counter-v0")

    def __init__(self, number: int = 0, length: int = 3, is_cut: bool = False, reuses: bool = False) -> None:
        self.number, self.length, self.is_cut, self.reuses = number, length, is_cut, reuses
        self.episode = -1
        self.sum = 0.0
        self.seeds: list[Any] = []
        self.options: list[Any] = []
        self.is_closed = False
        self._shown = np.zeros(4, np.float32)

    def _see(self) -> Any:
        seen = np.array([self.number, self.episode, self.steps, self.sum], np.float32)
        if not self.reuses:
            return seen
        self._shown[:] = seen
        return self._shown

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        self.seeds.append(seed)
        self.options.append(options)
        self.episode += 1
        self.steps = 0
        return self._see(), {}

    def step(self, action: Any) -> Any:
        self.steps += 1
        self.sum += float(np.sum(action))
        is_over = self.steps >= self.length
        info = {"is_success": self.number == 1} if is_over else {}
        return self._see(), 0.5 * self.steps, is_over and not self.is_cut, is_over and self.is_cut, info

    def close(self) -> None:
        self.is_closed = True


# --- Vector envs ---


class AutoresetMode(enum.Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv:
    """Gymnasium's base class of vector envs."""

    spec = None

    @property
    def unwrapped(self) -> Any:
        return self


class VectorWrapper(VectorEnv):
    def __init__(self, env: Any) -> None:
        assert isinstance(env, VectorEnv)
        self.env = env

    def __getattr__(self, name: str) -> Any:
        if name in ("num_envs", "single_observation_space", "single_action_space", "metadata"):
            return getattr(self.env, name)
        raise AttributeError(name)

    @property
    def unwrapped(self) -> Any:
        return self.env.unwrapped

    def close(self, **more: Any) -> None:
        self.env.close(**more)


class SyncVectorEnv(VectorEnv):
    """Envs one after the other: with ``copy`` False each call hands out the same array, and a mask is taken out of the
    caller's options."""

    def __init__(self, makers: list[Callable[[], Any]], mode: AutoresetMode = AutoresetMode.NEXT_STEP, copy: bool = True) -> None:
        self.envs = [make() for make in makers]
        self.num_envs = len(self.envs)
        self.mode, self.copy = mode, copy
        self.metadata = {**self.envs[0].metadata, "autoreset_mode": mode}
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self._seen = np.zeros((self.num_envs, 4), np.float32)
        self._is_over = np.zeros(self.num_envs, bool)

    def _shown(self) -> Any:
        return self._seen.copy() if self.copy else self._seen

    def _add(self, infos: dict[str, Any], info: dict[str, Any], env: int) -> None:
        for key, value in info.items():
            if isinstance(value, dict):
                self._add(infos.setdefault(key, {}), value, env)
            elif key not in infos:
                kind = object if key == "final_obs" else type(value)
                infos[key] = np.full(self.num_envs, None) if kind is object else np.zeros(self.num_envs, kind)
            if not isinstance(value, dict):
                infos[key][env] = value
            infos.setdefault("_" + key, np.zeros(self.num_envs, bool))[env] = True

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        seeds = [None if seed is None else seed + env for env in range(self.num_envs)] if np.ndim(seed) == 0 else seed
        mask = options.pop("reset_mask") if options and "reset_mask" in options else np.ones(self.num_envs, bool)
        infos: dict[str, Any] = {}
        for env in np.flatnonzero(mask):
            self._seen[env], info = self.envs[env].reset(seed=seeds[env], options=options)
            self._add(infos, info, env)
        self._is_over[mask] = False
        return self._shown(), infos

    def step(self, actions: Any) -> Any:
        rewards = np.zeros(self.num_envs)
        ended, cut = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)
        infos: dict[str, Any] = {}
        for env, one in enumerate(self.envs):
            if self.mode is AutoresetMode.NEXT_STEP and self._is_over[env]:
                self._seen[env], info = one.reset()
            else:
                assert not self._is_over[env], "an env that is over was stepped"
                self._seen[env], rewards[env], ended[env], cut[env], info = one.step(actions[env])
                if self.mode is AutoresetMode.SAME_STEP and (ended[env] or cut[env]):
                    self._add(infos, {"final_obs": self._seen[env].copy(), "final_info": info}, env)
                    self._seen[env], info = one.reset()
            self._add(infos, info, env)
        self._is_over = (ended | cut) & (self.mode is not AutoresetMode.SAME_STEP)
        return self._shown(), rewards, ended, cut, infos

    def close(self, **more: Any) -> None:
        for env in self.envs:
            env.close()


# --- stable-baselines3 ---


class VecEnv:
    """Its base class of vector envs."""

    @property
    def unwrapped(self) -> Any:
        return self

    def step(self, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()


class VecEnvWrapper(VecEnv):
    def __init__(self, venv: Any) -> None:
        self.venv = venv
        self.num_envs = venv.num_envs
        self.observation_space, self.action_space = venv.observation_space, venv.action_space

    @property
    def unwrapped(self) -> Any:
        return self.venv.unwrapped

    def close(self) -> None:
        self.venv.close()


class DummyVecEnv(VecEnv):
    """Resets an env with its last step; seeds and options are those of the next reset. Writes into the same array."""

    def __init__(self, makers: list[Callable[[], Any]]) -> None:
        self.envs = [make() for make in makers]
        self.num_envs = len(self.envs)
        self.observation_space, self.action_space = self.envs[0].observation_space, self.envs[0].action_space
        self._seen = np.zeros((self.num_envs, 4), np.float32)
        self._next: list[Any] = [None] * self.num_envs

    def seed(self, seed: Any = None) -> Any:
        self._next = [seed + env for env in range(self.num_envs)]
        return self._next

    def set_options(self, options: Any = None) -> None:
        self.options = options

    def reset(self) -> Any:
        for env, one in enumerate(self.envs):
            self._seen[env], _ = one.reset(seed=self._next[env])
        self._next = [None] * self.num_envs
        return self._seen

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        rewards, dones, infos = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool), []
        for env, one in enumerate(self.envs):
            self._seen[env], rewards[env], ended, cut, info = one.step(self._actions[env])
            dones[env] = ended or cut
            info = {**info, "TimeLimit.truncated": cut and not ended}
            if dones[env]:
                info["terminal_observation"] = self._seen[env].copy()
                self._seen[env], _ = one.reset()
            infos.append(info)
        return self._seen, rewards, dones, infos

    def close(self) -> None:
        for env in self.envs:
            env.close()
