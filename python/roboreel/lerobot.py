"""The writing side of LeRobot's ``LeRobotDataset``: the same calls, recorded at once, and a LeRobot dataset in the end.

    from roboreel.lerobot import LeRobotDataset

    dataset = LeRobotDataset.create("lab/pick", fps=30, features=features, root="data/pick", robot_type="so100")
    dataset.add_frame({"observation.state": state, "action": action, "task": "pick the cube"})
    dataset.save_episode()
    dataset.finalize()

Neither lerobot nor torch is imported. Frames are in ``data/pick.roboreel`` as soon as they are added, and ``finalize``
exports them to ``data/pick``, which LeRobot's own ``LeRobotDataset("lab/pick", root="data/pick")`` loads.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from . import _command
from ._arrays import as_numpy, cast, plain
from ._errors import BadArgument, BadState, RoboReelError, RoboReelWarning, nearest
from ._fields import TEXT, Array, Field
from ._has_recorder import HasRecorder
from ._lerobot_features import (
    DEFAULT_FEATURES,
    PICTURES,
    TASK,
    Feature,
    declared_feature,
    features_of,
    is_depth,
    mapping,
    require_complete,
    say_what_changes,
)
from ._reading import open_recording
from ._recorder import Recorder
from ._run_files import is_live
from ._said import folder_name, is_whole, require

_FLAGS = ("next.done", "next.success", "next.truncated")
_HUB_PART = r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}"


class Metadata:
    """What programs read of a dataset that is being recorded, as ``LeRobotDataset.meta`` has it.

    Attributes:
        repo_id: name of the dataset.
        root: folder that :meth:`Dataset.finalize` exports to.
        fps: frames per second.
        robot_type: what the dataset says about the robot, or None.
        features: of a frame, with those that LeRobot fills in.
        total_episodes: episodes that were saved, with those of before a resume.
        total_frames: frames of these.
        tasks: what the saved and open episodes of this object were told, each once.
        stats: None: statistics are made by the export.
    """

    def __init__(self, repo_id: str, root: Path, fps: int, robot_type: str | None, features: dict[str, Any]) -> None:
        """Not for callers."""
        self.repo_id = repo_id
        self.root = root
        self.fps = fps
        self.robot_type = robot_type
        self.features: dict[str, Any] = {**features, **copy.deepcopy(DEFAULT_FEATURES)}
        self.total_episodes = 0
        self.total_frames = 0
        self.tasks: list[str] = []
        self.stats = None

    @property
    def image_keys(self) -> list[str]:
        """Features whose pictures are files."""
        return self._of(lambda feature: feature["dtype"] == "image")

    @property
    def video_keys(self) -> list[str]:
        """Features whose pictures become videos."""
        return self._of(lambda feature: feature["dtype"] == "video")

    @property
    def camera_keys(self) -> list[str]:
        """Features that are pictures."""
        return self._of(lambda feature: feature["dtype"] in PICTURES)

    @property
    def depth_keys(self) -> list[str]:
        """Features whose pictures are depths."""
        return self._of(is_depth)

    @property
    def names(self) -> dict[str, Any]:
        """Names of the elements or axes of each feature."""
        return {key: feature["names"] for key, feature in self.features.items()}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of each feature."""
        return {key: tuple(feature["shape"]) for key, feature in self.features.items()}

    @property
    def total_tasks(self) -> int:
        """Number of :attr:`tasks`."""
        return len(self.tasks)

    def _of(self, is_one: Callable[[Any], bool]) -> list[str]:
        return [key for key, feature in self.features.items() if is_one(feature)]


