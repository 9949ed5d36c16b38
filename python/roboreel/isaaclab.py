"""Isaac Lab's recorder, streaming: :class:`RecorderManager` has the calls of Isaac Lab 2's and 3's.

    env.recorder_manager = rr.isaaclab.RecorderManager(env.cfg.recorders, env)

Nothing of Isaac Lab, torch or warp is imported: the configuration and the env that are given have all that is needed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._arrays import plain
from ._errors import BadArgument, BadState
from ._fields import FINAL, INITIAL, STEP, Array, Field, final_of
from ._has_recorder import HasRecorder
from ._isaaclab_files import DatasetFileHandler, EpisodeData, Poses, array_of, folder_of
from ._nested import flattened
from ._recorder import Recorder
from ._simulators import as_given, begin_and_step, env_numbers, opened

__all__ = ["DatasetFileHandler", "EpisodeData", "OpenEpisode", "RecorderManager"]

Arrays = dict[str, Array]

_NONE, _SUCCEEDED_ONLY = 0, 3
_SETTINGS = {
    "dataset_file_handler_class_type",
    "dataset_filename",
    "dataset_export_dir_path",
    "dataset_export_mode",
    "export_in_record_pre_reset",
    "export_in_close",
    "dataset_compression",
}
RESET, CLOSED = "reset before the episode was exported", "closed before the episode was exported"


class OpenEpisode:
    """What the manager knows of an env's episode.

    Attributes:
        env_id: number of the env.
        num_samples: steps that it has so far.
        success: as it was set last; None before.
        seed: None; a recorder's ``seed=`` is of the run.
    """

    def __init__(self, env_id: int, num_samples: int, success: bool | None) -> None:
        self.env_id, self.num_samples, self.success, self.seed = env_id, num_samples, success, None

    @property
    def data(self) -> dict[str, Any]:
        """Not here.

        Raises:
            BadState: always: steps are handed over as they come.
        """
        raise BadState("the manager keeps no steps in memory; read the episode from the output folder when it has ended")

    def is_empty(self) -> bool:
        """Whether it has no steps."""
        return self.num_samples == 0


class RecorderManager(HasRecorder):
    """In the place of an env's ``recorder_manager``: runs its recorder terms, and hands over each step as it comes.

    A row is what the terms give before and after a step: it is complete, and handed over, in ``record_post_step``. What
    they give in the physics loop is a field with an axis for the sub-steps, (decimation, ...). What they give after a reset
    belongs to the start of the episode, what they give before one to its end (``initial_...`` and ``final_...`` where a
    field of every step has that name). Keys before a reset must be there before the first step: reset the env first.
    Poses, which are what ``root_pose`` names, are stored w, x, y, z.

    Episodes begin with the env's first step after a reset, and end when they are exported. Both of
    ``EXPORT_SUCCEEDED_FAILED_IN_SEPARATE_FILES`` are in one folder, where the status tells them apart;
    ``EXPORT_SUCCEEDED_ONLY`` throws failed ones away, ``EXPORT_NONE`` records nothing. Otherwise nothing is deleted: an
    episode that is reset or closed without an export ends as not judged. For one thread.
    """

    _until_open = "nothing is recorded, as the configuration says"

    def __init__(
        self,
        cfg: Any,
        env: Any,
        *,
        task: str | None = None,
        dt: float | None = None,
        policy: str = "unknown",
        quaternion: str | None = None,
        fields: Mapping[str, Field] | None = None,
        **recorder: Any,
    ) -> None:
        """Makes the terms and starts the process that records. The first step opens the run, since the terms say only in it what
        they give, and takes some tenths of a second: let it be one that no deadline hangs on.

        Args:
            cfg: a ``RecorderManagerBaseCfg`` with terms; None for none. Folder: its ``dataset_export_dir_path`` and
                ``dataset_filename``.
            env: the manager-based env.
            task: name of the env's folder in the output folder; None for ``cfg.env_name`` of the env, else its class.
            dt: time between two steps, s; None for ``cfg.sim.dt`` times ``cfg.decimation`` of the env.
            policy: name of what acts.
            quaternion: ``wxyz`` or ``xyzw``, as the terms give poses; None for that of the Isaac Lab that is imported.
            fields: declarations of some fields by path, for their units and names; others are as the first step has them.
            recorder: more arguments of :meth:`roboreel.Recorder.open`.

        Raises:
            BadArgument: for a term's configuration without a class.
        """
        self.cfg = cfg
        self._env = env
        self._poses = Poses(quaternion)
        self._recorder: Recorder | None = None
        self._terms: dict[str, Any] = {}
        for name, one in vars(cfg).items() if cfg else ():
            if name in _SETTINGS or one is None:
                continue
            if not callable(getattr(one, "class_type", None)):
                raise BadArgument(f"term '{name}' is {type(one).__name__}; expected a RecorderTermCfg with a class_type")
            self._terms[name] = one.class_type(one, env)
        self._num_envs = int(env.num_envs)
        self._steps = np.zeros(self._num_envs, np.int64)
        self._success: list[bool | None] = [None] * self._num_envs
        self._row: Arrays = {}
        self._substeps: dict[str, list[Array]] = {}
        self._initial: Arrays = {}
        self._final: Arrays = {}
        self._has_final = np.zeros(self._num_envs, bool)
        self._is_open = False
        self._declared = dict(fields or {})
        self._env_args: dict[str, Any] = {}
        self._exported = {True: 0, False: 0}
        self._is_closed = False
        self._options = {"task": task, "dt": dt, "policy": policy, **recorder}
        if self._terms and cfg.dataset_export_mode != _NONE:
            self._start()

    # --- What it is ---

    @property
    def active_terms(self) -> list[str]:
        """Names of the terms."""
        return list(self._terms)

    @property
    def exported_successful_episode_count(self) -> int:
        """Number of exported episodes that succeeded."""
        return self._exported[True]

    @property
    def exported_failed_episode_count(self) -> int:
        """Number of exported episodes that did not, or were not judged."""
        return self._exported[False]

    def __str__(self) -> str:
        return f"<RecorderManager> of RoboReel contains {len(self._terms)} active terms: {', '.join(self._terms)}"

    def get_episode(self, env_id: int) -> OpenEpisode:
        """What is known of an env's episode; its steps are not in memory."""
        return OpenEpisode(int(env_id), int(self._steps[env_id]), self._success[env_id])

    def get_ep_meta(self) -> dict[str, Any]:
        """What is said of the environment: that of its configuration, or the simulation's periods."""
        cfg = self._env.cfg
        if hasattr(cfg, "get_ep_meta"):
            return dict(cfg.get_ep_meta())
        periods = {"dt": cfg.sim.dt, "decimation": cfg.decimation, "render_interval": cfg.sim.render_interval}
        return {"sim_args": {**periods, "num_envs": cfg.scene.num_envs}}

    # --- Steps ---

    def record_pre_step(self) -> None:
        """Takes what the terms give before a step."""
        self._row, self._substeps = {}, {}
        for term in self._terms.values():
            self._add(*term.record_pre_step())

    def record_post_physics_decimation_step(self) -> None:
        """Takes what the terms give after a physics step: a sub-step of the row."""
        for term in self._terms.values():
            key, value = term.record_post_physics_decimation_step()
            for path, rows in self._arrays(key, value).items():
                self._substeps.setdefault(path, []).append(rows)

    def record_post_step(self) -> None:
        """Takes what the terms give after a step, and hands the row over.

        Raises:
            BadArgument: for values that cannot be recorded, or are none of the first step's.
        """
        for term in self._terms.values():
            self._add(*term.record_post_step())
        for path, substeps in self._substeps.items():
            self._require_new(path)
            self._row[path] = np.stack(substeps, 1)
        row, self._row, self._substeps = self._row, {}, {}
        active = self._active()
        if not row or self._recorder is None or not active.any():
            return
        row = self._completed(row)
        if not self._is_open:
            self._recorder._declare(self._fields_of(row))
            self._is_open = True
        begun = np.flatnonzero(active & (self._steps == 0))
        start = {path: rows[begun] for path, rows in self._initial.items()} if len(begun) else {}
        begin_and_step(self._recorder, begun, lambda: {"initial": start}, row, active)
        for rows in self._initial.values() if len(begun) else ():
            _forget(rows, begun)
        self._steps[active] += 1

    def _active(self) -> Array:
        """Whether an env's steps are to be recorded, bool (num_envs,)."""
        return np.ones(self._num_envs, bool)

    def _completed(self, row: Arrays) -> Arrays:
        """The row with what the terms did not give in this step."""
        return row

    def _labels(self, envs: list[int]) -> dict[int, dict[str, Any]]:
        """Attributes of the episodes that end."""
        return {env: {} for env in envs}

    def add_to_episodes(self, key: str | None, value: Any, env_ids: Any = None) -> None:
        """Adds to the row of the present step.

        Args:
            key: path of the field.
            value: array or nested dict, a row for each env.
            env_ids: all envs.

        Raises:
            BadArgument: for some envs only, since a row has all fields.
        """
        if len(env_numbers(env_ids, self._num_envs)) != self._num_envs:
            raise BadArgument(f"'{key}' is given for some envs; expected a row for each of {self._num_envs}")
        self._add(key, value)

    def _add(self, key: str | None, value: Any) -> None:
        for path, rows in self._arrays(key, value).items():
            self._require_new(path)
            self._row[path] = rows

    def _require_new(self, path: str) -> None:
        if path in self._row:
            raise BadArgument(f"'{path}' is given twice in a step; let the terms give it once, or under two names")

    def _arrays(self, key: str | None, value: Any) -> Arrays:
        """Copies, since the env writes into its buffers before the row is handed over."""
        if key is None or value is None or self._is_closed:
            return {}
        return {path: self._poses.recorded(path, np.array(array_of(one, path))) for path, one in flattened(value, key).items()}

    def _folder(self) -> str:
        return folder_of(os.path.join(self.cfg.dataset_export_dir_path, self.cfg.dataset_filename))

    def _start(self) -> None:
        cfg = self._env.cfg
        self._env_args = plain(self.get_ep_meta(), "get_ep_meta()")
        self._is_open = False
        self._recorder = opened(
            self._folder(),
            self._options,
            dt=lambda: cfg.sim.dt * cfg.decimation,
            env_config={"isaaclab": {"env_args": self._env_args}},
            num_envs=self._num_envs,
            task=getattr(cfg, "env_name", None) or type(self._env).__name__,
            seed=getattr(cfg, "seed", None),
        )

    def _fields_of(self, row: Arrays) -> dict[str, Field]:
        # What terms give at both ends and in every step is told apart as observations are.
        self._initial = {f"initial_{path}" if path in row else path: rows for path, rows in self._initial.items()}
        self._final = {final_of(path) if path in row else path: rows for path, rows in self._final.items()}
        fields = {}
        for phase, arrays in ((STEP, row), (INITIAL, self._initial), (FINAL, self._final)):
            for path, rows in arrays.items():
                said = self._declared.get(path)
                fields[path] = (
                    as_given(path, rows[0], phase) if said is None else dataclasses.replace(said, phase=phase, final=False)
                )
        return fields

    # --- Ends and starts ---

    def record_pre_reset(self, env_ids: Any, force_export_or_skip: bool | None = None) -> None:
        """Takes what the terms give before a reset, and whether the term ``success`` says so; exports the episodes.

        Args:
            env_ids: of the envs that are about to be reset.
            force_export_or_skip: whether to export; None: as ``export_in_record_pre_reset`` says.
        """
        envs = env_numbers(env_ids, self._num_envs)
        for term in self._terms.values():
            self._has_final[envs] |= self._set(self._final, FINAL, envs, *term.record_pre_reset(envs))
        manager = getattr(self._env, "termination_manager", None)
        if manager is not None and "success" in manager.active_terms:
            self.set_success_to_episodes(envs, array_of(manager.get_term("success"), "success")[envs])
        if force_export_or_skip or (force_export_or_skip is None and getattr(self.cfg, "export_in_record_pre_reset", True)):
            self.export_episodes(envs)

    def record_post_reset(self, env_ids: Any) -> None:
        """Takes what the terms give after a reset: the start of the next episodes."""
        envs = env_numbers(env_ids, self._num_envs)
        for term in self._terms.values():
            self._set(self._initial, INITIAL, envs, *term.record_post_reset(envs if isinstance(env_ids, slice) else env_ids))

    def _set(self, kept: Arrays, phase: str, envs: list[int], key: str | None, value: Any) -> bool:
        """Keeps the rows of some envs until their episode begins or ends; whether there are any."""
        given = self._arrays(key, value)
        for path, rows in given.items():
            known = f"{phase}_{path}" if f"{phase}_{path}" in kept else path
            if known not in kept:
                if self._is_open:
                    where = "a reset" if phase == FINAL else "the episode"
                    raise BadArgument(
                        f"'{path}' came first after the first step; let the terms give it at {where} before that, too"
                    )
                kept[known] = np.zeros((self._num_envs, *rows.shape[1:]), rows.dtype)
                _forget(kept[known], ...)
            kept[known][envs] = rows[: len(envs)]
        return bool(given)

    def set_success_to_episodes(self, env_ids: Any, success_values: Any) -> None:
        """Sets whether episodes succeeded: a boolean for each of the envs."""
        values = array_of(success_values, "success").reshape(-1)
        for place, env in enumerate(env_numbers(env_ids, self._num_envs)):
            self._success[env] = bool(values[place])

    def export_episodes(self, env_ids: Any = None, demo_ids: Sequence[int] | None = None) -> None:
        """Ends episodes with what is known of their success.

        Args:
            env_ids: of the envs; None for all.
            demo_ids: one for each, kept as the attribute ``demo_id``.

        Raises:
            BadArgument: when they are not as many, or one is given twice.
        """
        envs = env_numbers(env_ids, self._num_envs)
        demos = None if demo_ids is None else [int(one) for one in array_of(demo_ids, "demo_ids")]
        if demos is not None and len(demos) != len(envs):
            raise BadArgument(f"demo_ids has {len(demos)} numbers for {len(envs)} envs; expected one for each")
        if demos is not None and len(set(demos)) != len(demos):
            raise BadArgument(f"demo_ids is {demos}; expected each number once")
        ended = [env for env in envs if self._steps[env]]
        if self._recorder is not None and ended:
            labels = self._labels(ended)
            for env, demo in zip(envs, demos or (), strict=demos is not None):
                labels.setdefault(env, {})["demo_id"] = demo
            self._end(self._recorder, ended, labels)
            self._steps[ended] = 0
        for env in ended:
            self._exported[bool(self._success[env])] += 1
        self._forget_end(envs)

    def _end(self, recorder: Recorder, ended: list[int], labels: dict[int, dict[str, Any]]) -> None:
        failed = [env for env in ended if not self._success[env]] if self.cfg.dataset_export_mode == _SUCCEEDED_ONLY else []
        if failed:
            recorder.discard(failed, "it did not succeed, and only those that do are exported")
        said = plain(self.get_ep_meta(), "get_ep_meta()")
        changed = {key: one for key, one in said.items() if self._env_args.get(key) != one}
        terminated = getattr(getattr(self._env, "termination_manager", None), "terminated", None)
        truncated = np.zeros(self._num_envs, bool) if terminated is None else ~array_of(terminated, "terminated").astype(bool)
        for has_final in (True, False):
            envs = [env for env in ended if env not in failed and self._has_final[env] == has_final]
            if envs:
                recorder.end(
                    envs,
                    success=[self._success[env] for env in envs],
                    truncated=truncated[envs],
                    final={path: rows[envs] for path, rows in self._final.items()} if has_final else None,
                    attributes=[labels[env] or None for env in envs],
                    metadata={"env_args": changed} if changed else None,
                )

    def _forget_end(self, envs: list[int]) -> None:
        self._has_final[envs] = False
        for env in envs:
            self._success[env] = None

    def reset(self, env_ids: Any = None) -> dict[str, Any]:
        """Resets the terms. Episodes that were not exported end as not judged.

        Returns:
            An empty dict, as nothing is to be logged.
        """
        envs = env_numbers(env_ids, self._num_envs)
        for term in self._terms.values():
            term.reset(env_ids=envs)
        self._break_off(envs, RESET)
        return {}

    def _break_off(self, envs: list[int], reason: str) -> None:
        open_ones = [env for env in envs if self._steps[env]]
        if self._recorder is not None and open_ones:
            self._steps[open_ones] = 0
            self._recorder.end(open_ones, reason=reason)
        self._forget_end(envs)

    def close(self) -> None:
        """Ends what is open, exported where ``export_in_close`` says so and aborted otherwise, and closes the recorder and
        the terms. Again is harmless."""
        if self._is_closed or not self._terms:
            return
        self._is_closed = True
        path = os.path.join(self.cfg.dataset_export_dir_path, self.cfg.dataset_filename)
        with contextlib.ExitStack() as closing:
            for term in reversed(self._terms.values()):
                if hasattr(term, "close"):
                    closing.callback(term.close, path)
            if self._recorder is not None:
                closing.callback(self._recorder.close, CLOSED)
                if getattr(self.cfg, "export_in_close", False):
                    self.export_episodes()

    def __del__(self) -> None:
        # Where the constructor has failed, or the recorder was closed when the program ended.
        with contextlib.suppress(AttributeError, BadState):
            self.close()


def _forget(rows: Array, envs: Any) -> None:
    """Marks rows that nothing was said of: NaN, or 0 where there is none."""
    rows[envs] = np.nan if rows.dtype.kind == "f" else 0
