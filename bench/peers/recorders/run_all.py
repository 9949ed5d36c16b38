"""Runs every recorder in every mode, one after the other: a row of a table as each is measured, then one line of JSON.

    run_all.py --envs-folder FOLDER [--only roboreel,h5py] [--modes unpaced,paced] [--rounds 3] [--results FILE]

FOLDER holds a virtual environment for each folder of environments/; what is missing is made, with gigabytes of PyPI's packages.
What cannot be made is named and left out. When it is stopped (Ctrl-C), tables and JSON have what there is.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.dirname(HERE)
PACKAGE = os.path.join(os.path.dirname(os.path.dirname(PEERS)), "python")

sys.path.insert(0, PEERS)
import daemon_of  # noqa: E402 (of the folder above)

CAMERAS = 2
MODES = ("kill", "kill-daemon", "unpaced", "long", "paced", "kill-cameras", "kill-daemon-cameras", "paced-cameras")
ONE_ROUND = ("kill", "long")
# As small as everything still runs.
QUICK = {"steps": 100, "horizon": 40, "hz": 200}
INSTALLED = "installed.txt"
MAX_COMPLAINT = 120


class Contender(NamedTuple):
    """A recorder: where it is installed, its file and variant, with how many envs it runs, and in which modes."""

    name: str
    environment: str
    file: str
    variant: str = ""
    envs: tuple[int, ...] = (1,)
    modes: tuple[str, ...] = MODES

    def runs(self, mode):
        """Numbers of envs in that mode: paced the most, long the least."""
        if mode not in self.modes or (mode.startswith("kill-daemon") and self.file != OURS):
            return ()
        if mode.endswith("-cameras"):
            return (1,)
        return self.envs[-1:] if mode == "paced" else self.envs[:1] if mode == "long" else self.envs


OURS = "peer_roboreel.py"
STATE = tuple(mode for mode in MODES if not mode.endswith("-cameras"))
PIXELS = tuple(mode for mode in MODES if mode.endswith("-cameras"))
NOT_LONG = ("kill", "kill-daemon", "unpaced", "paced")

CONTENDERS = [
    Contender("ring", "vm", "peer_ring.py", envs=(1, 16), modes=("unpaced", "long", "paced", "paced-cameras")),
    Contender("roboreel", "vm", OURS, "recorder", (1, 16)),
    Contender("roboreel-in-place", "vm", OURS, "in-place", modes=("paced-cameras",)),
    Contender("roboreel-gymnasium", "vm", OURS, "gymnasium"),
    Contender("roboreel-lerobot", "vl", OURS, "lerobot"),
    Contender("roboreel-envlogger", "ve", OURS, "envlogger"),
    Contender("roboreel-robosuite", "vr", OURS, "robosuite", modes=NOT_LONG),
    Contender("roboreel-maniskill", "vi", OURS, "maniskill", (1, 16)),
    Contender("roboreel-isaaclab", "vi", OURS, "isaaclab", (1, 16)),
    Contender("minari", "vm", "peer_minari.py", "hdf5"),
    Contender("minari", "vm", "peer_minari.py", "hdf5-raw", modes=PIXELS),
    Contender("minari", "vm", "peer_minari.py", "arrow"),
    Contender("lerobot", "vl", "peer_lerobot.py", "video"),
    Contender("lerobot", "vl", "peer_lerobot.py", "png", modes=PIXELS),
    Contender("lerobot", "vl", "peer_lerobot.py", "stream", modes=PIXELS),
    Contender("envlogger", "ve", "peer_envlogger.py", "riegeli"),
    Contender("envlogger", "vt", "peer_envlogger.py", "tfds"),
    Contender("robosuite", "vr", "peer_robosuite.py", modes=NOT_LONG),
    Contender("maniskill", "vi", "peer_maniskill.py", envs=(1, 16)),
    Contender("mcap", "vm", "peer_mcap.py", "protobuf", (1, 16)),
    Contender("mcap", "vm", "peer_mcap.py", "json", modes=("kill", "unpaced", "long")),
    Contender("h5py", "vm", "peer_h5py.py", "gzip", (1, 16)),
    Contender("isaaclab", "vi", "peer_isaaclab.py", "gzip", (1, 16)),
    Contender("isaaclab", "vi", "peer_isaaclab.py", "none", (16,), ("kill", "unpaced", *PIXELS)),
    Contender("robodm", "vd", "peer_robodm.py", "auto", modes=STATE),
    Contender("robodm", "vd", "peer_robodm.py", "x264", modes=PIXELS),
]
NAMES = list(dict.fromkeys(c.name for c in CONTENDERS))


def say(line):
    print(line, file=sys.stderr, flush=True)


class Stopped(BaseException):
    """A signal asks for the end."""


# --- Environments ---


def ready(environment, folder):
    """The Python of an environment, which is made where it is missing; None, with a sentence, where it cannot be."""
    asked = os.path.join(HERE, "environments", environment)
    place = os.path.join(folder, environment)
    python = os.path.join(place, "bin", "python")
    packages = "".join(read(path) for path in sorted(glob.glob(os.path.join(asked, "*.txt"))))
    installed = os.path.join(place, INSTALLED)
    if os.path.exists(python) and os.path.exists(installed) and read(installed) == packages:
        return python
    first = read(os.path.join(asked, "requirements.txt")).splitlines()[0]
    base = python_of(re.match(r"# Python ([0-9.]*[0-9])", first).group(1))
    if base is None:
        say(f"{environment} is left out, its Python is not on this machine: {first[2:]}")
        return None
    say(f"{environment}: installing what {os.path.relpath(asked, PEERS)} names")
    shutil.rmtree(place, ignore_errors=True)
    steps = [[base, "-m", "venv", place], [python, "-m", "pip", "install", "-q", "-r", os.path.join(asked, "requirements.txt")]]
    alone = os.path.join(asked, "alone.txt")
    if os.path.exists(alone):
        steps.append([python, "-m", "pip", "install", "-q", "--no-deps", "-r", alone])
    for step in steps:
        done = run(step)
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip() or "no reason").splitlines()[-1]
            say(f"{environment} is left out, it cannot be made: {said}")
            return None
    with open(installed, "w") as f:
        f.write(packages)
    return python


def python_of(version):
    """A Python of that version that can make environments."""
    for python in (f"python{version}", *glob.glob(os.path.expanduser(f"~/.pyenv/versions/{version}.*/bin/python"))):
        found = shutil.which(python)
        if found and subprocess.run([found, "-c", "import venv, ensurepip"], capture_output=True, check=False).returncode == 0:
            return found
    return None


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def run(command, env=None):
    """Runs it in a group of processes of its own, which is ended with this one."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
    )
    try:
        out, err = process.communicate()
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


