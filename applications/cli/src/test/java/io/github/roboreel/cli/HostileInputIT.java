package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.Bounded;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages output folders at random and runs the commands that read them: none may crash, hang, ask for all memory,
 * change what it only reads, or touch anything outside. A case is damaged the same way for the same seed;
 * {@code -Droboreel.fuzz.seed} chooses the first. What failed is kept in {@code target/hostile-input}.
 */
class HostileInputIT {
    private static final long SEED = Long.getLong("roboreel.fuzz.seed", 20_261_121);
    private static final int BATCH = 10;
    private static final int CASES = 40;

    /** Folders of a batch that are exported. */
    private static final int EXPORTED = 1;

    private static final List<String> FORMATS = List.of("minari", "rlds", "lerobot", "robomimic");

    /** Short: a worker that is given up too early is a finding, too, and the readers continue. */
    private static final int SILENCE_SECONDS = 4;

    /** On the thread of a command that reads event logs, freed or not. */
    private static final long MAX_BYTES = 512L << 20;

    /** How often the commands run that cost much. */
    private enum Thoroughness {
        /** Every third case is recovered, one folder in a hundred plotted. */
        SAMPLED,
        /** Every case is recovered and checked again, one in each batch plotted. */
        FULL
    }

    @TempDir
    static Path corpus;

    private static HostileFolders folders;

    @TempDir
    Path work;

    private final Watched watched = new Watched();

    @BeforeAll
    static void record() throws Exception {
        System.setProperty(Worker.SILENCE_PROPERTY, String.valueOf(SILENCE_SECONDS));
        folders = HostileFolders.record(corpus);
    }

    @AfterAll
    static void forget() {
        System.clearProperty(Worker.SILENCE_PROPERTY);
    }

    @Test
    void fortyDamagedFolders() throws Exception {
        run(SEED, CASES, Thoroughness.SAMPLED);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void tenThousandDamagedFolders() throws Exception {
        run(SEED + CASES, Integer.getInteger("roboreel.fuzz.cases", 10_000), Thoroughness.FULL);
    }

    @Test
    void aFewFoldersWithDamagedEventLogs() throws Exception {
        readEventLogs(SEED, 20);
    }

    @Test
    @Tag("slow")
    void twoThousandFoldersWithDamagedEventLogs() throws Exception {
        readEventLogs(SEED + 20, 2000);
    }

    /** Whatever is in a log, rows and result lines stay as they are. */
    private void readEventLogs(long firstSeed, int cases) throws Exception {
        Path folder = work.resolve("logs");
        for (long seed = firstSeed; seed < firstSeed + cases; seed++) {
            String name = "seed " + seed;
            folders.damageEventLogs(seed, folder);
            Map<String, String> before = Watched.picture(folder);
            for (String command : List.of("events", "check", "report")) {
                InProcess run =
                        Bounded.read(command + ", " + name, MAX_BYTES, () -> watched.run(command, folder.toString()));
                assertTrue(run.outcome() != Outcome.BAD_ARGUMENTS, name + ": " + run);
            }
            watched.requireUnchanged(name, folder, before);
            if (Files.exists(folder.resolve(HostileFolders.ENV).resolve("run_0.staging"))) {
                watched.run("recover", folder.toString());
                assertEquals("", watched.defects());
                assertTrue(Files.exists(folder.resolve(HostileFolders.ENV).resolve("run_0.hdf5")), name);
            }
            HostileFolders.remove(folder);
        }
        assertEquals("", watched.defects());
    }

    /** One test per core keeps the machine busy while a command waits for its worker. */
    private void run(long firstSeed, int cases, Thoroughness thoroughness) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> batches = new ArrayList<>();
            for (long seed = firstSeed; seed < firstSeed + cases; seed += BATCH) {
                long first = seed;
                int size = (int) Math.min(BATCH, firstSeed + cases - seed);
                batches.add(threads.submit(() -> batch(first, size, thoroughness)));
            }
            for (Future<?> batch : batches) {
                batch.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals("", watched.defects());
    }

    /** Many folders at once, as most commands take them, so that one process reads them all. */
    private Void batch(long firstSeed, int cases, Thoroughness thoroughness) throws Exception {
        Path place = Files.createDirectory(work.resolve("seed-" + firstSeed));
        Path sentinel = Files.createDirectory(place.resolve("outside"));
        Files.writeString(sentinel.resolve("episode_results.jsonl"), "{}\n");
        List<Path> damaged = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            Path folder = place.resolve("case-" + (firstSeed + i));
            folders.damage(firstSeed + i, folder);
            damaged.add(folder);
        }
        String before = watched.defects();
        boolean isFull = thoroughness == Thoroughness.FULL;
        read(place, damaged, isFull || firstSeed % (4 * BATCH) < BATCH);
        int format = (int) (firstSeed / BATCH % FORMATS.size());
        export(place, damaged, isFull ? FORMATS : FORMATS.subList(format, format + 1));
        recover(place, damaged, isFull ? 1 : 3);
        if (isFull) {
            watched.run("check", damaged);
        }
        if (!watched.defects().equals(before)) {
            keep(firstSeed, damaged);
        }
        HostileFolders.remove(place);
        return null;
    }

