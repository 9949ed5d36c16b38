"""robosuite's Lift: what its own recorder and our wrapper record of the same steps, and its replay of our export:
check.py RECORDED SCRATCH"""

import json
import logging
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

SCRATCH = Path(sys.argv[2])
logging.disable(logging.WARNING)

import h5py
import mujoco
import numpy as np
import robosuite
from robosuite.wrappers import DataCollectionWrapper

import roboreel as rr
from recorded import Comparison, demos, page, roboreel

INFO = {"env_name": "Lift", "robots": ["Panda"]}
STEPS, LIFTED_AT = [60, 40, 50], {1: 10}  # in the second episode the cube is lifted, and falls
comparison = Comparison()


def make(**more):
    return robosuite.make(
        **INFO, has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False, control_freq=20, **more
    )


def run(env, frequency):
    """The same resets and actions for both recorders."""
    numbers = np.random.default_rng(3)
    seen = []
    for episode, steps in enumerate(STEPS):
        env.reset()
        if episode == 0:
            env.reset()  # an episode without a step is none
        for step in range(steps):
            if LIFTED_AT.get(episode) == step:
                env.sim.data.set_joint_qpos("cube_joint0", [0, 0, 1.1, 1, 0, 0, 0])
            values = env.step(numbers.uniform(-0.4, 0.4, env.action_dim))
            seen.append((values[1], {key: np.array(one) for key, one in values[0].items()}))
    env.close()
    return seen


def theirs(folder, frequency):
    seen = run(DataCollectionWrapper(make(seed=5), str(folder), frequency, flush_freq=25), frequency)
    episodes = []
    for place in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns):
        parts = [np.load(path, allow_pickle=True) for path in sorted(place.glob("state_*.npz"))]
        states = [state for part in parts for state in part["states"]]
        actions = [info["actions"] for part in parts for info in part["action_infos"]]
        success = any(part["successful"] for part in parts)
        episodes.append((np.array(states), np.array(actions), success, (place / "model.xml").read_text()))
    return seen, episodes


def check(frequency):
    """Everything that robosuite's wrapper stores, ours stores with the same bits, and the caller sees the same."""
    folder = SCRATCH / f"every_{frequency}"
    with redirect_stdout(sys.stderr):
        seen, expected = theirs(SCRATCH / f"theirs_{frequency}", frequency)
        own = rr.robosuite.DataCollectionWrapper(make(seed=5), folder, frequency, env_info=json.dumps(INFO), observations=True)
        returned = run(own, frequency)
    for ours, one in zip(returned, seen, strict=True):
        comparison.equal(ours[0], one[0], "reward")
        comparison.all(ours[1], one[1])
    roboreel("check", folder)
    recorded = list(demos(folder))
    assert len(recorded) == len(expected) == len(STEPS), (len(recorded), len(expected))
    at = 0
    for demo, (states, actions, success, model), steps in zip(recorded, expected, STEPS, strict=True):
        comparison.equal(np.concatenate([demo.arrays["states"], demo.arrays["final_states"]]), states, demo.where, "states")
        comparison.equal(demo.arrays["actions"], actions, demo.where, "actions")
        assert demo.arrays["initial_attributes/model_file"][0].decode() == model, demo.where
        assert bool(demo.attrs["success"]) == success, demo.where
        for key in seen[0][1]:
            after = np.array([one[key] for _, one in seen[at : at + steps]])[frequency - 1 :: frequency]
            comparison.equal(demo.after(f"obs/{key}")[1:], after, demo.where, key)
        rewards = np.array([reward for reward, _ in seen[at : at + steps]])[frequency - 1 :: frequency]
        comparison.equal(demo.arrays["rewards"], rewards.astype(np.float64), demo.where, "rewards")
        at += steps
    assert [demo.text("status") for demo in recorded] == ["failure", "success", "failure"]
    return folder, expected


def check_replay(folder, expected):
    """As robosuite's playback_demonstrations_from_hdf5 does, without its window: by states, and by actions."""
    file = SCRATCH / "exported.hdf5"
    roboreel("export", "robomimic", folder, "--out", file)
    with h5py.File(file, "r") as exported, redirect_stdout(sys.stderr):
        data = exported["data"]
        assert data.attrs["env"] == "Lift" and data.attrs["repository_version"] == robosuite.__version__
        info = json.loads(data.attrs["env_info"])
        assert info == INFO and json.loads(data.attrs["env_args"])["env_kwargs"] == INFO, info
        env = robosuite.make(
            **info,
            has_renderer=False,
            has_offscreen_renderer=False,
            ignore_done=True,
            use_camera_obs=False,
            reward_shaping=True,
            control_freq=20,
        )
        for number, (states, actions, _, model) in enumerate(expected):
            demo = data[f"demo_{number}"]
            assert demo.attrs["model_file"] == model
            comparison.equal(demo["states"][()], states[:-1], number)
            env.reset()
            env.reset_from_xml_string(env.edit_model_xml(demo.attrs["model_file"]))
            env.sim.reset()
            for state in demo["states"][()]:
                env.sim.set_state_from_flattened(state)
                env.sim.forward()
                comparison.equal(env.sim.get_state().flatten(), state, number, "by states")
            if number in LIFTED_AT:
                continue
            env.sim.set_state_from_flattened(demo["states"][0])
            env.sim.forward()
            for step, action in enumerate(demo["actions"][()]):
                env.step(action)
                comparison.equal(env.sim.get_state().flatten(), states[step + 1], number, step, "by actions")
        env.close()


def check_page():
    """The scripts of the page run as they are; of four processes, too."""
    for number, example in enumerate(page("from-robosuite.md")):
        place = SCRATCH / f"page_{number}"
        place.mkdir()
        (place / "script.py").write_text(example)
        done = subprocess.run([sys.executable, "script.py"], cwd=place, capture_output=True, text=True)
        assert done.returncode == 0, (number, done.stdout, done.stderr)
    assert len(list((SCRATCH / "page_0/output/lift").glob("ep_*/state_*.npz"))) == 2
    for folder, envs in ("page_1/output/lift", [0]), ("page_2/output/lifts", [0, 1, 2, 3]):
        roboreel("check", SCRATCH / folder)
        recorded = [(int(demo.attrs["sim_env_id"]), demo.steps) for demo in demos(SCRATCH / folder)]
        assert sorted(recorded) == [(env, 20) for env in envs for _ in range(2)], recorded


check_replay(*check(1))
check_page()
check(4)
comparison.report(robosuite=robosuite.__version__, mujoco=mujoco.__version__)
