"""Gymnasium, Minari's DataCollector and stable-baselines3 beside our wrappers: check.py RECORDED SCRATCH"""

import os
import re
import sys
from pathlib import Path

SCRATCH = Path(sys.argv[2])
os.environ["MINARI_DATASETS_PATH"] = str(SCRATCH / "root")
os.environ.setdefault("ROBOREEL_BRIDGE_COMMAND", os.environ["ROBOREEL"])
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))

import copy

import gymnasium as gym
import minari
import numpy as np
import stable_baselines3
import torch
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

import roboreel as rr
from recorded import Comparison, demos, flat, roboreel

comparison = Comparison()
QUICK = {"videos": False, "metrics": False, "memory_mb": 32}


class Witness(gym.Wrapper):
    """Keeps a copy of all that an env was given and gave, by episode: beneath the recorder, and beneath each vector env."""

    def __init__(self, env):
        super().__init__(env)
        self.episodes = []

    def reset(self, *, seed=None, options=None):
        observation, info = self.env.reset(seed=seed, options=options)
        self.episodes.append({"seed": seed, "obs": [copy.deepcopy(observation)], "actions": [], "rewards": [], "over": (False, False)})
        return observation, info

    def step(self, action):
        given = copy.deepcopy(action)
        result = self.env.step(action)
        episode = self.episodes[-1]
        assert not any(episode["over"]), "a step after the last one of an episode"
        episode["obs"].append(copy.deepcopy(result[0]))
        episode["actions"].append(given)
        episode["rewards"].append(float(result[1]))
        episode["over"] = (bool(result[2]), bool(result[3]))
        return result


class Everything(gym.Env):
    """An env with every space that can be recorded, whose values are arrays that it writes over again."""

    metadata = {"render_fps": 20}
    observation_space = spaces.Dict({
        "q": spaces.Box(-1, np.array([[1, 2, np.inf]] * 2, np.float32), (2, 3)),
        "cam": spaces.Box(0, 255, (48, 64, 3), np.uint8),
        "n": spaces.Discrete(5, start=-2),
        "pair": spaces.Tuple((spaces.Discrete(3), spaces.MultiBinary(4), spaces.MultiDiscrete([2, 3]))),
        "word": spaces.Text(10),
    })
    action_space = spaces.Dict({"arm": spaces.Box(-1, 1, (2,), np.float32), "grip": spaces.Discrete(2)})

    def __init__(self, length=7, copies=False):
        self.length = length
        self.copies = copies

    def _see(self):
        seen = self._samples.sample()
        for key in ("q", "cam"):
            self._shown[key][...] = seen[key]
        return seen if self.copies else {**seen, "q": self._shown["q"], "cam": self._shown["cam"]}

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self._samples = copy.deepcopy(self.observation_space)
        self._samples.seed(int(self.np_random.integers(1000)))
        self._shown = {"q": np.zeros((2, 3), np.float32), "cam": np.zeros((48, 64, 3), np.uint8)}
        self._steps = 0
        return self._see(), {"speed": 0.0, "word": "start"}

    def step(self, action):
        self._steps += 1
        over = self._steps == self.length
        return self._see(), 0.5 * self._steps, over, False, {"speed": 2.0 * self._steps, "word": f"step{self._steps}"}


def leaves(tree, path):
    """Arrays of nested dicts and tuples by the path of their field."""
    if isinstance(tree, dict):
        return {p: leaf for key, one in tree.items() for p, leaf in leaves(one, f"{path}/{key}").items()}
    if isinstance(tree, tuple):
        return {p: leaf for i, one in enumerate(tree) for p, leaf in leaves(one, f"{path}/{i}").items()}
    return {path: tree}


def stacked(values, path, alone):
    """Rows by path, of values that are nested alike."""
    rows = {}
    for value in values:
        for found, leaf in leaves(value, path).items():
            rows.setdefault(alone if found == path else found, []).append(leaf)
    return {found: np.array([one.encode() for one in leaf] if isinstance(leaf[0], str) else leaf) for found, leaf in rows.items()}


