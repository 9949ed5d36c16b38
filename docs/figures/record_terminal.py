#!/usr/bin/env python3
"""Runs a command in a pseudo terminal and writes what it showed as an animated SVG.

    docs/figures/record_terminal.py --out docs/figures/record.svg --speed 4 -- ./roboreel record --num_envs 4 --num-runs 2

Knows the escape sequences that the command line uses: carriage return, cursor moves, erasing, colours. The standard library only.
"""

import argparse
import fcntl
import html
import os
import pty
import re
import select
import struct
import termios
import time

COLOURS = ["#1e1e1e", "#f14c4c", "#23d18b", "#e5e510", "#3b8eea", "#d670d6", "#29b8db", "#d4d4d4"]
TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[=>78]|[\r\n\b]|[^\x1b\r\n\b]")
CELL_WIDTH, LINE_HEIGHT, MARGIN = 7.8, 17, 12


class Screen:
    """Lines of (character, style) cells, without an end below and without scrolling."""

    def __init__(self, columns):
        self.columns, self.row, self.column = columns, 0, 0
        self.bold = self.fill = self.style = ""
        self.lines = [[]]

    def feed(self, text):
        for token in TOKEN.finditer(text):
            if token.group(2):
                self.control(token.group(1), token.group(2))
            elif token.group(0) == "\r":
                self.column = 0
            elif token.group(0) == "\n":
                self.move(1)
            elif token.group(0) == "\b":
                self.column = max(0, self.column - 1)
            elif not token.group(0).startswith("\x1b"):
                self.put(token.group(0))

    def put(self, character):
        if self.column >= self.columns:
            self.move(1)
            self.column = 0
        line = self.lines[self.row]
        line.extend([(" ", "")] * (self.column + 1 - len(line)))
        line[self.column] = (character, self.style)
        self.column += 1

    def move(self, rows):
        self.row = max(0, self.row + rows)
        while len(self.lines) <= self.row:
            self.lines.append([])

    def control(self, parameters, kind):
        count = int(parameters) if parameters.isdigit() else 1
        if kind in "AB":
            self.move(-count if kind == "A" else count)
        elif kind in "CD":
            self.column = max(0, self.column + (count if kind == "C" else -count))
        elif kind == "G":
            self.column = count - 1
        elif kind == "K":
            del self.lines[self.row][0 if parameters in ("1", "2") else self.column:]
        elif kind == "J":
            del self.lines[self.row][self.column:]
            del self.lines[self.row + 1:]
        elif kind == "m":
            self.colour(parameters)

    def colour(self, parameters):
        for code in (int(p or 0) for p in parameters.split(";")):
            if code == 0:
                self.bold = self.fill = ""
            elif code == 1:
                self.bold = " font-weight='bold'"
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.fill = f" fill='{COLOURS[code % 10]}'"
        self.style = self.bold + self.fill

    def content(self):
        return tuple(tuple(line) for line in self.lines)


def record(command, columns):
    """What the terminal showed: (seconds since the start, content), one entry for each change."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS=str(columns))
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    screen, frames, start = Screen(columns), [], time.monotonic()
    pending = b""
    while True:
        select.select([terminal], [], [])
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        pending += data
        try:
            text, pending = pending.decode(), b""
        except UnicodeDecodeError:
            continue
        cut = text.rfind("\x1b")
        if cut >= 0 and not TOKEN.match(text, cut):  # an escape sequence whose rest comes with the next read
            text, pending = text[:cut], text[cut:].encode()
        screen.feed(text)
        frames.append((time.monotonic() - start, screen.content()))
    os.waitpid(child, 0)
    return frames


def runs_of_one_style(line):
    runs = []
    for column, (character, style) in enumerate(line):
        if runs and runs[-1][1] == style:
            runs[-1][2].append(character)
        else:
            runs.append((column, style, [character]))
    return [(column, style, "".join(characters)) for column, style, characters in runs if "".join(characters).strip()]


def line_svg(line, row):
    y = MARGIN + (row + 1) * LINE_HEIGHT - 4
    return "".join(
        f"<text x='{MARGIN + column * CELL_WIDTH:.1f}' y='{y}' textLength='{len(text.rstrip()) * CELL_WIDTH:.1f}'{style}>"
        f"{html.escape(text.rstrip())}</text>"
        for column, style, text in runs_of_one_style(line))


def visible_times(frames, end):
    """For each different line of each row: (row, line, the intervals in which it stands there)."""
    shown = {}
    for index, (since, content) in enumerate(frames):
        until = frames[index + 1][0] if index + 1 < len(frames) else end
        for row, line in enumerate(content):
            if not line:
                continue
            spans = shown.setdefault((row, line), [])
            if spans and spans[-1][1] == since:
                spans[-1][1] = until
            else:
                spans.append([since, until])
    return shown


def svg(frames, columns, hold):
    end = frames[-1][0] + hold
    rows = max(len(content) for _, content in frames)
    width, height = 2 * MARGIN + columns * CELL_WIDTH, 2 * MARGIN + rows * LINE_HEIGHT
    parts = [f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}' width='{width:.0f}'>",
             f"<rect width='100%' height='100%' rx='6' fill='{COLOURS[0]}'/>",
             f"<g font-family='Menlo,Consolas,DejaVu Sans Mono,monospace' font-size='13' fill='{COLOURS[7]}' xml:space='preserve'>"]
    for (row, line), spans in visible_times(frames, end).items():
        marks = []
        for since, until in spans:
            marks += [(since / end, "inline"), (until / end, "none")]
        if marks[-1][0] >= 1:
            marks.pop()
        if marks[0][0] > 0:
            marks.insert(0, (0, "none"))
        times = ";".join(f"{mark:.4f}" for mark, _ in marks)
        values = ";".join(value for _, value in marks)
        always = len(marks) == 1
        animation = "" if always else (
            f"<animate attributeName='display' dur='{end:.1f}s' repeatCount='indefinite' calcMode='discrete'"
            f" keyTimes='{times}' values='{values}'/>")
        still = "" if spans[-1][1] >= end else " display='none'"
        parts.append(f"<g{still}>{line_svg(line, row)}{animation}</g>")
    return "\n".join(parts) + "\n</g></svg>\n"


def fewer(frames, interval):
    """At most one frame per interval, the last one of each."""
    kept = []
    for frame in frames:
        if kept and int(kept[-1][0] / interval) == int(frame[0] / interval):
            kept[-1] = frame
        else:
            kept.append(frame)
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--speed", type=float, default=1, help="how many times as fast as it was")
    parser.add_argument("--interval", type=float, default=0.5, help="seconds of the picture between two changes")
    parser.add_argument("--hold", type=float, default=8, help="seconds that the end stands still")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()

    prompt = Screen(arguments.columns)
    prompt.feed("\x1b[32m$\x1b[0m " + " ".join(arguments.command) + "\r\n")
    first = prompt.content()[:-1]
    recorded = [(since / arguments.speed, first + content) for since, content in record(arguments.command, arguments.columns)]
    frames = [(0.0, first)] + fewer(recorded, arguments.interval)
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write(svg(frames, arguments.columns, arguments.hold))


if __name__ == "__main__":
    main()
