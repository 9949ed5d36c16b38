"""A dataset by LeRobot itself, with what its newer versions record: python make_dataset.py DATASET

Depths as videos and as files, of uint16 and of float32, two tasks in an episode, texts, and the columns of language that
lerobot-annotate writes. Needs requirements.txt beside it; nothing is downloaded.
"""

import os
import shutil
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from lerobot.annotations.steerable_pipeline.executor import Executor
from lerobot.annotations.steerable_pipeline.reader import iter_episodes
from lerobot.annotations.steerable_pipeline.staging import EpisodeStaging
from lerobot.annotations.steerable_pipeline.writer import LanguageColumnsWriter, speech_atom
from lerobot.datasets.lerobot_dataset import LeRobotDataset

SIDE = 64
EPISODES = 3
CAMERA = "observation.images.depth_mm"


def depth(dtype):
    axes = ["height", "width", "channels"]
    return {"dtype": dtype, "shape": (SIDE, SIDE, 1), "names": axes, "info": {"is_depth_map": True}}


FEATURES = {
    "action": {"dtype": "float32", "shape": (3,), "names": ["a", "b", "c"]},
    "observation.state": {"dtype": "float32", "shape": (2,), "names": ["x", "y"]},
    "observation.environment_state": {"dtype": "float32", "shape": (4,), "names": None},
    "observation.images.video_mm": depth("video"),
    "observation.images.video_m": depth("video"),
    CAMERA: depth("image"),
    "observation.images.depth_m": depth("image"),
    "note": {"dtype": "string", "shape": (1,), "names": None},
}


def frame(rng, episode, index):
    # All 4096 codes of a video: from 0 m to 12 m.
    ramp = (np.arange(SIDE * SIDE).reshape(SIDE, SIDE, 1) * 3 + 100 * index) % 12000
    return {
        "action": rng.normal(size=3).astype(np.float32),
        "observation.state": rng.normal(size=2).astype(np.float32),
        "observation.environment_state": rng.normal(size=4).astype(np.float32),
        "observation.images.video_mm": ramp.astype(np.uint16),
        "observation.images.video_m": (ramp / 1000).astype(np.float32),
        CAMERA: (ramp * 5).astype(np.uint16),
        "observation.images.depth_m": (ramp / 777).astype(np.float32),
        "note": f"note {episode} {index} ü",
        "task": "first" if index < 3 or episode == 0 else "second",
    }


def record(root):
    rng = np.random.default_rng(3)
    dataset = LeRobotDataset.create("lab/" + root.name, fps=10, features=FEATURES, root=root, robot_type="so100")
    for episode in range(EPISODES):
        for index in range(6 + episode):
            dataset.add_frame(frame(rng, episode, index))
        dataset.save_episode()
    dataset.finalize()


def said(style, content, timestamp, role="assistant", camera=None):
    row = {"role": role, "content": content, "style": style, "timestamp": timestamp, "tool_calls": None}
    return {**row, "camera": camera} if camera else row


def annotate(root, staging_root):
    episodes = list(iter_episodes(root))
    for episode in episodes:
        staging = EpisodeStaging(staging_root, episode.episode_index)
        times = episode.frame_timestamps
        plan = [said("task_aug", "the same, ü", times[0], "user"), said("subtask", "reach", times[0])]
        staging.write("plan", plan + [said("subtask", "grasp", times[3])])
        if episode.episode_index == 1:
            stop = said("interjection", "stop", times[2], "user")
            staging.write("interjections", [speech_atom(times[2], "on it"), stop])
        if episode.episode_index == 2:
            staging.write("vqa", [said("vqa", "where?", times[1], "user", CAMERA)])
    LanguageColumnsWriter().write_all(episodes, staging_root, root)
    Executor._ensure_annotation_metadata_in_info(root)


def main():
    root = Path(sys.argv[1])
    record(root)
    annotate(root, root.with_suffix(".staging"))
    shutil.rmtree(root.with_suffix(".staging"))


main()