def check_demo(demo, episode, *where, rewards=np.float64, converted=lambda path, rows: rows):
    """A stored episode is what the env gave."""
    where = (*where, demo.where)
    steps = len(episode["actions"])
    assert demo.steps == steps, (*where, demo.steps, steps)
    expected = stacked(episode["actions"], "actions", "actions")
    for path, rows in stacked(episode["obs"], "obs", "obs/observation").items():
        expected[path], expected["final_" + path] = rows[:-1], rows[-1:]
    expected["rewards"] = np.array(episode["rewards"]).astype(rewards)
    found = {path: rows for path, rows in demo.arrays.items() if not path.startswith(("timestamps/", "infos/", "initial_state/"))}
    assert found.keys() == expected.keys(), (*where, found.keys() ^ expected.keys())
    for path, rows in found.items():
        same = converted(path, expected[path])
        if rows.dtype.kind == "S":
            rows, same = rows.astype("S64"), same.astype("S64")
        comparison.equal(rows, same, *where, path)
    terminated, truncated = episode["over"]
    assert is_truncated(demo) == (not terminated), where


def is_truncated(demo):
    return demo.text("status") == "truncated" or '"ending": "truncated"' in demo.text("episode_metadata") or '"ending":"truncated"' in demo.text("episode_metadata")


def by_env(folder):
    found = {}
    for demo in demos(folder):
        if demo.text("status") != "discarded":
            found.setdefault(int(demo.attrs["sim_env_id"]), []).append(demo)
    return found


def check_envs(folder, witnesses, *where, **more):
    """The episodes of each env, in order; one without a step is none."""
    found = by_env(folder)
    count = 0
    for env, witness in enumerate(witnesses):
        episodes = [episode for episode in witness.episodes if episode["actions"]]
        recorded = found.pop(env, [])
        assert len(recorded) == len(episodes), (*where, env, len(recorded), len(episodes))
        for demo, episode in zip(recorded, episodes):
            check_demo(demo, episode, *where, **more)
            if isinstance(episode["seed"], int):
                assert int(demo.attrs["seed"]) == episode["seed"], (*where, demo.where)
        count += len(episodes)
    assert not found, (*where, found)
    return count


def play(env, seeds, policy_seed=0, options=None):
    env.action_space.seed(policy_seed)
    for seed in seeds:
        env.reset(seed=seed, options=options)
        over = False
        while not over:
            *_, terminated, truncated, _ = env.step(env.action_space.sample())
            over = terminated or truncated


def check_single():
    """One env, wrapped again by Gymnasium's own wrappers."""
    folder = SCRATCH / "single"
    witness = Witness(gym.make("CartPole-v1"))
    env = rr.gymnasium.RecordEpisodes(witness, folder, policy="random", **QUICK)
    assert isinstance(env, gym.Wrapper) and isinstance(env, gym.Env) and env.unwrapped is witness.unwrapped
    assert env.spec == witness.spec and env.get_wrapper_attr("recorder") is env.recorder
    outer = gym.wrappers.RecordEpisodeStatistics(gym.wrappers.TimeLimit(env, 15))
    play(outer, [1, None, 2])
    outer.reset(seed=5)
    outer.step(1)
    outer.reset()
    outer.step(0)
    outer.close()
    assert {demo.text("env_name") for demo in demos(folder)} == {"CartPole-v1"}
    assert {float(demo.attrs["dt"]) for demo in demos(folder)} == {0.02}
    assert all(demo.attrs["seed"] == episode["seed"] for demo, episode in zip(demos(folder), witness.episodes))
    check_envs(folder, [witness], "single")
    roboreel("check", folder)


def check_everything():
    folder = SCRATCH / "everything"
    witness = Witness(Everything())
    env = rr.gymnasium.RecordEpisodes(witness, folder, task="Everything", record_infos=True, **QUICK)
    play(env, [1, 2])
    env.close()
    check_envs(folder, [witness], "everything")
    roboreel("check", folder)
    for demo in demos(folder):
        comparison.equal(demo.arrays["infos/speed"], 2.0 * np.arange(1, 8), "infos")
        assert list(demo.arrays["infos/word"]) == [f"step{i}".encode() for i in range(1, 8)]
        comparison.equal(demo.arrays["initial_state/infos/speed"], np.zeros(1), "initial infos")


def turn(venv, mode, steps):
    venv.action_space.seed(0)
    venv.reset(seed=7)
    for _ in range(steps):
        *_, terminated, truncated, _ = venv.step(venv.action_space.sample())
        done = terminated | truncated
        if mode is AutoresetMode.DISABLED and done.any():
            options = {"reset_mask": done}
            venv.reset(options=options)
            assert options["reset_mask"] is done, "the caller's options were changed"


