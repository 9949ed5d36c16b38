package io.github.roboreel.recorder.metrics;

import static io.github.roboreel.recorder.metrics.Trajectories.randomEpisode;
import static io.github.roboreel.recorder.metrics.Trajectories.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpisodeMetricsTest {
    private static final double DT = 1.0 / 15;

    @Test
    void namesComeInRoboLabsOrderThenOurs() throws IOException {
        List<String> expected = List.of(
                "ee_sparc",
                "joint_sparc_mean",
                "ee_isj",
                "joint_isj",
                "ee_path_length",
                "joint_rmse_mean",
                "ee_speed_max",
                "ee_speed_mean",
                "joint_sparc_moving_mean");
        assertEquals(expected, List.copyOf(compute(randomEpisode(1, 40)).keySet()));
    }

    @ParameterizedTest
    @CsvSource({
        "ee_pose/position, ee_path_length",
        "states/articulation/robot/joint_position, joint_rmse_mean",
        "states/articulation/robot/joint_velocity, joint_sparc_mean joint_isj joint_sparc_moving_mean",
        "actions, joint_rmse_mean",
    })
    void aMissingDatasetLeavesOnlyItsMetricsUndefined(String path, String undefined) throws IOException {
        Map<String, Double> expected = new LinkedHashMap<>(compute(randomEpisode(1, 40)));
        for (String name : undefined.split(" ")) {
            assertNotNull(expected.replace(name, null), name);
        }
        assertEquals(expected, compute(randomEpisode(1, 40).without(path)));
    }

    @Test
    void theOrientationIsNotNeeded() throws IOException {
        assertEquals(
                compute(randomEpisode(1, 40)), compute(randomEpisode(1, 40).without(MemoryEpisode.EE_ORIENTATION)));
    }

    @Test
    void withoutPositionAndVelocityTheEndEffectorIsUndefined() throws IOException {
        Map<String, Double> actual =
                compute(randomEpisode(1, 40).without(MemoryEpisode.EE_POSITION).without(MemoryEpisode.EE_VELOCITY));
        actual.forEach((name, value) -> assertEquals(name.startsWith("ee_"), value == null, name));
    }

    @Test
    void withoutAnyOfTheDatasetsTheEpisodeItselfCountsSteps() throws IOException {
        MemoryEpisode ik = new MemoryEpisode().with(MemoryEpisode.ACTIONS, rows(40, 6, (k, d) -> k));
        MetricSettings noTargets = new MetricSettings("robot", 7, List.of());
        Map<String, Double> actual = EpisodeMetrics.STANDARD.compute(ik, DT, noTargets);
        assertEquals(9, actual.size());
        actual.forEach((name, value) -> assertNull(value, name));
        assertEquals(Map.of(), EpisodeMetrics.STANDARD.compute(ik.truncated(2), DT, noTargets));
    }

    @ParameterizedTest
    @ValueSource(strings = {MemoryEpisode.EE_POSITION, MemoryEpisode.EE_VELOCITY, MemoryEpisode.JOINT_POSITION})
    void otherDatasetsCountStepsWhereThereIsNoPosition(String missing) throws IOException {
        MemoryEpisode episode = randomEpisode(1, 40).without(missing);
        assertEquals(Map.of(), compute(episode.truncated(2)));
        assertEquals(9, compute(episode.truncated(3)).size());
    }

    @Test
    void datasetsOfDifferentLengthAreAnError() {
        MemoryEpisode episode = randomEpisode(1, 40).with(MemoryEpisode.JOINT_VELOCITY, rows(39, 8, (k, j) -> k));
        IOException error = assertThrows(IOException.class, () -> compute(episode));
        assertTrue(error.getMessage().contains("joint_velocity has 39 rows, expected 40"), error.getMessage());
    }

    @Test
    void infiniteNumbersAreNull() throws IOException {
        MemoryEpisode episode = randomEpisode(1, 40);
        episode.datasets().get(MemoryEpisode.EE_POSITION)[7][1] = Double.POSITIVE_INFINITY;
        Map<String, Double> actual = compute(episode);
        assertTrue(actual.containsKey("ee_path_length"));
        assertNull(actual.get("ee_path_length"));
        assertNotNull(actual.get("ee_speed_mean"));
    }

    @Test
    void actionsThatAreNoJointTargetsLeaveOnlyTheTrackingErrorUndefined() throws IOException {
        MetricSettings settings = new MetricSettings("robot", 7, List.of());
        MemoryEpisode episode = randomEpisode(1, 40).without(MemoryEpisode.ACTIONS);
        Map<String, Double> actual = EpisodeMetrics.STANDARD.compute(episode, DT, settings);
        assertNull(actual.get("joint_rmse_mean"));
        assertEquals(8, actual.values().stream().filter(value -> value != null).count());
    }

    @Test
    void targetsMayBeInAnyColumns() throws IOException {
        MemoryEpisode episode = randomEpisode(1, 40);
        double[][] joints = episode.datasets().get(MemoryEpisode.JOINT_POSITION);
        double[] offset = {0.1, 0.3};
        episode.with(
                MemoryEpisode.ACTIONS,
                rows(40, 5, (k, d) -> d == 4 ? joints[k][0] + offset[0] : d == 2 ? joints[k][1] + offset[1] : 99));
        MetricSettings settings = new MetricSettings("robot", 2, List.of(4, 2));
        Map<String, Double> actual = EpisodeMetrics.STANDARD.compute(episode, DT, settings);
        assertEquals(0.2, actual.get("joint_rmse_mean"), 1e-12);
    }

    @Test
    void anotherArticulationIsReadByItsName() throws IOException {
        MemoryEpisode episode = randomEpisode(1, 40);
        Map<String, Double> expected = compute(episode);
        Map<String, double[][]> datasets = episode.datasets();
        datasets.put("states/articulation/ur5/joint_position", datasets.remove(MemoryEpisode.JOINT_POSITION));
        datasets.put("states/articulation/ur5/joint_velocity", datasets.remove(MemoryEpisode.JOINT_VELOCITY));
        MetricSettings settings = MetricSettings.jointPositionControl("ur5", 7);
        assertEquals(expected, EpisodeMetrics.STANDARD.compute(episode, DT, settings));
    }

    @Test
    void anArmNarrowerThanTheSettingsIsUsedWhole() throws IOException {
        MemoryEpisode episode = randomEpisode(1, 40);
        Map<String, Double> eight =
                EpisodeMetrics.STANDARD.compute(episode, DT, MetricSettings.jointPositionControl("robot", 8));
        Map<String, Double> twelve =
                EpisodeMetrics.STANDARD.compute(episode, DT, MetricSettings.jointPositionControl("robot", 12));
        assertEquals(eight, twelve);
        assertFalse(eight.equals(compute(episode)));
    }

    @Test
    void actionsNarrowerThanTheArmLeaveTheTrackingErrorUndefined() throws IOException {
        MemoryEpisode episode = randomEpisode(1, 40).with(MemoryEpisode.ACTIONS, rows(40, 6, (k, d) -> 0));
        Map<String, Double> actual = compute(episode);
        assertTrue(actual.containsKey("joint_rmse_mean"));
        assertNull(actual.get("joint_rmse_mean"));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aTimeStepMustBePositiveAndFinite(double dt) {
        assertThrows(
                IllegalArgumentException.class,
                () -> EpisodeMetrics.STANDARD.compute(randomEpisode(1, 40), dt, MetricSettings.roboLab()));
    }

    @Test
    void settingsRejectColumnsForAnotherNumberOfJoints() {
        assertThrows(IllegalArgumentException.class, () -> new MetricSettings("robot", 7, List.of(0, 1)));
    }

    @Test
    void namesMustBeUnique() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new EpisodeMetrics(List.of(StandardMetrics.EE_ISJ, StandardMetrics.EE_ISJ)));
    }

    private static Map<String, Double> compute(MemoryEpisode episode) throws IOException {
        return EpisodeMetrics.STANDARD.compute(episode, DT, MetricSettings.roboLab());
    }
}
