"""The wrapper with EnvLogger's calls, around a stand-in that follows dm_env's surface."""

from __future__ import annotations

import copy
import json
import os
import pickle
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import roboreel as rr
from roboreel.envlogger import BackendWriter, EnvLogger, StepData
from tests.coming_from import our_script
from tests.support import ROOT, BridgeTest, Refusal, wait_for

FIRST, MID, LAST = range(3)


class TimeStep(NamedTuple):
    """As dm_env's."""

    step_type: int
    reward: Any
    discount: Any
    observation: Any

    def last(self) -> bool:
        return self.step_type == LAST


class Spec:
    """As the specs of dm_env: an array's, with more attributes where it has bounds or a number of values."""

    def __init__(self, shape: tuple[int, ...], dtype: Any, name: str | None = None, **more: Any) -> None:
        self.shape, self.dtype, self.name = shape, np.dtype(dtype), name
        vars(self).update(more)


class Push:
    """Pushes for three steps; every other episode is cut. Writes each observation into the same arrays, as some do."""

    def __init__(self) -> None:
        self.episode = self.count = 0
        self.actions: list[Any] = []
        self.is_closed = False
        self._position = np.zeros(2)
        self.color = "red"

    def observation_spec(self) -> Any:
        position = Spec((2,), np.float64, "x\ty", minimum=np.full(2, -1.0), maximum=np.array([np.inf, 9.0]))
        return {"position": position, "parts": [Spec((), np.int64, "count"), Spec((3,), np.float32)]}

    def action_spec(self) -> Any:
        return Spec((), np.int32, "push", minimum=0, maximum=4, num_values=5)

    def reward_spec(self) -> Any:
        return Spec((), float, "reward")

    def discount_spec(self) -> Any:
        return Spec((), float, "discount", minimum=0.0, maximum=1.0)

    def control_timestep(self) -> float:
        return 0.1

    def _seen(self) -> Any:
        self._position[:] = [self.episode, self.count]
        return {"position": self._position, "parts": [self.count, np.full(3, self.count, np.float32)]}

    def reset(self) -> TimeStep:
        self.episode += 1
        self.count = 0
        return TimeStep(FIRST, None, None, self._seen())

    def step(self, action: Any) -> TimeStep:
        self.actions.append(action)
        self.count += 1
        is_last = self.count == 3
        discount = float(self.episode % 2) if is_last else 1.0
        return TimeStep(LAST if is_last else MID, self.count / 2, discount, self._seen())

    def close(self) -> None:
        self.is_closed = True


