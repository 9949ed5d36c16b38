package io.github.roboreel.runner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recordings.episodes.RecordedEpisodes;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.runner.replay.DriftCurve;
import io.github.roboreel.runner.replay.EpisodeReplay;
import io.github.roboreel.runner.replay.FieldDrift;
import io.github.roboreel.runner.replay.Replay;
import io.github.roboreel.runner.replay.ReplayOutput;
import io.github.roboreel.runner.replay.ReplayRequest;
import io.github.roboreel.runner.replay.ReplayResult;
import io.github.roboreel.runner.replay.Tolerances;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.VectorPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulator of which one step has changed since it recorded: what each mode reports of it. */
class ReplayModesTest {
    private static final int CHANGED_STEP = 3;
    private static final int FIRST_SEED = 0;
    private static final int ENVS = 6;

    @TempDir
    Path temp;

    private final List<Drawn> drawn = new ArrayList<>();
    private Path recorded;

    /** What a picture of the drift is asked to show. */
    private record Drawn(Path envFolder, String subtitle, double dtSeconds, List<DriftCurve> curves) {}

    /** Adds 1 in every step. */
    private static final class Ones implements PolicyProvider {
        @Override
        public String name() {
            return "ones";
        }

        @Override
        public String description() {
            return "Ones.";
        }

        @Override
        public VectorPolicy create(PolicyRequest request) {
            return VectorPolicy.of(Collections.nCopies(request.numEnvs(), new Policy() {
                @Override
                public void reset(Observation first, long seed) {}

                @Override
                public void act(Observation now, double[] actionOut) {
                    actionOut[0] = 1;
                    actionOut[1] = 0;
                }
            }));
        }
    }

    /** Episodes of 3 to 8 steps. */
    @BeforeEach
    void record() {
        record("recorded", "");
    }

    private void record(String folder, String resetOptions) {
        recorded = temp.resolve(folder);
        SimulationRequest request = new SimulationRequest(
                        "CountTask", "default", "ones", ENVS, FIRST_SEED, 0, CameraRequest.NONE, Path.of("config"))
                .withResetOptions(resetOptions);
        RecordingBatch batch = new RecordingBatch(new Counters(), new Ones(), "ones", request);
        var builder = EpisodeRecorder.builder(batch.runSpec(recorded, 0), batch.schema());
        ServiceLoader.load(EpisodeSinkProvider.class).forEach(builder::sink);
        try (EpisodeRecorder recorder = builder.withoutVideos().open()) {
            new BatchRunner(batch, 1, false).run(recorder, RunProgress.NONE);
        }
    }

    private ReplayResult replay(Counters counters, int restoreEvery, Optional<Path> folder) throws IOException {
        return replayInto(folder.map(out -> new ReplayOutput(out, this::draw)), counters, restoreEvery);
    }

    private ReplayResult replayInto(Optional<ReplayOutput> output, Counters counters, int restoreEvery)
            throws IOException {
        return Replay.of(new ReplayRequest(
                recorded,
                episode -> true,
                new ReplayRequest.World(Optional.of(counters), true, Optional.empty(), Path.of("config")),
                restoreEvery,
                Tolerances.EXACT,
                output));
    }

    private void draw(Path envFolder, String subtitle, double dtSeconds, List<DriftCurve> curves) {
        drawn.add(new Drawn(envFolder, subtitle, dtSeconds, curves));
    }

    @ParameterizedTest
    @CsvSource({"0, 3 4 5 6 7", "1, 3", "2, 3", "3, 3 4 5", "5, 3 4"})
    void theChangeLastsUntilTheNextRestoredState(int restoreEvery, String driftingSteps) throws Exception {
        Path out = temp.resolve("out");
        ReplayResult result = replay(new Counters(Restores.STATE, CHANGED_STEP), restoreEvery, Optional.of(out));

        assertEquals(1, result.tracked(), "the episode of 3 steps ends before the change");
        EpisodeReplay longest = result.episodes().get(ENVS - 1);
        FieldDrift sum = longest.drifts().stream()
                .filter(drift -> drift.path().equals(Counters.SUM))
                .findFirst()
                .orElseThrow();
        assertEquals(CHANGED_STEP + 1, sum.firstStep().getAsInt());
        assertEquals(Counters.CHANGE, sum.maximum());
        double[] expected = new double[8];
        for (String step : driftingSteps.split(" ")) {
            expected[Integer.parseInt(step)] = Counters.CHANGE;
        }
        assertArrayEquals(expected, driftOfSums(out).get(ENVS - 1));
        requireDrawn(out.resolve("CountTask"), expected);
    }

    /** One picture of the env, with the largest drift of its episodes at each step. */
    private void requireDrawn(Path envFolder, double[] sums) {
        assertEquals(1, drawn.size());
        assertEquals(envFolder, drawn.get(0).envFolder());
        assertEquals("CountTask, the largest of 6 episodes", drawn.get(0).subtitle());
        assertEquals(0.25, drawn.get(0).dtSeconds());
        DriftCurve curve = drawn.get(0).curves().stream()
                .filter(one -> one.field().equals(Counters.SUM))
                .findFirst()
                .orElseThrow();
        assertArrayEquals(sums, curve.values());
    }

