"""robosuite's Lift in many processes that record into one run, and its exports in the real libraries:

    processes.py record FOLDER [PROCESSES]            with robosuite: records, checks, and exports beside the folder
    processes.py minari | robomimic | lerobot FOLDER  with that library: reads its export, and compares every value

PYTHONPATH and ROBOREEL as conformance/real/run sets them. Prints one line of JSON."""

import json
import multiprocessing
import sys
import time
from pathlib import Path

import numpy as np

from recorded import Comparison, demos, roboreel

EPISODES, STEPS = 2, 50
KEYS = ["object-state", "robot0_proprio-state"]


def make():
    import robosuite

    return robosuite.make(
        "Lift", robots="Panda", has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False, control_freq=20
    )


def collect(recorder, number, barrier, figures):
    import roboreel as rr

    env = rr.robosuite.DataCollectionWrapper(make(), recorder, observations=True)
    step, simulated = env.env.step, [0.0]

    def timed(action):
        begin = time.perf_counter()
        result = step(action)
        simulated[0] = time.perf_counter() - begin
        return result

    env.env.step = timed
    numbers, own = np.random.default_rng(number), []
    for episode in range(EPISODES):
        env.reset()
        if episode == 0:
            barrier.wait()
        for _ in range(STEPS):
            action = numbers.uniform(-1, 1, env.action_dim)
            begin = time.perf_counter()
            env.step(action)
            own.append(time.perf_counter() - begin - simulated[0])
    env.close()
    figures.put(own)


def work(address, number, barrier, figures):
    import roboreel as rr

    with rr.Recorder.join(address, envs=[number], memory_mb=8) as recorder:
        collect(recorder, number, barrier, figures)


def record(folder, processes):
    import roboreel as rr

    env = make()
    env.reset()
    spawn = multiprocessing.get_context("spawn")
    barrier, figures = spawn.Barrier(processes), spawn.Queue()
    with rr.Recorder.open(
        folder,
        task="Lift",
        num_envs=processes,
        envs=[0],
        continuous=True,
        dt=1 / env.control_freq,
        fields=rr.robosuite.fields(env, observations=True),
        env_config=rr.robosuite.env_config(env),
    ) as recorder:
        workers = [spawn.Process(target=work, args=(recorder.address, number, barrier, figures)) for number in range(1, processes)]
        for worker in workers:
            worker.start()
        collect(recorder, 0, barrier, figures)
        own = np.array([figures.get() for _ in range(processes)]) * 1e6
        begin = time.perf_counter()
        for worker in workers:
            worker.join()
            assert worker.exitcode == 0, worker
    closed = time.perf_counter() - begin
    roboreel("check", folder)
    recorded = sorted((int(demo.attrs["sim_env_id"]), demo.steps) for demo in demos(folder))
    assert recorded == [(number, STEPS) for number in range(processes) for _ in range(EPISODES)], recorded
    keys = ",".join(f"obs/{key}" for key in KEYS)
    roboreel("export", "robomimic", folder, "--out", exported(folder, "robomimic"))
    roboreel("export", "minari", folder, "--root", exported(folder, "minari"), "--id", "robosuite/lift-v0", "--observations", "obs")
    roboreel("export", "lerobot", folder, "--out", exported(folder, "lerobot"), "--repo-id", "robosuite/lift", "--state", keys)
    p50, p99 = np.percentile(own, [50, 99])
    return {"processes": processes, "steps": own.size, "p50_us": round(p50), "p99_us": round(p99), "close_s": round(closed, 2)}


def exported(folder, library):
    return folder.with_name(f"{folder.name}.{library}{'.hdf5' if library == 'robomimic' else ''}")


def minari(folder):
    import os

    os.environ["MINARI_DATASETS_PATH"] = str(exported(folder, "minari"))
    import minari

    for episode, demo in zip(minari.load_dataset("robosuite/lift-v0").iterate_episodes(), demos(folder), strict=True):
        seen = episode.observations
        yield demo, {
            "actions": (episode.actions, demo.arrays["actions"]),
            **{key: (seen[key], demo.after(f"obs/{key}")) for key in KEYS},
        }


def robomimic(folder):
    import h5py
    from robomimic.utils import obs_utils
    from robomimic.utils.dataset import SequenceDataset

    obs_utils.initialize_obs_utils_with_obs_specs([{"obs": {"low_dim": KEYS}}])
    dataset = SequenceDataset(
        hdf5_path=str(exported(folder, "robomimic")),
        obs_keys=KEYS,
        dataset_keys=("actions", "rewards"),
        frame_stack=1,
        seq_length=STEPS,
        hdf5_cache_mode=None,
        load_next_obs=False,
    )
    with h5py.File(exported(folder, "robomimic"), "r") as file:
        assert len(file["data"]) == dataset.n_demos
    for number, demo in enumerate(demos(folder)):
        got = dataset[number * STEPS]  # the window of all steps from the first one on
        yield demo, {
            "actions": (got["actions"], demo.arrays["actions"]),
            "rewards": (got["rewards"], demo.arrays["rewards"]),
            **{key: (got["obs"][key], demo.arrays[f"obs/{key}"]) for key in KEYS},
        }


def lerobot(folder):
    from lerobot.datasets.lerobot_dataset import LeRobotDataset

    dataset = LeRobotDataset("robosuite/lift", root=exported(folder, "lerobot") / "robosuite" / "lift")
    columns = dataset.hf_dataset.with_format("numpy")
    actions, states = np.stack(columns["action"]), np.stack(columns["observation.state"])
    assert dataset.num_episodes == len(list(demos(folder)))
    for number, demo in enumerate(demos(folder)):
        at = slice(number * STEPS, (number + 1) * STEPS)
        state = np.concatenate([demo.arrays[f"obs/{key}"] for key in KEYS], 1)
        yield demo, {
            "action": (actions[at], demo.arrays["actions"].astype(np.float32)),
            "observation.state": (states[at], state.astype(np.float32)),
        }


def read(library, folder):
    comparison = Comparison()
    for demo, arrays in {"minari": minari, "robomimic": robomimic, "lerobot": lerobot}[library](folder):
        for name, (got, expected) in arrays.items():
            comparison.equal(np.asarray(got), expected, demo.where, name)
    comparison.report(library=library)


if __name__ == "__main__":
    what, folder = sys.argv[1], Path(sys.argv[2]).absolute()
    if what == "record":
        print(json.dumps(record(folder, int(sys.argv[3]) if len(sys.argv) > 3 else 16)))
    else:
        read(what, folder)
