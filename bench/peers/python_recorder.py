#!/usr/bin/python3
"""Measures the Python package: one part of `roboreel bench python`, which starts it. Prints one JSON object.

  python3 python_recorder.py PART --out DIR [--class-path JARS --java EXE]

With --class-path the daemon is that of these jars, otherwise the one that the package itself starts.
"""
import argparse
import gc
import json
import os
import sys
import time

import daemon_of
import numpy as np
import roboreel as rr
from run_queue import RunQueue

OBJECTS = ("banana", "bowl", "rubiks_cube")
POOL_ROWS = 512
PERCENTILES = (50, 99, 99.9, 100)
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def proprio():
    """The 26 fields of bench/peers/peer_h5py.py: 597 bytes a row."""
    fields = {
        "actions": rr.f32(8),
        "ee_pose/position": rr.f32(3),
        "ee_pose/orientation": rr.f32(4),
        "ee_pose/linear_velocity": rr.f32(3),
        "ee_pose/angular_velocity": rr.f32(3),
        "obs/arm_joint_pos": rr.f32(7, final=False),
        "obs/gripper_pos": rr.f32(1, final=False),
        "states/articulation/robot/joint_position": rr.f32(13),
        "states/articulation/robot/joint_velocity": rr.f32(13),
        "states/articulation/robot/root_pose": rr.f32(7),
        "states/articulation/robot/root_velocity": rr.f32(6),
        "subtask/completed": rr.u8(),
        "subtask/score": rr.f32(),
        "subtask/status": rr.u16(),
    }
    for name in OBJECTS:
        fields[f"states/rigid_object/{name}/root_pose"] = rr.f32(7)
        fields[f"states/rigid_object/{name}/root_velocity"] = rr.f32(6)
        fields[f"bbox/bbox_mm/{name}"] = rr.i16(8, 3)
        fields[f"bbox/centroid/{name}"] = rr.f16(3)
    return fields


def small():
    """What a small task of reinforcement learning has: with the timestamps 5 datasets."""
    return {"actions": rr.f32(2), "obs/state": rr.f32(4, final=False), "reward": rr.f32()}


def pool(fields, num_envs):
    """A dict of arrays for each of many steps, made beforehand: env e has row (i + e) of sines with noise at step i."""
    rng = np.random.default_rng(0)
    rows = {}
    for path, field in fields.items():
        columns = int(np.prod(field.shape))
        phase = np.arange(POOL_ROWS + num_envs)[:, None] / 15 * (0.3 + rng.random(columns))
        values = np.sin(phase) * (0.2 + rng.random(columns)) + 1e-3 * rng.standard_normal(phase.shape)
        if not field.dtype.startswith("float"):
            low, high = np.iinfo(field.dtype).min, min(np.iinfo(field.dtype).max, 32767)
            values = np.clip(1000 * values, low, high)
        rows[path] = values.astype(field.dtype).reshape(-1, *field.shape)
    return [{path: all_rows[i : i + num_envs] for path, all_rows in rows.items()} for i in range(POOL_ROWS)]


class Times:
    """Durations in ns, in memory that is there beforehand."""

    def __init__(self, count):
        self._nanos = np.zeros(count, np.int64)
        self._own = np.zeros(count, np.int64)
        self._count = 0
        self._queue = RunQueue()
        self._waited = 0
        self._start = 0

    def start(self):
        self._waited = self._queue.waited()
        self._start = time.perf_counter_ns()

    def stop(self):
        took = time.perf_counter_ns() - self._start
        self._nanos[self._count] = took
        self._own[self._count] = max(0, took - (self._queue.waited() - self._waited))
        self._count += 1

    def figures(self, begin=0, end=None):
        return percentiles(self._nanos[: self._count][begin:end])

    def own_figures(self):
        return percentiles(self._own[: self._count])


def percentiles(nanos):
    """Microseconds by percentile: the smallest value that so many percent do not exceed."""
    ordered = np.sort(nanos)
    ranks = {p: min(len(ordered) - 1, max(0, int(np.ceil(p / 100 * len(ordered))) - 1)) for p in PERCENTILES}
    return {f"{p:g}": float(ordered[rank]) / 1e3 for p, rank in ranks.items()}


class Pace:
    """Waits for the time of each step."""

    def __init__(self, hz):
        self._period = 1 / hz
        self._next = time.perf_counter()

    def wait(self):
        left = self._next - time.perf_counter()
        if left > 0:
            time.sleep(left)
        self._next += self._period


