#!/usr/bin/python3
"""RoboLab's dashboard and ours, each on the very same folders: what their pages ask, in turn, with a fresh server in every round.

  peer_dashboard.py --data DIR [--robolab CHECKOUT] [--rounds 3] [--large-rounds 1] [--only many,large,task,long]

DIR gets the data where it is missing, one folder each:
  many   1000 recordings of 10 result lines
  large  150 recordings of 1200 result lines; only --large-rounds rounds, since RoboLab's takes minutes for one
  task   500 episodes of one task with run files, logs and two videos each: one recording, copied under other numbers
  long   one episode of 1,000,000 steps with 8 commands

CHECKOUT is a checkout of NVlabs/RoboLab (its folders dashboard and robolab). It runs on Debian's python3-fastapi,
python3-uvicorn, python3-jinja2, python3-scipy and python3-h5py. Without it, ours alone is measured.

many, large: page, list, overview and kept_... take from the command, which starts a server of its own, to the last byte of the
page or of the complete answer: all recordings; rates by task and by policy. kept_... has the index that an earlier start of
ours left; RoboLab's keeps none. recording is all that the page of one asks for. task, long: what the pages of a task's episodes
(ours: the first 100) and of one episode ask for, of a server that has its list; series are the commands, states and ee poses
that RoboLab's dashboard draws. Times but the first ones are from a request to the last byte, of several requests one after the
other; ..._again asks once more. kb are sent to a client that takes gzip; rss_mb is resident in the end. Medians of the rounds.

Prints a table to stderr and one line of JSON to stdout. Refuses when the two count other episodes or successes of a task.
"""
import argparse, atexit, gzip, http.client, json, os, resource, shutil, signal, socket, statistics, subprocess, sys, tempfile, time
from urllib.parse import quote, urlsplit
from dashboard_data import LISTS, make

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.dirname(os.path.dirname(HERE))
MAX_S = 600
REPEATS = 5  # of answers that are quick
PAGE_ROWS = 100
MAX_FIELDS = 64
PAGE = resource.getpagesize()
SESSION, RSS = 5, 23  # fields of /proc/PID/stat, numbered from 0
DRAWN = ("actions", "states/", "ee_pose/")  # what RoboLab's dashboard draws of our files


class Server:
    """A dashboard in a process of its own, and one kept connection to it."""

    def __init__(self, command, scratch, **options):
        self.log = open(os.path.join(scratch, "server.log"), "ab")
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=self.log, start_new_session=True, **options)
        atexit.register(self.stop)
        self.headers = {"Accept-Encoding": "gzip"}
        self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop()
        atexit.unregister(self.stop)

    def stop(self):
        if self.connection:
            self.connection.close()
        for sign, seconds in ((signal.SIGTERM, 20), (signal.SIGKILL, 20)):
            try:
                os.killpg(self.process.pid, sign)
                self.process.wait(seconds)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
        self.log.close()

    def connect(self, port):
        """Waits until somebody listens, and asks for the page."""
        while True:
            if self.process.poll() is not None:
                sys.exit(f"the server ended at once; it said: {tail(self.log.name)}")
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if self.since() > MAX_S * 1000:
                    sys.exit(f"the server does not listen; it said: {tail(self.log.name)}")
                time.sleep(0.005)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=MAX_S)
        self.ask("/")

    def since(self):
        return (time.perf_counter() - self.begin) * 1000

    def ask(self, *paths, **headers):
        """(ms to the first byte of the last answer, ms to the last one of all, bytes sent, bodies) of requests in turn."""
        sent, bodies, first = 0, [], 0
        begin = time.perf_counter()
        for path in paths:
            asked = time.perf_counter()
            self.connection.request("GET", path, headers={**self.headers, **headers})
            answer = self.connection.getresponse()
            body = answer.read(1)
            first = (time.perf_counter() - asked) * 1000
            body += answer.read()
            if answer.status not in (200, 206):
                sys.exit(f"{path} was answered with {answer.status}: {body[:300]!r}")
            sent += len(body)
            bodies.append((answer.getheader("Content-Encoding"), body))
        return first, (time.perf_counter() - begin) * 1000, sent, bodies

    def json(self, path):
        return document(self.ask(path)[3][0])

    def resident_mb(self):
        return resident(self.process.pid) / 1e6


def resident(session):
    """Bytes of all processes of a session."""
    total = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as f:
                    line = f.read()
            except OSError:
                continue  # ended meanwhile
            fields = [name, ""] + line[line.rindex(")") + 2:].split()
            total += int(fields[RSS]) * PAGE if int(fields[SESSION]) == session else 0
    return total


def document(body):
    encoding, sent = body
    return json.loads(gzip.decompress(sent) if encoding == "gzip" else sent)


def tail(path):
    with open(path, errors="replace") as f:
        return f.read()[-500:].strip() or "nothing"


