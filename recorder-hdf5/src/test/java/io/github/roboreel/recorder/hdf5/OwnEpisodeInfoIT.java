package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes with an instruction, a policy and a seed of their own: in the file, while it is open, and recovered. */
class OwnEpisodeInfoIT {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;
    private static final int DEMOS = 4;
    private static final String LONG = "open it, ".repeat(7000) + "\ud83c\udf4c";

    private static final String DUMP = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                data = f['data']
                for name in sorted(data):
                    a = data[name].attrs
                    assert a['seed'].dtype == 'int64' and type(a['instruction']) is type(a['policy']) is str
                    print(name, a['seed'], len(a['instruction']), a['instruction'][:8], a['policy'])
            """;

    @TempDir
    Path folder;

    private SinkHarness harness(boolean continuous) {
        Path live = folder.resolve("live");
        return continuous
                ? SinkHarness.continuous(live, SCHEMA, DEMOS, 2, SinkHarness.untimed())
                : new SinkHarness(live, SCHEMA, DEMOS, SinkHarness.untimed());
    }

    /** The first has ended, the second not, the third is what the run says, the fourth is discarded. */
    private static void record(SinkHarness run) throws Exception {
        EpisodeInfo planned = planned(run);
        run.begin(0, 0, planned.withSeed(41).withInstruction("Open the drawer").withPolicy("pi0"));
        run.begin(1, 1, planned.withSeed(-1).withInstruction(LONG), Map.of("continues", Map.of("run", 3, "step", 17)));
        run.begin(2, 1, planned);
        run.begin(3, 0, planned.withSeed(43).withInstruction("Not kept"));
        for (int env = 0; env < DEMOS; env++) {
            run.steps(env, 3 + env);
        }
        run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
        run.end(3, EpisodeOutcome.discarded("")).toCompletableFuture().get();
        run.sink.flushNow();
    }

    private static EpisodeInfo planned(SinkHarness run) {
        return run.context.run().episodes().get(0);
    }

    private static void assertOwn(RunReader reader, EpisodeInfo planned) throws IOException {
        assertInfo(reader, 0, 41, "Open the drawer", "pi0");
        assertInfo(reader, 1, -1, LONG, planned.policy());
        assertInfo(reader, 2, planned.seed(), planned.instruction(), planned.policy());
        assertInfo(reader, 3, 43, "Not kept", planned.policy());
    }

    private static void assertInfo(RunReader reader, int demo, long seed, String instruction, String policy)
            throws IOException {
        Map<String, Object> attributes = reader.demo("demo_" + demo).attributes();
        assertEquals(seed, attributes.get("seed"));
        assertEquals(instruction, attributes.get("instruction"));
        assertEquals(policy, attributes.get("policy"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theRunFileSaysTheEpisodesOwn(boolean continuous) throws Exception {
        SinkHarness run = harness(continuous);
        String[] flushed = new String[1];
        run.record(() -> {
            record(run);
            try (RunReader live = run.sink.openReader().orElseThrow()) {
                assertOwn(live, planned(run));
            }
            flushed[0] = H5py.run(run.file(), DUMP.replace("'r')", "'r', swmr=True)"));
        });
        assertNull(run.context.failure().get());
        String planned = planned(run).instruction();
        String texts = planned.codePointCount(0, planned.length()) + " " + planned.substring(0, 8) + " p\n";
        assertEquals(
                "demo_0 41 " + texts + "demo_1 -1 " + texts + "demo_2 7 " + texts + "demo_3 43 " + texts,
                flushed[0] + "\n");
        assertEquals("""
                demo_0 41 15 Open the pi0
                demo_1 -1 63001 open it, p
                demo_2 7 %sdemo_3 43 8 Not kept p
                """.formatted(texts), H5py.run(run.file(), DUMP) + "\n");
        assertFalse(Files.exists(run.staging()));
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.file())) {
            assertOwn(reader, planned(run));
        }
        RecoveredRun.assertContent(run.file(), SCHEMA, 3);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void recoveryBringsThemBackOfEpisodesThatHadBegun(boolean continuous, boolean inPlace) throws Exception {
        SinkHarness run = harness(continuous);
        Path[] dead = new Path[1];
        run.record(() -> {
            record(run);
            dead[0] = Snapshot.of(run, folder.resolve("dead"));
        });
        RunRecovery recovery = inPlace ? RunRecovery.inPlace() : RunRecovery.onCopy();
        RecoveryReport report = recovery.recover(dead[0]);
        assertEquals(RecoveryReport.Outcome.RECOVERED, report.outcome());
        assertTrue(report.findings().isEmpty(), report.toString());
        try (Hdf5RunReader reader = Hdf5RunReader.open(dead[0])) {
            assertOwn(reader, planned(run));
            assertEquals("success", reader.demo("demo_0").attributes().get("status"));
            Map<String, Object> cut = reader.demo("demo_1").attributes();
            assertEquals("recovered", cut.get("status"));
            JsonNode said = FormatJson.readOrMissing(cut.get("episode_metadata"));
            assertEquals(3, said.path("continues").path("run").asInt(), said.toString());
            assertEquals(17, said.path("continues").path("step").asInt(), said.toString());
        }
        RecoveredRun.assertContent(dead[0], SCHEMA, 3);
    }

    /** The texts are the last that a recorder writes: here it died just before. */
    @Test
    void recoveryOfAClosedFileThatLacksThemPutsThemThere() throws Exception {
        SinkHarness run = harness(false);
        Path[] dead = new Path[1];
        run.record(() -> {
            record(run);
            run.end(1, EpisodeOutcome.failure("")).toCompletableFuture().get();
            run.end(2, EpisodeOutcome.failure("")).toCompletableFuture().get();
            dead[0] = Snapshot.of(run, folder.resolve("dead"));
        });
        EpisodeInfo planned = planned(run);
        Files.delete(dead[0]);
        Files.copy(run.file(), dead[0]);
        RunFile.putTexts(dead[0], Map.of(0, planned, 1, planned, 3, planned));
        try (Hdf5RunReader reader = Hdf5RunReader.open(dead[0])) {
            assertInfo(reader, 0, 41, planned.instruction(), planned.policy());
        }
        RecoveryReport report = RunRecovery.onCopy().recover(dead[0]);
        assertTrue(report.findings().isEmpty(), report.toString());
        try (Hdf5RunReader reader = Hdf5RunReader.open(dead[0])) {
            assertOwn(reader, planned);
        }
        RecoveredRun.assertContent(dead[0], SCHEMA, 3);
    }
}
