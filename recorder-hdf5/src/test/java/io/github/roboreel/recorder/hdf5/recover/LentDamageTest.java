package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.ContinuousEpisodes;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Bytes flipped all over areas that were lent again: fewer rows at worst, never another episode's. */
class LentDamageTest {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;
    private static final int PLACES = 24;
    private static final int ENVS = 2;

    private static Path folder;
    private static byte[] runFile;
    private static byte[] staging;
    private static StagingLayout layout;
    private static ContinuousEpisodes episodes;

    @BeforeContainer
    static void record() throws Exception {
        folder = Files.createTempDirectory("roboreel-lent-damage");
        SinkHarness run = SinkHarness.continuous(folder.resolve("live"), SCHEMA, PLACES, ENVS, SinkHarness.untimed());
        episodes = new ContinuousEpisodes(run, 11, 300);
        run.record(() -> {
            while (episodes.episodes().size() < PLACES - 4) {
                episodes.turn();
            }
            run.sink.flushNow();
            runFile = Files.readAllBytes(run.file());
            episodes.stepAll(60);
            staging = Files.readAllBytes(run.staging());
            layout = StagingSize.layout(run.context.run(), SCHEMA, StagingProbe.jsonBytes(staging));
        });
    }

    @AfterContainer
    static void delete() throws Exception {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Property(tries = 40)
    void fewerRowsAtWorstAndNeverAnothers(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] damaged = staging.clone();
        for (int flips = 1 + random.nextInt(30); flips > 0; flips--) {
            damaged[place(random)] ^= (byte) (1 << random.nextInt(8));
        }
        Path file = folder.resolve("crashed/TestTask/run_0.hdf5");
        Files.createDirectories(file.getParent());
        try (var left = Files.list(file.getParent())) {
            for (Path each : left.toList()) {
                Files.delete(each);
            }
        }
        Files.write(file, runFile);
        Files.write(file.resolveSibling("run_0.staging"), damaged);

        RecoveryReport report = RunRecovery.onCopy().recover(file);

        assertEquals(Outcome.RECOVERED, report.outcome());
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
        RecoveredRun.assertStepContent(file, SCHEMA, report.demos().size());
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (int demo = 0; demo < report.demos().size(); demo++) {
                assertNoMoreThan(
                        episodes.episodes().get(demo),
                        reader.demo("demo_" + demo).attributes(),
                        report);
            }
        }
    }

    /** A demo has its own steps, its own verdict or none, and its own env or none. */
    private static void assertNoMoreThan(
            ContinuousEpisodes.Episode episode, Map<String, Object> demo, RecoveryReport report) {
        String status = demo.get("status").toString();
        long steps = (Long) demo.get("num_samples");
        boolean isWhole = status.equals(episode.status());
        boolean hasNoVerdict = status.equals("recovered") || steps == 0 && status.equals("discarded");
        assertTrue(isWhole || hasNoVerdict, report.toString());
        assertTrue(steps <= episode.steps() && (!isWhole || steps == episode.storedSteps()), report.toString());
        assertTrue(List.of(-1L, (long) episode.simEnv()).contains(demo.get("sim_env_id")), report.toString());
    }

    /** Most often where it hurts: marks, the ledger's records. */
    private static int place(Random random) {
        int area = (int) layout.area(random.nextInt(layout.numAreas()));
        ColumnGroup group =
                layout.stepGroups().get(random.nextInt(layout.stepGroups().size()));
        return switch (random.nextInt(4)) {
            case 0 -> area + random.nextInt(group.bankBytes());
            case 1 -> area + group.bank(0) + random.nextInt(8 * group.chunkRows());
            case 2 -> (int) layout.ledger() + random.nextInt(staging.length - (int) layout.ledger());
            default -> 2 * layout.headerBytes() + random.nextInt(staging.length - 2 * layout.headerBytes());
        };
    }
}