    private void read(Path place, List<Path> damaged, boolean doesPlot) throws IOException {
        Map<String, String> before = Watched.picture(place);
        watched.run("check", damaged);
        watched.run("report", damaged, "--show-episodes", "--by-wrong-objects");
        for (Path folder : damaged) {
            for (Path file : HostileFolders.regularFiles(folder)) {
                if (file.toString().endsWith(".hdf5")) {
                    watched.run("inspect", file.toString());
                }
            }
        }
        List<Path> some = damaged.subList(0, Math.min(5, damaged.size()));
        watched.run("metrics", some);
        watched.run("poses", some);
        Path first = some.get(0);
        Path last = damaged.get(damaged.size() - 1);
        watched.run("events", first.toString());
        watched.run("rebuild", "--dry-run", first.toString());
        watched.run("rebuild", "--dry-run", last.toString());
        watched.run("events", "--json", last.toString());
        watched.run("check", "--json", last.toString());
        watched.requireUnchanged("reading", place, before);

        Path made = work.resolve("made-" + place.getFileName());
        Files.createDirectory(made);
        if (doesPlot) {
            String plots = made.resolve("plots").toString();
            watched.run("plot", first.toString(), "--episodes", "0-1", "--output-dir", plots);
        }
        watched.run("compile", damaged, "-o", made.resolve("all.jsonl").toString());
        watched.run("compile", damaged, "-o", made.resolve("all.csv").toString());
        watched.requireUnchanged("plot or compile", place, before);
        HostileFolders.remove(made);
    }

    /** Some folders each for itself; what fails leaves nothing that looks like a dataset. */
    private void export(Path place, List<Path> damaged, List<String> formats) throws IOException {
        Map<String, String> before = Watched.picture(place);
        for (String format : formats) {
            for (Path folder : damaged.subList(0, Math.min(EXPORTED, damaged.size()))) {
                Path made = Files.createDirectory(work.resolve(format + folder.getFileName()));
                InProcess run = watched.run(exportWords(format, folder, made));
                boolean failed = run.outcome().exitCode() == 1 || run.outcome().exitCode() == 2;
                if (failed && !HostileFolders.regularFiles(made).isEmpty()) {
                    watched.add(folder + ": a failed export left "
                            + Watched.picture(made).keySet());
                }
                HostileFolders.remove(made);
            }
        }
        watched.requireUnchanged("export", place, before);
    }

    private static String[] exportWords(String format, Path folder, Path made) {
        List<String> target = switch (format) {
            case "minari" -> List.of("--root", made.toString(), "--id", "fuzz/case-v0");
            case "rlds" -> List.of("--out", made.toString(), "--name", "fuzz");
            case "lerobot" -> List.of("--out", made.toString(), "--repo-id", "fuzz/case");
            default -> List.of("--out", made.resolve("case.hdf5").toString());
        };
        List<String> words = new ArrayList<>(List.of("export", format, folder.toString()));
        words.addAll(target);
        return words.toArray(String[]::new);
    }

    private void recover(Path place, List<Path> damaged, int every) throws IOException {
        Map<String, String> outside = Watched.picture(place.resolve("outside"));
        for (int i = 0; i < damaged.size(); i += every) {
            Set<String> lines = lines(damaged.get(i));
            watched.run("recover", damaged.get(i).toString());
            lines.removeAll(lines(damaged.get(i)));
            if (!lines.isEmpty()) {
                watched.add(damaged.get(i) + ": recover lost result lines " + lines);
            }
        }
        watched.requireUnchanged("recover", place.resolve("outside"), outside);
        try (var entries = Files.list(place)) {
            assertEquals(damaged.size() + 1, entries.count(), "recover wrote beside the folders");
        }
    }

    /** Lines of results in all files of the folder, whatever became of them. */
    private static Set<String> lines(Path folder) throws IOException {
        Set<String> lines = new HashSet<>();
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.getFileName().toString().startsWith("episode_results")) {
                    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                    lines.addAll(List.of(text.split("[\\r\\n]+")));
                }
            }
        }
        return lines;
    }

    private static void keep(long firstSeed, List<Path> damaged) throws IOException {
        Path kept = Path.of("target", "hostile-input", "seed-" + firstSeed);
        if (!Files.exists(kept)) {
            Files.createDirectories(kept);
            for (Path folder : damaged) {
                HostileFolders.copy(folder, kept.resolve(folder.getFileName()));
            }
        }
        assertTrue(Files.exists(kept));
    }
}
