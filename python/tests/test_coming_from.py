"""The pages "Coming from ...": a script changes by three lines at most, and the changed one records, here on envs of our own.

With the real libraries they run in conformance/real, as far as those run there.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

from roboreel.isaaclab import DatasetFileHandler
from tests import test_isaaclab, test_maniskill, test_robosuite
from tests.coming_from import MAX_CHANGED_LINES, programs
from tests.support import BridgeTest
from tests.tensors import Tensor


def modules(**members: Mapping[str, Any]) -> dict[str, ModuleType]:
    """Modules by name, with ``__`` for a dot, and the packages that they are in."""
    made: dict[str, ModuleType] = {}
    for name, values in members.items():
        path = name.replace("__", ".")
        for end in [match.start() for match in re.finditer(r"\.", path)] + [len(path)]:
            made.setdefault(path[:end], ModuleType(path[:end]))
        vars(made[path]).update(values)
    for path, module in made.items():
        parent, _, last = path.rpartition(".")
        if parent:
            setattr(made[parent], last, module)
    return made


class ComingFromTest(BridgeTest):
    def run_page(self, page: str, stand_ins: dict[str, ModuleType]) -> str:
        """Runs the changed script of a page in the test's folder, and returns its lines that differ."""
        theirs, ours = programs(page)[:2]
        differing = [line for line in difflib.ndiff(theirs.splitlines(), ours.splitlines()) if line[0] in "+-"]
        added = [line for line in differing if line[0] == "+"]
        self.assertLessEqual(max(len(added), len(differing) - len(added)), MAX_CHANGED_LINES, differing)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        with mock.patch.dict("sys.modules", stand_ins):
            exec(compile(ours, page, "exec"), {"__name__": "__main__"})
        return "\n".join(differing)

    def test_robosuite(self) -> None:
        lift = test_robosuite.Lift([4])
        lift.has_absolute = False
        self.run_page("from-robosuite.md", modules(robosuite={"make": lambda *name, **more: lift}))
        self.assertTrue(lift.is_closed)
        self.folder += "/output/lift"
        episodes = self.episodes("Lift")
        self.assertEqual([(20, 4)] * 2, [e.data["states"].shape for e in episodes])
        self.assertEqual([test_robosuite.XML.format(n) for n in (1, 2)], [self.model(e) for e in episodes])

    @staticmethod
    def model(episode: Any) -> str:
        return str(episode.data["initial_attributes/model_file"][0].decode())

    def test_maniskill(self) -> None:
        env = test_maniskill.PickCube(4)
        env.action_space = SimpleNamespace(sample=lambda: np.ones((4, 2), np.float32))  # type: ignore[attr-defined]
        self.run_page("from-maniskill.md", modules(gymnasium={"make": lambda name, **more: env}, mani_skill__envs={}))
        self.folder += "/output/pick"
        episodes = self.episodes("PickCube-v1")
        self.assertEqual([50] * 8, [len(e.data["actions"]) for e in episodes])
        self.assertEqual([50, 150, 250, 350] * 2, [int(e.data["final_obs/agent/qpos"][0, 0]) for e in episodes])

    def test_isaaclab(self) -> None:
        def recorders(**settings: Any) -> Any:
            return test_isaaclab.config("", test_isaaclab.Actions, test_isaaclab.States, **settings)

        class Env(test_isaaclab.Reach):
            def __init__(self, cfg: Any) -> None:
                super().__init__()
                self.recorder_manager = None

            def reset(self, envs: Any = None) -> Any:
                super().reset(envs)
                return {"policy": Tensor(self.q)}, {}

            def step(self, action: Any, done: tuple[int, ...] = ()) -> Any:
                super().step(action, done)
                return {"policy": Tensor(self.q)}, None, None, None, {}

            def close(self) -> None:
                del self.recorder_manager  # as Isaac Lab's envs do

        stand_ins = modules(
            isaaclab__envs={"ManagerBasedRLEnv": Env},
            isaaclab__envs__mdp__recorders__recorders_cfg={"ActionStateRecorderManagerCfg": recorders},
            my_task={
                "MyEnvCfg": SimpleNamespace,
                "policy": lambda obs: obs["policy"].array[0, 0] + 1 - obs["policy"].array[0, 0],
            },
        )
        self.run_page("from-isaaclab.md", stand_ins)
        self.folder += "/output/reach"
        episodes = self.episodes("Isaac-Reach-v0")
        self.assertEqual([(200, "aborted")] * 3, [(len(e.data["actions"]), e.status) for e in episodes])
        place = {"recorders": SimpleNamespace()}
        exec(programs("from-isaaclab.md")[2], place)
        self.assertIs(DatasetFileHandler, place["recorders"].dataset_file_handler_class_type)
