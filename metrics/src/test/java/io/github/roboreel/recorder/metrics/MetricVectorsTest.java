package io.github.roboreel.recorder.metrics;

import static io.github.roboreel.recorder.metrics.Trajectories.asFloat32;
import static io.github.roboreel.recorder.metrics.Trajectories.minimumJerk;
import static io.github.roboreel.recorder.metrics.Trajectories.minimumJerkVelocity;
import static io.github.roboreel.recorder.metrics.Trajectories.rows;
import static io.github.roboreel.recorder.metrics.Trajectories.signal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The reference's numbers: conformance/metric-vectors.json, whose ids name the tests. */
class MetricVectorsTest {
    private static final double DT = 1.0 / 15;
    private static final double FLOAT64 = 1e-9;
    private static final double FLOAT32 = 1e-5;
    private static final Sparc SPARC = Sparc.STANDARD;
    private static JsonNode vectors;

    @BeforeAll
    static void readVectors() throws IOException {
        Path file = Path.of("..", "conformance", "metric-vectors.json");
        vectors = new ObjectMapper().readTree(file.toFile()).get("vectors");
    }

    @Test
    void m1MinimumJerk() {
        double[] from = {0.3, 0, 0.2};
        double[] to = {0.5, 0.3, 0.1};
        Signal position = signal(minimumJerk(61, from, to));
        Signal velocity = signal(minimumJerkVelocity(61, DT, from, to));
        double[] speed = velocity.norms();
        JsonNode expected = expected("M1", "expected");
        check(expected, "sparc_from_velocity", SPARC.of(speed, DT));
        check(expected, "sparc_from_position", SPARC.of(position.derivative(DT).norms(), DT));
        check(expected, "isj_from_velocity", IntegratedSquaredJerk.ofVelocity(velocity, DT));
        check(expected, "isj_from_position", isjOfPosition(position, DT));
        check(expected, "path_length", position.pathLength());
        check(expected, "speed_max", Arrays.stream(speed).max().orElseThrow());
        check(expected, "speed_mean", Arrays.stream(speed).average().orElseThrow());
    }

    @Test
    void m2SparcParameters() {
        double[] speed = rectifiedSine(64);
        JsonNode expected = expected("M2", "expected");
        check(expected, "sparc", SPARC.of(speed, DT));
        check(expected, "sparc_padlevel_1", new Sparc(1, 10, 0.05, 1e-6).of(speed, DT));
        check(expected, "sparc_fc_2", new Sparc(4, 2, 0.05, 1e-6).of(speed, DT));
        check(expected, "sparc_threshold_0.2", new Sparc(4, 10, 0.2, 1e-6).of(speed, DT));
    }

    @Test
    void m3SparcJustAboveAPowerOfTwo() {
        check(expected("M3", "expected"), "sparc", SPARC.of(rectifiedSine(65), DT));
    }

    @Test
    void m4SparcOfConstantSpeed() {
        JsonNode expected = expected("M4", "expected");
        check(expected, "c=9.9e-7", SPARC.of(constant(20, 9.9e-7), DT));
        check(expected, "c=1e-6", SPARC.of(constant(20, 1e-6), DT));
        check(expected, "c=0.1", SPARC.of(constant(20, 0.1), DT));
        check(expected, "T=1,c=0.1", SPARC.of(constant(1, 0.1), DT));
        check(expected, "T=2,c=0.1", SPARC.of(constant(2, 0.1), DT));
        check(expected, "T=3,c=0.1", SPARC.of(constant(3, 0.1), DT));
    }

    @Test
    void m5Joints() {
        Signal velocity = signal(rows(
                90, 7, (k, j) -> 0.1 * (j + 1) * Math.sin(2 * Math.PI * 0.25 * (j + 1) * k * DT + 0.3 * j)));
        JsonNode expected = expected("M5", "expected");
        double[] sparc = JointSparc.perJoint(velocity, DT);
        for (int joint = 0; joint < 7; joint++) {
            Signal one = Signal.of(velocity.column(joint), 1);
            double isj = IntegratedSquaredJerk.ofVelocity(one, DT);
            close("joint " + joint, expected.get("joint_isj_per_joint").get(joint), isj, FLOAT64);
            close("joint " + joint, expected.get("sparc_per_joint").get(joint), sparc[joint], FLOAT64);
        }
        double isj = IntegratedSquaredJerk.ofVelocity(velocity, DT);
        check(expected, "joint_isj_from_velocity", isj);
        check(expected, "joint_sparc_mean", Arrays.stream(sparc).average().orElseThrow());
    }

