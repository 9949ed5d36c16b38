package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Episodes with an instruction, a policy and a seed of their own. */
class OwnEpisodeInfoTest {
    @TempDir
    private Path folder;

    private final Map<Integer, EpisodeBegin> begins = new ConcurrentHashMap<>();

    @Test
    void begin_withItsOwn_isWhatResultLineRecorderAndSinksSay() throws Exception {
        TestRecording recording = new TestRecording(folder, 2);
        EpisodeInfo planned = recording.run.episodes().get(0);
        EpisodeInfo own =
                planned.withSeed(41).withInstruction("Open the drawer").withPolicy("pi0");
        try (EpisodeRecorder recorder = recording.open(sink(recording))) {
            assertEquals(planned, recorder.env(0).info());
            begin(recording, recorder.env(0), own);
            recording.begin(recorder.env(1));
            assertEquals(own, recorder.env(0).info());
            for (EnvRecorder env : recorder.envs()) {
                recording.end(env, EpisodeOutcome.success("")).join();
            }
        }
        assertEquals(Map.of(0, own, 1, recording.run.episodes().get(1)), infos());
        JsonNode line = lines().get(0);
        assertEquals("Open the drawer", line.path("instruction").asText());
        assertEquals("pi0", line.path("policy").asText());
        assertEquals(
                recording.run.episodes().get(1).instruction(),
                lines().get(1).path("instruction").asText());
    }

    @Test
    void begin_ofContinuousEpisodes_changesOneOfThemOnly() throws Exception {
        TestRecording recording = new TestRecording(folder, 2);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, recording.schema)
                .sink(run -> sink(recording))
                .continuous()
                .open()) {
            EnvRecorder env = recorder.env(1);
            for (long seed : List.of(41, 40)) {
                env.next();
                begin(recording, env, env.info().withSeed(seed));
                recording.end(env, EpisodeOutcome.success("")).join();
            }
            env.next();
            long planned = env.info().seed();
            recording.begin(env);
            recording.end(env, EpisodeOutcome.success("")).join();
            assertEquals(recording.run.episodes().get(0).seed() + 2, planned);
            assertEquals(
                    List.of(41L, 40L, planned),
                    infos().values().stream().map(EpisodeInfo::seed).toList());
            assertEquals(1, begins.get(2).simEnv());
        }
    }

    @Test
    void begin_withAnotherPeriod_isRefusedAndCanBeRepeated() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(sink(recording))) {
            EnvRecorder env = recorder.env(0);
            EpisodeInfo planned = env.info();
            EpisodeInfo faster = new EpisodeInfo(planned.instruction(), planned.policy(), 3, 0.01);
            String refused = assertThrows(IllegalArgumentException.class, () -> begin(recording, env, faster))
                    .getMessage();
            assertTrue(
                    refused.startsWith(
                            "env 0: the episode's period is 0.01 s, and that of its run " + planned.dtSeconds() + " s"),
                    refused);
            assertThrows(NullPointerException.class, () -> begin(recording, env, null));
            assertFalse(env.isRecording());
            assertEquals(planned, env.info());
            begin(recording, env, planned.withSeed(3));
            assertEquals(3, env.info().seed());
        }
    }

    @Test
    void begin_thatThrows_leavesTheRunsInfo() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(sink(recording))) {
            EnvRecorder env = recorder.env(0);
            EpisodeInfo planned = env.info();
            assertThrows(IllegalArgumentException.class, () -> env.begin(planned.withSeed(3), "", row -> {}));
            assertEquals(planned, env.info());
            recording.begin(env);
        }
        assertEquals(recording.run.episodes().get(0), infos().get(0));
    }

    @Test
    void begin_withMetadata_goesToSinksAndToTheOutcomeWhichMaySayMore() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        Map<String, Object> known = Map.of("mass", 3, "who", "bo");
        try (EpisodeRecorder recorder = recording.open(sink(recording))) {
            EnvRecorder env = recorder.env(0);
            env.begin(
                    env.info(),
                    "{\"goal\": 1}",
                    known,
                    row -> SampleFields.fill(row, recording.schema, FieldPhase.INITIAL, 0, 0));
            EpisodeOutcome outcome = EpisodeOutcome.success("")
                    .withMetadata(Map.of("who", "al", "tries", 2))
                    .withAttributes(Map.of("operator", "cy"));
            Map<String, Object> stored =
                    recording.end(env, outcome).join().outcome().metadata();
            assertEquals(3, stored.get("mass"));
            assertEquals("al", stored.get("who"));
            assertEquals(2, stored.get("tries"));
            assertEquals(Map.of("operator", "cy", "reset_options", "{\"goal\": 1}"), stored.get("episode_attributes"));
        }
        assertEquals(3, begins.get(0).metadata().get("mass"));
        assertEquals(
                Map.of("reset_options", "{\"goal\": 1}"),
                begins.get(0).metadata().get("episode_attributes"));
    }

    @Test
    void begin_withMetadataThatCannotBeStored_isRefusedAndCanBeRepeated() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(sink(recording))) {
            EnvRecorder env = recorder.env(0);
            for (Map<String, ?> wrong : List.<Map<String, ?>>of(
                    Map.of("note", "x".repeat(5000)),
                    Map.of("thread", new Thread()),
                    Map.of("episode_attributes", 1))) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> env.begin(
                                env.info(),
                                "",
                                wrong,
                                row -> SampleFields.fill(row, recording.schema, FieldPhase.INITIAL, 0, 0)));
                assertFalse(env.isRecording());
            }
            recording.begin(env);
        }
        assertEquals(Map.of(), begins.get(0).metadata());
    }

    @Test
    void schedule_isAskedWithTheEpisodesOwn() {
        TestRecording recording = new TestRecording(folder, 1);
        RecordingPlan plan = RecordingPlan.EVERYTHING.withEpisodes((episode, info) -> info.seed() != 13);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, recording.schema)
                .sink(sink(recording))
                .plan(plan)
                .open()) {
            EnvRecorder env = recorder.env(0);
            begin(recording, env, env.info().withSeed(13));
            assertFalse(env.isScheduled());
        }
        assertEquals(Map.of(), begins);
    }

    private Map<Integer, EpisodeInfo> infos() {
        Map<Integer, EpisodeInfo> infos = new TreeMap<>();
        begins.forEach((demo, begin) -> infos.put(demo, begin.info()));
        return infos;
    }

    private List<JsonNode> lines() throws IOException {
        return Files.readAllLines(folder.resolve(RunFolder.RESULTS)).stream()
                .map(FormatJson::readOrMissing)
                .toList();
    }

    private static void begin(TestRecording recording, EnvRecorder env, EpisodeInfo info) {
        env.begin(info, "", row -> SampleFields.fill(row, recording.schema, FieldPhase.INITIAL, env.envId(), 0));
    }

    private MemorySink sink(TestRecording recording) {
        return new MemorySink("memory", EpisodeSink.Role.DATA, recording.run, recording.runs) {
            @Override
            public void onBegin(int env, EpisodeBegin begin, RowView initial) throws IOException {
                begins.put(env, begin);
                super.onBegin(env, begin, initial);
            }
        };
    }
}
