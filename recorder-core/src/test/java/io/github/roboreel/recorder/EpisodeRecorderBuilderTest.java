package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opening a recording by its builder, and describing the run. */
@Timeout(TestRecording.HANG_SECONDS)
class EpisodeRecorderBuilderTest {
    private static final RunReader NOTHING_STORED = new RunReader() {
        @Override
        public Map<String, Object> attributes() {
            return Map.of();
        }

        @Override
        public List<String> demoNames() {
            return List.of();
        }

        @Override
        public EpisodeReader demo(String name) {
            return null;
        }

        @Override
        public void close() {}
    };

    @TempDir
    Path folder;

    @Test
    void aProviderGetsTheRunAsItsFilesDescribeIt() {
        TestRecording recording = new TestRecording(folder, 1);
        List<RunSpec> created = new ArrayList<>();
        EpisodeSinkProvider provider = new EpisodeSinkProvider() {
            @Override
            public List<Setting<?>> settings() {
                return List.of();
            }

            @Override
            public EpisodeSink create(RecorderConfig config, RunSpec run) {
                created.add(run);
                return recording.memorySink();
            }
        };
        RecordingPlan plan = RecordingPlan.EVERYTHING.withSteps(StepSchedule.everyNth(3));
        var builder = EpisodeRecorder.builder(recording.run, recording.schema);
        try (EpisodeRecorder recorder = builder.sink(provider).plan(plan).open()) {
            assertEquals(List.of(recorder.run()), created);
        }
        double dtSeconds = recording.run.episodes().get(0).dtSeconds();
        assertEquals(3 * dtSeconds, created.get(0).episodes().get(0).dtSeconds(), 1e-12);
        assertThrows(IllegalStateException.class, builder::open);
    }

    @Test
    void givenMetricsAreComputedAndMetricsCanBeLeftOut() throws Exception {
        assertEquals(Map.of("dt", SampleRun.DT_SECONDS), metricsOf(folder.resolve("a"), true));
        assertEquals(Map.of(), metricsOf(folder.resolve("b"), false));
    }

    private static Map<String, Double> metricsOf(Path folder, boolean wanted) {
        TestRecording recording = new TestRecording(folder, 1);
        var builder = EpisodeRecorder.builder(recording.run, recording.schema)
                .sink(new MemorySink("memory", EpisodeSink.Role.DATA, recording.run, recording.runs) {
                    @Override
                    public Optional<RunReader> openReader() {
                        return Optional.of(NOTHING_STORED);
                    }
                })
                .metric("own", (episode, dtSeconds) -> Map.of("dt", dtSeconds));
        try (EpisodeRecorder recorder =
                wanted ? builder.open() : builder.withoutMetrics().open()) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 2);
            return recording
                    .end(recorder.env(0), EpisodeOutcome.success(""))
                    .join()
                    .metrics();
        }
    }

    @Test
    void withoutVideosTheirSinkIsNeverOpenedAndItsImagesAreDropped() {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 1),
                FieldSpec.image("obs/wrist_camera", 4, 4).unstored());
        for (boolean videos : new boolean[] {true, false}) {
            TestRecording recording = new TestRecording(folder.resolve("" + videos), 1);
            VideosOnly sink = new VideosOnly(recording);
            var builder = EpisodeRecorder.builder(recording.run, schema)
                    .sink(recording.memorySink())
                    .sink(sink);
            try (EpisodeRecorder recorder =
                    videos ? builder.open() : builder.withoutVideos().open()) {
                recorder.env(0).begin();
                recorder.env(0)
                        .step()
                        .put(schema.field("actions"), 1f)
                        .put(schema.field("obs/wrist_camera"), new byte[48])
                        .publish();
            }
            assertEquals(videos, sink.opened);
        }
    }

    private static final class VideosOnly extends MemorySink {
        private boolean opened;

        VideosOnly(TestRecording recording) {
            super("videos", Role.SIDE, recording.run, new MemoryRuns());
        }

        @Override
        public boolean recordsVideos() {
            return true;
        }

        @Override
        public Set<Field> consumes(FieldSchema schema) {
            return Set.of(schema.field("obs/wrist_camera"));
        }

        @Override
        public void open(SinkContext context) throws IOException {
            opened = true;
            super.open(context);
        }
    }

    @Test
    void aRunIsDescribedByItsPeriodAlone() throws IOException {
        RunSpec run = RunSpec.builder(folder, "Wave")
                .envs(3, "Wave at the camera")
                .policy("sine")
                .seed(42)
                .physics(1 / 120.0, 8)
                .attributes(List.of("simple"))
                .build();
        assertEquals(3, run.numEnvs());
        assertEquals(
                new EpisodeInfo("Wave at the camera", "sine", 42, 8 / 120.0),
                run.episodes().get(2));
        assertEquals("Wave_0", run.runName());
        JsonNode config = new ObjectMapper().readTree(run.envConfigJson());
        assertEquals(1 / 120.0, config.path("sim").path("dt").asDouble(), 1e-15);
        assertEquals(8, config.path("sim").path("render_interval").asInt());
        assertEquals(8, config.path("decimation").asInt());
        assertEquals(3, config.path("num_envs").asInt());
        assertEquals("Wave", config.path("_task_name").asText());
        assertEquals("simple", config.path("_task_attributes").path(0).asText());
    }

    @Test
    void entriesOfTheConfigurationJoinTheDefaultOnesAndAnotherPeriodIsRefused() throws IOException {
        RunSpec run = RunSpec.builder(folder, "Wave")
                .envs(1, "")
                .dtSeconds(0.1)
                .envConfig(Map.of("robot", "franka", "sim", Map.of("device", "cpu")))
                .build();
        JsonNode config = new ObjectMapper().readTree(run.envConfigJson());
        assertEquals("franka", config.path("robot").asText());
        assertEquals("cpu", config.path("sim").path("device").asText());
        assertEquals(0.1, config.path("sim").path("dt").asDouble());

        TestRecording recording = new TestRecording(RunSpec.builder(folder, "Wave")
                .envs(1, "")
                .dtSeconds(0.1)
                .envConfig(Map.of("decimation", 2))
                .build());
        ConfigException refused = assertThrows(ConfigException.class, () -> recording.open(recording.memorySink()));
        assertTrue(refused.getMessage().contains("sim.dt x decimation is 0.2"), refused.getMessage());
        assertFalse(folder.resolve("Wave").toFile().exists());
    }

    @Test
    void build_withoutEnvsOrPeriod_namesTheCall() {
        var noPeriod = RunSpec.builder(folder, "Wave").envs(1, "");
        assertEquals(
                "the run has no control period; give dtSeconds(seconds)",
                assertThrows(IllegalArgumentException.class, noPeriod::build).getMessage());
        var noEnvs = RunSpec.builder(folder, "Wave").dtSeconds(0.1);
        assertEquals(
                "the run has no envs; give envs(count, instruction)",
                assertThrows(IllegalArgumentException.class, noEnvs::build).getMessage());
    }
}
