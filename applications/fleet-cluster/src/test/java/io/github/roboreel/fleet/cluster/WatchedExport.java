package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An export into a folder, of which one sees from its files how far it is. */
final class WatchedExport implements AutoCloseable {
    private static final String WORK = ".1.0.0.exporting-";
    private static final int POLL_MILLISECONDS = 10;

    private final Cli command;
    private final Path datasets;
    private long begunNanos;

    private WatchedExport(Cli command, Path datasets) {
        this.command = command;
        this.datasets = datasets;
    }

    /**
     * How far it was.
     *
     * @param isRunning whether there was something left to be done
     */
    record Moment(String text, boolean isRunning) {}

    static WatchedExport start(Path folder, Path out, List<String> arguments) throws IOException {
        return new WatchedExport(Cli.start(folder, arguments), out.resolve("set"));
    }

    /** Until the first task has left something. */
    void awaitBegin() throws IOException, InterruptedException {
        while (work().isEmpty()) {
            if (!command.isAlive()) {
                command.awaitSuccess();
                assertTrue(isWhole(), "no export was seen");
                break;
            }
            Thread.sleep(POLL_MILLISECONDS);
        }
        begunNanos = System.nanoTime();
    }

    /**
     * Waits for the end of the command.
     *
     * @return milliseconds from the begin until the dataset had its name
     */
    long awaitEnd() throws IOException, InterruptedException {
        while (!isWhole() && command.isAlive()) {
            Thread.sleep(POLL_MILLISECONDS);
        }
        long nanos = System.nanoTime() - begunNanos;
        command.awaitSuccess();
        return Math.max(1, nanos / 1_000_000);
    }

    private boolean isWhole() {
        return Files.exists(datasets.resolve("1.0.0"));
    }

    /** Whether the dataset is there, and nothing else. */
    boolean isTidy() throws IOException {
        return isWhole() && work().isEmpty();
    }

    private List<Path> work() throws IOException {
        if (!Files.isDirectory(datasets)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(datasets)) {
            return all.filter(path -> path.getFileName().toString().startsWith(WORK))
                    .toList();
        }
    }

    /** How far it is. */
    Moment moment() throws IOException {
        if (isWhole() || !command.isAlive()) {
            return new Moment(isTidy() ? "ended" : "tidying up", false);
        }
        Optional<Path> planned = work().stream()
                .filter(path -> Files.exists(path.resolve("plan.json")))
                .findFirst();
        return new Moment(planned.isPresent() ? shardsOf(planned.get()) : "survey", true);
    }

    private static String shardsOf(Path work) throws IOException {
        return count(work.resolve("done")) + " of " + count(work.resolve("shards")) + " shards";
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .count();
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    void kill() {
        command.kill();
    }

    @Override
    public void close() {
        command.close();
    }
}