    @Test
    void m6JerkOfAParabola() {
        JsonNode expected = expected("M6", "expected");
        check(expected, "isj_from_position", isjOfPosition(parabola(6), 0.5));
        check(expected, "isj_from_velocity", IntegratedSquaredJerk.ofVelocity(parabola(6), 0.5));
        check(expected, "isj_from_position_T3", isjOfPosition(parabola(3), 0.5));
        check(expected, "isj_from_velocity_T3", IntegratedSquaredJerk.ofVelocity(parabola(3), 0.5));
        check(expected, "isj_from_position_T2", isjOfPosition(parabola(2), 0.5));
        check(expected, "isj_from_velocity_T2", IntegratedSquaredJerk.ofVelocity(parabola(2), 0.5));
        Signal gradient = parabola(6).derivative(0.5);
        checkAll(expected.get("gradient_of_x"), gradient.column(0));
        checkAll(expected.get("gradient2_of_x"), gradient.derivative(0.5).column(0));
    }

    @Test
    void m7PathOfASquare() {
        double[] square = StreamSupport.stream(vector("M7").get("positions").spliterator(), false)
                .flatMap(row -> StreamSupport.stream(row.spliterator(), false))
                .mapToDouble(JsonNode::asDouble)
                .toArray();
        JsonNode expected = expected("M7", "expected");
        check(expected, "path_length", Signal.of(square, 3).pathLength());
        Signal point = Signal.of(Arrays.copyOf(square, 3), 3);
        check(expected, "path_length_single_point", point.pathLength());
    }

    @Test
    void m8Episode() throws IOException {
        JsonNode promoted = expected("M8", "expected_if_inputs_promoted_to_float64");
        checkEpisode(promoted, compute(episode()), FLOAT64);
        checkEpisode(expected("M8", "expected"), compute(episode()), FLOAT32);
    }

    @Test
    void m8EpisodeWithoutVelocity() throws IOException {
        MemoryEpisode episode = episode().without(MemoryEpisode.EE_VELOCITY);
        JsonNode expected = expected("M8", "expected_without_ee_linear_velocity");
        checkEpisode(expected, compute(episode), FLOAT32);
    }

    @Test
    void m9MotionlessJoint() throws IOException {
        MemoryEpisode episode = episode();
        for (double[] row : episode.datasets().get(MemoryEpisode.JOINT_VELOCITY)) {
            row[3] = 0;
        }
        Map<String, Double> actual = compute(episode);
        checkEpisode(expected("M9", "expected"), actual, FLOAT32);
        assertNull(actual.get("joint_sparc_mean"));
        assertEquals(meanOfMovingJoints(episode), actual.get("joint_sparc_moving_mean"), 1e-12);
    }

    @Test
    void m10ShortEpisodes() throws IOException {
        assertTrue(expected("M10", "expected_T2").isNull());
        assertEquals(Map.of(), compute(episode().truncated(2)));
        checkEpisode(expected("M10", "expected_T3"), compute(episode().truncated(3)), FLOAT32);
    }

    @Test
    void m11NoisyMinimumJerk() {
        double[][] position = minimumJerk(300, new double[] {0, 0, 0}, new double[] {0.3, 0.1, -0.05});
        long state = 12345;
        for (double[] row : position) {
            for (int d = 0; d < 3; d++) {
                state = (1664525 * state + 1013904223) & 0xFFFFFFFFL;
                row[d] += 0.002 * (state / 4294967296.0 - 0.5);
            }
        }
        Signal noisy = signal(position);
        double dt = 1.0 / 60;
        JsonNode expected = expected("M11", "expected");
        check(expected, "sparc_from_position", SPARC.of(noisy.derivative(dt).norms(), dt));
        check(expected, "isj_from_position", isjOfPosition(noisy, dt));
        check(expected, "path_length", noisy.pathLength());
    }

