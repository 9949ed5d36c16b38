"""RoboLab's recorder, streaming: :class:`RobolabRecorderManager` has the calls of RoboLab's.

    env.recorder_manager = rr.robolab.RobolabRecorderManager(env_cfg.recorders, env)

Nothing of RoboLab, Isaac Lab or torch is imported: the configuration and the env that are given have all that is needed.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._fields import Array
from ._isaaclab_files import array_of
from ._simulators import env_numbers
from .isaaclab import CLOSED, RESET, Arrays, RecorderManager


class RobolabRecorderManager(RecorderManager):
    """In the place of the manager of RoboLab's envs, with its calls, and its rules where they differ from Isaac Lab's.

    An env that RoboLab has frozen, since its episode is over, has no rows; it succeeded if a termination other than a time-out
    ended it. The output folder is ``dataset_export_dir_path``, and each :meth:`set_hdf5_file` begins another run in it. What is
    recorded is never replaced: an episode that is recorded again is another one.

    What the subtask term gives only in some steps, ``subtask/...``, has a row in every step, the last one that was given, zeros
    before; its final status is in the episode's attributes ``subtask_status``, ``subtask_completed`` and ``subtask_score``.
    """

    def __init__(self, cfg: Any, env: Any, **more: Any) -> None:
        """As :class:`RecorderManager`."""
        self._names: dict[int, dict[str, Any]] = {}
        self._file: dict[str, str] = {}
        super().__init__(cfg, env, **more)
        types = {"status": np.uint16, "completed": np.uint8, "score": np.float32}
        has_subtasks = any(hasattr(term, "record_final_status") for term in self._terms.values())
        self._last = {f"subtask/{name}": np.zeros(self._num_envs, one) for name, one in types.items() if has_subtasks}

    def _folder(self) -> str:
        return str(self.cfg.dataset_export_dir_path)

    def _active(self) -> Array:
        frozen = getattr(self._env, "_frozen_envs", None)
        return super()._active() if frozen is None else ~array_of(frozen, "_frozen_envs").astype(bool)

    def _active_of(self, env_ids: Any) -> list[int]:
        active = self._active()
        return [env for env in env_numbers(env_ids, self._num_envs) if active[env]]

    def _completed(self, row: Arrays) -> Arrays:
        self._last.update({path: row[path] for path in self._last if path in row})
        return {**row, **self._last}

    def _labels(self, envs: list[int]) -> dict[int, dict[str, Any]]:
        labels = {env: {**self._file, **self._names.pop(env, {})} for env in envs}
        for term in self._terms.values():
            for path, rows in self._arrays(*term.record_final_status()).items() if hasattr(term, "record_final_status") else ():
                for env in envs:
                    labels[env][path.replace("/", "_")] = rows[env].item()
        return labels

    def set_hdf5_file(self, filename: str) -> None:
        """Begins another run, in what is ``dataset_export_dir_path`` now. Episodes that are open end as aborted.

        Args:
            filename: kept as the attribute ``hdf5_file`` of its episodes.
        """
        self._file = {"hdf5_file": os.path.basename(filename)}
        self._last = {path: np.zeros_like(rows) for path, rows in self._last.items()}
        if self._recorder is not None and (self._is_open or self._recorder.folder != os.path.abspath(self._folder())):
            self._steps[:] = 0
            self._recorder.close(CLOSED)
            self._start()

    def set_episode_index(self, episode_index: int, env_ids: Any = None) -> None:
        """Names the envs' next episodes, by the attribute ``demo_id``."""
        for env in env_numbers(env_ids, self._num_envs):
            self._names[env] = {"demo_id": int(episode_index)}

    def set_flush_interval(self, interval: int, verbose: bool = False) -> None:
        """Does nothing: each step is handed over as it comes."""

    def flush_buffer(self, env_ids: Any = None, verbose: bool = True) -> None:
        """Does nothing: each step is handed over as it comes."""

    def record_pre_reset(self, env_ids: Any, force_export_or_skip: bool | None = None) -> None:
        """As of :class:`RecorderManager`, of envs that are not frozen. RoboLab's envs export by themselves."""
        envs = self._active_of(env_ids)
        super().record_pre_reset(envs, bool(force_export_or_skip))
        manager = getattr(self._env, "termination_manager", None)
        if manager is not None:
            self.set_success_to_episodes(envs, array_of(manager.terminated, "terminated")[envs])

    def record_post_reset(self, env_ids: Any) -> None:
        """As of :class:`RecorderManager`, of envs that are not frozen."""
        super().record_post_reset(self._active_of(env_ids))

    def clear(self, env_ids: Any = None) -> dict[str, Any]:
        """Ends episodes that were not exported as not judged."""
        self._break_off(env_numbers(env_ids, self._num_envs), RESET)
        return {}
