"""What all benchmarks of recorders share: the world, the pacing, the measuring and the killing.

A peer's file defines a Recorder and calls main(). main() starts the same file again as a child, watches the child's memory from
outside, so that nothing but the recorder disturbs the child, and prints one line of JSON. README.md explains the fields.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import mmap
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from run_queue import RunQueue

H, W = 480, 640
POOL_ROWS = 512
FRAMES = 32
PERCENTILES = ("50", "99", "99.9", "100")
TICKS = os.sysconf("SC_CLK_TCK")
DAEMON_SECONDS = 60
# The share of an episode after which the process's own growth counts.
SETTLED = 4


class World:
    """N robots stepped one after the other, with cameras that play a pool of noisy moving pictures."""

    positions, velocities, actuators = 24, 23, 17

    def __init__(self, envs, cameras):
        self.envs = envs
        self._make()
        rng = np.random.default_rng(0)
        self.pool = actions(envs, self.actuators, rng)
        self.frames = [[picture(camera, i, rng) for i in range(FRAMES)] for camera in range(cameras)]
        self.spent = 0.0  # seconds in reset(), step(), see() and act(): not the recorder's
        self.shapes = {
            "qpos": ("f8", (self.positions,)),
            "qvel": ("f8", (self.velocities,)),
            "action": ("f4", (self.actuators,)),
            "reward": ("f8", ()),
        }
        self.shapes.update({f"cam{camera}": ("u1", (H, W, 3)) for camera in range(cameras)})
        self.row_bytes = sum(np.dtype(dtype).itemsize * int(np.prod(shape)) for dtype, shape in self.shapes.values())

    def reset(self):
        t = time.perf_counter()
        self._restart()
        batch = self._seen(0)
        self.spent += time.perf_counter() - t
        return batch

    def step(self, k, last=False):
        """Step k of all robots: fresh arrays, as simulators and cameras hand them out."""
        t = time.perf_counter()
        action = self._advance(k)
        batch = self._seen(k + 1)
        batch.update(action=action, reward=batch["qvel"][:, 0].copy(), last=last)
        self.spent += time.perf_counter() - t
        return batch

    def see(self, k, into):
        """Writes what is seen before step k into arrays, as a renderer with a buffer of the caller's does."""
        t = time.perf_counter()
        qpos, qvel = self._state()
        into["qpos"][:], into["qvel"][:] = qpos, qvel
        for camera, frames in enumerate(self.frames):
            for env in range(self.envs):
                into[f"cam{camera}"][env] = frames[(k + 5 * env) % FRAMES]
        self.spent += time.perf_counter() - t

    def act(self, k):
        """Step k of all robots, without looking: their actions and rewards."""
        t = time.perf_counter()
        action = self._advance(k)
        reward = self._state()[1][:, 0].copy()
        self.spent += time.perf_counter() - t
        return action, reward

    def _seen(self, k):
        qpos, qvel = self._state()
        batch = {"qpos": qpos, "qvel": qvel}
        for camera, frames in enumerate(self.frames):
            batch[f"cam{camera}"] = np.stack([frames[(k + 5 * env) % FRAMES] for env in range(self.envs)])
        return batch


class Humanoids(World):
    """MuJoCo humanoids: Gymnasium's humanoid.xml, one physics step per step."""

    def _make(self):
        import gymnasium
        import mujoco

        self.mj = mujoco
        assets = os.path.join(os.path.dirname(gymnasium.__file__), "envs", "mujoco", "assets")
        self.model = mujoco.MjModel.from_xml_path(os.path.join(assets, "humanoid.xml"))
        self.data = [mujoco.MjData(self.model) for _ in range(self.envs)]
        self.positions, self.velocities, self.actuators = self.model.nq, self.model.nv, self.model.nu

    def _restart(self):
        for data in self.data:
            self.mj.mj_resetData(self.model, data)
            self.mj.mj_forward(self.model, data)

    def _advance(self, k):
        action = self.pool[k % POOL_ROWS].copy()
        for data, control in zip(self.data, action, strict=True):
            data.ctrl[:] = control
            self.mj.mj_step(self.model, data)
        return action

    def _state(self):
        return np.stack([data.qpos for data in self.data]), np.stack([data.qvel for data in self.data])