class Dataset(HasRecorder):
    """Records frames as ``LeRobotDataset`` 0.6.1 takes them, into a recording of RoboReel, and exports it to LeRobot.

    A frame is handed over to the recording process when it is added: from then on it survives the death of this process.
    ``save_episode`` says that the episode is to be kept, and takes no time. ``finalize`` closes the recording and exports
    the saved episodes to :attr:`root`.

    The recording is beside the dataset, in a folder named ``<root>.roboreel``, and stays: it holds every pixel as it came,
    and the episode that was open when the program died. An export can be made from it again, with other options.

    Takes and refuses what LeRobot does, but never changes the caller's frame. What LeRobot notices only in a log, such as a
    float picture beyond 0 to 1, is refused by ``add_frame``.

    One thread at a time.
    """

    _until_open = "the recording is not open yet; the first frame says what its depths are and opens it"
    writer = None
    """None: LeRobot's ``VideoEncodingManager`` then calls :meth:`finalize` and nothing else."""

    def __init__(self, opening: _Opening, *args: object, **more: object) -> None:
        """Not for callers: use :meth:`create` or :meth:`resume`.

        Raises:
            BadState: when it is called as LeRobot's own class, which reads datasets.
        """
        if not isinstance(opening, _Opening):
            raise BadState(
                "roboreel.lerobot records and does not read; call create or resume, "
                "or read with lerobot.datasets.lerobot_dataset.LeRobotDataset"
            )
        self.meta = opening.meta
        self.repo_id = opening.meta.repo_id
        self.root = opening.meta.root
        self.recording = opening.recording
        self._opening = opening
        self._features = opening.features
        self._keys = frozenset(feature.key for feature in opening.features) | {TASK}
        self._recorder: Recorder | None = None
        self._is_recording = False
        self._frames = 0
        self._is_closed = False
        self._is_finalized = False
        self._task = ""
        self._task_row: Array = np.zeros(1, "S1")
        self._last_flags: dict[str, bool] = {}
        self._early_flags: set[str] = set()
        if all(feature.is_known for feature in self._features):
            self._recorder = opening.recorder()

    # --- Opening ---

    @classmethod
    def create(
        cls,
        repo_id: str,
        fps: int,
        features: Mapping[str, Mapping[str, Any]],
        root: str | os.PathLike[str] | None = None,
        robot_type: str | None = None,
        use_videos: bool = True,
        tolerance_s: float = 1e-4,
        image_writer_processes: int = 0,
        image_writer_threads: int = 0,
        video_backend: str | None = None,
        batch_encoding_size: int = 1,
        rgb_encoder: object = None,
        depth_encoder: object = None,
        metadata_buffer_size: int = 10,
        streaming_encoding: bool = False,
        encoder_queue_maxsize: int = 30,
        encoder_threads: int | None = None,
        video_files_size_in_mb: int | None = None,
        data_files_size_in_mb: int | None = None,
        *,
        recording: str | os.PathLike[str] | None = None,
        export: bool = True,
        max_text_bytes: int = 512,
        memory_mb: float = 128,
        settings: Mapping[str, Any] | None = None,
    ) -> Dataset:
        """Opens a new recording of a dataset.

        The arguments from ``tolerance_s`` to ``data_files_size_in_mb`` are LeRobot's and have no meaning here: there are no
        writers of pictures to be tuned, and the export encodes videos as H.264. They are accepted, so that a script needs no
        other change.

        Args:
            repo_id: name of the dataset, usually ``user/name``.
            fps: frames per second, a whole number.
            features: of a frame, by name: ``dtype`` (numpy's name, ``image``, ``video`` or ``string``), ``shape``, ``names``.
                ``action`` is one of them. Pictures have 3 channels, (height, width, channels) or channels first. Depths
                (``info={"is_depth_map": True}``) have 1, uint16 in mm or float32 in m; with ``info["depth_unit"]`` the
                recording is opened here, without it by the first frame.
            root: folder of the dataset, which must not be there; None for ``$HF_LEROBOT_HOME/<repo_id>``, as LeRobot has it.
            robot_type: what the dataset says about the robot.
            use_videos: False where no feature is a video.
            recording: folder of the recording; None for ``<root>.roboreel``.
            export: False where :meth:`finalize` is to close the recording only.
            max_text_bytes: most bytes of UTF-8 of a task and of a ``string`` feature.
            memory_mb: size of the ring that frames are handed over in, MiB.
            settings: settings of the recorder by name.

        Raises:
            BadArgument: for a feature that cannot be recorded, naming it.
            BadState: when ``root`` or ``recording`` is there already.
            CannotStart: when the recording process cannot be started.
        """
        require(isinstance(repo_id, str) and repo_id.strip("/") != "", f"repo_id is {repo_id!r}; expected a text like 'lab/pick'")
        require(is_whole(fps) and fps >= 1, f"fps is {fps!r}; expected a whole number from 1 on, frames per second")
        declared = {key: declared_feature(key, feature) for key, feature in mapping(features, "features").items()}
        require_complete(declared, use_videos)
        require(is_whole(max_text_bytes) and max_text_bytes >= 1, f"max_text_bytes is {max_text_bytes!r}; expected 1 or more")
        place = _root(repo_id, root)
        folder = _recording(place, recording)
        if place.exists():
            raise BadState(f"root {place} is there already and is left as it is; choose another, or call resume")
        if folder.is_dir() and any(folder.iterdir()):
            raise BadState(f"the recording {folder} is there already; call resume, or choose another folder with recording=")
        say_what_changes(declared)
        meta = Metadata(repo_id, place, int(fps), robot_type, declared)
        task_folder = folder_name(repo_id.strip("/").rpartition("/")[2])
        made = features_of(declared, {}, int(max_text_bytes))
        return cls(_Opening(meta, folder, task_folder, made, export, int(max_text_bytes), memory_mb, settings))

    @classmethod
    def resume(
        cls,
        repo_id: str,
        root: str | os.PathLike[str] | None = None,
        tolerance_s: float = 1e-4,
        revision: str | None = None,
        force_cache_sync: bool = False,
        video_backend: str | None = None,
        batch_encoding_size: int = 1,
        rgb_encoder: object = None,
        depth_encoder: object = None,
        encoder_threads: int | None = None,
        image_writer_processes: int = 0,
        image_writer_threads: int = 0,
        streaming_encoding: bool = False,
        encoder_queue_maxsize: int = 30,
        *,
        token: object = None,
        recording: str | os.PathLike[str] | None = None,
        export: bool = True,
        memory_mb: float = 128,
        settings: Mapping[str, Any] | None = None,
    ) -> Dataset:
        """Opens the recording of a dataset again, to add episodes, also after the death of the program that recorded.

        It is recovered first where a recorder died. The next :meth:`finalize` exports all episodes; a dataset that is in
        :attr:`root` by then gets the name ``<root>.<number>``.

        Args:
            repo_id: name of the dataset.
            root: as in :meth:`create`.
            recording: folder of the recording; None for ``<root>.roboreel``.
            export, memory_mb, settings: as in :meth:`create`.

        Raises:
            BadState: when there is no such recording, or this class did not make it.
            FolderLocked: when another process records into it.
        """
        place = _root(repo_id, root)
        folder = _recording(place, recording)
        config_file = next(iter(sorted(folder.glob("*/env_cfg.json"))), None)
        if config_file is None:
            raise BadState(f"there is no recording in {folder}; call create, or say where it is with recording=")
        # What a living recorder holds is refused where the recording is opened.
        if not all(is_live(staging.with_suffix(".hdf5")) for staging in folder.glob("*/*.staging")):
            _command.run("recover", str(folder))
        config = json.loads(config_file.read_text("utf-8"))
        said = config.get("lerobot", {})
        if "max_text_bytes" not in said:
            raise BadState(f"the recording {folder} is none that roboreel.lerobot made; create another one")
        fps = round(1 / (config["sim"]["dt"] * config["decimation"]))
        declared = {key: declared_feature(key, one) for key, one in said["features"].items() if key not in DEFAULT_FEATURES}
        meta = Metadata(repo_id, place, fps, said.get("robot_type"), declared)
        meta.total_episodes, meta.total_frames = _saved(config_file.parent)
        paths = {key: path for path, key in said["paths"].items()}
        text_bytes = int(said["max_text_bytes"])
        made = features_of(declared, paths, text_bytes)
        return cls(_Opening(meta, folder, config_file.parent.name, made, export, text_bytes, memory_mb, settings))

    # --- What it is ---

    @property
    def fps(self) -> int:
        """Frames per second."""
        return self.meta.fps

    @property
    def features(self) -> dict[str, Any]:
        """Features of a frame, with those that LeRobot fills in."""
        return self.meta.features

    @property
    def num_episodes(self) -> int:
        """Episodes that were saved, with those of before a :meth:`resume`."""
        return self.meta.total_episodes

    @property
    def num_frames(self) -> int:
        """Frames of the saved episodes."""
        return self.meta.total_frames

    def __len__(self) -> int:
        return self.num_frames

    def has_pending_frames(self) -> bool:
        """Whether the open episode has frames."""
        return self._frames > 0

    def __repr__(self) -> str:
        return f"<Dataset {self.repo_id}: {self.num_episodes} episodes, {self.num_frames} frames, in {self.recording}>"

    # --- Recording ---

    def add_frame(self, frame: Mapping[str, Any]) -> None:
        """Records a frame; the first one begins an episode.

        Args:
            frame: an array of each feature, of exactly its dtype and shape, and ``task``, a text, which may change within
                an episode. Torch's tensors are taken for arrays. Pictures are (height, width, channels) or channels
                first, uint8 or floats from 0 to 1, or of PIL. It stays as it is.

        Raises:
            BadArgument: for a frame that does not fit, naming the feature; nothing of it is recorded.
            BadState: after :meth:`finalize`.
        """
        self._require_open("add_frame")
        mapping(frame, "the frame")
        if frame.keys() != self._keys:
            self._refuse_names(frame)
        task = frame[TASK]
        require(
            isinstance(task, str) and task.strip() != "", f"'task' of the frame is {task!r}; expected a text, what is to be done"
        )
        values = {feature.path: feature.row(frame[feature.key]) for feature in self._features}
        if task != self._task:
            # Once, since it is the same for most frames.
            self._task_row = cast(np.array([task]), np.dtype(f"S{self._opening.max_text_bytes}"), TASK)
            self._task = task
        values[TASK] = self._task_row
        if self._recorder is None:
            self._recorder = self._opening.recorder()
        if not self._is_recording:
            self._recorder.begin(instruction=task)
            self._is_recording = True
            self._last_flags, self._early_flags = {}, set()
        try:
            self._recorder.step(values)
        except BaseException:
            if not self._frames:
                self._discard("its first frame was refused")
            raise
        self._frames += 1
        self._early_flags.update(key for key, is_set in self._last_flags.items() if is_set)
        self._last_flags = {key: bool(as_numpy(frame[key], key).any()) for key in _FLAGS if key in self._keys}
        if task not in self.meta.tasks:
            self.meta.tasks.append(task)

    def save_episode(self, episode_data: Mapping[str, Any] | None = None, parallel_encoding: bool = True) -> None:
        """Ends the open episode, which is to be kept.

        ``next.success``, where it is a feature, says whether the episode is a success, ``next.truncated`` of the last frame
        whether a limit cut it. Without them it has no verdict.

        Args:
            episode_data: None; or frames that are in no episode yet, as LeRobot's buffer has them: a list of the values of
                each feature and of ``task``.
            parallel_encoding: LeRobot's, without a meaning here.

        Raises:
            BadArgument: when there is no frame.
            BadState: after :meth:`finalize`, and for ``episode_data`` while an episode has frames.
        """
        self._require_open("save_episode")
        if episode_data is not None:
            self._add_frames(episode_data)
        if not self._frames:
            raise BadArgument("the episode has no frame; call add_frame before save_episode")
        assert self._recorder is not None
        success = self._last_flags.get("next.success")
        if "next.success" in self._early_flags:
            success = True
        truncated = self._last_flags.get("next.truncated", False)
        self._say_which_flags_change(success, truncated)
        self._recorder.end(success=success, truncated=truncated)
        self.meta.total_episodes += 1
        self.meta.total_frames += self._frames
        self._is_recording, self._frames = False, 0

    def _add_frames(self, data: Mapping[str, Any]) -> None:
        if self._frames:
            raise BadState(f"the open episode has {self._frames} frames; save or clear it before save_episode(episode_data)")
        missing = sorted(key for key in self._keys if key not in mapping(data, "episode_data"))
        require(not missing, f"episode_data lacks {missing}; expected a list of values for each feature and for 'task'")
        counts = {key: len(data[key]) for key in sorted(self._keys)}
        require(len(set(counts.values())) == 1, f"episode_data has {counts} values; expected as many of each feature")
        try:
            for index in range(counts[TASK]):
                self.add_frame({key: data[key][index] for key in self._keys})
        except BaseException:
            self._discard("a frame of its data was refused")
            raise

    def clear_episode_buffer(self, delete_images: bool = True) -> None:
        """Throws the open episode away; the saved ones stay. Without an open one it does nothing.

        Args:
            delete_images: LeRobot's, without a meaning here.

        Raises:
            BadState: after :meth:`finalize`.
        """
        self._require_open("clear_episode_buffer")
        self._discard("the episode buffer was cleared")

    def _discard(self, reason: str) -> None:
        if self._is_recording:
            assert self._recorder is not None
            self._recorder.discard(reason=reason)
        self._is_recording, self._frames = False, 0

    def finalize(self) -> None:
        """Closes the recording and exports the saved episodes to :attr:`root`. Again is harmless.

        An open episode that was not saved stays in the recording, as one that was broken off, and is not exported. After a
        failed export another call tries again.

        Raises:
            RecorderFailed: when the recording or the export fails; the recording is left as it is.
        """
        if self._is_finalized:
            return
        if not self._is_closed:
            self._is_closed = True
            if self._recorder is not None:
                self._recorder.close(
                    "finalize() was called before save_episode()" if self._frames else "the dataset was finalized"
                )
        if self._opening.exports and self.num_episodes:
            self._export()
        elif self._opening.exports:
            warnings.warn(f"{self.repo_id} has no saved episode, so nothing was exported to {self.root}", RoboReelWarning, 2)
        self._is_finalized = True

    def _export(self) -> None:
        """Exports beside the root and moves it there, so that a dataset is there as a whole or not at all."""
        name = self.repo_id.strip("/")
        is_hub_name = re.fullmatch(f"{_HUB_PART}/{_HUB_PART}", name) and "--" not in name and ".." not in name
        hub_name = name if is_hub_name else "local/dataset"
        self.root.parent.mkdir(parents=True, exist_ok=True)
        work = tempfile.mkdtemp(prefix=f".{self.root.name}.", dir=self.root.parent)
        options = ["--out", work, "--repo-id", hub_name, "--complete-only", "--quiet"]
        try:
            _command.run("export", "lerobot", str(self.recording), *options)
            if self.root.exists():
                aside = _free(self.root)
                os.rename(self.root, aside)
                warnings.warn(f"{self.root} was there and is now {aside}; all episodes are in the new one", RoboReelWarning, 3)
            os.rename(os.path.join(work, *hub_name.split("/")), self.root)
        except RoboReelError as e:
            raise type(e)(f"{e}; every frame is in {self.recording}, and finalize() tries again", e.kind) from e
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def push_to_hub(self, *args: object, **more: object) -> NoReturn:
        """Not here: the package asks no network.

        Raises:
            BadState: always, with the line that pushes the exported dataset.
        """
        raise BadState(
            "roboreel.lerobot pushes nothing to a hub; after finalize() call "
            f"lerobot.datasets.lerobot_dataset.LeRobotDataset({self.repo_id!r}, root={str(self.root)!r}).push_to_hub()"
        )

    # --- Parts ---

    def _require_open(self, call: str) -> None:
        if self._is_closed:
            raise BadState(f"{self.repo_id} was finalized, so {call} comes too late; call resume to add episodes")

    def _refuse_names(self, frame: Mapping[str, Any]) -> None:
        for key in frame:
            if key in DEFAULT_FEATURES:
                raise BadArgument(f"the frame has '{key}', which follows from the order of frames; leave it out")
            require(key in self._keys, f"the frame has '{key}', which is no feature: {nearest(str(key), sorted(self._keys))}")
        missing = sorted(self._keys - frame.keys())
        if missing == [TASK]:
            raise BadArgument("the frame lacks 'task'; expected a text with each frame, what is to be done")
        raise BadArgument(f"the frame lacks {', '.join(map(repr, missing))}; expected every feature and 'task'")

    def _say_which_flags_change(self, success: bool | None, truncated: bool) -> None:
        """Says which flags of the frames an export will not have: it sets them at the last frame alone."""
        at_end = {"next.done": True, "next.success": bool(success), "next.truncated": truncated}
        for key, is_set in self._last_flags.items():
            if key in self._early_flags or is_set != at_end[key]:
                warnings.warn(
                    f"'{key}' of the episode is not what an export has, which is {at_end[key]} at the last frame and False "
                    "before it; the recording has it as it was given",
                    RoboReelWarning,
                    3,
                )