# --- Measuring ---


def measure(a, contender, mode, envs, python):
    """What one run prints."""
    kind, cameras = (mode[: -len("-cameras")], CAMERAS) if mode.endswith("-cameras") else (mode, 0)
    command = [python, "-B", os.path.join(HERE, contender.file), "--mode", kind, "--envs", envs, "--cameras", cameras]
    command += ["--timeout", a.timeout, "--world", a.world]
    command += ["--variant", contender.variant] if contender.variant else []
    command += ["--scratch", a.scratch] if a.scratch else []
    if a.quick:
        command += [word for key, value in QUICK.items() for word in (f"--{key}", value)]
    elif "robosuite" in contender.file or contender.variant == "robosuite":
        command += ["--steps", 1000] if kind == "unpaced" else []
    elif kind.startswith("kill") and not cameras:
        command += ["--hz", 250]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [PACKAGE, os.environ.get("PYTHONPATH", "")]))}
    done = run([str(word) for word in command], env)
    try:
        r = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        r = {"envs": envs, "cameras": cameras, "error": (done.stderr.strip() or "it printed nothing")[-300:]}
    return {**r, "name": contender.name, "variant": contender.variant, "mode": mode}


def key(r):
    return r["mode"], r["name"], r["variant"], r["envs"]


def medians(rounds):
    """The median of each number of several rounds; texts of the first, all ends."""
    good = [r for r in rounds if "error" not in r or r["mode"].startswith("kill")] or rounds
    merged = {**good[0], "rounds": len(good)}
    for name, value in good[0].items():
        values = [r[name] for r in good if name in r]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            merged[name] = statistics.median(values)
        elif name in ("step_us", "own_us"):
            merged[name] = {p: statistics.median([v[p] for v in values]) for p in value}
        elif name == "end_ms":
            merged[name] = [end for v in values for end in v]
    return merged