class Noise(World):
    """Sines with noise in rows of the same size, where there is no MuJoCo: it tries the benchmark, and compares nothing."""

    def _make(self):
        rng = np.random.default_rng(1)
        width = self.positions + self.velocities
        phase = np.arange(POOL_ROWS)[:, None, None] / 15 * (0.3 + rng.random((self.envs, width)))
        self.states = np.sin(phase) + 1e-3 * rng.standard_normal(phase.shape)
        self.now = 0

    def _restart(self):
        self.now = 0

    def _advance(self, k):
        self.now += 1
        return self.pool[k % POOL_ROWS].copy()

    def _state(self):
        row = self.states[self.now % POOL_ROWS]
        return row[:, : self.positions].copy(), row[:, self.positions :].copy()


WORLDS = {"mujoco": Humanoids, "noise": Noise}


def actions(envs, actuators, rng=None):
    """Those of each step, which come again after so many steps."""
    rng = rng or np.random.default_rng(0)
    return rng.uniform(-0.4, 0.4, (POOL_ROWS, envs, actuators)).astype("f4")


def picture(camera, i, rng):
    """Frame i of a camera: a smooth scene, three discs that move, noise of the sensor: real work for an encoder."""
    yy, xx = np.mgrid[0:H, 0:W].astype("f4")
    frame = np.stack([90 + 60 * np.sin(xx / 97 + camera), 100 + 50 * np.cos(yy / 71), 120 + 40 * np.sin((xx + yy) / 130)], -1)
    for n, colour in enumerate(((210, 60, 50), (60, 130, 210), (240, 200, 40))):
        angle = 2 * np.pi * (i / FRAMES + n / 3)
        across, down = xx - W / 2 - 180 * np.cos(angle), yy - H / 2 - 120 * np.sin(angle)
        frame[across**2 + down**2 < (50 + 10 * n) ** 2] = colour
    return np.clip(frame + rng.normal(0, 2, frame.shape), 0, 255).astype("u1")


class Recorder:
    """A peer. Wrappers of environments override reset() and step(); the others begin(), record() and end()."""

    name, envs_max, world, variants = "?", 1, None, ()

    def __init__(self, out, world, args):
        self.out, self.w, self.args = out, world, args
        self.extra = {}

    @classmethod
    def of(cls, variant):
        """The class that records a variant."""
        return cls

    def begin(self, batch):
        pass

    def record(self, batch):
        raise NotImplementedError

    def end(self):
        pass

    def close(self):
        pass

    def export(self):
        """What makes a data set of a closed recording, where that is a step of its own; None where it is not."""
        return

    def reset(self):
        self.begin(self.w.reset())

    def step(self, k, last):
        self.record(self.w.step(k, last))

    @property
    def daemon_pid(self):
        """Process that records for this one; 0 for none."""
        return 0

    @staticmethod
    def load(out, args):
        """Steps of every episode that the peer's own reader finds, a list."""

    @classmethod
    def about(cls, out, args):
        """More that is said of a data set, a dict."""
        return {}


def episodes(recorder, world, a, progress=None):
    """Runs the steps.

    Returns:
        Seconds inside the recorder per step, the same without what the thread waited for a core, and per episode boundary;
        ticks missed, bytes grown per env-step, and seconds inside the recorder's first reset.
    """
    n, hz = a.steps, a.hz if a.mode in ("paced", "kill", "kill-daemon") else 0
    steps, owns, count, ends, missed, k = np.full(n, 0.0), np.full(n, 0.0), 0, [], 0, 0
    queue = RunQueue() if hz else None  # asked between steps, which takes some microseconds
    period = 1 / hz if hz else 0
    due, boundary, first_reset = time.perf_counter(), 0.0, 0.0
    settled, grown_from = n // SETTLED, 0
    while k < n:
        for j in range(min(a.horizon, n - k)):
            if period:
                now = time.perf_counter()
                if now - due > period:  # a real controller would have skipped these ticks
                    missed += int((now - due) / period)
                    due = now
                time.sleep(max(0.0, due - now))
                due += period
            if j == 0:
                t, s = time.perf_counter(), world.spent
                recorder.reset()
                boundary += time.perf_counter() - t - (world.spent - s)
                if k:
                    ends.append(boundary)
                else:
                    first_reset = boundary
                boundary = 0.0
            last = j == a.horizon - 1
            waited = queue.waited() if queue else 0
            t, s = time.perf_counter(), world.spent
            recorder.step(k, last)
            took = time.perf_counter() - t - (world.spent - s)
            waited = queue.waited() - waited if queue else 0
            if last:
                boundary = took
            else:
                steps[count], owns[count] = took, max(0, took - waited / 1e9)
                count += 1
            k += 1
            if progress is not None:
                if k == 1:
                    progress[8:16] = struct.pack("<q", recorder.daemon_pid)
                progress[0:8] = struct.pack("<q", k)
            if k == settled:
                grown_from = anonymous_bytes()
        if last:
            t, s = time.perf_counter(), world.spent
            recorder.end()
            boundary += time.perf_counter() - t - (world.spent - s)
    grown = (anonymous_bytes() - grown_from) / (n - settled) / a.envs
    if last:
        ends.append(boundary)
    return steps[:count], owns[:count], ends, missed, grown, first_reset


