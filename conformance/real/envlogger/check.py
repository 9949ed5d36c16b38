"""roboreel.envlogger beside EnvLogger, as its backend, and fed from its Riegeli files: check.py RECORDED SCRATCH"""

import json
import os
import re
import runpy
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

SCRATCH = Path(sys.argv[2])
os.environ.setdefault("ROBOREEL_BRIDGE_COMMAND", os.environ["ROBOREEL"])
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))

import dm_env
import envlogger
import numpy as np
from dm_env import specs
from envlogger import reader
from envlogger.testing import catch_env

import roboreel.envlogger
from recorded import Comparison, demos
from tests.coming_from import our_script, programs

EPISODES = 12
PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "from-envlogger.md"
comparison = Comparison()


class Catch(catch_env.Catch):
    """EnvLogger's own Catch, as a dict of observations that is written in place, and cut in every third episode."""

    def __init__(self):
        super().__init__(seed=4)
        self.count = self.episode = 0
        self.seen = {"board": np.zeros((10, 5), np.float32), "paddle": np.zeros((), np.int64)}

    def observation_spec(self):
        return {"board": super().observation_spec(), "paddle": specs.BoundedArray((), np.int64, 0, 4, name="paddle")}

    def _observation(self):
        self.seen["board"][:] = super()._observation()
        self.seen["paddle"][...] = self._paddle_x
        return {key: value for key, value in self.seen.items()}

    def reset(self):
        self.episode += 1
        self.count = 0
        return super().reset()

    def step(self, action):
        self.count += 1
        timestep = super().step(action)
        if self.count == 5 and self.episode % 3 == 0:
            self._reset_next_step = True
            return dm_env.truncation(timestep.reward, timestep.observation, discount=0.5)
        return timestep


def step_fn(timestep, action, env):
    return {"count": env.count, "is_first": action is None}


def episode_fn(timestep, action, env):
    return {"episode": env.episode, "steps": env.count} if env.count < 5 else None


def play(logger):
    """Steps only: the action after each episode's last step is ignored. The time steps that came, and the actions given."""
    rng = np.random.RandomState(7)
    seen = []
    with logger as env:
        assert env.action_spec() == Catch().action_spec() and isinstance(env, dm_env.Environment)
        while env.episode < EPISODES or not seen[-1][0].last():
            action = rng.randint(3)
            timestep = env.step(action)
            seen.append((timestep._replace(observation={k: v.copy() for k, v in timestep.observation.items()}), action))
    return seen


def same(one, other):
    assert len(one) == len(other)
    for (a, action), (b, other_action) in zip(one, other):
        assert (a.step_type, a.reward, a.discount, action) == (b.step_type, b.reward, b.discount, other_action)
        comparison.all(a.observation, b.observation)


def compare(folder, riegeli):
    """A recording with the steps that EnvLogger reads from its own files: T + 1 are T rows and a last observation."""
    stored = [demo for demo in demos(folder) if demo.steps]
    with reader.Reader(str(riegeli)) as log:
        assert len(stored) == len(log.episodes) == EPISODES
        for demo, episode, metadata in zip(stored, log.episodes, log.episode_metadata()):
            steps = list(episode)
            assert demo.steps == len(steps) - 1, demo.where
            where = (folder, demo.where)
            for key in ("board", "paddle"):
                rows = np.stack([np.asarray(step.timestep.observation[key]) for step in steps])
                comparison.equal(demo.after(f"obs/{key}"), rows, *where, key)
            after = steps[1:]
            comparison.equal(demo.arrays["actions"], np.array([step.action for step in after]), *where)
            comparison.equal(demo.arrays["rewards"], np.array([step.timestep.reward for step in after]), *where)
            comparison.equal(demo.arrays["discounts"], np.array([step.timestep.discount for step in after]), *where)
            for key in ("count", "is_first"):
                rows = np.array([step.custom_data[key] for step in steps])
                comparison.equal(demo.arrays[f"initial_custom/{key}"], rows[:1], *where, key)
                comparison.equal(demo.arrays[f"custom/{key}"], rows[1:], *where, key)
            is_cut = steps[-1].timestep.discount != 0
            assert demo.text("status") == ("truncated" if is_cut else "aborted"), where
            kept = json.loads(demo.text("episode_metadata"))["envlogger"]
            assert kept == {"episode": int(metadata["episode"]), "steps": 4}, (*where, kept)


def fields(folder):
    first = next(demo for demo in demos(folder) if demo.steps)
    return {path: (rows.dtype, rows.shape) for path, rows in first.arrays.items()}


def play_page(name, script):
    """The episodes' actions and last boards that a page's program makes, of EnvLogger's own Catch."""
    folder = SCRATCH / "page" / name
    folder.mkdir(parents=True)
    (folder / "catch.py").write_text(script)
    (folder / "my_env.py").write_text("from envlogger.testing.catch_env import Catch\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "catch.py"], cwd=folder, env=environment, check=True, capture_output=True)
    return folder / "output" / "catch"


def compare_page():
    theirs, ours = play_page("theirs", programs("from-envlogger.md")[0]), play_page("ours", our_script("from-envlogger.md"))
    stored = list(demos(ours))
    with reader.Reader(str(theirs)) as log:
        for demo, episode, metadata in zip(stored, log.episodes, log.episode_metadata(), strict=True):
            steps = list(episode)
            comparison.equal(demo.after("obs/observation"), np.stack([step.timestep.observation for step in steps]))
            comparison.equal(demo.arrays["actions"], np.array([step.action for step in steps[1:]]))
            comparison.equal(demo.arrays["custom/had_action"], np.array([step.custom_data["had_action"] for step in steps[1:]]))
            assert json.loads(demo.text("episode_metadata"))["envlogger"] == {"return": float(metadata["return"])}


def main():
    SCRATCH.mkdir(exist_ok=True)
    compare_page()
    given = {"step_fn": step_fn, "episode_fn": episode_fn}
    writer = roboreel.envlogger.BackendWriter
    riegeli, ours, as_class, as_instance, imported = (SCRATCH / name for name in ("riegeli", "ours", "class", "instance", "imported"))
    riegeli.mkdir()
    seen = play(envlogger.EnvLogger(Catch(), data_directory=str(riegeli), metadata={"operator": "Ada"}, **given))
    same(seen, play(roboreel.envlogger.EnvLogger(Catch(), data_directory=ours, metadata={"operator": "Ada"}, dt=0.05, **given)))
    same(seen, play(envlogger.EnvLogger(Catch(), backend=writer, folder=as_class, dt=0.05, metadata={"operator": "Ada"}, **given)))
    same(seen, play(envlogger.EnvLogger(Catch(), backend=writer(as_instance, dt=0.05), metadata={"operator": "Ada"}, **given)))
    [script] = [code for code in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "reader.Reader" in code]
    (SCRATCH / "from_riegeli.py").write_text(script, "utf-8")
    sys.argv = ["from_riegeli.py", str(riegeli), str(imported)]
    runpy.run_path(str(SCRATCH / "from_riegeli.py"))
    for folder in (ours, as_class, as_instance, imported):
        compare(folder, riegeli)
        assert fields(folder) == fields(ours), (fields(folder), fields(ours))
        assert '"operator":"Ada"' in next(folder.glob("*/env_cfg.json")).read_text("utf-8").replace(" ", "")
    comparison.report(envlogger=version("envlogger"), dm_env=version("dm-env"), numpy=np.__version__)


main()