# --- Tables ---


def number(x):
    return f"{x:,.0f}" if abs(x) >= 100 else f"{x:.3g}"


def called(name, variant):
    """The names of ours say their variant."""
    return name if name.startswith("roboreel") or not variant else f"{name} {variant}"


def complaint(r):
    """What went wrong: its beginning, of a traceback its end."""
    text = " ".join(str(r.get("error") or r.get("load_error") or "").replace("|", "/").split())
    if "Traceback" in text or ".py" in text:
        return text[-MAX_COMPLAINT:]
    return text[:MAX_COMPLAINT]


def value(name):
    return lambda r: number(float(r[name]))


def step(percentile, name="step_us"):
    return lambda r: number(float(r[name][percentile]))


NAME = [("recorder", lambda r: called(r["name"], r["variant"])), ("envs", lambda r: r["envs"])]
LAST = [("load", value("load")), ("error", complaint)]
ENDS = [
    ("episode end ms, median / longest", lambda r: f"{number(statistics.median(r['end_ms']))} / {number(max(r['end_ms']))}"),
    ("longest stall ms", value("stall_ms")),
    ("close ms", value("close_ms")),
]
UNPACED = [
    ("without, env-steps/s", value("base_sps")),
    ("with", value("sps")),
    ("in the recorder, us per env-step", value("in_us")),
    ("of it before close", value("open_us")),
    ("us per step p50", step("50")),
    ("first step ms", value("first_ms")),
    *ENDS,
]
PACED = [
    *((f"us {p}", step(p)) for p in ("50", "99", "99.9", "100")),
    ("own 99.9", step("99.9", "own_us")),
    ("own 100", step("100", "own_us")),
    *ENDS,
    ("export ms", value("export_ms")),
    ("ticks missed", value("missed")),
    ("dropped", lambda r: r["dropped"]),
    ("CPU %", value("cpu_pct")),
    ("RSS open/peak MB", lambda r: f"{r['rss_open']:.0f} / {r['rss_peak']:.0f}"),
    ("disk/raw MB", lambda r: f"{number(r['disk_mb'])} / {number(r['raw_mb'])}"),
    ("loads", lambda r: f"{100 * r['loaded']:.0f} %"),
]
LONG = [
    ("us p50 first 500", value("first_us")),
    ("last 500", value("last_us")),
    ("own growth, bytes per env-step", value("grown_bytes")),
    ("RSS growth of all", lambda r: number(1e6 * (r["rss_peak"] - r["rss_open"]) / r["steps"] / r["envs"])),
    *ENDS,
]
KILL = [
    ("steps given", value("given")),
    ("steps loaded", value("found_steps")),
    ("lost", lambda r: f"{max(0, 100 - 100 * r['found_steps'] / r['given']):.1f} %"),
    ("left MB", value("left_mb")),
    ("recorder ended after ms", value("settled_ms")),
]
KILL_DAEMON = [*KILL[:3], ("longest stall ms", value("stall_ms")), ("close ms", value("close_ms"))]
COLUMNS = {"unpaced": UNPACED, "paced": PACED, "long": LONG, "kill": KILL, "kill-daemon": KILL_DAEMON}


def columns(mode):
    return [*NAME, *COLUMNS[mode.removesuffix("-cameras")], *LAST]


def head(mode, world):
    what = "two cameras 640x480 at 30 Hz" if mode.endswith("-cameras") else "state"
    stand_in = "" if world == "mujoco" else f"; world: {world}, a stand-in for MuJoCo's with rows of the same size"
    names = [name for name, _ in columns(mode)]
    return f"\n**{mode}**, {what}{stand_in}\n\n| " + " | ".join(names) + " |\n|" + " --- |" * len(names)