    private static double meanOfMovingJoints(MemoryEpisode episode) {
        Signal velocity = signal(episode.datasets().get(MemoryEpisode.JOINT_VELOCITY));
        double[] sparc = JointSparc.perJoint(velocity, DT);
        return (sparc[0] + sparc[1] + sparc[2] + sparc[4] + sparc[5] + sparc[6]) / 6;
    }

    private static MemoryEpisode episode() {
        double[] from = {0.4, -0.2, 0.3};
        double[] to = {0.6, 0.2, 0.15};
        double[][] joints = asFloat32(rows(75, 13, (k, j) -> 0.1 * j + 0.05 * (j + 1) * Math.sin(phase(k, j))));
        double[][] velocities = asFloat32(rows(75, 13, (k, j) -> 0.04 * (j + 1) * Math.sin(phase(k, j) + 0.5)));
        return new MemoryEpisode()
                .with(MemoryEpisode.EE_POSITION, asFloat32(minimumJerk(75, from, to)))
                .with(MemoryEpisode.EE_ORIENTATION, rows(75, 4, (k, d) -> d == 0 ? 1 : 0))
                .with(MemoryEpisode.EE_VELOCITY, asFloat32(minimumJerkVelocity(75, DT, from, to)))
                .with(MemoryEpisode.JOINT_POSITION, joints)
                .with(MemoryEpisode.JOINT_VELOCITY, velocities)
                .with(MemoryEpisode.ACTIONS, rows(75, 8, (k, j) -> j < 7 ? (float) joints[k][j] + 0.01f : 1));
    }

    private static double phase(int step, int joint) {
        return 2 * Math.PI * 0.1 * (joint + 1) * step * DT + 0.2 * joint;
    }

    private static double[] rectifiedSine(int steps) {
        double[][] rows = rows(steps, 1, (k, d) -> Math.abs(0.2 * Math.sin(2 * Math.PI * 0.5 * k * DT)));
        return signal(rows).column(0);
    }

    private static double[] constant(int steps, double value) {
        double[] result = new double[steps];
        Arrays.fill(result, value);
        return result;
    }

    private static Signal parabola(int steps) {
        return signal(rows(steps, 1, (k, d) -> (double) k * k));
    }

    private static double isjOfPosition(Signal position, double dt) {
        return IntegratedSquaredJerk.ofVelocity(position.derivative(dt), dt);
    }

    private static Map<String, Double> compute(MemoryEpisode episode) throws IOException {
        return EpisodeMetrics.STANDARD.compute(episode, DT, MetricSettings.roboLab());
    }

    private static JsonNode vector(String id) {
        return StreamSupport.stream(vectors.spliterator(), false)
                .filter(vector -> vector.get("id").asText().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode expected(String id, String key) {
        return vector(id).get(key);
    }

    private static void checkEpisode(JsonNode expected, Map<String, Double> actual, double tolerance) {
        assertEquals(8, expected.size());
        expected.properties().forEach(field -> {
            assertTrue(actual.containsKey(field.getKey()), field.getKey());
            Double value = actual.get(field.getKey());
            double number = value == null ? Double.NaN : value;
            close(field.getKey(), field.getValue(), number, tolerance);
        });
    }

    private static void check(JsonNode expected, String key, double actual) {
        close(key, expected.get(key), actual, FLOAT64);
    }

    private static void checkAll(JsonNode expected, double[] actual) {
        assertEquals(expected.size(), actual.length);
        for (int i = 0; i < actual.length; i++) {
            close("element " + i, expected.get(i), actual[i], FLOAT64);
        }
    }

    private static void close(String what, JsonNode expected, double actual, double tolerance) {
        if (expected.isNull()) {
            assertTrue(Double.isNaN(actual), what + " is " + actual);
        } else {
            double value = expected.asDouble();
            assertEquals(value, actual, tolerance * Math.abs(value), what);
        }
    }
}