    @Test
    void aPictureThatCannotBeDrawnIsAProblemOfItsEnv() throws Exception {
        ReplayOutput output = new ReplayOutput(temp.resolve("out"), (folder, subtitle, dtSeconds, curves) -> {
            throw new IOException("there are no fonts");
        });
        ReplayResult result = replayInto(Optional.of(output), new Counters(Restores.STATE, CHANGED_STEP), 0);
        assertEquals(ENVS, result.episodes().size());
        assertEquals(1, result.problems().size());
        String problem = result.problems().get(0).text();
        assertTrue(problem.contains("has no replay_drift: there are no fonts"), problem);
    }

    @Test
    void replay_ofAnEpisodeWithResetOptions_resetsWithThem() throws Exception {
        record("options", "{\"more\": 0.5}");
        List<Double> starts = new ArrayList<>();
        List<Object> stored = new ArrayList<>();
        new RecordedEpisodes(ResultFolder.open(recorded), new ArrayList<>())
                .visit(episode -> true, (episode, reader) -> {
                    starts.add(reader.readDoubles(Counters.START)[0]);
                    stored.add(EpisodeMetadata.of(reader.attributes())
                            .episodeAttributes()
                            .get("reset_options"));
                });
        assertEquals(List.of(0.5, 1.5, 2.5, 3.5, 4.5, 5.5), starts);
        assertEquals(Collections.nCopies(ENVS, "{\"more\": 0.5}"), stored);
        String config = Files.readString(recorded.resolve("CountTask/env_cfg.json"));
        assertTrue(config.contains("\"reset_options\":{\"more\":0.5}"), config);

        Path out = temp.resolve("out");
        ReplayResult result = replay(new Counters(), 0, Optional.of(out));

        assertEquals(ENVS, result.tracked());
        assertTrue(result.episodes().stream().allMatch(EpisodeReplay::isBitExact));
        assertTrue(
                result.episodes().stream().allMatch(episode -> episode.notes().isEmpty()));
        recorded = out;
        assertEquals(ENVS, replay(new Counters(), 0, Optional.empty()).tracked(), "a replay is replayed");
    }

    @Test
    void replay_inASimulationThatTakesNoResetOptions_isRefused() throws Exception {
        record("options", "{\"more\": 0.5}");
        Counters counters = new Counters();
        counters.takesOptions = false;
        ReplayResult result = replay(counters, 0, Optional.empty());
        assertEquals(
                "its env was reset with options, and simulation counters takes none; choose one that does"
                        + " with --env, or load its plug-in",
                result.episodes().get(0).refusal().orElseThrow());
    }

    /** The simulation gives the configuration that it was given as its own. */
    @Test
    void replay_inAnotherVersionOfTheSimulator_namesBothAndRecordsItsOwn() throws Exception {
        Counters counters = new Counters();
        counters.version = "2";
        Path out = temp.resolve("out");
        ReplayResult result = replay(counters, 0, Optional.of(out));
        assertEquals(
                List.of("simulator_version was \"1\" in the recording and is \"2\" now"),
                result.episodes().get(0).provenance());
        String config = Files.readString(out.resolve("CountTask/env_cfg.json"));
        assertTrue(config.contains("\"simulator_version\":\"2\"") && config.contains("\"gravity\":9.81"), config);
    }

    private static List<double[]> driftOfSums(Path folder) throws IOException {
        List<double[]> drifts = new ArrayList<>();
        new RecordedEpisodes(ResultFolder.open(folder), new ArrayList<>())
                .visit(
                        episode -> true,
                        (episode, reader) -> drifts.add(reader.readDoubles("replay/drift/" + Counters.SUM)));
        return drifts;
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "4"})
    void theSameSimulatorTracksInEveryMode(int restoreEvery) throws Exception {
        Path out = temp.resolve("out");
        ReplayResult result = replay(new Counters(Restores.STATE, -1), restoreEvery, Optional.of(out));
        assertEquals(ENVS, result.tracked());
        assertTrue(result.episodes().stream().allMatch(EpisodeReplay::isBitExact));
        assertTrue(driftOfSums(out).stream().flatMapToDouble(DoubleStream::of).allMatch(value -> value == 0));
        assertEquals(List.of(), drawn, "there is no drift to draw");
    }

    @Test
    void aSimulatorThatOnlyStartsAgainSaysSo() throws Exception {
        ReplayResult result = replay(new Counters(Restores.SEED, -1), 1, Optional.empty());
        assertEquals(
                "simulation counters can start its episodes again, but not be set to a recorded state; replay with"
                        + " --mode actions",
                result.episodes().get(0).refusal().orElseThrow());
    }
}