def inner(cls, a):
    if a.mode == "load":
        try:
            return {"found": [int(x) for x in cls.load(a.out, a)], **cls.about(a.out, a)}
        except Exception as e:
            return {"found": [], "error": f"{type(e).__name__}: {e}"[:200]}
    world = (cls.world or WORLDS[a.world])(a.envs, a.cameras)
    r = {}
    if a.mode == "unpaced":
        r["base_sps"] = a.steps * a.envs / alone(world, a)
    progress = None
    if a.mode.startswith("kill"):
        with open(a.progress, "r+b") as f:
            progress = mmap.mmap(f.fileno(), 16)
    t = time.perf_counter()
    recorder = cls(a.out, world, a)
    r["open_ms"] = 1e3 * (time.perf_counter() - t)
    mark(a, "opened")
    c0, t0 = tree_seconds(os.getpid()), time.perf_counter()
    steps, owns, ends, missed, grown, first_reset = episodes(recorder, world, a, progress)
    t1 = time.perf_counter()
    recorder.close()
    t2, c2 = time.perf_counter(), tree_seconds(os.getpid())
    mark(a, "closed")
    first, steps = steps[0], steps[1:]  # the first of a session imports and allocates: told apart
    us = steps * 1e6
    r.update(
        first_reset_ms=1e3 * first_reset,
        first_ms=1e3 * first,
        step_us={p: round(float(np.percentile(us, float(p))), 1) for p in PERCENTILES},
        own_us={p: round(float(np.percentile(owns[1:] * 1e6, float(p))), 1) for p in PERCENTILES},
        end_ms=[round(1e3 * e, 2) for e in ends],
        end_max_ms=1e3 * max(ends, default=0),
        close_ms=1e3 * (t2 - t1),
        missed=missed,
        stall_ms=1e3 * max([first, float(steps.max()), *ends]),
        wall_s=t2 - t0,
        cpu_pct=100 * (c2 - c0) / (t2 - t0),
        world_us=1e6 * world.spent / a.steps,
    )
    if a.mode == "unpaced":
        r["sps"] = a.steps * a.envs / (t2 - t0)
        r["over_us"] = 1e6 / r["sps"] - 1e6 / r["base_sps"]
        r["open_us"] = 1e6 * (first + float(steps.sum()) + sum(ends)) / (a.steps * a.envs)
        r["in_us"] = 1e6 * (first + float(steps.sum()) + sum(ends) + t2 - t1) / (a.steps * a.envs)
    if a.mode == "long":
        m = max(1, min(500, len(us) // 4))
        r["first_us"], r["last_us"] = float(np.median(us[:m])), float(np.median(us[-m:]))
        r["grown_bytes"] = grown
    r.update(recorder.extra, disk_mb=tree_bytes(a.out) / 1e6)
    if a.mode == "paced":
        t = time.perf_counter()
        exported = recorder.export()
        if exported is not None:
            r.update(export_ms=1e3 * (time.perf_counter() - t), export_mb=tree_bytes(exported) / 1e6)
    r.update(raw_mb=world.row_bytes * a.steps * a.envs / 1e6, version=cls.version() if hasattr(cls, "version") else "")
    return r


def alone(world, a):
    """Seconds that the world takes by itself, after a warm-up."""
    took = 0.0
    for n in (min(200, a.steps), a.steps):
        t, k = time.perf_counter(), 0
        while k < n:
            world.reset()
            for j in range(min(a.horizon, n - k)):
                world.step(k, j == a.horizon - 1)
                k += 1
        took = time.perf_counter() - t
    return took


def mark(a, what):
    with open(a.progress + ".marks", "a") as f:
        f.write(f"{what} {time.time()}\n")


def anonymous_bytes():
    """Memory of this process's own."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))


def children(pid):
    """All processes below one, whichever thread has started them."""
    found, todo = [], [pid]
    while todo:
        parent = todo.pop()
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{parent}/task"):
                with contextlib.suppress(OSError), open(f"/proc/{parent}/task/{task}/children") as f:
                    below = [int(x) for x in f.read().split()]
                    found += below
                    todo += below
    return found


def tree_seconds(pid):
    """Processor time of a process and all below it, those that have ended and were waited for included."""
    total = 0
    for one in [pid, *children(pid)]:
        with contextlib.suppress(OSError), open(f"/proc/{one}/stat") as f:
            total += sum(int(x) for x in f.read().rsplit(")", 1)[1].split()[11:15])
    return total / TICKS


def memory(pid):
    """MB of the process itself, plus what those below it hold of their own."""
    try:
        with open(f"/proc/{pid}/statm") as f:
            mb = int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6
    except (OSError, IndexError):
        return 0.0
    for child in children(pid):
        with contextlib.suppress(OSError, StopIteration), open(f"/proc/{child}/smaps_rollup") as f:
            mb += next(int(x.split()[1]) for x in f if x.startswith("Pss:")) * 1024 / 1e6
    return mb


def spawn(a, mode, progress):
    script = [sys.executable, "-B", os.path.abspath(sys.argv[0]), *sys.argv[1:]]
    own = ["--inner", "--mode", mode, "--steps", str(a.steps), "--out", a.out, "--progress", progress]
    with open(progress + ".out", "wb") as out, open(progress + ".err", "wb") as err:
        return subprocess.Popen([*script, *own], stdout=out, stderr=err)


def result(progress):
    with open(progress + ".out", errors="replace") as f:
        lines = [x for x in f.read().splitlines() if x.startswith('{"inner"')]
    return json.loads(lines[-1])["inner"] if lines else {"error": complaint(progress)}


def complaint(progress):
    with open(progress + ".err", errors="replace") as f:
        return f.read().strip()[-600:] or "it did not say why"


def tree_bytes(out):
    return sum(os.path.getsize(os.path.join(d, f)) for d, _, fs in os.walk(out) for f in fs)


def arguments(cls):
    p = argparse.ArgumentParser()
    p.add_argument("--mode", default="unpaced", choices=["unpaced", "paced", "long", "kill", "kill-daemon", "load"])
    p.add_argument("--world", default="mujoco", choices=list(WORLDS))
    p.add_argument("--envs", type=int, default=1)
    p.add_argument("--cameras", type=int, default=0)
    p.add_argument("--variant", default=next(iter(cls.variants), ""), choices=cls.variants or None)
    p.add_argument("--steps", type=int, default=0, help="0: as the README says for the mode")
    p.add_argument("--horizon", type=int, default=0, help="steps of an episode")
    p.add_argument("--hz", type=float, default=0)
    p.add_argument("--out", default=None, help="an empty folder; default: a temporary one, removed afterwards")
    p.add_argument("--scratch", default=None, help="where that temporary one is made")
    p.add_argument("--late-ms", type=float, default=0, help="kill: wait so long after the step, e.g. into an episode's end")
    p.add_argument("--timeout", type=float, default=300)
    p.add_argument("--inner", action="store_true", help=argparse.SUPPRESS)
    p.add_argument("--progress", default=None, help=argparse.SUPPRESS)
    a = p.parse_args()
    a.hz = a.hz or (30 if a.cameras else 50)
    a.horizon = a.horizon or (150 if a.cameras else 500)
    if not a.steps and a.mode == "long":
        a.steps = a.horizon = 10000
    a.steps = int(a.steps or {"unpaced": 2 if a.cameras else 5, "paced": 2}.get(a.mode, 2.5) * a.horizon)
    if a.mode == "long":
        a.horizon = a.steps
    return a


def main(cls):
    a = arguments(cls)
    cls = cls.of(a.variant)
    if a.envs > cls.envs_max:
        sys.exit(f"{cls.name}: {cls.envs_max} env only")
    if a.inner:
        print(json.dumps({"inner": inner(cls, a)}), flush=True)
        os._exit(0)
    scratch = tempfile.mkdtemp(prefix="work_", dir=a.scratch)
    try:
        r = outer(cls, a, os.path.join(scratch, "progress"), a.out or os.path.join(scratch, "data"))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in r.items()}), flush=True)


def outer(cls, a, progress, out):
    a.out = out
    os.makedirs(a.out, exist_ok=True)
    with open(progress, "wb") as f:
        f.write(bytes(16))
    target = a.steps
    if a.mode == "kill":
        a.steps += 100000
    elif a.mode == "kill-daemon":
        a.steps += a.horizon // 2
    r = {"peer": cls.name, "variant": a.variant, "envs": a.envs, "cameras": a.cameras, "mode": a.mode, "steps": target}
    r.update(world=cls.world.__name__ if cls.world else a.world, load=os.getloadavg()[0])
    samples = watch(a, spawn(a, a.mode, progress), progress, target)
    given, daemon = at(progress)
    if a.mode.startswith("kill"):
        r["given"] = given * a.envs
    if a.mode == "kill":
        # A process that records goes on until it has what was handed over, and ends by itself.
        r["settled_ms"] = 1e3 * await_end(daemon)
        r["left_mb"] = tree_bytes(a.out) / 1e6
        if given < target:
            return {**r, "found_steps": 0, "error": complaint(progress)}
    else:
        r.update(result(progress))
        r.update(resident(samples, progress))
    if "error" not in r:
        steps, a.steps = a.steps, target
        load = spawn(a, "load", progress)
        try:
            load.wait(a.timeout)
        except subprocess.TimeoutExpired:
            load.kill()
            load.wait()
        got = result(progress)
        if a.mode.startswith("kill"):
            r.update(got, found_steps=sum(got.get("found", [])))
        else:
            r["loaded"] = sum(got.get("found", [])) / (steps * a.envs)
            r.update({"load_error" if name == "error" else name: value for name, value in got.items() if name != "found"})
    return r


def at(progress):
    """Steps that were handed over, and the process that records."""
    with open(progress, "rb") as f:
        return struct.unpack("<qq", f.read(16))


def watch(a, child, progress, target):
    """Waits for the child's end; samples of time and memory. Kills what the mode says when the step is there."""
    samples, t0, is_killed = [], time.time(), False
    while child.poll() is None:
        time.sleep(0.002 if a.mode.startswith("kill") else 0.5)
        if not a.mode.startswith("kill"):
            samples.append((time.time(), memory(child.pid)))
        else:
            given, daemon = at(progress)
            if given >= target and not is_killed:
                is_killed = True
                time.sleep(a.late_ms / 1000)
                os.kill(daemon if a.mode == "kill-daemon" else child.pid, signal.SIGKILL)
        if time.time() - t0 > a.timeout:
            child.kill()
    return samples


def await_end(pid):
    """Waits until a process that is no child of this one has ended; seconds."""
    t = time.perf_counter()
    while pid and is_running(pid) and time.perf_counter() - t < DAEMON_SECONDS:
        time.sleep(0.002)
    return time.perf_counter() - t


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def resident(samples, progress):
    """Memory after opening, and at most until the data set was closed."""
    if not os.path.exists(progress + ".marks"):
        return {}
    with open(progress + ".marks") as f:
        marks = {what: float(t) for what, t in (line.split() for line in f)}
    opened, closed = marks.get("opened", 0), marks.get("closed", float("inf"))
    during = [mb for t, mb in samples if opened <= t <= closed] or [mb for _, mb in samples] or [0]
    before = [mb for t, mb in samples if t <= opened + 0.5] or [0]
    return {"rss_open": before[-1], "rss_peak": max(during)}