class Samples(dict):
    """Values of the rounds by name."""

    def add(self, name, value):
        self.setdefault(name, []).append(value)

    def ask(self, name, server, paths, repeats, **headers):
        """The first answer in ms and kB, and the median of some more; gives the first one's bodies."""
        _, ms, sent, bodies = server.ask(*paths, **headers)
        self.add(f"{name}_ms", ms)
        self.again(name, [server.ask(*paths, **headers)[1] for _ in range(repeats)])
        self.add(f"{name}_kb", sent / 1000)
        return bodies

    def ask_video(self, server, path, repeats):
        firsts = [server.ask(path, Range="bytes=0-")[0] for _ in range(repeats + 1)]
        self.add("video_first_byte_ms", firsts[0])
        self.again("video_first_byte", firsts[1:])

    def again(self, name, values):
        self.add(f"{name}_again_ms", statistics.median(values))

    def medians(self):
        return {name: round(statistics.median(values), 2) for name, values in self.items()}


class RoboLab:
    name, keeps_index = "robolab", False
    paths = {"list": ["/api/runs"], "overview": ["/api/overview"]}

    def __init__(self, checkout, scratch):
        self.checkout, self.scratch = os.path.abspath(checkout), scratch

    def start(self, data, kept=False):
        config = tempfile.mkdtemp(dir=self.scratch)  # folders that it remembers there would win over --output-dir
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = ["/usr/bin/python3", "-m", "dashboard.cli", "--output-dir", data, "--host", "127.0.0.1", "--port", str(port)]
        server = Server(command, self.scratch, cwd=self.checkout, stdout=subprocess.DEVNULL,
                        env={**os.environ, "PYTHONPATH": self.checkout, "XDG_CONFIG_HOME": config})
        server.connect(port)
        return server

    def await_list(self, server, recordings):
        """Its answers are complete or late."""

    def numbers(self, bodies):
        return {row["task"]: (row["n"], row["s"]) for row in document(bodies[0])["tasks"]}

    def first(self, server):
        """Its newest run, as a part of an address, and the names of its tasks."""
        run = f"/api/runs/{server.json('/api/runs')[0]['run_id']}"
        return run, [task["task"] for task in server.json(f"{run}/summary")["tasks"]]

    def recording_paths(self, server):
        run, tasks = self.first(server)
        return [f"{run}/summary", *(f"{run}/tasks/{task}/episodes" for task in tasks)]

    def ask_task(self, server, samples):
        run, tasks = self.first(server)
        rows = document(samples.ask("episodes", server, [f"{run}/tasks/{tasks[0]}/episodes"], 1)[0])
        row = rows[len(rows) // 2]
        episode = f"{run}/tasks/{tasks[0]}/episodes/{row['env_id']}/run/{row['run_index']}"
        samples.ask_video(server, f"{episode}/video?name={row['videos'][0]['name']}", 2)
        samples.ask("events", server, [f"{episode}/events"], REPEATS)
        samples.ask("series", server, [f"{episode}/timeseries"], REPEATS)

    def ask_long(self, server, samples):
        run, tasks = self.first(server)
        samples.ask("series", server, [f"{run}/tasks/{tasks[0]}/episodes/0/run/0/timeseries"], REPEATS)


class RoboReel:
    name, keeps_index = "roboreel", True
    paths = {"list": ["/api/v1/recordings?limit=1000"], "overview": ["/api/v1/report?by=task", "/api/v1/report?by=policy"]}

    def __init__(self, command, scratch):
        self.command, self.scratch = os.path.abspath(command), scratch

    def start(self, data, kept=False):
        cache, token = os.path.join(self.scratch, "cache"), os.path.join(self.scratch, "token")
        if not kept:
            shutil.rmtree(cache, ignore_errors=True)
        server = Server([self.command, "serve", data, "--port", "0", "--token-file", token], self.scratch, stdout=subprocess.PIPE,
                        env={**os.environ, "XDG_CACHE_HOME": cache})
        line = server.process.stdout.readline().decode().strip()
        if not line:
            sys.exit(f"serve ended at once; it said: {tail(server.log.name)}")
        with open(token) as f:
            server.headers["Authorization"] = f"Bearer {f.read().strip()}"
        server.connect(urlsplit(line).port)
        return server

    def await_list(self, server, recordings):
        """Waits until every recording has been read: before, answers say how many are missing."""
        while True:
            reading = server.json("/api/v1/recordings?limit=1")["indexing"]
            if reading["total"] >= recordings and reading["done"] == reading["total"]:
                return
            time.sleep(0.005)

    def numbers(self, bodies):
        return {row["name"]: (row["episodes"], row["successes"]) for row in document(bodies[0])["groups"]}

    def first(self, server):
        return server.json("/api/v1/recordings?limit=1")["recordings"][0]

    def recording_paths(self, server):
        one = self.first(server)["id"]
        groupings = ("task", "attributes", "instruction_type")  # RoboLab's page counts these itself
        return [f"/api/v1/recordings/{one}", *(f"/api/v1/report?recording={one}&by={by}" for by in groupings)]

    def ask_task(self, server, samples):
        one = self.first(server)
        page = f"/api/v1/episodes?recording={one['id']}&task={quote(one['tasks'][0])}&limit={PAGE_ROWS}"
        rows = document(samples.ask("episodes", server, [page], REPEATS)[0])["episodes"]
        self.ask_episode(server, samples, rows[len(rows) // 2]["id"])

    def ask_long(self, server, samples):
        self.ask_episode(server, samples, server.json("/api/v1/episodes?limit=1")["episodes"][0]["id"])

    def ask_episode(self, server, samples, identity):
        episode = f"/api/v1/episodes/{identity}"
        known = document(samples.ask("episode", server, [episode], REPEATS)[0])
        if known["cameras"]:
            samples.ask_video(server, known["cameras"][0]["url"], REPEATS)
            samples.ask("events", server, [f"{episode}/events"], REPEATS)
        drawn = [field for field in known["fields"] if field["path"].startswith(DRAWN) and len(field["shape"]) == 1]
        names = ["field=" + quote(f"{field['path']}[{i}]") for field in drawn for i in range(field["shape"][0])]
        parts = ["&".join(names[i:i + MAX_FIELDS]) for i in range(0, len(names), MAX_FIELDS)]
        samples.ask("series", server, [f"{episode}/series?width=1000&{part}" for part in parts], REPEATS)


def measure_lists(peer, data, recordings, repeats, samples):
    """A fresh server for the list and a recording's page, another one for the overview; gives what the overview counts."""
    for what, paths in peer.paths.items():
        with peer.start(data) as server:
            samples.add("page_ms", server.since())
            peer.await_list(server, recordings)
            sent, bodies = server.ask(*paths)[2:]
            samples.add(f"{what}_ms", server.since())
            samples.add(f"{what}_kb", sent / 1000)
            samples.again(what, [server.ask(*paths)[1] for _ in range(repeats)])
            if what == "list":
                samples.ask("recording", server, peer.recording_paths(server), 1)
            samples.add("rss_mb", server.resident_mb())
    for what, paths in peer.paths.items() if peer.keeps_index else ():
        with peer.start(data, kept=True) as server:
            peer.await_list(server, recordings)
            server.ask(*paths)
            samples.add(f"kept_{what}_ms", server.since())
    return peer.numbers(bodies)


def measure_episodes(peer, data, ask, samples):
    with peer.start(data) as server:
        peer.await_list(server, 1)
        ask(server, samples)
        samples.add("rss_mb", server.resident_mb())


def read_all(folder):
    """Has every file in the page cache, so that neither is the first to read it."""
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), "rb") as f:
                while f.read(1 << 20):
                    pass


def measure(part, peers, data, options):
    rounds = options.large_rounds if part == "large" else options.rounds
    samples = {peer.name: Samples() for peer in peers}
    counted = {}
    repeats = 1 if part == "large" else REPEATS
    for _ in range(rounds):
        for peer in peers:
            if part in LISTS:
                counted[peer.name] = measure_lists(peer, data, LISTS[part][0], repeats, samples[peer.name])
            else:
                measure_episodes(peer, data, getattr(peer, f"ask_{part}"), samples[peer.name])
    if len(set(map(str, (sorted(one.items()) for one in counted.values())))) > 1:
        sys.exit(f"the two count different episodes and successes in {part}: {counted}")
    return {name: one.medians() for name, one in samples.items()}


def table(figures):
    lines = [f"{'':42}{'robolab':>12}{'roboreel':>12}{'ratio':>9}"]
    for part, peers in figures.items():
        ours, theirs = peers["roboreel"], peers.get("robolab", {})
        for name, value in ours.items():
            other = theirs.get(name)
            text = f"{other:12.1f}" if other is not None else f"{'-':>12}"
            ratio = f"{other / value:9.1f}" if other is not None and value else ""
            lines.append(f"{part + ' ' + name:42}{text}{value:12.1f}{ratio}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--robolab", metavar="CHECKOUT")
    parser.add_argument("--roboreel", default=os.path.join(HOME, "roboreel"), help="the command (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--large-rounds", type=int, default=1)
    parser.add_argument("--only", default="many,task,long,large")
    options = parser.parse_args()
    options.roboreel = os.path.abspath(options.roboreel)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # which ends the servers
    subprocess.run([options.roboreel, "--version"], check=True, stdout=sys.stderr)  # builds what is missing
    figures = {}
    with tempfile.TemporaryDirectory() as scratch:
        peers = ([RoboLab(options.robolab, scratch)] if options.robolab else []) + [RoboReel(options.roboreel, scratch)]
        for part in options.only.split(","):
            data = os.path.join(os.path.abspath(options.data), part)
            make(part, options.roboreel, data)
            read_all(data)
            figures[part] = measure(part, peers, data, options)
    print(table(figures), file=sys.stderr)
    print(json.dumps({"bench": "peer_dashboard", "rounds": options.rounds, "large_rounds": options.large_rounds, **figures}))


if __name__ == "__main__":
    main()
