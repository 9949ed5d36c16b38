package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Envs that begin their next episode at once, over many run files. */
class ContinuousEpisodesTest {
    private static final int PLACES = 8;
    private static final RecorderConfig CONFIG = RecorderConfig.builder()
            .set(RecorderSettings.EPISODES_PER_FILE, PLACES)
            .build();

    @TempDir
    Path folder;

    private final FieldSchema schema = SampleFields.schema();
    private final MemoryRuns runs = new MemoryRuns();
    private final Map<EpisodeId, Integer> lengths = new HashMap<>();
    private final List<CompletableFuture<EpisodeSummary>> summaries = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();

    private EpisodeRecorder open(int numEnvs, Function<RunSpec, EpisodeSink> sink) {
        return open(numEnvs, sink, CONFIG);
    }

    private EpisodeRecorder open(int numEnvs, Function<RunSpec, EpisodeSink> sink, RecorderConfig config) {
        return EpisodeRecorder.builder(SampleRun.of(folder, 0, numEnvs), schema)
                .config(config)
                .sink(sink)
                .continuous()
                .open();
    }

    private EpisodeRecorder open(int numEnvs) {
        return open(numEnvs, run -> new CountedSink(run));
    }

    /** A sink that counts how many of it are open, and notes where episodes come from. */
    private class CountedSink extends MemorySink {
        CountedSink(RunSpec run) {
            super("memory", Role.DATA, run, runs);
        }

        @Override
        public void open(SinkContext context) throws IOException {
            super.open(context);
            mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        }

        @Override
        public void onBegin(int env, EpisodeBegin begin, RowView initial) throws IOException {
            calls().add("from " + begin.simEnv());
            super.onBegin(env, begin, initial);
        }

        @Override
        public void close() throws IOException {
            super.close();
            open.decrementAndGet();
        }
    }

    private void begin(EnvRecorder env) {
        int number = env.next().episode();
        env.begin(row -> SampleFields.fill(row, schema, FieldPhase.INITIAL, number, 0));
    }

    private void step(EnvRecorder env) {
        StepWriter row = env.step();
        SampleFields.fill(row, schema, FieldPhase.STEP, env.episode().episode(), env.numSamples());
        row.publish();
    }

    private void end(EnvRecorder env, EpisodeOutcome outcome) {
        EpisodeId id = env.episode();
        lengths.put(id, (int) env.numSamples());
        summaries.add(env.end(
                outcome, row -> SampleFields.fill(row, schema, FieldPhase.FINAL, id.episode(), env.numSamples())));
    }

    private void recordEpisodes(EpisodeRecorder recorder, int episodes) {
        Random random = new Random(5);
        int[] left = new int[recorder.numEnvs()];
        int begun = 0;
        do {
            for (EnvRecorder env : recorder.envs()) {
                if (env.isRecording() && left[env.envId()]-- == 0) {
                    end(env, EpisodeOutcome.success(""));
                }
                if (!env.isRecording() && begun < episodes) {
                    begin(env);
                    begun++;
                    left[env.envId()] = random.nextInt(12);
                }
                if (env.isRecording()) {
                    step(env);
                    env.event(EpisodeEvent.of("STEPPED", (int) env.numSamples(), "", 0));
                }
            }
        } while (recorder.envs().stream().anyMatch(EnvRecorder::isRecording));
    }

    private void assertStored(RunSpec described) {
        lengths.forEach((id, length) -> {
            RunSpec run = described.toBuilder().run(id.run()).build();
            for (Field field : schema.layout(FieldPhase.STEP).fields()) {
                String path = field.spec().path();
                boolean isTime = path.startsWith("timestamps");
                assertEquals(length, runs.rowCount(run, id.env(), path), id + " " + path);
                assertTrue(isTime || Arrays.equals(expected(field, id, length), runs.readDoubles(run, id.env(), path)));
            }
            Field initial = schema.layout(FieldPhase.INITIAL).fields().get(0);
            assertArrayEquals(
                    expected(initial, id, 1),
                    runs.readDoubles(run, id.env(), initial.spec().path()));
        });
    }

