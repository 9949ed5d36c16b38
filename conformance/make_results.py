#!/usr/bin/python3
"""Makes output folders with result lines alone: TARGET/take_000, take_001, ..., to measure lists and reports of many episodes.

  make_results.py TARGET [--recordings 150] [--episodes 1200] [--seed 0]

TARGET is made; refused when it is there already. Each recording has ten tasks, and lines as a recorder writes them: 430 bytes on
average. The same options give the same bytes. Prints one JSON line.
"""
import argparse, json, os, random, sys

RESULTS = "episode_results.jsonl"
TASKS = ["BananaInBowl", "RubiksCubeInBowl", "MugOnTray", "StackBlocks", "OpenDrawer", "SortFruit", "PourWater", "PushButton", "FoldCloth",
         "PlugIn"]
LEVELS = ["simple", "moderate", "complex"]
POLICIES = ["pi0", "pi0_fast", "scripted"]


def line(random, policy, take, number, per_task):
    task, index = divmod(number, per_task)
    name = TASKS[task % len(TASKS)] + "Task"
    success = random.random() < 0.3 + 0.4 * (take % 3) / 2
    steps = random.randint(40, 300)
    return {
        "env_name": name, "task_name": name, "run_name": f"{name}_{index // 4}", "run": index // 4, "episode": index, "env_id": index % 4,
        "policy": policy, "instruction": f"do {name}", "attributes": [LEVELS[task % 3], "pick_and_place"], "success": success,
        "episode_step": steps, "duration": round(steps / 15, 3), "dt": 0.0667,
        "metrics": {"ee_sparc": round(random.gauss(-3, 0.4), 3), "ee_path_length": round(random.gauss(1.1, 0.2), 3)},
        "events": {"OBJECT_BUMPED": random.randint(1, 3)} if random.random() < 0.3 else {}, "instruction_type": "default",
        "score": 1.0 if success else round(random.random(), 2), "reason": "done" if success else "time is over",
        "status": "success" if success else "truncated"}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("target")
    arguments.add_argument("--recordings", type=int, default=150)
    arguments.add_argument("--episodes", type=int, default=1200)
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    if os.path.exists(options.target):
        sys.exit(f"{options.target} is there already; give a folder that is not")
    size = 0
    for take in range(options.recordings):
        drawn = random.Random(f"{options.seed}/{take}")
        folder = os.path.join(options.target, f"take_{take:03d}")
        os.makedirs(folder)
        per_task = max(1, options.episodes // len(TASKS))
        lines = [json.dumps(line(drawn, POLICIES[take % 3], take, n, per_task), separators=(",", ":")) for n in range(options.episodes)]
        text = "\n".join(lines) + "\n"
        size += len(text)
        with open(os.path.join(folder, RESULTS), "w", encoding="utf-8", newline="") as f:
            f.write(text)
    print(json.dumps({"recordings": options.recordings, "episodes": options.recordings * options.episodes, "bytes": size}))


if __name__ == "__main__":
    main()
