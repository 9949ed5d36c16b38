#!/usr/bin/env python3
"""Makes the wheels of the Python package: its sources, the jars that they need, and what those read.

    build.py --jars FILE ... --python DIR --home DIR --version VERSION --platform PLATFORM --out DIR

Two wheels: ``roboreel``, and ``roboreel_extras`` with the jars behind the extras. Both are the same bytes for the same
input: times and order are fixed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import re
import sys
import zipfile
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("roboreel: the wheels are made by Python 3.11 or newer; this is " + sys.version.split()[0])

import tomllib

TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64",
    "macosx-x86_64": "macosx_11_0_x86_64",
    "macosx-arm64": "macosx_11_0_arm64",
}
MAX_MB = 50
TIME = (1980, 1, 1, 0, 0, 0)

# h5py has the HDF5 library, and Debian's JHDF5 is for checkouts. Prometheus is served as text, without its protobuf.
LEFT_OUT = re.compile(r"(hdf5-1\.|hdf5-bytedeco-|hdf5-jhdf5-|jhdf5-|base-18|prometheus-metrics-exposition-formats-).*")
# In the second wheel: DuckDB and Arrow, and what writes figures as PDF and SVG.
OF_EXTRAS = re.compile(r"(duckdb_jdbc|arrow-|flatbuffers-java|pdfbox|fontbox|graphics2d|batik-|xmlgraphics-commons).*")
EXTRAS = ("sql", "lerobot", "plot")

# Native libraries by the folder that a jar keeps each platform's in.
NATIVES = {
    "jna": (
        r"com/sun/jna/[a-z0-9-]+/[^/]+\.(so|a|dll|jnilib)",
        {
            "linux-x86_64": "com/sun/jna/linux-x86-64/",
            "linux-arm64": "com/sun/jna/linux-aarch64/",
            "macosx-x86_64": "com/sun/jna/darwin-x86-64/",
            "macosx-arm64": "com/sun/jna/darwin-aarch64/",
        },
    ),
    "lz4-java": (
        r"net/jpountz/util/.+\.(so|dll|dylib)",
        {
            "linux-x86_64": "net/jpountz/util/linux/amd64/",
            "linux-arm64": "net/jpountz/util/linux/aarch64/",
            "macosx-x86_64": "net/jpountz/util/darwin/x86_64/",
            "macosx-arm64": "net/jpountz/util/darwin/aarch64/",
        },
    ),
    "gkl": (
        r"com/intel/gkl/native/.*",
        {
            "linux-x86_64": "com/intel/gkl/native/libgkl_compression.so",
            "macosx-x86_64": "com/intel/gkl/native/libgkl_compression.dylib",
        },
    ),
    "jline-native": (
        r"org/jline/nativ/.+\.(so|dll|jnilib|dylib)",
        {
            "linux-x86_64": "org/jline/nativ/Linux/x86_64/",
            "linux-arm64": "org/jline/nativ/Linux/arm64/",
            "macosx-x86_64": "org/jline/nativ/Mac/x86_64/",
            "macosx-arm64": "org/jline/nativ/Mac/arm64/",
        },
    ),
    "duckdb_jdbc": (
        r"libduckdb_java\.so_.*",
        {
            "linux-x86_64": "libduckdb_java.so_linux_amd64",
            "linux-arm64": "libduckdb_java.so_linux_arm64",
            "macosx-x86_64": "libduckdb_java.so_osx_universal",
            "macosx-arm64": "libduckdb_java.so_osx_universal",
        },
    ),
}

# Of FFmpeg, what no video of ours goes through: devices, filters, programs.
UNUSED_FFMPEG = re.compile(
    r".*/(lib(jni)?(avdevice|avfilter)[^/]*|ffmpeg|ffprobe|libva[^/]*|libOpenCL[^/]*|[^/]*\.h|include/.*|share/.*|lib/cmake/.*)"
)


def entries_of_jar(path: Path, platform: str) -> bytes:
    """The jar with the native libraries of one platform only."""
    name = next((prefix for prefix in NATIVES if path.name.startswith(prefix + "-")), None)
    is_ffmpeg = path.name.startswith("ffmpeg-") and platform in path.name
    if name is None and not is_ffmpeg:
        return path.read_bytes()
    natives, wanted = NATIVES.get(name or "", ("", {}))
    out = io.BytesIO()
    with zipfile.ZipFile(path) as jar, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as smaller:
        for entry in jar.infolist():
            is_other = bool(name) and re.fullmatch(natives, entry.filename) and not is_of(entry.filename, wanted.get(platform))
            if not (is_other or (is_ffmpeg and UNUSED_FFMPEG.fullmatch(entry.filename))):
                info = zipfile.ZipInfo(entry.filename, TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                smaller.writestr(info, jar.read(entry))
    return out.getvalue()


def is_of(name: str, prefix: str | None) -> bool:
    return prefix is not None and name.startswith(prefix)


class Wheel:
    """A wheel in the making: files by their names inside it."""

    def __init__(self, distribution: str, version: str, tag: str) -> None:
        self.distribution, self.version, self.tag = distribution, version, tag
        self.files: dict[str, bytes] = {}

    def add(self, name: str, content: bytes | str) -> None:
        self.files[name] = content.encode() if isinstance(content, str) else content

    def add_tree(self, root: Path, into: str, accept: re.Pattern[str]) -> None:
        for path in sorted(root.rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.is_file() and accept.fullmatch(relative):
                self.add(f"{into}/{relative}", path.read_bytes())

    def write(self, folder: Path, metadata: str, entry_points: str = "") -> Path:
        info = f"{self.distribution}-{self.version}.dist-info"
        self.add(f"{info}/METADATA", metadata)
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: roboreel\nRoot-Is-Purelib: false\nTag: {self.tag}\n")
        if entry_points:
            self.add(f"{info}/entry_points.txt", entry_points)
        record = "".join(f"{name},{digest(content)},{len(content)}\n" for name, content in self.files.items())
        self.add(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
        path = folder / f"{self.distribution}-{self.version}-{self.tag}.whl"
        staging = path.with_suffix(".making")
        with zipfile.ZipFile(staging, "w") as out:
            for name, content in self.files.items():
                entry = zipfile.ZipInfo(name, TIME)
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_STORED if name.endswith(".jar") else zipfile.ZIP_DEFLATED
                out.writestr(entry, content)
        staging.replace(path)
        return path


def digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def python_version(version: str) -> str:
    """As PEP 440 writes it: 0.3.0-SNAPSHOT is 0.3.0.dev0."""
    return version.replace("-SNAPSHOT", ".dev0")


def metadata(name: str, version: str, summary: str, project: dict[str, object], requires: list[str], text: str = "") -> str:
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Summary: {summary}"]
    lines += [f"Requires-Python: {project['requires-python']}", "License: Apache-2.0"]
    lines += [f"Classifier: {one}" for one in project.get("classifiers", [])]  # type: ignore[attr-defined]
    lines += requires
    if text:
        lines += ["Description-Content-Type: text/markdown", "", text]
    return "\n".join(lines) + "\n"


def licences(wheel: Wheel, home: Path) -> None:
    info = f"{wheel.distribution}-{wheel.version}.dist-info/licenses"
    for name in ("LICENSE", "NOTICE", "THIRD-PARTY.md"):
        wheel.add(f"{info}/{name}", (home / name).read_bytes())


def make(args: argparse.Namespace) -> list[Path]:
    project = tomllib.loads((args.python / "pyproject.toml").read_text("utf-8"))["project"]
    version, tag = python_version(args.version), f"py3-none-{TAGS[args.platform]}"
    main = Wheel("roboreel", version, tag)
    extras = Wheel("roboreel_extras", version, tag)
    main.add_tree(args.python / "roboreel", "roboreel", re.compile(r"(?!.*__pycache__).*\.py|py\.typed"))
    main.add("roboreel/_version.py", f'"""The package\'s version."""\n\n__version__ = "{version}"\n')
    main.add_tree(args.home / "config", "roboreel/config", re.compile(r".*\.(yaml|yml|json)"))
    extras.add("roboreel_extras/__init__.py", '"""Jars of extras of the package roboreel."""\n')
    for jar in sorted(args.jars, key=lambda path: path.name):
        if OF_EXTRAS.fullmatch(jar.name):
            extras.add(f"roboreel_extras/jars/{jar.name}", entries_of_jar(jar, args.platform))
        elif not LEFT_OUT.fullmatch(jar.name):
            main.add(f"roboreel/jars/{jar.name}", entries_of_jar(jar, args.platform))
    for wheel in (main, extras):
        licences(wheel, args.home)
    requires = [f"Requires-Dist: {one}" for one in project["dependencies"]]
    for extra in EXTRAS:
        requires += [f"Provides-Extra: {extra}", f'Requires-Dist: roboreel-extras=={version}; extra == "{extra}"']
    text = (args.python / "README.md").read_text("utf-8")
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    summary = "DuckDB, Arrow, PDF and SVG for the package roboreel"
    return [
        main.write(
            args.out,
            metadata("roboreel", version, project["description"], project, requires, text),
            f"[console_scripts]\n{scripts}",
        ),
        extras.write(args.out, metadata("roboreel-extras", version, summary, project, [])),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the wheels of the Python package.")
    parser.add_argument("--jars", type=Path, nargs="+", required=True)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--platform", choices=sorted(TAGS), required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for path in make(args):
        megabytes = path.stat().st_size / 1e6
        print(path.resolve())
        if path.name.startswith("roboreel-") and megabytes > MAX_MB:
            print(f"roboreel: {path.name} has {megabytes:.1f} MB; at most {MAX_MB} are allowed", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