def opened(args, fields, num_envs, **more):
    defaults = {"videos": False, "metrics": False, "dt": 1 / 15, "policy": "bench"}
    return rr.Recorder.open(args.out, task="Bench", num_envs=num_envs, fields=fields, **{**defaults, **more})


def paced(args):
    values = pool(proprio(), args.num_envs)
    count = max(1, round(args.seconds * args.pace_hz))
    times = Times(count)
    with opened(args, proprio(), args.num_envs) as recorder:
        recorder.begin()
        for i in range(min(100, count)):
            recorder.step(values[i])
        recorder.flush()
        pace = Pace(args.pace_hz)
        for i in range(count):
            pace.wait()
            times.start()
            recorder.step(values[i % POOL_ROWS])
            times.stop()
        recorder.end(success=True)
    return {
        "step_us": times.figures(),
        "step_own_us": times.own_figures(),
        "copies_us": bare_copies(args, values, count),
    }


def bare_copies(args, values, count):
    """Copies of the same arrays into others, at the same pace: what the machine asks for them alone."""
    times = Times(max(1, count // 4))
    targets = {path: np.zeros((64, *value.shape), value.dtype) for path, value in values[0].items()}
    pace = Pace(args.pace_hz)
    for i in range(max(1, count // 4)):
        row = values[i % POOL_ROWS]
        pace.wait()
        times.start()
        for path, target in targets.items():
            target[i % 64] = row[path]
        times.stop()
    return times.figures()


def unpaced(args):
    """The warm-up's episode, and one that counts: from its first step until the last one is durable."""
    values = pool(proprio(), args.num_envs)
    nanos = np.zeros(args.steps, np.int64)
    with opened(args, proprio(), args.num_envs) as recorder:
        recorder.begin()
        for i in range(args.warm_up_steps):
            recorder.step(values[i % POOL_ROWS])
        recorder.end(success=True)
        recorder.begin()
        recorder.flush()
        start = last = time.perf_counter_ns()
        for i in range(args.steps):
            recorder.step(values[i % POOL_ROWS])
            now = time.perf_counter_ns()
            nanos[i] = now - last
            last = now
        recorder.flush()
        seconds = (time.perf_counter_ns() - start) / 1e9
        recorder.end(success=True)
        waited = recorder.waited_seconds
    speed = args.num_envs * args.steps / seconds
    return {"env_steps_per_s": speed, "unpaced_step_us": percentiles(nanos), "unpaced_waited_s": waited}


def cameras(args):
    """Steps and copies into a buffer as large as the ring, whose pages are there, in turn."""
    height, width = (int(size) for size in reversed(args.images.split("x")))
    fields = {f"obs/camera_{i}": rr.image(height, width) for i in range(args.cameras)}
    rng = np.random.default_rng(0)
    frames = [pictures(rng, height, width, i) for i in range(8)]
    count = max(1, round(args.seconds * args.camera_hz))
    settings = {"hdf5.compression": "none"}  # whose speed on few cores is another question
    with opened(args, fields, 1, memory_mb=args.memory_mb, settings=settings) as recorder:
        slots = recorder._session.ring.slots
        buffer = np.full((slots, args.cameras, 1, height, width, 3), 1, np.uint8)
        steps, copies = Times(count), Times(count)
        recorder.begin()
        pace = Pace(args.camera_hz)
        for i in range(count):
            values = {path: frames[(i + camera) % len(frames)] for camera, path in enumerate(fields)}
            pace.wait()
            steps.start()
            recorder.step(values)
            steps.stop()
            # Others than the step's, which the processor's cache may hold now.
            others = [frames[(i + args.cameras + camera) % len(frames)] for camera in range(args.cameras)]
            target = buffer[i % slots]
            copies.start()
            for camera, value in enumerate(others):
                target[camera] = value
            copies.stop()
        recorder.end(success=True)
        waited = recorder.waited_seconds
    return {
        "camera_step_us": steps.figures(),
        "camera_step_own_us": steps.own_figures(),
        "memcpy_us": copies.figures(),
        "memcpy_own_us": copies.own_figures(),
        "first_round_step_us": steps.figures(0, slots),
        "first_round_memcpy_us": copies.figures(0, slots),
        "camera_waited_s": waited,
    }


def pictures(rng, height, width, i):
    """A moving gradient with the noise of a sensor, (1, height, width, 3)."""
    y, x = np.mgrid[0:height, 0:width]
    base = np.stack([(x + 7 * i) % 256, (y + 3 * i) % 256, (x + y) // 8 % 256], -1)
    return np.clip(base + rng.integers(-3, 4, base.shape), 0, 255).astype(np.uint8)[None]


def growth(args):
    values = pool(small(), args.num_envs)
    with opened(args, small(), args.num_envs) as recorder:
        recorder.begin()
        for i in range(args.warm_up_steps):
            recorder.step(values[i % POOL_ROWS])
        recorder.flush()
        gc.collect()
        anonymous, blocks, tracked = anonymous_bytes(), sys.getallocatedblocks(), len(gc.get_objects())
        for i in range(args.growth_steps):
            recorder.step(values[i % POOL_ROWS])
        recorder.flush()
        grown = anonymous_bytes() - anonymous
        result = {
            "grown_bytes": grown,
            "grown_blocks": sys.getallocatedblocks() - blocks,
            "grown_objects": len(gc.get_objects()) - tracked,
        }
        recorder.end(success=True)
    return result


def anonymous_bytes():
    """Memory of the process's own; the ring is shared."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))


def idle(args):
    with opened(args, proprio(), args.num_envs) as recorder:
        recorder.begin()
        for values in pool(proprio(), args.num_envs):
            recorder.step(values)
        recorder.flush()
        time.sleep(args.settle_seconds)
        pid = recorder._session._daemon.pid
        before, start = cpu_seconds(pid), time.perf_counter()
        time.sleep(args.seconds)
        percent = 100 * (cpu_seconds(pid) - before) / (time.perf_counter() - start)
        with open(f"/proc/{pid}/status") as status:
            resident = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))
        recorder.end(success=True)
    return {"cpu_percent": percent, "daemon_rss_mb": resident / 1e6}


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / CLOCK_TICKS


def open_(args):
    times = []
    for _ in range(args.opens):
        start = time.perf_counter()
        recorder = opened(args, proprio(), args.num_envs)
        times.append(time.perf_counter() - start)
        recorder.close()
    return {"open_s": sorted(times)[(len(times) - 1) // 2], "first_open_s": times[0]}


def end(args):
    """Episodes at a pace whose ends are timed, each with a verdict and a sentence for each env."""
    values = pool(proprio(), args.num_envs)
    times = Times(args.ends)
    reasons = [f"env {env} is done" for env in range(args.num_envs)]
    verdicts = np.arange(args.num_envs) % 2 == 0
    with opened(args, proprio(), args.num_envs, continuous=True) as recorder:
        for _ in range(args.ends):
            recorder.begin()
            pace = Pace(args.pace_hz)
            for i in range(20):
                pace.wait()
                recorder.step(values[i])
            times.start()
            recorder.end(success=verdicts, reason=reasons)
            times.stop()
    return {"end_us": times.figures(), "end_own_us": times.own_figures()}


def episodes(args):
    values = pool(small(), args.num_envs)
    seconds = 0.0
    with opened(args, small(), args.num_envs, continuous=True) as recorder:
        for is_measured in (False, True):
            start = time.perf_counter()
            for _ in range(args.episodes // args.num_envs):
                recorder.begin()
                for i in range(args.episode_steps):
                    recorder.step(values[i % POOL_ROWS])
                recorder.end(success=True)
            recorder.flush()
            seconds = time.perf_counter() - start if is_measured else 0.0
    return {"episodes_per_s": args.episodes // args.num_envs * args.num_envs / seconds}


PARTS = {
    "paced": paced,
    "unpaced": unpaced,
    "cameras": cameras,
    "growth": growth,
    "idle": idle,
    "open": open_,
    "end": end,
    "episodes": episodes,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--out", required=True)
    daemon_of.add_options(parser)
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--warm-up-steps", type=int, default=10_000)
    parser.add_argument("--growth-steps", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--settle-seconds", type=float, default=3)
    parser.add_argument("--pace-hz", type=float, default=100)
    parser.add_argument("--images", default="1280x720")
    parser.add_argument("--cameras", type=int, default=4)
    parser.add_argument("--camera-hz", type=float, default=15)
    parser.add_argument("--memory-mb", type=float, default=256)
    parser.add_argument("--opens", type=int, default=5)
    parser.add_argument("--ends", type=int, default=50)
    parser.add_argument("--episodes", type=int, default=2048)
    parser.add_argument("--episode-steps", type=int, default=22)
    args = parser.parse_args()
    daemon_of.use(args)
    print(json.dumps(PARTS[args.part](args)))


if __name__ == "__main__":
    main()
