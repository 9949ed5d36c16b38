package io.github.roboreel.systemtests.browser;

import io.github.roboreel.systemtests.CommandWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real program in a process of its own, which ends with this one. */
final class RoboReel implements AutoCloseable {
    private static final long LIMIT_MINUTES = 5;

    private final Process process;
    private final Path out;
    private final Path err;
    private final List<ProcessHandle> started = new ArrayList<>();

    private RoboReel(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    static RoboReel start(String... arguments) {
        try {
            Path folder = Browsers.Folders.of(arguments[0]);
            Path out = folder.resolve("out.txt");
            Path err = folder.resolve("err.txt");
            Process process = new ProcessBuilder(command(arguments))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new RoboReel(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For root, whom no permission of a file stops otherwise. */
    private static final List<String> AS_ANY_USER =
            List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");

    private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));
    private static final boolean CAN_BE_ANY_USER = IS_ROOT && canBeAnyUser();

    /** Whether its programs are stopped by a file's permissions. */
    static boolean isStoppedByPermissions() {
        return !IS_ROOT || CAN_BE_ANY_USER;
    }

    private static boolean canBeAnyUser() {
        List<String> command = new ArrayList<>(AS_ANY_USER);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(CAN_BE_ANY_USER ? AS_ANY_USER : List.of());
        command.addAll(CommandWords.words());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs to its end, which must be good; what it printed to its standard output. */
    static String run(String... arguments) {
        return start(arguments).requireGood();
    }

    /** Waits for its end, which must be good; what it printed to its standard output. */
    String requireGood() {
        try (this) {
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError("a program failed: " + printed());
            }
            return Files.readString(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Both streams so far. */
    String printed() {
        try {
            return Files.readString(out) + Files.readString(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns when the process is gone. What it has started lives on until this is closed. */
    void kill() {
        try (Stream<ProcessHandle> children = process.descendants()) {
            children.forEach(started::add);
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