LeRobotDataset = Dataset
"""Under LeRobot's name, so that only the import of a script changes."""


@dataclasses.dataclass(frozen=True)
class _Opening:
    """What a recorder is opened with, at once or by the first frame."""

    meta: Metadata
    recording: Path
    task_folder: str
    features: list[Feature]
    exports: bool
    max_text_bytes: int
    memory_mb: float
    settings: Mapping[str, Any] | None

    def recorder(self) -> Recorder:
        fields = {feature.path: feature.field for feature in self.features}
        fields[TASK] = Field(TEXT, (self.max_text_bytes,))
        return Recorder.open(
            self.recording,
            task=self.task_folder,
            dt=1 / self.meta.fps,
            fields=fields,
            continuous=True,
            videos=False,
            env_config={"lerobot": self._origin()},
            memory_mb=self.memory_mb,
            settings=self.settings,
        )

    def _origin(self) -> dict[str, Any]:
        """What ``import lerobot`` keeps of a dataset, by which ``export lerobot`` gives its features back."""
        features = {key: dict(feature) for key, feature in self.meta.features.items()}
        for feature in self.features:
            features[feature.key] = feature.entry(self.meta.fps)
        origin = {
            "names": {one.path: features[one.key]["names"] for one in self.features if features[one.key]["names"]},
            "paths": {one.path: one.key for one in self.features},
            "features": features,
            "max_text_bytes": self.max_text_bytes,
        }
        if self.meta.robot_type:
            origin["robot_type"] = self.meta.robot_type
        return dict(plain(origin, "features"))


def _root(repo_id: str, root: str | os.PathLike[str] | None) -> Path:
    if root is not None:
        return Path(root).expanduser().absolute()
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    hub = os.environ.get("HF_HOME", os.path.join(cache, "huggingface"))
    home = os.environ.get("HF_LEROBOT_HOME", os.path.join(hub, "lerobot"))
    return Path(home).expanduser().absolute() / repo_id


def _recording(root: Path, recording: str | os.PathLike[str] | None) -> Path:
    return root.with_name(root.name + ".roboreel") if recording is None else Path(recording).expanduser().absolute()


def _free(root: Path) -> Path:
    number = 1
    while os.path.lexists(f"{root}.{number}"):
        number += 1
    return Path(f"{root}.{number}")


def _saved(folder: Path) -> tuple[int, int]:
    """Episodes and frames that exports take: those that were ended, not broken off."""
    if not any(folder.glob("run_*.hdf5")):
        return 0, 0
    ended = [
        episode.num_samples
        for episode in open_recording(folder).episodes
        if episode.num_samples and (episode.metadata.get("ending") or episode.status in ("success", "failure", "truncated"))
    ]
    return len(ended), sum(ended)
