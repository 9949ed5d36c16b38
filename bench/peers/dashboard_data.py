"""Folders that both dashboards of peer_dashboard.py read. Needs python3-h5py (and its python3-numpy)."""
import json, os, re, shutil, subprocess, sys
import h5py
import numpy as np

LISTS = {"many": (1000, 10), "large": (150, 1200)}  # recordings, and result lines of each
TASK_EPISODES = 500
LONG_STEPS = 1_000_000
RESULTS = "episode_results.jsonl"
MAKE_RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "conformance", "make_results.py")


def make_task(roboreel, folder):
    """One recording with four envs, and copies of its files under the numbers of further runs."""
    command = [roboreel, "record", "--task", "BananaInBowlTask", "--num-envs", "4", "--num-runs", "1", "--quiet", "--yes"]
    subprocess.run([*command, "--output-dir", folder, "--output-folder-name", "recorded"], check=True, stdout=sys.stderr)
    recorded = os.path.join(folder, "recorded")
    with open(os.path.join(recorded, RESULTS)) as f:
        lines = [json.loads(line) for line in f]
    env = os.path.join(recorded, lines[0]["env_name"])
    files = [name for name in os.listdir(env) if re.search(r"run_0\.hdf5$|_0_env\d", name)]
    with open(os.path.join(recorded, RESULTS), "a") as f:
        for run in range(1, TASK_EPISODES // len(lines)):
            for name in files:
                number = re.sub(r"run_0\.", f"run_{run}.", re.sub(r"_0_env", f"_{run}_env", name))
                shutil.copyfile(os.path.join(env, name), os.path.join(env, number))
            for line in lines:
                numbers = {"run": run, "run_name": f"{line['env_name']}_{run}", "episode": run * len(lines) + line["episode"]}
                f.write(json.dumps({**line, **numbers}) + "\n")


def make_long(folder):
    env = os.path.join(folder, "recorded", "LongTask")
    os.makedirs(env)
    rows = np.arange(LONG_STEPS)[:, None]
    values = np.sin(2 * np.pi * rows / (500 * np.arange(1, 9))) + 0.1 * np.random.default_rng(0).standard_normal((LONG_STEPS, 8))
    with h5py.File(os.path.join(env, "run_0.hdf5"), "w") as f:
        demo = f.create_group("data/demo_0")
        demo.attrs.update({"num_samples": LONG_STEPS, "success": True})
        demo.create_dataset("actions", data=values.astype("f4"), chunks=(500, 8), compression="gzip", compression_opts=1)
    with open(os.path.join(env, "env_cfg.json"), "w") as f:
        json.dump({"sim": {"dt": 1 / 120}, "decimation": 8}, f)
    line = {"env_name": "LongTask", "task_name": "LongTask", "run": 0, "episode": 0, "env_id": 0, "success": True, "score": 1.0,
            "episode_step": LONG_STEPS, "duration": LONG_STEPS / 15, "instruction": "go on", "attributes": [], "metrics": {}}
    with open(os.path.join(folder, "recorded", RESULTS), "w") as f:
        f.write(json.dumps(line) + "\n")


def make(part, roboreel, folder):
    """The folder of a part, unless it is there."""
    if os.path.isdir(folder):
        return
    making = folder + ".making"
    shutil.rmtree(making, ignore_errors=True)
    if part in LISTS:
        recordings, episodes = LISTS[part]
        sizes = ["--recordings", str(recordings), "--episodes", str(episodes)]
        subprocess.run([MAKE_RESULTS, making, *sizes], check=True, stdout=sys.stderr)
    elif part == "task":
        make_task(roboreel, making)
    else:
        make_long(making)
    os.rename(making, folder)
