package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What the recorder accepts is sound, whatever its fields are called and hold. */
class AnySchemaIT {
    private static final FolderAudit AUDIT = new FolderAudit(MetricSettings.roboLab());
    private static final String ENV = "OwnTask";

    /** Own names, names of RoboLab's format and names that look like these. */
    private static final List<String> PATHS = List.of(
            "actions",
            "rewards",
            "obs/range",
            "final_obs/range",
            "goal/position",
            "trackside",
            "obs/tracks/left",
            "timestamps/ros_time_ns",
            "ee_pose/position",
            "ee_pose/orientation",
            "ee_pose/wrench",
            "states/articulation/robot/joint_position",
            "states/rigid_object/box/root_pose",
            "states/rigid_object/box/mass",
            "initial_state/rigid_object/box/root_pose",
            "initial_state/cameras/front/orientation",
            "initial_camera_extrinsics/front/orientation",
            "subtask/status",
            "subtask/completed",
            "subtask/score",
            "bbox/bbox_mm/box",
            "bbox/centroid/box");

    @Property(tries = 40)
    void whatTheRecorderAcceptsHasNoError(
            @ForAll("schemas") FieldSchema schema, @ForAll @IntRange(max = 6) int numSteps) throws IOException {
        Path folder = Files.createTempDirectory("roboreel-any-schema");
        try {
            assertDoesNotThrow(
                    () -> record(folder, schema, numSteps), () -> schema.specs().toString());
            assertEquals(List.of(), errors(folder), () -> schema.specs().toString());
        } finally {
            delete(folder);
        }
    }

    @Example
    void aScoreThatIsNoNumberIsNullInTheLine() throws IOException {
        FieldSpec score = FieldSpec.step("subtask/score", DType.FLOAT16).allowingNonFinite();
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 2), score);
        whatTheRecorderAcceptsHasNoError(schema, 2);
        whatTheRecorderAcceptsHasNoError(schema, 3);
    }

    private static List<String> errors(Path folder) throws IOException {
        return AUDIT.audit(folder).findings().stream()
                .filter(finding -> finding.severity() == FileFault.Severity.ERROR)
                .map(FileFault::finding)
                .toList();
    }

    private static void record(Path folder, FieldSchema schema, int numSteps) {
        RunSpec run = RunSpec.builder(folder, ENV).envs(2, "do").dtSeconds(0.05).build();
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, schema)) {
            for (EnvRecorder env : recorder.envs()) {
                env.begin(row -> fill(row, schema, FieldPhase.INITIAL, env.envId(), 0));
                for (int step = 0; step < numSteps; step++) {
                    StepWriter row = env.step();
                    fill(row, schema, FieldPhase.STEP, env.envId(), step);
                    row.publish();
                }
            }
            EnvRecorder first = recorder.env(0);
            first.end(
                    EpisodeOutcome.success("done"),
                    row -> fill(row, schema, FieldPhase.FINAL, first.envId(), numSteps));
            recorder.env(1).end(EpisodeOutcome.failure("fell"));
        }
    }

    private static void fill(StepWriter row, FieldSchema schema, FieldPhase phase, int env, int step) {
        SampleFields.fill(row, schema, phase, env, step);
        schema.layout(phase).fields().stream()
                .filter(field -> field.spec().mayBeNonFinite())
                .forEach(field -> putNonFinite(row, field, step));
    }

    private static void putNonFinite(StepWriter row, Field field, int step) {
        double value = step % 2 == 0 ? Double.NaN : Double.NEGATIVE_INFINITY;
        if (field.spec().dtype() == DType.FLOAT64) {
            double[] values = new double[field.elements()];
            Arrays.fill(values, value);
            row.put(field, values);
        } else {
            float[] values = new float[field.elements()];
            Arrays.fill(values, (float) value);
            row.put(field, values);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Provide
    Arbitrary<FieldSchema> schemas() {
        return Arbitraries.of(PATHS)
                .set()
                .ofMaxSize(6)
                .flatMap(AnySchemaIT::fields)
                .map(FieldSchema::of);
    }

    private static Arbitrary<List<FieldSpec>> fields(Set<String> paths) {
        List<Arbitrary<FieldSpec>> fields = new ArrayList<>();
        paths.forEach(path -> fields.add(field(path)));
        return Combinators.combine(fields).as(all -> all);
    }

    private static Arbitrary<FieldSpec> field(String path) {
        Arbitrary<FieldSpec> arrays = Combinators.combine(
                        Arbitraries.of(DType.class),
                        Arbitraries.of(1, 3, 4, 7, 8).list().ofMaxSize(3),
                        Arbitraries.of(FieldPhase.class),
                        Arbitraries.of(true, false))
                .as((dtype, shape, phase, isNonFinite) -> new FieldSpec(
                        path, dtype, dtype.isText() ? List.of(7) : shape, "", "", phase, false, isNonFinite, true));
        Arbitrary<FieldSpec> images = Arbitraries.of(
                FieldSpec.image(path, 4, 5),
                FieldSpec.image(path, DType.UINT16, 4, 5, 1),
                FieldSpec.image(path, DType.FLOAT32, 4, 5, 1).allowingNonFinite());
        return Arbitraries.oneOf(arrays, images).filter(AnySchemaIT::isRecordable);
    }

    /** A start that is the last row, or a last row that is the start, is refused. */
    private static boolean isRecordable(FieldSpec field) {
        FieldPhase contradiction = field.path().startsWith("initial_")
                ? FieldPhase.FINAL
                : field.path().startsWith("final_obs/") ? FieldPhase.INITIAL : null;
        return field.phase() != contradiction;
    }
}