def row(mode, r):
    cells = []
    for _, get in columns(mode):
        try:
            cells.append(str(get(r)))
        except (KeyError, TypeError, ValueError, statistics.StatisticsError, ZeroDivisionError):
            cells.append("")
    return "| " + " | ".join(cells) + " |"


# --- All ---


class Results:
    """What was measured, by recorder and mode, kept in a file where there is one."""

    def __init__(self, path):
        self.path, self.rounds = path, {}
        if path and os.path.exists(path):
            for r in json.loads(read(path)):
                self.add(r)

    def add(self, r):
        self.rounds.setdefault(key(r), []).append(r)

    def keep(self):
        if self.path:
            with open(self.path + ".new", "w") as f:
                json.dump([r for rounds in self.rounds.values() for r in rounds], f, indent=1)
            os.replace(self.path + ".new", self.path)

    def count(self, *of):
        return len(self.rounds.get(of, ()))

    def merged(self, mode):
        return [medians(rounds) for of, rounds in self.rounds.items() if of[0] == mode]


def measure_all(a, results, left_out):
    pythons = {}
    for n in range(1, a.rounds + 1):
        for mode in a.modes:
            if n > 1 and mode.startswith(ONE_ROUND):
                continue
            is_headed = False
            for contender in CONTENDERS:
                wanted = contender.runs(mode) if contender.name in a.only else ()
                for envs in wanted[:1] if a.quick else wanted:
                    if results.count(mode, contender.name, contender.variant, envs) >= n:
                        continue
                    where = contender.environment
                    if where not in pythons:
                        pythons[where] = a.python or ready(where, a.envs_folder)
                    if pythons[where] is None:
                        left_out.add(contender.name)
                        continue
                    if not is_headed:
                        say(head(mode, a.world))
                        is_headed = True
                    r = measure(a, contender, mode, envs, pythons[where])
                    results.add(r)
                    results.keep()
                    say(row(mode, r))


def chosen(text, known, what):
    names = text.split(",")
    for name in names:
        if name not in known:
            sys.exit(f"{what} has '{name}'; expected some of {', '.join(known)}")
    return names


def stop(number, frame):
    raise Stopped


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--envs-folder", default=os.path.join(HERE, ".venv"))
    p.add_argument("--python", help="run all with this Python, which has what they need, instead of the environments")
    p.add_argument("--only", default=",".join(NAMES), help="some of " + ", ".join(NAMES))
    p.add_argument("--modes", default=",".join(MODES), help="some of " + ", ".join(MODES))
    p.add_argument("--rounds", type=int, default=3, help="kill and long are measured once")
    p.add_argument("--world", default="mujoco", choices=["mujoco", "noise"])
    p.add_argument("--quick", action="store_true", help="as small as everything still runs")
    p.add_argument("--results", help="kept after each run; what is there already is not measured again")
    p.add_argument("--scratch", help="where to record; default: where temporary files go")
    p.add_argument("--timeout", type=int, default=240, help="of one run, s")
    daemon_of.add_options(p)
    a = p.parse_args()
    a.only, a.modes = chosen(a.only, NAMES, "--only"), chosen(a.modes, MODES, "--modes")
    sys.path.insert(0, PACKAGE)
    daemon_of.use(a)
    results, left_out, is_stopped = Results(a.results), set(), False
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, stop)
    try:
        measure_all(a, results, left_out)
    except Stopped:
        is_stopped = True
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    rows = {mode: results.merged(mode) for mode in MODES}
    if a.rounds > 1 or a.results:
        say("\nMedians of all rounds:")
        for mode in a.modes:
            if rows[mode]:
                say("\n".join([head(mode, a.world), *(row(mode, r) for r in rows[mode])]))
    every = [r for of_mode in rows.values() for r in of_mode]
    print(json.dumps({"rows": every, "left_out": sorted(left_out), "is_stopped": is_stopped}))


if __name__ == "__main__":
    main()
