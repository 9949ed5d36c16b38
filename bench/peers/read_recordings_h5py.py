#!/usr/bin/python3
"""What a training job does with an output folder, by stock h5py: random rows, random steps, everything in order.

In order: each file is opened anew. Two threads are two processes, each with half of the episodes: threads of h5py wait for one
lock. Random: files stay open; "by path" looks the dataset up each time, as robomimic's loader does, "kept" holds the handles of all
datasets, so that h5py keeps the values of all that was read once in memory. Prints one JSON object.

  python3 read_recordings_h5py.py FOLDER [--accesses 2000] [--seed 0]
"""
import argparse, glob, json, multiprocessing, time
import numpy as np
import h5py


def opened(folder, part=0, parts=1):
    """The datasets of every episode by path."""
    episodes = []
    for path in sorted(glob.glob(folder + "/*/run_*.hdf5")):
        for demo in list(h5py.File(path, "r")["data"].values())[part::parts]:
            arrays = {}
            demo.visititems(lambda name, node: arrays.update({name: node}) if isinstance(node, h5py.Dataset) else None)
            episodes.append({n: d for n, d in arrays.items() if not n.startswith(("initial_state", "final_obs"))})
    return episodes


def scan(episodes):
    total = 0
    for arrays in episodes:
        for node in arrays.values():
            total += node[...].nbytes
    return total


def scan_part(folder, part, parts, queue, start):
    start.wait()
    queue.put(scan(opened(folder, part, parts)))


def scan_in_processes(folder, parts):
    queue, start = multiprocessing.Queue(), multiprocessing.Barrier(parts + 1)
    readers = [multiprocessing.Process(target=scan_part, args=(folder, i, parts, queue, start)) for i in range(parts)]
    for r in readers:
        r.start()
    start.wait()
    t0 = time.perf_counter()
    total = sum(queue.get() for _ in readers)
    wall = time.perf_counter() - t0
    for r in readers:
        r.join()
    return total / wall / 1e6


def per_second(accesses, read):
    for _ in range(accesses // 5):
        read()
    t0 = time.perf_counter()
    for _ in range(accesses):
        read()
    return accesses / (time.perf_counter() - t0)


def nstep_samples_per_s(episodes, steps, rng, batch=256, batches=20, n=3, gamma=0.99):
    """Batches of n-step transitions of random steps, by a loop over the samples."""
    discounts = gamma ** np.arange(n)
    t0 = time.perf_counter()
    for _ in range(batches):
        obs, action, reward, next_obs = [], [], [], []
        for _ in range(batch):
            i = int(rng.integers(len(episodes)))
            e, t = episodes[i], int(rng.integers(steps[i] - 1))
            m = min(n, steps[i] - 1 - t)
            obs.append(e["obs/arm_joint_pos"][t])
            next_obs.append(e["obs/arm_joint_pos"][t + m])
            action.append(e["actions"][t])
            reward.append(float(np.dot(e["subtask/score"][t:t + m], discounts[:m])))
        [np.stack(x) for x in (obs, action, next_obs)], np.array(reward)
    return batches * batch / (time.perf_counter() - t0)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--accesses", type=int, default=2000)
    p.add_argument("--seed", type=int, default=0)
    a = p.parse_args()
    rng = np.random.default_rng(a.seed)
    two = scan_in_processes(a.folder, 2)
    t0 = time.perf_counter()
    total = scan(opened(a.folder))
    wall = time.perf_counter() - t0
    episodes = opened(a.folder)
    demos = [e["actions"].parent for e in episodes]
    steps = [e["actions"].shape[0] for e in episodes]

    def place():
        i = int(rng.integers(len(episodes)))
        return episodes[i], int(rng.integers(steps[i]))

    def row():
        arrays, step = place()
        return arrays["actions"][step]

    def row_by_path():
        i = int(rng.integers(len(demos)))
        return demos[i].file[demos[i].name + "/actions"][int(rng.integers(steps[i]))]

    def step():
        arrays, at = place()
        return {n: d[at] for n, d in arrays.items()}

    print(json.dumps({
        "scan_mb_per_s": round(total / wall / 1e6, 1), "scan_2_threads_mb_per_s": round(two, 1),
        "random_row_by_path_per_s": round(per_second(a.accesses, row_by_path), 1),
        "random_row_per_s": round(per_second(a.accesses, row), 1),
        "random_step_per_s": round(per_second(max(1, a.accesses // 10), step), 1),
        "shuffled_nstep_samples_per_s": round(nstep_samples_per_s(episodes, steps, rng), 1),
        "actions_sum": float(sum(e["actions"][...].astype(np.float64).sum() for e in episodes)),
        "episodes": len(episodes), "mb": round(total / 1e6, 3)}))


if __name__ == "__main__":
    main()
