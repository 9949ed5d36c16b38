"""Isaac Lab's file handler: whole episodes, written and read back."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ._arrays import as_numpy, plain
from ._errors import BadArgument, BadState
from ._fields import INITIAL, STEP, Array, Field
from ._has_recorder import HasRecorder
from ._nested import flattened
from ._reading import Episode, open_recording
from ._recorder import Recorder
from ._simulators import as_given, opened

_ACTIONS, _ROOT_POSE = "actions", "root_pose"
_TO_WXYZ, _TO_XYZW = [0, 1, 2, 6, 3, 4, 5], [0, 1, 2, 4, 5, 6, 3]
_OF_RECORDER = ("timestamps/",)
_FIRST_OF_XYZW = 3
_BLOCK_ROWS, _BLOCK_BYTES = 64, 1 << 20


class Poses:
    """Turns poses, which are what ``root_pose`` names, to w, x, y, z, as recordings have them, and back."""

    def __init__(self, quaternion: str | None) -> None:
        """For an order of quaternions, ``wxyz`` or ``xyzw``; None for that of the Isaac Lab that is imported."""
        if quaternion is None:
            version = str(getattr(sys.modules.get("isaaclab"), "__version__", "0"))
            quaternion = "xyzw" if int(version.partition(".")[0] or 0) >= _FIRST_OF_XYZW else "wxyz"
        if quaternion not in ("wxyz", "xyzw"):
            raise BadArgument(f"quaternion is {quaternion!r}; expected 'wxyz' or 'xyzw'")
        self._is_xyzw = quaternion == "xyzw"

    def recorded(self, path: str, rows: Array) -> Array:
        return rows[..., _TO_WXYZ] if self._is_to_turn(path, rows) else rows

    def given(self, path: str, rows: Array) -> Array:
        return rows[..., _TO_XYZW] if self._is_to_turn(path, rows) else rows

    def _is_to_turn(self, path: str, rows: Array) -> bool:
        return self._is_xyzw and path.rpartition("/")[2] == _ROOT_POSE and rows.shape[-1:] == (7,)


def array_of(value: Any, path: str) -> Array:
    """Rows as numpy's: of a torch tensor, a warp array, or Isaac Lab's ``ProxyArray``, on any device."""
    return as_numpy(value.torch if type(value).__name__ == "ProxyArray" else value, path)


def folder_of(path: str | os.PathLike[str]) -> str:
    """The output folder for the name of a file, with or without its suffix."""
    return os.fspath(path).removesuffix(".hdf5")


class EpisodeData:
    """An episode as :meth:`DatasetFileHandler.load_episode` reads it, with the attributes of Isaac Lab's.

    Attributes:
        data: nested dicts of arrays, rows first.
        seed: that it was begun with; None without one.
        success: whether it succeeded; None where that was not judged.
        env_id: name of the environment.
    """

    def __init__(self, data: dict[str, Any], seed: int | None, success: bool | None, env_id: str) -> None:
        self.data, self.seed, self.success, self.env_id = data, seed, success, env_id

    def is_empty(self) -> bool:
        """Whether it has no arrays."""
        return not self.data


class DatasetFileHandler(HasRecorder):
    """For ``RecorderManagerBaseCfg.dataset_file_handler_class_type`` of Isaac Lab 2 and 3: its manager keeps an episode
    in memory and hands it over when it ends. :class:`RecorderManager` streams, and is the better choice.

    ``create`` names an output folder, where Isaac Lab has a file; what is there stays, and the next run is added to it.
    Arrays with a row for each action are fields of every step; with k rows for each, of shape (k, ...); others, and those
    below ``initial_state``, are the start. Poses are stored w, x, y, z.

    Attributes:
        options: of the class, arguments of :meth:`roboreel.Recorder.open` and ``quaternion`` (``wxyz`` or ``xyzw``; that
            of the Isaac Lab that is imported without it). Isaac Lab makes handlers without arguments, so a subclass sets them.
    """

    options: ClassVar[Mapping[str, Any]] = {}
    _until_open = "the recording is not open yet; the first episode that is written opens it"

    def __init__(self) -> None:
        self._recorder: Recorder | None = None
        self._folder = ""
        self._is_closed = False
        self._env_args: dict[str, Any] = {}
        self._opened_args: dict[str, Any] = {}
        self._names: list[str] = []
        self._kinds: dict[str, tuple[str, int]] = {}
        self._poses = Poses(self.options.get("quaternion"))

    # --- Writing ---

    def create(self, file_path: str, env_name: str | None = None) -> None:
        """Names the output folder.

        Args:
            file_path: the folder; a suffix ``.hdf5`` is left out.
            env_name: name of the environment.
        """
        if self._folder:
            raise BadState(f"the handler writes to {self._folder} already; make another one")
        self._folder = folder_of(file_path)
        self.add_env_args({"env_name": env_name or "", "type": 2})

    def add_env_args(self, env_args: Mapping[str, Any]) -> None:
        """Adds to what is said of the environment; ``sim_args`` say the control period."""
        self._require_folder()
        self._env_args = {**self._env_args, **plain(dict(env_args), "env_args")}

    def set_env_name(self, env_name: str) -> None:
        """Sets the name of the environment."""
        self.add_env_args({"env_name": env_name})

    def get_env_name(self) -> str | None:
        """The name of the environment."""
        return self._env_args.get("env_name")

    def write_episode(self, episode: Any, demo_id: int | None = None, dataset_compression: bool = True) -> None:
        """Records an episode.

        Args:
            episode: of Isaac Lab; left as it is. An empty one is not recorded.
            demo_id: kept as the attribute of that name.
            dataset_compression: has no meaning here: ``options`` has the recorder's settings.

        Raises:
            BadArgument: for a number that is taken, for arrays that cannot be recorded, and for others than the first
                episode had.
        """
        self._require_folder()
        if episode.is_empty():
            return
        name = f"demo_{len(self._names) if demo_id is None else int(demo_id)}"
        if name in self._names:
            raise BadArgument(f"episode '{name}' was written already; give another demo_id")
        arrays = {
            path: self._array(value, path) for key, one in episode.data.items() for path, value in flattened(one, key).items()
        }
        if _ACTIONS not in arrays:
            raise BadArgument(f"the episode has no '{_ACTIONS}', which say how many steps it has; record them")
        rows, initial = self._divided(arrays)
        if self._recorder is None:
            self._recorder = self._opened(rows, initial)
        changed = {key: one for key, one in self._env_args.items() if self._opened_args.get(key) != one}
        self._recorder.begin(seed=episode.seed, initial={path: one[None] for path, one in initial.items()})
        try:
            self._recorder.block(0, rows)
        except BaseException:
            self._recorder.discard(reason="its arrays were refused")
            raise
        self._recorder.end(
            success=None if episode.success is None else bool(episode.success),
            attributes=None if demo_id is None else {"demo_id": int(demo_id)},
            metadata={"env_args": changed} if changed else None,
        )
        self._names.append(name)

    def _array(self, value: Any, path: str) -> Array:
        """Of rows that are a list, where the episode was not prepared for its export, too."""
        if isinstance(value, list) and value:
            return self._poses.recorded(path, np.stack([array_of(one, path) for one in value]))
        return self._poses.recorded(path, array_of(value, path))

    def _divided(self, arrays: dict[str, Array]) -> tuple[dict[str, Array], dict[str, Array]]:
        """The fields of every step, and the rows of the start."""
        steps = len(arrays[_ACTIONS])
        rows, initial = {}, {}
        for path, values in arrays.items():
            phase, times = self._kinds.get(path) or self._kind(path, len(values), steps)
            if len(values) != (1 if phase == INITIAL else steps * times):
                raise BadArgument(f"'{path}' has {len(values)} rows for {steps} actions; expected {times} for each, as before")
            if phase == INITIAL:
                initial[path] = values[0]
            else:
                rows[path] = values if times == 1 else values.reshape(steps, times, *values.shape[1:])
            self._kinds[path] = phase, times
        return rows, initial

    @staticmethod
    def _kind(path: str, count: int, steps: int) -> tuple[str, int]:
        if path.startswith("initial_") or (count == 1 and steps > 1):
            return INITIAL, 1
        if count == 0 or count % steps:
            raise BadArgument(f"'{path}' has {count} rows for {steps} actions; expected as many for each, or one for the start")
        return STEP, count // steps

    def _opened(self, rows: dict[str, Array], initial: dict[str, Array]) -> Recorder:
        fields: dict[str, Field] = {path: as_given(path, one[0]) for path, one in rows.items()}
        fields.update({path: as_given(path, one, INITIAL) for path, one in initial.items()})
        self._opened_args = self._env_args
        more = {key: one for key, one in self.options.items() if key != "quaternion"}
        times = {path: times for path, (_, times) in self._kinds.items() if times > 1}
        return opened(
            self._folder,
            more,
            dt=self._dt,
            env_config={"isaaclab": {"env_args": self._env_args, "rows_a_step": times}},
            task=self.get_env_name() or os.path.basename(self._folder),
            fields=fields,
            block_rows=max(1, min(_BLOCK_ROWS, _BLOCK_BYTES // sum(one[0].nbytes for one in rows.values()))),
        )

    def _dt(self) -> float:
        args = self._env_args.get("sim_args", {})
        if "dt" not in args:
            raise BadArgument(
                "add_env_args was given no sim_args with dt; set options = {'dt': ...} in a subclass of the handler"
            )
        return float(args["dt"]) * int(args.get("decimation", 1))

    def flush(self) -> None:
        """Does nothing: an episode that was written survives the death of this process."""

    def close(self) -> None:
        """Waits until all is recorded. Again is harmless."""
        if self._recorder is not None:
            self._recorder.close()
        self._is_closed = True

    def __del__(self) -> None:
        if getattr(self, "_recorder", None) is not None:
            self.close()

    def _require_folder(self) -> None:
        if not self._folder:
            raise BadState("the handler has no folder yet; call create(path) or open(path) first")

    # --- Reading ---

    def open(self, file_path: str, mode: str = "r") -> None:
        """Opens a folder that was recorded, to read it.

        Args:
            file_path: the folder; a suffix ``.hdf5`` is left out.
            mode: has no meaning here.
        """
        if self._folder:
            raise BadState(f"the handler has {self._folder} already; make another one")
        self._folder = folder_of(file_path)
        self._names = list(self._stored())

    def get_num_episodes(self) -> int:
        """Number of episodes that were written, or that the opened folder has."""
        return len(self._names)

    def get_episode_names(self) -> list[str]:
        """Their names, ``demo_<demo_id>`` where they have such a number, else ``demo_<place>``."""
        return list(self._names)

    def load_episode(self, episode_name: str, device: str = "cpu", convert_legacy_quat: bool | None = None) -> EpisodeData | None:
        """Reads an episode of a recording that is closed.

        Args:
            episode_name: its name.
            device: of the tensors, where torch is imported; otherwise arrays are numpy's.
            convert_legacy_quat: has no meaning here: quaternions are in the order of the Isaac Lab that is imported.

        Returns:
            The episode; None without one of that name.

        Raises:
            BadState: before ``close``.
        """
        self._require_folder()
        if self._recorder is not None and not self._is_closed:
            raise BadState("the handler is still recording; call close() first, then load_episode")
        episode = self._stored().get(episode_name) if self._names else None
        return None if episode is None else self._loaded(episode, device)

    def _stored(self) -> dict[str, Episode]:
        """The episodes by name: of what the handler has recorded, else of all runs."""
        episodes = open_recording(self._folder).episodes
        if self._recorder is not None:
            episodes = episodes.where(run=self._recorder.close().runs)
        found: dict[str, Episode] = {}
        for episode in episodes:
            number = episode.attributes.get("demo_id", len(found))
            while f"demo_{number}" in found:  # of an earlier run
                number += 1
            found[f"demo_{number}"] = episode
        return found

    def _loaded(self, episode: Episode, device: str) -> EpisodeData:
        times = json.loads((episode.file.parent / "env_cfg.json").read_text("utf-8")).get("isaaclab", {}).get("rows_a_step", {})
        torch = sys.modules.get("torch")
        arrays: dict[str, Array] = {}
        with episode.h5() as group:
            group.visititems(lambda path, one: arrays.update({path: one[()]}) if hasattr(one, "shape") else None)
        data: dict[str, Any] = {}
        for path, rows in arrays.items():
            if path.startswith(_OF_RECORDER):
                continue
            flat = rows.reshape(-1, *rows.shape[2:]) if path in times else rows
            given = self._poses.given(path, flat)
            *groups, last = path.split("/")
            place = data
            for one in groups:
                place = place.setdefault(one, {})
            place[last] = given if torch is None else torch.as_tensor(given, device=device)
        return EpisodeData(data, episode.seed, episode.success, episode.file.parent.name)
