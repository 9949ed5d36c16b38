"""Has the Python package start a daemon of jars that a benchmark's own JVM runs from."""

import os
import shlex

MAIN = "io.github.roboreel.cli.Main"


def add_options(parser):
    """Without --class-path the daemon is the one that the package itself starts."""
    parser.add_argument("--class-path")
    parser.add_argument("--java")
    parser.add_argument("--library-path")
    parser.add_argument("--home")


def use(args):
    """Makes the package start the daemon of these jars, with the options that it gives its own."""
    if not args.class_path:
        return
    from roboreel import _java

    executable, major = _java.find_java(args.java)
    options = [*_java.jvm_options(major), f"-Droboreel.home={args.home}"]
    if args.library_path:
        options.append(f"-Djava.library.path={args.library_path}")
    os.environ[_java.COMMAND_VARIABLE] = shlex.join([executable, *options, "-cp", args.class_path, MAIN])