def check_vector(mode, make, envs, steps, copies=True, dt=None):
    """The same of a vector env in this process, whose envs have witnesses, and of one in processes of their own."""
    counts = set()
    made = [Witness(make()) for _ in range(envs)]
    kinds = {"sync": SyncVectorEnv([lambda one=one: one for one in made], copy=copies, autoreset_mode=mode)}
    if copies:
        # In shared memory Gymnasium 1.4 reads a Text once, and gives that one for ever.
        kinds["async"] = AsyncVectorEnv([make] * envs, autoreset_mode=mode, shared_memory=not dt)
    for kind, venv in kinds.items():
        folder = SCRATCH / f"{made[0].unwrapped.__class__.__name__}_{kind}_{mode.value}_{copies}"
        recorded = rr.gymnasium.RecordVector(venv, folder, task="Vector", dt=dt, **QUICK)
        assert isinstance(recorded, gym.vector.VectorWrapper) and recorded.num_envs == envs
        # Gymnasium's wrapper takes the mask out of the caller's options itself.
        turn(recorded if mode is AutoresetMode.DISABLED else gym.wrappers.vector.RecordEpisodeStatistics(recorded), mode, steps)
        recorded.close()
        counts.add(check_envs(folder, made, mode, kind))
    roboreel("check", folder)
    assert len(counts) == 1
    return counts.pop()


def check_humanoid():
    folder = SCRATCH / "humanoid"
    made = [Witness(gym.make("Humanoid-v5", max_episode_steps=40)) for _ in range(2)]
    venv = rr.gymnasium.RecordVector(SyncVectorEnv([lambda one=one: one for one in made]), folder, **QUICK)
    turn(venv, AutoresetMode.NEXT_STEP, 60)
    venv.close()
    check_envs(folder, made, "humanoid")
    roboreel("check", folder)
    assert {(demo.text("env_name"), float(demo.attrs["dt"])) for demo in demos(folder)} == {("Humanoid-v5", made[0].unwrapped.dt)}


def check_baselines():
    """PPO learns on it, with the wrappers of stable-baselines3 around and within."""
    torch.set_num_threads(1)
    folder = SCRATCH / "baselines"
    made = [Witness(gym.make("CartPole-v1", max_episode_steps=30)) for _ in range(4)]
    venv = rr.stable_baselines3.RecordVecEnv(
        DummyVecEnv([lambda one=one: Monitor(one) for one in made]), folder, policy="ppo", **QUICK
    )
    assert isinstance(venv, stable_baselines3.common.vec_env.VecEnvWrapper)
    model = stable_baselines3.PPO("MlpPolicy", VecNormalize(venv), n_steps=64, batch_size=64, n_epochs=1, device="cpu", seed=3)
    model.learn(600)
    venv.close()
    check_envs(folder, made, "baselines", rewards=np.float32)
    roboreel("check", folder)
    assert {int(demos[0].attrs["seed"]) for demos in by_env(folder).values()} == {3, 4, 5, 6}
    return sum(demo.steps for demo in demos(folder))


class Halved(minari.StepDataCallback):
    """Records half of what is seen."""

    def __call__(self, env, **step):
        data = super().__call__(env, **step)
        data["observation"] = data["observation"] / np.float32(2)
        return data


class Longest(minari.EpisodeMetadataCallback):
    def __call__(self, episode):
        assert len(episode["observations"]) == len(episode["rewards"]) + 1
        return {**super().__call__(episode), "is_long": len(episode["rewards"]) > 15}


def datasets(name, make, seeds, described, recorded_more=None, collected_more=None, **more):
    """The same program with Minari's DataCollector and with ours."""
    theirs = minari.DataCollector(make(), **more, **(collected_more or {}))
    play(theirs, seeds, options={"minari_autoseed": False})
    made = {"theirs": theirs.create_dataset(f"lab/{name}-theirs-v0", **described)}
    ours = rr.gymnasium.RecordEpisodes(make(), SCRATCH / f"minari_{name}", **more, **(recorded_more or {}), **QUICK)
    play(ours, seeds, options={"minari_autoseed": False})
    made["ours"] = ours.create_dataset(f"lab/{name}-ours-v0", **described)
    return ours, made["ours"], made["theirs"]


def below(tree):
    return leaves(tree, "")


