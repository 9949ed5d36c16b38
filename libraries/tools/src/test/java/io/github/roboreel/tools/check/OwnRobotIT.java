package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of robots that are not RoboLab's, by what they declare. */
class OwnRobotIT {
    private static final FolderAudit AUDIT = new FolderAudit(MetricSettings.roboLab());
    private static final int STEPS = 12;

    @TempDir
    private Path folder;

    @Test
    void nanAndInfinityAreDataWhereTheyAreDeclared() throws IOException {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 7),
                FieldSpec.image("obs/depth", DType.FLOAT32, 8, 8, 1).allowingNonFinite(),
                FieldSpec.step("obs/range", DType.FLOAT64, 2).allowingNonFinite());
        float[] depth = new float[64];
        Arrays.fill(depth, 1.5f);
        depth[3] = Float.POSITIVE_INFINITY;
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run("{}"), schema)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 0; step < STEPS; step++) {
                env.step()
                        .put(schema.field("actions"), new float[7])
                        .put(schema.field("obs/depth"), depth)
                        .put(schema.field("obs/range"), new double[] {Double.NaN, step})
                        .publish();
            }
            env.end(EpisodeOutcome.success("seen"));
        }

        requireFindings();
    }

    @Test
    void infinityIsDamageWhereItIsNotDeclared() throws Exception {
        record("{}", FieldSpec.step("actions", DType.FLOAT32, 7), FieldSpec.step("obs/q", DType.FLOAT32, 2));
        edit("demo['obs/q'][5, 1] = np.inf");

        requireFindings(
                "ERROR run_0.hdf5 data/demo_0/obs/q: holds NaN or infinity in 1 of " + STEPS + " rows, first in row 5");
    }

    @Test
    void check_valuesOutsideTheirBounds_areKeptAndNoted() throws Exception {
        record(
                "{}",
                FieldSpec.step("actions", DType.FLOAT32, 2).withBounds(new double[] {-0.1, 0}, new double[] {0.1, 0.1}),
                FieldSpec.step("obs/gear", DType.INT8).withNumValues(4));
        edit("demo['actions'][...] = 0.1; demo['obs/gear'][...] = 3");
        requireFindings();

        edit("demo['actions'][7, 1] = -0.5; demo['obs/gear'][2:4] = 4");
        requireFindings(
                "NOTE run_0.hdf5 data/demo_0/actions: holds values outside the bounds that its field says in 1 of "
                        + STEPS + " rows, first in row 7",
                "NOTE run_0.hdf5 data/demo_0/obs/gear: holds values outside the bounds that its field says in 2 of "
                        + STEPS + " rows, first in row 2");
    }

    @Test
    void check_aBrokenDictionaryOfSignals_isNamed() throws Exception {
        record("{}", FieldSpec.step("actions", DType.FLOAT32, 2).withNames("x", "y"));
        edit("demo.parent.attrs['signals'] = '[]'");
        requireFindings(
                "ERROR run_0.hdf5 data@signals: is no JSON object; what its fields say of their elements is not known");
    }

    @Test
    void check_aDictionaryOfOtherElements_isNoted() throws Exception {
        record("{}", FieldSpec.step("actions", DType.FLOAT32, 2).withNames("x", "y"));
        edit("demo.parent.attrs['signals'] = '{\"actions\": {\"names\": [\"x\"]}}'");
        requireFindings("NOTE run_0.hdf5 data/demo_0/actions: has 1 names; expected 2, one for each element of a row,"
                + " according to data@signals");
    }

    @Test
    void typesThatOnlyRoboLabExpectsAreNotesThatNameIt() throws IOException {
        recordFloat64("{}");

        requireFindings(
                "NOTE run_0.hdf5 data/demo_0/actions and 2 more: is float64; RoboLab's tools expect float32 of that"
                        + " name");
    }

    @Test
    void theTabletopIsHeldToRoboLabsTypes() throws IOException {
        recordFloat64("{\"simulator\": \"" + EnvConfig.TABLETOP + "\"}");

        requireFindings(
                "ERROR run_0.hdf5 data/demo_0/actions: is float64; expected float32",
                "ERROR run_0.hdf5 data/demo_0/ee_pose/position: is float64; expected float32",
                "ERROR run_0.hdf5 data/demo_0/states/articulation/arm/joint_position: is float64; expected float32");
    }

    private void recordFloat64(String extra) {
        record(
                extra,
                FieldSpec.step("actions", DType.FLOAT64, 3),
                FieldSpec.step("ee_pose/position", DType.FLOAT64, 3),
                FieldSpec.step("states/articulation/arm/joint_position", DType.FLOAT64, 3));
    }

    @Test
    void missingActionsAreANote() throws IOException {
        record("{}", FieldSpec.step("imu", DType.FLOAT64, 6));

        requireFindings("NOTE run_0.hdf5 data/demo_0/actions: is missing, which datasets for training need");
    }

    @Test
    void valuesThatOnlyRoboLabExpectsAreNotesThatNameIt() throws IOException {
        record(
                "{}",
                FieldSpec.step("actions", DType.FLOAT32, 7),
                FieldSpec.step("states/rigid_object/cube/root_pose", DType.FLOAT32, 7));

        requireFindings(
                "NOTE run_0.hdf5 data/demo_0/states/rigid_object/cube/root_pose: holds quaternions whose length is not"
                        + " 1 in " + STEPS + " of " + STEPS + " rows, first in row 0, which RoboLab's tools do not"
                        + " expect of that name");
    }

    @Test
    void ownClocksThatGoBackAreNotes() throws IOException {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 7));
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run("{}"), schema)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 0; step < STEPS; step++) {
                env.step()
                        .put(schema.field("actions"), new float[7])
                        .put(schema.field(DemoPaths.SIM_TIME), 1.5 * step)
                        .put(schema.field(DemoPaths.WALL_TIME), 1000L - step)
                        .publish();
            }
            env.end(EpisodeOutcome.success("done"));
        }

        requireFindings(
                "NOTE run_0.hdf5 data/demo_0/timestamps/sim_time_s: does not advance by dt 0.05: row 1 is 1.5, the row"
                        + " before it 0.0, which RoboLab's tools do not expect of that name",
                "NOTE run_0.hdf5 data/demo_0/timestamps/wall_time_ns: goes backwards: row 1 is 999.0, the row before it"
                        + " 1000.0, which RoboLab's tools do not expect of that name");
    }

    @Test
    void check_observationsThatEqualTheStateOfTheirRow_areNotedWhereTheyChange() throws IOException {
        List<String> names = List.of("late", "seen", "goal", "float64");
        List<FieldSpec> fields = new ArrayList<>(List.of(FieldSpec.step("actions", DType.FLOAT32, 7)));
        for (String name : names) {
            fields.add(FieldSpec.step("states/" + name, DType.FLOAT32, 2));
            fields.add(FieldSpec.step("obs/" + name, name.equals("float64") ? DType.FLOAT64 : DType.FLOAT32, 2));
        }
        FieldSchema schema = FieldSchema.of(fields);
        RunSpec run = RunSpec.builder(folder, "OwnTask")
                .envs(2, "look")
                .dtSeconds(0.05)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, schema)) {
            for (EnvRecorder env : recorder.envs()) {
                env.begin();
                for (int step = 0; step < 700; step++) {
                    float[] before = {step, 0};
                    float[] after = {step + 1, 0};
                    float[] goal = {3, 4};
                    env.step()
                            .put(schema.field("actions"), new float[7])
                            .put(schema.field("obs/late"), after)
                            .put(schema.field("states/late"), after)
                            .put(schema.field("obs/seen"), step == 0 ? after : before)
                            .put(schema.field("states/seen"), after)
                            .put(schema.field("obs/goal"), goal)
                            .put(schema.field("states/goal"), goal)
                            .put(schema.field("obs/float64"), after)
                            .put(schema.field("states/float64"), after)
                            .publish();
                }
                env.end(EpisodeOutcome.success("seen"));
            }
        }

        requireFindings(
                "NOTE run_0.hdf5 data/demo_0/obs/late and 1 more: changes and equals states/late of the same row"
                        + " everywhere, so it was probably recorded after the action of its row, not before it, and"
                        + " shows a policy what its action will do");
    }

    @Test
    void whatH5pyAddedAfterwardsIsANote() throws Exception {
        record("{}", FieldSpec.step("actions", DType.FLOAT32, 7));
        edit("demo['rewards'] = np.full(3, np.nan); demo['dones'] = np.zeros(" + STEPS + ", 'int64')");

        requireFindings("NOTE run_0.hdf5 data/demo_0/dones and 1 more: was not written by the recorder");
    }

    @Test
    void check_softLinkAddedToOneDemo_isANote() throws Exception {
        record("{}", FieldSpec.step("actions", DType.FLOAT32, 7));
        edit("demo['alias'] = h5py.SoftLink('/data/demo_0/actions')");

        requireFindings("NOTE run_0.hdf5 data/demo_0/alias: was not written by the recorder");
    }

    @Test
    void check_videosUnderNamesThatWereCut_findsThem() throws IOException {
        FieldSchema schema =
                FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 7), FieldSpec.image("obs/cam_camera", 33, 47));
        RunSpec run = RunSpec.builder(folder, "OwnTask")
                .envs(1, "pick up the \u7ea2\u8272 block, then\u2026 ".repeat(20))
                .dtSeconds(0.05)
                .build();
        RecorderConfig config = RecorderConfig.builder()
                .set(VideoSettings.MODE, "sensor")
                .set(VideoSettings.ENCODER, "jcodec")
                .build();
        record(EpisodeRecorder.builder(run, schema).config(config), schema);

        requireFindings();
        try (Stream<Path> files = Files.list(folder.resolve("OwnTask"))) {
            assertEquals(
                    1,
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.matches("pick_up_the_.*-[0-9a-f]{8}_0\\.mp4"))
                            .count());
        }
    }

    @Test
    void ownMetricsMayHaveNamesOfStandardOnes() throws IOException {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 3), FieldSpec.step(DemoPaths.EE_POSITION, DType.FLOAT32, 3));
        record(
                EpisodeRecorder.builder(run("{}"), schema)
                        .metric("mine", (episode, dt) -> Map.of("ee_path_length", -1.0))
                        .metric("other", (episode, dt) -> Map.of("energy", 42.0)),
                schema);

        requireFindings();
    }

    @Test
    void check_rewardsAddedToOneOfTwoRuns_areANote() throws Exception {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT64, 3));
        for (int run = 0; run < 2; run++) {
            RunSpec spec = RunSpec.builder(folder, "OwnTask")
                    .run(run)
                    .envs(1, "look")
                    .dtSeconds(0.05)
                    .build();
            record(EpisodeRecorder.builder(spec, schema), schema);
        }
        edit("demo['rewards'] = np.ones(" + STEPS + ")");

        requireFindings(
                "NOTE run_0.hdf5 data/demo_0/actions: is float64; RoboLab's tools expect float32 of that name",
                "NOTE run_0.hdf5 data/demo_0/rewards: was not written by the recorder",
                "NOTE run_1.hdf5 data/demo_0/actions: is float64; RoboLab's tools expect float32 of that name");
    }

    @Test
    void aFieldInTracksIsRefusedAtOpenAndLeavesNothing() {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> record("{}", FieldSpec.step("tracks/imu", DType.FLOAT64, 6)));

        assertEquals(
                "field 'tracks/imu' is in group 'tracks', which is reserved for fields with a rate of their own; choose"
                        + " another path",
                refusal.getMessage());
        assertArrayEquals(new String[0], folder.toFile().list());
    }

    /** A recording of sample values. */
    private void record(String extra, FieldSpec... fields) {
        FieldSchema schema = FieldSchema.of(fields);
        record(EpisodeRecorder.builder(run(extra), schema), schema);
    }

    private static void record(EpisodeRecorderBuilder builder, FieldSchema schema) {
        try (EpisodeRecorder recorder = builder.open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 0; step < STEPS; step++) {
                var row = env.step();
                SampleFields.fill(row, schema, FieldPhase.STEP, 0, step);
                row.publish();
            }
            env.end(EpisodeOutcome.success("done"));
        }
    }

    private RunSpec run(String extra) {
        RunSpec.Builder run = RunSpec.builder(folder, "OwnTask").envs(1, "look").dtSeconds(0.05);
        if (!extra.equals("{}")) {
            run.envConfigJson("{\"sim\": {\"dt\": 0.05}, \"decimation\": 1, \"num_envs\": 1, " + extra.substring(1));
        }
        return run.build();
    }

    private void edit(String statement) throws Exception {
        String file = folder.resolve("OwnTask").resolve("run_0.hdf5").toString();
        String program = """
                import h5py, numpy as np
                with h5py.File(sys.argv[1], 'r+') as f:
                    demo = f['data/demo_0']
                    %s
                """.formatted(statement);
        Examples.run(program, file);
    }

    private void requireFindings(String... expected) throws IOException {
        List<String> findings = AUDIT.audit(folder).findings().stream()
                .map(OwnRobotIT::text)
                // What h5py moves leaves some.
                .filter(text -> !text.contains("dead space"))
                .toList();
        assertEquals(List.of(expected), findings);
    }

    private static String text(FileFault finding) {
        return finding.severity() + " " + finding.file().getFileName()
                + (finding.place().isEmpty() ? "" : " " + finding.place()) + ": " + finding.problem();
    }
}
