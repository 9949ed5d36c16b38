package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two recorders that record the same run number of the same env into one registry. */
class SharedRegistryTest {
    private static final Set<String> GAUGES = Set.of(
            "roboreel.ring.backlog",
            "roboreel.post.episode.queue",
            "roboreel.durable.lag.steps",
            "roboreel.durable.lag.time",
            "roboreel.disk.free",
            "roboreel.disk.time.left",
            "own.open.steps");

    @TempDir
    Path folder;

    static Stream<MeterRegistry> registries() {
        return Stream.of(new SimpleMeterRegistry(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    }

    @ParameterizedTest
    @MethodSource("registries")
    void eachHasItsOwnMetersAndItsGaugesEndWithIt(MeterRegistry registry) throws Exception {
        Gauge.builder("users.own", () -> 42.0).register(registry);
        TestRecording first = new TestRecording(folder.resolve("a"), 3);
        TestRecording second = new TestRecording(folder.resolve("b"), 1);
        MeteredSink firstSink = new MeteredSink(first);
        MeteredSink secondSink = new MeteredSink(second);
        try (EpisodeRecorder slow = open(second, registry, secondSink)) {
            try (EpisodeRecorder quick = open(first, registry, firstSink)) {
                assertEquals(GAUGES, gauges(registry, "a"));
                record(first, quick.env(0), 5, EpisodeOutcome.success(""), firstSink);
                record(first, quick.env(1), 2, EpisodeOutcome.failure(""), firstSink);
                record(first, quick.env(2), 1, EpisodeOutcome.discarded(""), firstSink);
                second.begin(slow.env(0));
                second.steps(slow.env(0), 9);
                secondSink.awaitStep();
                assertEquals(
                        0,
                        of(registry, "a", "roboreel.durable.lag.steps").gauge().value());
                assertEquals(
                        9,
                        of(registry, "b", "roboreel.durable.lag.steps").gauge().value());
                assertTrue(of(registry, "b", "roboreel.ring.backlog").gauge().value() >= 9);
                assertEquals(8, of(registry, "a", "own.open.steps").gauge().value());
                awaitDiskLook(registry);
            }
            assertEquals(Set.of(), gauges(registry, "a"));
            assertEquals(GAUGES, gauges(registry, "b"));
            secondSink.letThrough();
            second.end(slow.env(0), EpisodeOutcome.success("")).join();
            assertEquals(
                    0, of(registry, "b", "roboreel.durable.lag.steps").gauge().value());
            assertEquals(9, of(registry, "b", "own.open.steps").gauge().value());
        }
        assertEquals(Set.of(), gauges(registry, "b"));
        assertEquals(42, registry.get("users.own").gauge().value());
        assertEquals(8, of(registry, "a", "roboreel.steps").counter().count());
        assertEquals(9, of(registry, "b", "roboreel.steps").counter().count());
        assertEpisodes(registry, "a", 1, 1, 1);
        assertEpisodes(registry, "b", 1, 0, 0);
    }

    @Test
    void everyMeterSaysWhatItCountsInWhichUnit() {
        MeterRegistry registry = new SimpleMeterRegistry();
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = open(recording, registry, recording.memorySink())) {
            assertEquals(1, recorder.numEnvs());
            for (Meter meter : registry.getMeters()) {
                assertNotNull(meter.getId().getDescription(), meter.getId().toString());
                assertNotNull(meter.getId().getBaseUnit(), meter.getId().toString());
            }
            assertTrue(registry.getMeters().size() > 15, registry.getMeters().toString());
        }
    }

    @Test
    void prometheusShowsThemAsTwoSeries() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        TestRecording first = new TestRecording(folder.resolve("a"), 1);
        TestRecording second = new TestRecording(folder.resolve("b"), 1);
        try (EpisodeRecorder a = open(first, registry, first.memorySink());
                EpisodeRecorder b = open(second, registry, second.memorySink())) {
            first.begin(a.env(0));
            first.steps(a.env(0), 4);
            first.end(a.env(0), EpisodeOutcome.success("")).join();
            assertEquals(1, b.numEnvs());
        }
        String scraped = registry.scrape();
        for (String line : List.of(series("a", "4.0"), series("b", "0.0"))) {
            assertTrue(scraped.contains(line), line + " is not in\n" + scraped);
        }
    }

    private String series(String name, String value) {
        return "roboreel_steps_total{env_name=\"SampleEnv\",recorder=\""
                + folder.resolve(name).toAbsolutePath()
                + "\",run=\"0\"} "
                + value;
    }

