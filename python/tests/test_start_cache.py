"""The cache that lets the JVM start faster: which command uses it, when it is made, and what is removed."""

from __future__ import annotations

import fcntl
import os
import shlex
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

from roboreel import _java, _start_cache
from tests.support import temporary_folder, wait_for


class StartCacheTest(unittest.TestCase):
    """On a package whose Java and jars are made up."""

    def setUp(self) -> None:
        root = Path(temporary_folder(self))
        self.java = self.write(root / "jdk" / "bin" / "java", "#!/bin/sh\n", 0o755)
        self.release = self.write(root / "jdk" / "release", 'JAVA_VERSION="25.0.2"\n')
        self.jars = [self.write(root / "package" / "jars" / name, name) for name in ("a.jar", "b.jar")]
        self.caches = root / "cache" / "roboreel"
        environment = {"XDG_CACHE_HOME": str(root / "cache"), "ROBOREEL_JAVA": str(root / "jdk")}
        self.enter(mock.patch.dict(os.environ, environment))
        for name in (_start_cache.OFF_VARIABLE, _java.COMMAND_VARIABLE):
            os.environ.pop(name, None)
        self.enter(mock.patch.object(_java, "_PACKAGE", root / "package"))
        self.enter(mock.patch.object(_java, "_JARS", root / "package" / "jars"))

    def enter(self, patch: object) -> None:
        patch.start()  # type: ignore[attr-defined]
        self.addCleanup(patch.stop)  # type: ignore[attr-defined]

    @staticmethod
    def write(path: Path, text: str, mode: int = 0o644) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def file(self) -> Path:
        """Where the cache of the command that is started now would be."""
        command, _, jars = _java._own_command(None)
        return self.caches / (_start_cache.key(command, jars) + ".aot")

    # --- Use ---

    def test_a_command_uses_the_cache_that_is_there(self) -> None:
        without = _java.command()
        self.assertEqual(str(self.java), without[0])
        self.assertNotIn("AOTCache", " ".join(without))
        file = self.write(self.file(), "cache")
        self.assertEqual([without[0], f"-XX:AOTCache={file}", *without[1:]], _java.command())

    def test_no_cache_where_it_is_turned_off_or_java_is_older(self) -> None:
        self.write(self.file(), "cache")
        with mock.patch.dict(os.environ, {_start_cache.OFF_VARIABLE: "1"}):
            self.assertNotIn("AOTCache", " ".join(_java.command()))
        self.assertIn("AOTCache", " ".join(_java.command()))
        self.release.write_text('JAVA_VERSION="24.0.1"\n')
        self.write(self.file(), "cache")
        self.assertNotIn("AOTCache", " ".join(_java.command()))

    def test_a_command_that_was_given_has_no_cache_and_makes_none(self) -> None:
        with mock.patch.dict(os.environ, {_java.COMMAND_VARIABLE: "/opt/roboreel 'a b'"}):
            self.assertEqual(["/opt/roboreel", "a b"], _java.command())
            _java.prepare_next_start()
        self.assertFalse(self.caches.exists())

    def test_a_java_without_a_release_file_has_no_cache(self) -> None:
        command, major, jars = _java._own_command(None)
        self.release.unlink()
        self.assertEqual(command, _start_cache.using(command, major, jars))

    def test_the_key_is_another_for_other_jars_and_another_java(self) -> None:
        keys = {self.file()}
        os.utime(self.jars[0], (1, 1))
        keys.add(self.file())
        self.jars[1].write_text("longer than it was")
        keys.add(self.file())
        self.write(self.jars[0].with_name("c.jar"), "c")
        keys.add(self.file())
        self.release.write_text('JAVA_VERSION="25.0.2"\nBUILD_TYPE="other"\n')
        keys.add(self.file())
        with mock.patch.object(_java, "jvm_options", return_value=["-Xmx1g"]):
            keys.add(self.file())
        self.assertEqual(6, len(keys))
        self.assertIn(self.file(), keys)

    def test_a_cache_in_use_gets_a_new_time_once_a_day(self) -> None:
        file = self.write(self.file(), "cache")
        now = time.time()
        for age_seconds, is_renewed in ((3600, False), (2 * 86_400, True)):
            os.utime(file, (now - age_seconds, now - age_seconds))
            _java.command()
            self.assertEqual(is_renewed, file.stat().st_mtime > now - 60)

    def test_the_folder_is_that_of_the_users_caches(self) -> None:
        self.assertEqual(self.caches, _start_cache.folder())
        with mock.patch.dict(os.environ, {"XDG_CACHE_HOME": "relative", "HOME": "/home/me"}):
            self.assertEqual(Path("/home/me/.cache/roboreel"), _start_cache.folder())

    # --- Making ---

    def python(self) -> Path:
        """In place of Python, a program that writes its arguments, and what it was given of an environment, into a file."""
        said = self.caches.parent / "said"
        script = f'#!/bin/sh\nprintf "%s\\n" "$@" "$PYTHONPATH" > {said}.part\nmv {said}.part {said}\n'
        self.enter(mock.patch.object(sys, "executable", str(self.write(self.caches.parent / "python", script, 0o755))))
        return said

    def test_it_is_made_by_a_process_in_the_background(self) -> None:
        said = self.python()
        _java.prepare_next_start()
        wait_for(said.exists, "the process that makes the cache")
        arguments = said.read_text().splitlines()
        self.assertEqual(["-c", _start_cache._PROGRAM, str(self.file()), *_java.command()], arguments[:-1])
        self.assertIn(sys.path[-1], arguments[-1].split(os.pathsep))
        self.assertEqual(0o700, self.caches.stat().st_mode & 0o777)

    def starts(self) -> bool:
        """Whether a process is started now that makes the cache."""
        with mock.patch.object(_start_cache.subprocess, "run") as run:
            _java.prepare_next_start()
        return run.called

    def test_it_is_made_once_and_by_one_process(self) -> None:
        self.assertTrue(self.starts())
        lock = os.open(self.caches / "lock", os.O_RDWR)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.assertFalse(self.starts())
        os.close(lock)
        self.assertTrue(self.starts())
        with mock.patch.dict(os.environ, {_start_cache.OFF_VARIABLE: "1"}):
            self.assertFalse(self.starts())
        self.write(self.file(), "cache")
        self.assertFalse(self.starts())

    def test_a_folder_that_cannot_be_made_is_nothing_to_speak_of(self) -> None:
        self.write(self.caches.parent, "a file")
        self.assertFalse(self.starts())

    def run_main(self, record: object) -> None:
        """What the process in the background does, with another recording."""
        arguments = ["-c", str(self.file()), *_java.command()]
        with (
            mock.patch.object(sys, "argv", arguments),
            mock.patch.object(_start_cache, "_record", record),
            mock.patch.object(_start_cache.os, "nice"),
            mock.patch.object(_start_cache.signal, "alarm"),
            mock.patch.dict(os.environ),
        ):
            _start_cache.main()

    def record(self, where: str) -> bool:
        """Writes the cache, as the JVM does when it ends."""
        self.assertTrue(where.startswith(str(self.caches)))
        command = shlex.split(os.environ[_java.COMMAND_VARIABLE])
        option = command.pop(1)
        self.assertTrue(option.startswith("-XX:AOTCacheOutput="))
        self.assertEqual(_java._own_command(None)[0], command)
        Path(option.split("=", 1)[1]).write_text("made")
        return True

    def test_the_process_puts_the_cache_into_place(self) -> None:
        self.caches.mkdir(parents=True)
        self.run_main(self.record)
        self.assertEqual("made", self.file().read_text())
        self.assertEqual({self.file().name, "lock"}, set(os.listdir(self.caches)))

    def test_what_fails_is_tried_again_after_a_day(self) -> None:
        self.caches.mkdir(parents=True)
        self.run_main(mock.Mock(side_effect=OSError("no space")))
        self.assertFalse(self.file().exists())
        self.assertFalse(self.starts())
        failed = self.file().with_suffix(".failed")
        self.assertEqual({failed.name, "lock"}, set(os.listdir(self.caches)))
        os.utime(failed, (time.time() - 90_000,) * 2)
        self.assertTrue(self.starts())

    def test_a_daemon_that_ends_badly_leaves_no_cache(self) -> None:
        self.caches.mkdir(parents=True)
        self.run_main(lambda where: not self.record(where))
        self.assertFalse(self.file().exists())

    def test_the_process_ends_while_another_one_makes_it(self) -> None:
        self.caches.mkdir(parents=True)
        lock = os.open(self.caches / "lock", os.O_RDWR | os.O_CREAT)
        self.addCleanup(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.run_main(self.record)
        self.assertFalse(self.file().exists())

    def test_caches_of_others_are_removed_after_a_month_without_use(self) -> None:
        old, recent = self.write(self.caches / "0.aot", "old"), self.write(self.caches / "1.aot", "recent")
        other = self.write(self.caches / "notes.txt", "not ours")
        killed = self.caches / "training-x"
        killed.mkdir()
        for path, days in ((old, 31), (recent, 29), (other, 99), (killed, 2)):
            os.utime(path, (time.time() - days * 86_400,) * 2)
        self.run_main(self.record)
        self.assertEqual({recent.name, other.name, self.file().name, "lock"}, set(os.listdir(self.caches)))


if __name__ == "__main__":
    unittest.main()