class EnvLoggerTest(BridgeTest):
    def logger(self, env: Any = None, **more: Any) -> EnvLogger:
        logger = EnvLogger(env or Push(), **{"folder": self.folder, "videos": False, "metrics": False, "memory_mb": 8, **more})
        self.addCleanup(logger.close)
        return logger

    def refuses(self, kind: type[Exception], call: Any, *words: str) -> None:
        with Refusal(self, kind, *words):
            call()

    def test_a_row_is_an_action_with_what_was_seen_before_it(self) -> None:
        env = Push()
        metadata = {"operator": "Ada", "gains": np.array([1.5, 2])}
        before = copy.deepcopy(metadata)
        with self.logger(env, metadata=metadata) as logger:
            # The action of a step before any reset is ignored, too.
            first = logger.step(9)
            self.assertEqual((FIRST, None), first[:2])
            for action in (1, 2, 3):
                last = logger.step(action)
            self.assertEqual(LAST, last.step_type)
            self.assertEqual(FIRST, logger.step(4).step_type)
            logger.step(0)
            self.assertEqual(("red", 0.1), (logger.color, logger.control_timestep()))
        self.assertTrue(env.is_closed)
        self.assertEqual([1, 2, 3, 0], env.actions)
        self.assertEqual((list(before), "Ada", [1.5, 2]), (list(metadata), metadata["operator"], metadata["gains"].tolist()))
        over, broken_off = self.episodes("Push")
        self.assertEqual([1, 2, 3], over.data["actions"].tolist())
        self.assertEqual([[1, 0], [1, 1], [1, 2]], over.data["obs/position"].tolist())
        self.assertEqual([[1, 3]], over.data["final_obs/position"].tolist())
        self.assertEqual([0, 1, 2], over.data["obs/parts/0"].tolist())
        self.assertEqual([[3, 3, 3]], over.data["final_obs/parts/1"].tolist())
        self.assertEqual([0.5, 1, 1.5], over.data["rewards"].tolist())
        self.assertEqual([1, 1, 1], over.data["discounts"].tolist())
        self.assertEqual("truncated", over.status)
        self.assertEqual(
            ([0], [[2, 0]], [[2, 1]]),
            tuple(broken_off.data[p].tolist() for p in ("actions", "obs/position", "final_obs/position")),
        )
        self.assertEqual("truncated", broken_off.status)
        reasons = {line["episode"]: line["reason"] for line in self.results()}
        self.assertEqual({0: None, 1: "the environment was closed before the last step"}, reasons)
        position, action = over.described["obs/position"], over.described["actions"]
        self.assertEqual(
            (["x", "y"], [-1, -1], [np.inf, 9]), tuple(np.broadcast_to(position[a], 2).tolist() for a in ("names", "low", "high"))
        )
        self.assertEqual(5, int(np.ravel(action["num_values"])[0]))
        self.assertEqual(
            [np.int32, np.float64, np.int64, np.float32],
            [over.data[p].dtype for p in ("actions", "rewards", "obs/parts/0", "obs/parts/1")],
        )
        kept = json.loads(Path(self.folder, "Push", "env_cfg.json").read_text("utf-8"))["envlogger"]
        self.assertEqual({"operator": "Ada", "gains": [1.5, 2]}, kept["metadata"])
        self.assertEqual("x\ty", kept["specs"]["observation_spec"]["position"]["name"])

    def test_an_action_is_stored_as_it_was_given(self) -> None:
        class Clipping(Push):
            def step(self, action: Any) -> TimeStep:
                np.clip(action, 0, 1, out=action)
                return super().step(action)

        with self.logger(Clipping()) as logger:
            logger.reset()
            logger.step(np.array(5))
        (episode,) = self.episodes("Clipping")
        self.assertEqual([5], episode.data["actions"].tolist())

    def test_custom_data_of_steps_and_the_last_metadata_of_an_episode_are_stored(self) -> None:
        env = Push()

        def step_fn(timestep: TimeStep, action: Any, given: Any) -> Any:
            self.assertIs(env, given)
            return {"had_action": action is not None, "count": 10 * given.count}

        def episode_fn(timestep: TimeStep, action: Any, given: Any) -> Any:
            return None if timestep.last() else {"count": given.count, "best": np.float32(0.5)}

        logger = self.logger(env, step_fn=step_fn, episode_fn=episode_fn)
        for _ in range(2):
            logger.reset()
            for action in range(3):
                logger.step(action)
        # Nothing is left to be ended: the episodes are final before the logger is closed.
        wait_for(lambda: len(logger.recorder.summaries()) == 2, "the summaries of two episodes")
        logger.close()
        first, second = self.episodes("Push")
        self.assertEqual(
            ([True] * 3, [10, 20, 30]), (first.data["custom/had_action"].tolist(), first.data["custom/count"].tolist())
        )
        self.assertEqual(
            ([False], [0]), (first.data["initial_custom/had_action"].tolist(), first.data["initial_custom/count"].tolist())
        )
        self.assertEqual({"count": 2, "best": 0.5}, first.metadata["envlogger"])
        self.assertEqual(("truncated", "terminated"), (first.status, second.metadata["ending"]))

    def test_a_backend_needs_no_specs_and_takes_metadata_after_the_last_step(self) -> None:
        env = Push()
        parts = Push._seen
        env._seen = lambda: {**parts(env), "parts": tuple(parts(env)["parts"])}
        writer = BackendWriter(self.folder, dt=0.1, task="Push", videos=False, metrics=False)
        self.assertIs(writer, writer(metadata={"operator": "Ada"}))
        writer = pickle.loads(pickle.dumps(writer))
        with writer:
            writer.record_step(StepData(env.reset(), None), is_new_episode=True)
            self.refuses(TypeError, lambda: pickle.dumps(writer), "pickle the logger before its first reset")
            writer.record_step(StepData(env.reset(), None), is_new_episode=True)
            for action in range(3):
                writer.record_step(StepData(env.step(np.float32(action)), np.float32(action), action / 4), is_new_episode=False)
            late = StepData(env.step(0), 0)
            self.refuses(rr.BadState, lambda: writer.record_step(late, is_new_episode=False), "the episode is over")
            writer.set_episode_metadata({"grade": "A"})
            writer.set_episode_metadata({"grade": "B"})
            self.refuses(rr.BadArgument, lambda: writer.set_episode_metadata({"all": "x" * 5000}), "takes 5", "at most 4096")
        self.refuses(rr.BadState, lambda: writer.record_step(late, is_new_episode=True), "the backend is closed")
        stored = [episode for episode in self.episodes("Push") if episode.attributes["num_samples"]]
        self.assertEqual(1, len(stored))
        kept = json.loads(Path(self.folder, "Push", "env_cfg.json").read_text("utf-8"))["envlogger"]
        self.assertEqual({"operator": "Ada"}, kept["metadata"])
        self.assertEqual({"grade": "B"}, stored[0].metadata["envlogger"])
        self.assertEqual("terminated", stored[0].metadata["ending"])
        self.assertEqual([0, 0.25, 0.5], stored[0].data["custom/value"].tolist())
        self.assertEqual([[2, 0], [2, 1], [2, 2]], stored[0].data["obs/position"].tolist())

    def test_what_cannot_be_recorded_is_refused_by_name(self) -> None:
        self.refuses(rr.BadArgument, lambda: EnvLogger(Push()), "0 of folder, data_directory and backend are given")
        self.refuses(rr.BadArgument, lambda: self.logger(data_directory="x"), "2 of folder")
        self.refuses(rr.BadArgument, lambda: self.logger(metadata={"f": print}), "metadata['f']")
        self.refuses(rr.BadArgument, lambda: BackendWriter("x", dt=1, scheduler=print), "a scheduler is given")
        env = Push()
        env.control_timestep = None
        del env.control_timestep
        env.action_spec = lambda: {"arm": Spec((2,), np.complex64)}
        self.refuses(rr.BadArgument, lambda: self.logger(env), "'actions/arm' is of dtype complex64")

        class Timeless(Push):
            def control_timestep(self) -> float:
                raise NotImplementedError

        self.refuses(rr.BadArgument, lambda: self.logger(Timeless()), "no control_timestep(); give dt=")
        self.assertEqual([], os.listdir(self.folder))

    def test_the_program_of_the_page_records_with_two_lines_changed(self) -> None:
        # The environment of the page is any: this one has all that dm_env asks for.
        stand_in = "import sys\nsys.path.insert(0, sys.argv[1])\nfrom tests.test_envlogger import Push as Catch\n"
        Path(self.folder, "my_env.py").write_text(stand_in, "utf-8")
        self.run_script(our_script("from-envlogger.md"), ROOT)
        self.folder += "/output/catch"
        stored = self.episodes("Push")
        self.assertEqual([[1, 1, 1]] * 3, [episode.data["actions"].tolist() for episode in stored])
        self.assertEqual(
            [[[number, 3]] for number in (1, 2, 3)], [episode.data["final_obs/position"].tolist() for episode in stored]
        )
        self.assertEqual([{"return": 1.5}] * 3, [episode.metadata["envlogger"] for episode in stored])
        self.assertEqual([[True] * 3] * 3, [episode.data["custom/had_action"].tolist() for episode in stored])