    /** Writes to the real disk until its room is seen to shrink, which takes half a minute. */
    @Test
    @Tag("slow")
    void aDiskThatIsFullSoonIsWarnedOf() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        TestRecording recording = new TestRecording(folder.resolve("a"), 1);
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.LOW_DISK_WARNING_SECONDS, 1e9)
                .build();
        byte[] block = new byte[1 << 18];
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, recording.schema)
                .config(config)
                .sink(recording.memorySink())
                .meters(registry)
                .open()) {
            assertEquals(1, recorder.numEnvs());
            while (of(registry, "a", "roboreel.disk.warnings").counter().count() == 0) {
                Files.write(folder.resolve("filler"), block, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                Thread.sleep(20);
            }
        }
    }

    /** Looks come once a second, so closing takes the time of some. */
    @Test
    void whatClosingWritesIsNoConsumption() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        TestRecording recording = new TestRecording(folder.resolve("a"), 1);
        Set<Double> seen = new HashSet<>();
        MeteredSink sink = new MeteredSink(recording) {
            @Override
            public void close() throws IOException {
                for (int i = 0; i < 25; i++) {
                    Files.write(folder.resolve("copy" + i), new byte[1 << 18]);
                    seen.add(of(registry, "a", "roboreel.disk.free").gauge().value());
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                }
                super.close();
            }
        };
        try (EpisodeRecorder recorder = open(recording, registry, sink)) {
            assertEquals(1, recorder.numEnvs());
        }
        assertEquals(1, seen.size(), seen.toString());
    }

    @Test
    void aRecorderThatDoesNotOpenLeavesNoGauge() {
        MeterRegistry registry = new SimpleMeterRegistry();
        TestRecording recording = new TestRecording(folder.resolve("a"), 1);
        MeteredSink sink = new MeteredSink(recording) {
            @Override
            public void open(SinkContext context) throws IOException {
                super.open(context);
                throw new IOException("no room");
            }
        };
        try {
            open(recording, registry, sink);
        } catch (RecorderException e) {
            assertTrue(e.getMessage().contains("no room"), e.getMessage());
        }
        assertEquals(Set.of(), gauges(registry, "a"));
    }

    private static EpisodeRecorder open(TestRecording recording, MeterRegistry registry, MemorySink sink) {
        return EpisodeRecorder.builder(recording.run, recording.schema)
                .sink(sink)
                .meters(registry)
                .open();
    }

    private static void record(
            TestRecording recording, EnvRecorder env, int steps, EpisodeOutcome outcome, MeteredSink sink) {
        sink.letThrough();
        recording.begin(env);
        recording.steps(env, steps);
        recording.end(env, outcome).join();
    }

    private RequiredSearch of(MeterRegistry registry, String recorder, String name) {
        return registry.get(name)
                .tag("env_name", "SampleEnv")
                .tag("run", "0")
                .tag("recorder", folder.resolve(recorder).toAbsolutePath().toString());
    }

    private Set<String> gauges(MeterRegistry registry, String recorder) {
        Set<String> names = new TreeSet<>();
        for (Meter meter : registry.getMeters()) {
            boolean isGauge = meter.getId().getType() == Meter.Type.GAUGE;
            String of = meter.getId().getTag("recorder");
            if (isGauge && folder.resolve(recorder).toAbsolutePath().toString().equals(of)) {
                names.add(meter.getId().getName());
            }
        }
        return names;
    }

    private void awaitDiskLook(MeterRegistry registry) throws InterruptedException {
        Gauge free = of(registry, "a", "roboreel.disk.free").gauge();
        while (Double.isNaN(free.value())) {
            Thread.sleep(5);
        }
        assertTrue(free.value() > 0);
        assertTrue(of(registry, "a", "roboreel.disk.time.left").gauge().value() > 0);
    }

    private void assertEpisodes(MeterRegistry registry, String recorder, int success, int failure, int discarded) {
        assertEquals(success, episodes(registry, recorder, "success"));
        assertEquals(failure, episodes(registry, recorder, "failure"));
        assertEquals(discarded, episodes(registry, recorder, "discarded"));
        assertEquals(0, episodes(registry, recorder, "truncated"));
        assertEquals(0, episodes(registry, recorder, "aborted"));
    }

    private double episodes(MeterRegistry registry, String recorder, String status) {
        return of(registry, recorder, "roboreel.episodes")
                .tag("status", status)
                .counter()
                .count();
    }

    /** What it has consumed is durable; it counts that in a gauge of its own. */
    private static class MeteredSink extends MemorySink {
        private final AtomicLong[] durable;
        private final AtomicLong consumed = new AtomicLong();
        private final CountDownLatch gate = new CountDownLatch(1);
        private final CountDownLatch reached = new CountDownLatch(1);

        MeteredSink(TestRecording recording) {
            super("metered", Role.DATA, recording.run, recording.runs);
            durable = Stream.generate(AtomicLong::new)
                    .limit(recording.run.numEnvs())
                    .toArray(AtomicLong[]::new);
        }

        @Override
        public void open(SinkContext context) throws IOException {
            Gauge.builder("own.open.steps", consumed::get)
                    .description("steps that the sink of a user has consumed")
                    .baseUnit("steps")
                    .register(context.meters());
            super.open(context);
        }

        @Override
        public void onStep(int env, long step, RowView row) throws IOException {
            reached.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            super.onStep(env, step, row);
            consumed.incrementAndGet();
            durable[env].incrementAndGet();
        }

        @Override
        public long durableSteps(int env) {
            return durable[env].get();
        }

        void awaitStep() throws InterruptedException {
            reached.await();
        }

        void letThrough() {
            gate.countDown();
        }
    }
}
