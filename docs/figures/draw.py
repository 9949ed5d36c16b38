#!/usr/bin/python3
"""Draws the pictures of docs/explanation/performance.md from what the benchmarks print.

  python3 draw.py PEERS.json SCALE.json

Each file holds the one line of JSON of `./roboreel bench peers` and `./roboreel bench scale`.
Writes throughput.svg and stalls.svg beside this script.
"""
import json
import math
import sys
from pathlib import Path

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 30, 50
OURS, PEER, OTHER = "#1f6feb", "#d1242f", "#6e7781"


class Figure:
    """Logarithmic axes, lines with points, labels; SVG."""

    def __init__(self, x_label, y_label, xs, y_range):
        self.xs, self.low, self.high = xs, math.log10(y_range[0]), math.log10(y_range[1])
        self.parts = [
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            self.text(WIDTH / 2, HEIGHT - 8, x_label, "middle"),
            f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
            f'transform="rotate(-90 14 {HEIGHT / 2})">{y_label}</text>',
        ]
        for i, x in enumerate(xs):
            self.parts.append(self.text(self.x(i), HEIGHT - BOTTOM + 20, x, "middle"))
        for power in range(math.ceil(self.low), math.floor(self.high) + 1):
            y = self.y(10 ** power)
            self.parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#d0d7de"/>')
            self.parts.append(self.text(LEFT - 6, y + 4, f"{10 ** power:,.0f}", "end"))

    def x(self, index):
        return LEFT + 20 + index * (WIDTH - LEFT - RIGHT - 40) / max(1, len(self.xs) - 1)

    def y(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    @staticmethod
    def text(x, y, text, anchor, colour="#1f2328"):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{text}</text>'

    def line(self, values, name, colour, name_at=-1, above=10):
        points = [(self.x(i), self.y(v)) for i, v in enumerate(values) if v]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        self.parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[name_at]
        self.parts.append(self.text(x, y - above, name, "end" if name_at == -1 else "start", colour))

    def write(self, path):
        body = "\n".join(self.parts)
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="sans-serif" font-size="12">\n{body}\n</svg>\n')


def throughput(scale, peers, path):
    envs = sorted({p["num_envs"] for p in scale["points"] if p["row_bytes"] == 597})
    figure = Figure("envs, logarithmic", "env-steps per second", envs, (1e4, 1e6))
    for order, (threads, colour) in enumerate(((1, "#54aeff"), (2, OURS), (4, "#0a3069"))):
        speeds = {p["num_envs"]: p["env_steps_per_s"] for p in scale["points"]
                  if p["compressor_threads"] == threads and p["row_bytes"] == 597}
        figure.line([speeds.get(n) for n in envs], f"{threads} compressor thread" + "s" * (threads > 1), colour, above=10 + 16 * order)
    peer = peers["comparisons"]["proprio"]["h5py gzip"]["env_steps_per_s"]
    figure.line([peer] * len(envs), "h5py gzip, 16 envs", PEER)
    figure.write(path)


def stalls(peers, path):
    keys = ("50", "99", "99.9", "100")
    figure = Figure("percentile of vector steps", "microseconds in the producer", ["p50", "p99", "p99.9", "max"], (10, 1e6))
    paced = peers["comparisons"]["paced"]
    unpaced = peers["comparisons"]["proprio"]
    for name, values, colour in (
            ("RoboReel, 100 Hz", paced["roboreel"], OURS),
            ("RoboReel, flat out", unpaced["roboreel"], OTHER),
            ("h5py gzip", unpaced["h5py gzip"], PEER)):
        figure.line([values[f"stall_us_{k}"] for k in keys], name, colour)
    figure.write(path)


def main():
    peers, scale = (json.loads(Path(name).read_text().strip().splitlines()[-1]) for name in sys.argv[1:3])
    here = Path(__file__).parent
    throughput(scale, peers, here / "throughput.svg")
    stalls(peers, here / "stalls.svg")


if __name__ == "__main__":
    main()
