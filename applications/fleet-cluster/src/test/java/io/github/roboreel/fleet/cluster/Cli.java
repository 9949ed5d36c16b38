package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, with the class path and the Java options of the test. */
final class Cli implements AutoCloseable {
    /** The checkout. */
    static final Path HOME = home();

    private static final int TIMEOUT_SECONDS = 300;

    private final Process process;
    private final Path out;
    private final Path err;

    private Cli(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    private static Path home() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("conformance"))
                ? here
                : here.getParent().getParent();
    }

    /** Starts a command in a folder, which gets its output as well. */
    static Cli start(Path folder, List<String> arguments) throws IOException {
        return start(folder, List.of(), arguments);
    }

    /** The same behind words that say where it runs. */
    static Cli start(Path folder, List<String> prefix, List<String> arguments) throws IOException {
        List<String> line = new ArrayList<>(prefix);
        line.addAll(command(arguments));
        Path out = Files.createTempFile(folder, "stdout", ".txt");
        Path err = Files.createTempFile(folder, "stderr", ".txt");
        Process process = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Cli(process, out, err);
    }

    /** What a command prints that ends well. */
    static String run(Path folder, List<String> arguments) throws IOException, InterruptedException {
        return run(folder, List.of(), arguments);
    }

    /** The same behind words that say where it runs. */
    static String run(Path folder, List<String> prefix, List<String> arguments)
            throws IOException, InterruptedException {
        try (Cli command = start(folder, prefix, arguments)) {
            command.awaitSuccess();
            return Files.readString(command.out);
        }
    }

    private static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens=") || option.startsWith("-Djava.library.path="))
                .forEach(command::add);
        command.addAll(List.of("-Djdk.reflect.useDirectMethodHandle=false", "-Droboreel.home=" + HOME));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.github.roboreel.cli.Main"));
        command.addAll(arguments);
        return command;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends SIGKILL. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Waits for its end. */
    void awaitSuccess() throws IOException, InterruptedException {
        awaitExit(0);
    }

    /** Waits for its end with a code. */
    String awaitExit(int code) throws IOException, InterruptedException {
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), () -> "still running: " + said());
        assertEquals(code, process.exitValue(), this::said);
        return said();
    }

    private String said() {
        try {
            return Files.readString(out) + Files.readString(err);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        kill();
    }

    /** What a script of the folder conformance prints that ends well. */
    static String script(String name, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3"));
        command.add(HOME.resolve("conformance").resolve(name).toString());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, python.waitFor(), printed);
        return printed;
    }
}
