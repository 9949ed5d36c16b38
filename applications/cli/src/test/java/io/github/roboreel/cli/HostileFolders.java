package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.Mutation;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Output folders of several recorders, and damaged copies of them. */
public final class HostileFolders {
    /** Percent of the cases that are made of a recording that was killed. */
    private static final int KILLED = 10;

    /** Name of the env folder of those that this recorder made. */
    static final String ENV = "BananaInBowlTask";

    private final Path killed;
    private final List<Path> finished;

    private HostileFolders(Path killed, List<Path> finished) {
        this.killed = killed;
        this.finished = finished;
    }

    /** Records the undamaged folders. */
    static HostileFolders record(Path folder) throws Exception {
        Path ours = folder.resolve("output/ours");
        InProcess record = InProcess.record(
                folder,
                "--num-envs=2",
                "--num-runs=2",
                "--max-steps=32",
                "--video-mode=viewport",
                "--output-folder-name=ours");
        assertEquals(Outcome.OK, record.outcome(), record.err());
        Path roboLab = ExampleFolders.make(folder.resolve("robolab"));
        Path foreign = ExampleFolders.make(folder.resolve("foreign"), "--foreign");
        Path legacy = ExampleFolders.make(folder.resolve("legacy"), "--legacy");
        return new HostileFolders(killed(folder), List.of(ours, ours, roboLab, foreign, legacy));
    }

    /** Killed after its first event. */
    private static Path killed(Path folder) throws Exception {
        ChildJvm child = ChildJvm.start(folder, "record", "--num-envs=2", "--realtime", "--output-folder-name=killed");
        Path env = folder.resolve("output/killed").resolve(ENV);
        boolean isSeen = hasEvent(env);
        while (!isSeen && child.isAlive()) {
            Thread.sleep(20);
            isSeen = hasEvent(env);
        }
        assertTrue(isSeen, "no event was seen before the recording ended");
        child.kill();
        return folder.resolve("output/killed");
    }

    /** Tolerates that the folder is not there yet, and that files vanish meanwhile. */
    private static boolean hasEvent(Path env) {
        File[] growing = env.toFile().listFiles((folder, name) -> name.matches("log_.*\\.live\\.jsonl"));
        return growing != null && Arrays.stream(growing).anyMatch(log -> log.length() > 0);
    }

    /** A damaged copy that is the same for the same seed. */
    void damage(long seed, Path target) throws IOException {
        Random random = new Random(seed);
        Path source = random.nextInt(100) < KILLED ? killed : finished.get(random.nextInt(finished.size()));
        copy(source, target);
        damageFiles(target, random);
    }

    /** A copy in which only event logs are damaged, of a killed recorder the growing ones, too. */
    void damageEventLogs(long seed, Path target) throws IOException {
        Random random = new Random(seed);
        copy(random.nextInt(3) == 0 ? killed : finished.get(0), target);
        List<Path> logs = regularFiles(target).stream()
                .filter(file -> file.getFileName().toString().startsWith("log_"))
                .toList();
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            damage(logs.get(random.nextInt(logs.size())), random);
        }
    }

    /** Damages one or two of the files of a folder. */
    static void damageFiles(Path folder, Random random) throws IOException {
        List<Path> files = regularFiles(folder);
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            damage(chosen(files, random), random);
        }
    }

    /** Run files and staging are chosen as often as all others together. */
    private static Path chosen(List<Path> files, Random random) {
        List<Path> runs = files.stream().filter(f -> !isText(f) && !isVideo(f)).toList();
        List<Path> choice = random.nextBoolean() ? runs : files;
        return choice.get(random.nextInt(choice.size()));
    }

    private static void damage(Path file, Random random) throws IOException {
        byte[] damaged = new Mutation(random).of(Files.readAllBytes(file), isText(file));
        Files.write(file, damaged);
    }

    private static boolean isText(Path file) {
        return file.toString().matches(".*\\.(json|jsonl|yaml)");
    }

    private static boolean isVideo(Path file) {
        return file.toString().endsWith(".mp4");
    }

    /** All files below a folder, by path. */
    public static List<Path> regularFiles(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Copies a folder with all that is in it; its parent exists. */
    public static void copy(Path source, Path target) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(source)) {
            all.addAll(walk.toList());
        }
        for (Path one : all) {
            Files.copy(one, target.resolve(source.relativize(one).toString()));
        }
    }

    /** Removes a folder with all that is in it. */
    static void remove(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.sorted(java.util.Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