def check_datasets(ours, theirs, *where, has_infos=False):
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space, where
    assert ours.total_episodes == theirs.total_episodes and ours.total_steps == theirs.total_steps, where
    for got, expected in zip(ours.iterate_episodes(), theirs.iterate_episodes()):
        for field in ("observations", "actions", "rewards", "terminations"):
            comparison.all(*(as_arrays(getattr(one, field)) for one in (got, expected)), *where, field)
        # A step that ends in both ways is one that the env ended.
        comparison.equal(got.truncations, expected.truncations & ~expected.terminations, *where, "truncations")
        if has_infos:
            comparison.all(*({k: np.asarray(v) for k, v in flat(one.infos).items() if k != "word"} for one in (got, expected)), *where)
            assert list(got.infos["word"]) == [one.encode() if isinstance(one, str) else one for one in expected.infos["word"]], where


def as_arrays(tree):
    return {path: np.asarray(value) for path, value in below(tree).items()}


def check_minari():
    described = dict(
        algorithm_name="random", author={"A", "B"}, author_email="a@b.org", code_permalink="https://a/b", description="a test",
        requirements=["mujoco>=3"], eval_env="CartPole-v1",
    )
    env, ours, theirs = datasets("cart", lambda: gym.make("CartPole-v1", max_episode_steps=20), [1, 2, 3], described,
                                 episode_metadata_callback=Longest)
    check_datasets(ours, theirs, "cart")
    for key in (*described, "env_spec"):
        key = "eval_env_spec" if key == "eval_env" else key
        assert str(ours.storage.metadata[key]) == str(theirs.storage.metadata[key]), (key, ours.storage.metadata, theirs.storage.metadata)
    for got, expected in zip(ours.storage.get_episode_metadata(range(3)), theirs.storage.get_episode_metadata(range(3))):
        for key in ("seed", "total_steps", "rewards_sum", "rewards_mean", "rewards_std", "rewards_max", "rewards_min"):
            assert got[key] == expected[key], (key, got, expected)
        # What a caller says of an episode is among our attributes.
        assert got["robolab"]["attributes"]["is_long"] == expected["is_long"], (got, expected)
    assert ours.recover_environment().spec == theirs.recover_environment().spec
    play(env, [8])
    env.add_to_dataset(ours)
    assert minari.load_dataset(ours.id).total_episodes == 4
    env.close()

    halved = spaces.Box(-np.inf, np.inf, (4,), np.float32)
    env, ours, theirs = datasets("halved", lambda: gym.make("CartPole-v1"), [4], {}, step_data_callback=Halved,
                                 observation_space=halved)
    check_datasets(ours, theirs, "halved")
    env.close()
    # Of an env that writes its arrays over again, Minari's collector keeps the last values in all rows.
    env, ours, theirs = datasets("everything", lambda: Everything(copies=True), [5, 6], {}, {"task": "Everything"}, {"jpeg_encoding": False},
                                 record_infos=True)
    check_datasets(ours, theirs, "everything", has_infos=True)
    env.close()


def examples(page):
    """The programs of a page, in Python."""
    text = (Path(__file__).resolve().parents[3] / "docs" / "how-to" / page).read_text()
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def check_pages():
    """The programs of the pages run, in the scratch folder; Minari's and ours make the same dataset."""
    os.chdir(SCRATCH)
    one, vector, baselines = examples("gymnasium.md")
    exec(one + vector + baselines, {})
    assert [int(demo.attrs["seed"]) for demo in demos("output/cartpole")] == list(range(5))
    assert len(by_env("output/cartpole_16")) == 16 and sum(demo.steps for demo in demos("output/ppo")) >= 500
    theirs, ours = examples("from-minari.md")
    made = []
    for program in (theirs, ours.replace("random-v0", "random-v1")):
        names = {}
        exec(program, names)
        made.append(names["dataset"])
    assert made[0].total_episodes == 10
    check_datasets(made[1], made[0], "from-minari.md")


def main():
    (SCRATCH / "root").mkdir()
    check_single()
    check_everything()
    cart = lambda: gym.make("CartPole-v1", max_episode_steps=25)
    counts = {mode.value: check_vector(mode, cart, 16, 120) for mode in AutoresetMode}
    for mode in AutoresetMode:
        check_vector(mode, cart, 3, 60, copies=False)
        check_vector(mode, lambda: Everything(5), 2, 16, dt=0.05)
    check_humanoid()
    learned = check_baselines()
    check_minari()
    check_pages()
    comparison.report(
        gymnasium=gym.__version__, minari=minari.__version__, stable_baselines3=stable_baselines3.__version__, episodes=counts,
        learned=learned,
    )


if __name__ == "__main__":
    main()
