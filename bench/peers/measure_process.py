#!/usr/bin/python3
"""Runs a command and says what it and all processes that it started took.

  measure_process.py STDOUT STDERR COMMAND...

STDOUT, STDERR: files for what the command prints. Prints one JSON object: exit code, wall seconds, CPU seconds (user and system, of
every process that has ended), peak_rss_mb (most that its processes had resident together, looked at every 0.1 s, and at least the
largest of them), SHA-256 of stdout. Linux only.
"""
import ctypes, hashlib, json, os, resource, subprocess, sys, threading, time

PR_SET_CHILD_SUBREAPER = 36
PAGE = resource.getpagesize()
SESSION, RSS = 5, 23  # fields of /proc/PID/stat, numbered from 0


def resident(session):
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


def main():
    out, err, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    # Orphans come to this process, so that their time counts.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    peak, ended = [0], threading.Event()
    begin = time.monotonic()
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=True)

    def look():
        while not ended.wait(0.1):
            peak[0] = max(peak[0], resident(process.pid))
    looking = threading.Thread(target=look)
    looking.start()
    code = process.wait()
    wall = time.monotonic() - begin
    ended.set()
    looking.join()
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(out, "rb") as f:
        printed = hashlib.sha256(f.read()).hexdigest()
    print(json.dumps({"exit": code, "wall_s": wall, "cpu_s": used.ru_utime + used.ru_stime,
                      "peak_rss_mb": max(peak[0], used.ru_maxrss * 1024) / 1e6, "stdout_sha256": printed}))


if __name__ == "__main__":
    main()
