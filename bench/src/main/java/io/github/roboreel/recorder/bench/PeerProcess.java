package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program that prints its figures as JSON. */
final class PeerProcess {
    /** The main class of {@code roboreel}'s commands. */
    static final String CLI = "io.github.roboreel.cli.Main";

    /** Debian's own Python, the one that has h5py. */
    static final String PYTHON = "/usr/bin/python3";

    private static final String HOME_PROPERTY = "roboreel.home";
    private static final long MAX_MINUTES = 30;

    private PeerProcess() {}

    /** A file of {@code bench/peers}. */
    static Path peerFile(String name) throws IOException {
        Path file = home().resolve("bench").resolve("peers").resolve(name);
        if (!Files.isReadable(file)) {
            throw new IOException(file + " is missing; run ./roboreel bench from a checkout");
        }
        return file;
    }

    /** The checkout. */
    static Path home() {
        return Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath();
    }

    /** What it printed; its complaints are in the exception when it failed. */
    static String output(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        return run(command, environment)[0];
    }

    /** What it printed to stderr, where some programs put their results; that is in the exception when it failed. */
    static String complaints(List<String> command) throws IOException, InterruptedException {
        return run(command, Map.of())[1];
    }

    /** Runs it; what it printed to stdout and to stderr. */
    private static String[] run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path complaints = Files.createTempFile("roboreel-peer", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            Process process = builder.redirectError(complaints.toFile()).start();
            try {
                byte[] out = process.getInputStream().readAllBytes();
                if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                    throw new IOException(command.get(0) + " took longer than " + MAX_MINUTES + " minutes");
                }
                requireSuccess(command, process.exitValue(), complaints);
                return new String[] {new String(out, StandardCharsets.UTF_8), Files.readString(complaints)};
            } finally {
                process.destroyForcibly();
            }
        } finally {
            Files.deleteIfExists(complaints);
        }
    }

    /**
     * A script of {@code bench/peers}, by Python.
     *
     * @param arguments texts, numbers and paths
     * @return the figures that it prints
     */
    static PeerFigures python(String script, Object... arguments) throws IOException, InterruptedException {
        return python(PYTHON, Map.of(), script, arguments);
    }

    /** The same by another Python, with more of an environment. */
    static PeerFigures python(String python, Map<String, String> environment, String script, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(python, "-B", peerFile(script).toString()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return new PeerFigures(output(command, environment));
    }

    /** Options of {@code bench/peers/daemon_of.py}: the Python package's daemon is of this JVM's jars, on its Java. */
    static List<Object> daemonOptions() {
        return List.of(
                "--java",
                System.getProperty("java.home"),
                "--home",
                home(),
                "--library-path",
                System.getProperty("java.library.path", ""),
                "--class-path",
                System.getProperty("java.class.path"));
    }

    /** A program of ours in a JVM of its own, on this one's class path: its peak of memory is its own. */
    static PeerFigures java(List<String> jvmOptions, String mainClass, List<String> arguments)
            throws IOException, InterruptedException {
        return new PeerFigures(output(javaCommand(jvmOptions, mainClass, arguments), Map.of()));
    }

    /** The command that starts such a program, which ends with this process or when its stdin is closed. */
    static List<String> javaCommand(List<String> jvmOptions, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.add("-Djava.library.path=" + System.getProperty("java.library.path", ""));
        command.add("-D" + HOME_PROPERTY + "=" + home());
        // What is measured has the compilers and the collector that were chosen for this JVM.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMain.class.getName()));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    private static void requireSuccess(List<String> command, int exit, Path complaints) throws IOException {
        if (exit != 0) {
            String program = Path.of(command.get(0)).getFileName().toString();
            throw new IOException(program + ", measured as a peer, ended with " + exit + ": " + gist(complaints));
        }
    }

    /** A JVM says what it is about in its first line, Python in its last. */
    private static String gist(Path complaints) throws IOException {
        List<String> lines = Files.readAllLines(complaints, StandardCharsets.UTF_8).stream()
                .filter(line -> !line.isBlank())
                .toList();
        if (lines.isEmpty()) {
            return "it did not say why";
        }
        String first = lines.get(0);
        String last = lines.get(lines.size() - 1);
        return first.equals(last) ? first : first + " / " + last.strip();
    }
}