    private static double[] expected(Field field, EpisodeId id, int rows) {
        return IntStream.range(0, rows)
                .mapToObj(step -> SampleFields.values(field.spec(), id.episode(), step))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("episode_results.jsonl"))) {
            lines.add(FormatJson.read(line));
        }
        return lines;
    }

    @Test
    void everyValueOfEveryEpisodeIsInItsPlace() throws Exception {
        EpisodeRecorder recorder = open(3);
        recordEpisodes(recorder, 100);
        recorder.close();
        assertEquals(100, lengths.size());
        assertStored(recorder.run());
        assertTrue(mostOpen.get() <= 3, mostOpen + " runs were open");
        assertEquals(0, open.get());
        assertEquals(12 * PLACES + 4, lengths.size(), "places are filled without gaps");
        lengths.keySet().forEach(id -> assertTrue(id.run() < 12 || id.env() < 4, id.toString()));
    }

    @Test
    void aFileThatIsOldEnoughTakesNoFurtherEpisode() throws Exception {
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.EPISODES_PER_FILE, PLACES)
                .set(RecorderSettings.FILE_MAX_SECONDS, 1e-9)
                .build();
        EpisodeRecorder recorder = open(3, run -> new CountedSink(run), config);
        recordEpisodes(recorder, 40);
        recorder.close();
        assertEquals(40, lengths.size());
        assertStored(recorder.run());
        assertEquals(0, open.get());
        Set<EpisodeId> expected = new HashSet<>();
        lengths.keySet().forEach(id -> expected.add(new EpisodeId(id.run(), 0, PLACES, id.simEnv())));
        assertEquals(expected, lengths.keySet(), "each file has one episode");
        assertEquals(40, lines().size());
    }

    @Test
    void aFileThatIsLargeEnoughTakesNoFurtherEpisode() throws Exception {
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.EPISODES_PER_FILE, 1 << 16)
                .set(RecorderSettings.FILE_MAX_MB, 3)
                .build();
        EpisodeRecorder recorder = open(1, run -> new CountedSink(run), config);
        EnvRecorder env = recorder.env(0);
        begin(env);
        end(env, EpisodeOutcome.success(""));
        assertEquals(0, env.episode().run());
        Files.write(folder.resolve("SampleEnv/run_0.hdf5"), new byte[3 << 20]);
        while (env.episode().run() == 0) {
            Thread.sleep(20);
            begin(env);
            end(env, EpisodeOutcome.success(""));
        }
        recorder.close();
        assertEquals(1, env.episode().run());
        assertStored(recorder.run());
        assertEquals(lengths.size(), lines().size());
    }

    @Test
    void aLineNamesDemoAndEnv() throws Exception {
        EpisodeRecorder recorder = open(3);
        recordEpisodes(recorder, 20);
        recorder.close();
        List<JsonNode> lines = lines();
        assertEquals(20, lines.size());
        Map<Integer, EpisodeId> ids = new HashMap<>();
        lengths.keySet().forEach(id -> ids.put(id.episode(), id));
        for (JsonNode line : lines) {
            EpisodeId id = ids.remove(line.path("episode").asInt());
            assertEquals(id.run(), line.path("run").asInt());
            assertEquals(id.env(), line.path("env_id").asInt());
            assertEquals(id.simEnv(), line.path("sim_env_id").asInt(-1));
            assertEquals(lengths.get(id), line.path("episode_step").asInt());
            assertEquals(
                    lengths.get(id), line.path("own_events").path("STEPPED").asInt());
            assertTrue(Files.exists(folder.resolve("SampleEnv/log_" + id.run() + "_env" + id.env() + ".json")));
        }
        assertEquals(Map.of(), ids);
        JsonNode config = FormatJson.read(Files.readAllBytes(folder.resolve("SampleEnv/env_cfg.json")));
        assertEquals(PLACES, config.path(EnvConfig.EPISODES_PER_FILE).asInt());
    }

    @Test
    void seedsFollowTheEpisodeNumber() {
        try (EpisodeRecorder recorder = open(2)) {
            EnvRecorder env = recorder.env(0);
            for (int episode = 0; episode < 3 * PLACES; episode++) {
                assertEquals(episode, env.next().episode());
                assertEquals(7 + episode, env.info().seed());
                begin(env);
                end(env, EpisodeOutcome.success(""));
            }
        }
    }

    @Test
    void aSinkLearnsWhichEnvAnEpisodeComesFrom() {
        List<MemorySink> sinks = new ArrayList<>();
        EpisodeRecorder recorder = open(2, run -> {
            sinks.add(new CountedSink(run));
            return sinks.get(sinks.size() - 1);
        });
        for (int env : new int[] {1, 0}) {
            begin(recorder.env(env));
        }
        end(recorder.env(1), EpisodeOutcome.success(""));
        begin(recorder.env(1));
        recorder.close();
        List<String> calls = sinks.get(0).calls();
        assertEquals(List.of("open", "from 1", "begin 0", "from 0", "begin 1"), calls.subList(0, 5));
        assertTrue(calls.contains("begin 2"), calls.toString());
        assertTrue(calls.contains("end 2 0 aborted"), calls.toString());
    }

    @Test
    void oneBatchHoldsTheLastStepOfOneEpisodeAndTheFirstOfAnother() {
        int envs = 3;
        EpisodeRecorder recorder = open(envs);
        recorder.envs().forEach(this::begin);
        for (int round = 0; round < 40; round++) {
            boolean[] mask = {true, round % 3 != 0, true};
            BatchWriter batch = recorder.stepAll(mask);
            SampleFields.fill(
                    batch,
                    schema,
                    recorder.envs().stream()
                            .mapToInt(env -> env.episode().episode())
                            .toArray(),
                    recorder.envs().stream().mapToLong(EnvRecorder::numSamples).toArray());
            batch.publish();
            EnvRecorder done = recorder.env(round % envs);
            end(done, EpisodeOutcome.success(""));
            begin(done);
        }
        recorder.envs().forEach(env -> end(env, EpisodeOutcome.success("")));
        recorder.close();
        assertEquals(43, lengths.size());
        int rows = lengths.values().stream().mapToInt(length -> length).sum();
        assertEquals(40 * 3 - 14, rows, "rows outside the mask are passed over");
        assertStored(recorder.run());
    }

    @Test
    void aMaskOfAnotherLengthIsRefused() {
        try (EpisodeRecorder recorder = open(2)) {
            String said = assertThrows(IllegalArgumentException.class, () -> recorder.stepAll(new boolean[3]))
                    .getMessage();
            assertEquals("the mask has 3 entries; expected one for each of 2 envs", said);
        }
    }

    @Test
    void anEpisodeThatOutlivesManyFilesHoldsNobodyUp() {
        EpisodeRecorder recorder = open(2);
        begin(recorder.env(1));
        for (int episode = 0; episode < 5 * PLACES; episode++) {
            begin(recorder.env(0));
            step(recorder.env(0));
            end(recorder.env(0), EpisodeOutcome.success(""));
        }
        step(recorder.env(1));
        end(recorder.env(1), EpisodeOutcome.success(""));
        recorder.close();
        assertEquals(5 * PLACES + 1, lengths.size());
        assertStored(recorder.run());
    }

    @Test
    void aPlaceStaysTheEnvsWhenItsBeginIsRefused() {
        try (EpisodeRecorder recorder = open(2)) {
            EnvRecorder env = recorder.env(0);
            EpisodeId refused = env.next();
            assertThrows(IllegalArgumentException.class, () -> env.begin());
            assertFalse(env.isRecording());
            assertEquals(refused, env.next());
            begin(env);
            assertEquals(refused, env.episode());
            assertThrows(IllegalStateException.class, () -> begin(env));
        }
    }

    @Test
    void aStepAfterTheEndSaysThatABeginIsMissing() {
        try (EpisodeRecorder recorder = open(1)) {
            recordEpisodes(recorder, PLACES);
            String said = assertThrows(
                            IllegalStateException.class, () -> recorder.env(0).step())
                    .getMessage();
            assertEquals("env 0 has ended its episode of run 0 and accepts no more steps before its next begin", said);
            begin(recorder.env(0));
            step(recorder.env(0));
        }
    }

    @Test
    void envsOfOneRecordingHaveOneInstruction() {
        EpisodeInfo one = new EpisodeInfo("open the drawer", "scripted", -1, SampleRun.DT_SECONDS);
        EpisodeInfo other = new EpisodeInfo("close the drawer", "scripted", -1, SampleRun.DT_SECONDS);
        RunSpec run = SampleRun.of(folder, 0, 2).toBuilder()
                .episodes(List.of(one, other))
                .build();
        EpisodeRecorderBuilder builder = EpisodeRecorder.builder(run, schema)
                .sink(of -> new CountedSink(of))
                .continuous();
        String said =
                assertThrows(IllegalArgumentException.class, builder::open).getMessage();
        assertTrue(said.startsWith("env 1 has another instruction, policy or period than env 0"), said);
        assertFalse(Files.exists(folder.resolve("SampleEnv")));
    }

    @Test
    void aReadySinkIsRefused() {
        EpisodeRecorderBuilder builder = EpisodeRecorder.builder(SampleRun.of(folder, 0, 1), schema)
                .sink(new CountedSink(SampleRun.of(folder, 0, 1)))
                .continuous();
        String said =
                assertThrows(IllegalArgumentException.class, builder::open).getMessage();
        assertTrue(said.startsWith("sink 'memory' is ready-made and serves one run"), said);
    }

    @Test
    void aRunThatCannotBeOpenedEndsTheNextBeginWithItsReason() {
        EpisodeRecorder recorder = open(1, run -> new CountedSink(run) {
            @Override
            public void open(SinkContext context) throws IOException {
                if (context.run().run() == 1) {
                    throw new IOException("the disk is full");
                }
                super.open(context);
            }
        });
        RecorderException failure = assertThrows(RecorderException.class, () -> recordEpisodes(recorder, PLACES + 1));
        assertEquals(
                "the next run cannot be opened: sink 'memory' cannot open: the disk is full", failure.getMessage());
        recorder.close();
        assertEquals(PLACES, lengths.size());
        assertStored(recorder.run());
    }

    @Test
    void aDataSinkThatFailsInAClosingRunReachesTheProducers() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        EpisodeRecorder recorder = open(1, run -> new CountedSink(run) {
            @Override
            public void close() throws IOException {
                super.close();
                failed.countDown();
                throw new IOException("the file is gone");
            }
        });
        recordEpisodes(recorder, PLACES);
        failed.await();
        RecorderException failure = assertThrows(RecorderException.class, () -> recordFor(recorder, 1_000_000));
        assertTrue(failure.getMessage().contains("the file is gone"), failure.getMessage());
        assertThrows(RecorderException.class, recorder::close);
    }

    @Test
    void anErrorWhileARunIsClosedIsToldAndHoldsNobodyUp() {
        EpisodeRecorder recorder = open(1, run -> new CountedSink(run) {
            @Override
            public void close() {
                throw new AssertionError("meant to happen");
            }
        });
        recordEpisodes(recorder, PLACES - 1);
        RecorderException failure = assertThrows(RecorderException.class, recorder::close);
        assertTrue(failure.getMessage().contains("meant to happen"), failure.getMessage());
    }

    private void recordFor(EpisodeRecorder recorder, int steps) {
        EnvRecorder env = recorder.env(0);
        begin(env);
        for (int i = 0; i < steps; i++) {
            step(env);
        }
    }

    @Test
    void whatIsRecordingAtTheCloseIsAborted() throws Exception {
        EpisodeRecorder recorder = open(2);
        recordEpisodes(recorder, 2 * PLACES - 1);
        begin(recorder.env(0));
        step(recorder.env(0));
        recorder.close();
        recorder.close();
        assertEquals(2 * PLACES, lines().size());
        List<Integer> aborted = lines().stream()
                .filter(line -> line.path("status").asText().equals("aborted"))
                .map(line -> line.path("episode").asInt())
                .toList();
        assertEquals(List.of(2 * PLACES - 1), aborted);
        assertThrows(IllegalStateException.class, () -> recorder.env(1).next());
        for (CompletableFuture<EpisodeSummary> summary : summaries) {
            assertTrue(summary.isDone());
        }
    }

    @Test
    void countersGoOnFromRunToRun() {
        TestRecording recording = new TestRecording(folder, 2);
        EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, schema)
                .config(CONFIG)
                .sink(run -> new CountedSink(run))
                .meters(recording.meters)
                .continuous()
                .open();
        recordEpisodes(recorder, 3 * PLACES);
        recorder.close();
        double steps = recording.meters.get("roboreel.steps").counter().count();
        assertEquals(lengths.values().stream().mapToInt(n -> n).sum(), steps);
        assertTrue(recording.meters.find("roboreel.ring.backlog").meters().isEmpty());
    }

    @Test
    void threadsAreGivenBack() throws Exception {
        EpisodeRecorder recorder = open(2);
        recordEpisodes(recorder, 5 * PLACES);
        recorder.close();
        for (int tries = 0; tries < 500 && recorderThreads() > 0; tries++) {
            Thread.sleep(20);
        }
        assertEquals(0, recorderThreads());
    }

    private static long recorderThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.isAlive() && t.getName().startsWith("roboreel"))
                .count();
    }
}
