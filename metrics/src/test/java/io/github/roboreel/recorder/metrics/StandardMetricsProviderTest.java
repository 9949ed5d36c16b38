package io.github.roboreel.recorder.metrics;

import static io.github.roboreel.recorder.metrics.Trajectories.randomEpisode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics as the recorder finds and configures them. */
class StandardMetricsProviderTest {
    private static final double DT = 1.0 / 15;

    @Test
    void theServiceLoaderFindsTheStandardMetrics() throws IOException {
        Map<String, Double> expected =
                EpisodeMetrics.STANDARD.compute(randomEpisode(1, 40), DT, MetricSettings.roboLab());
        assertEquals(expected, found().create(RecorderConfig.defaults()).compute(randomEpisode(1, 40), DT));
    }

    @Test
    void aConfigurationFileSaysWhatTheRobotIs(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("recorder.yaml"), """
                        metrics:
                          articulation: ur5
                          arm_joints: 6
                          joint_target_columns: 1-5,0
                        """);
        EpisodeMetricSet metrics =
                found().create(RecorderConfig.builder().file(file).build());
        Map<String, Double> other = metrics.compute(randomEpisode(1, 40), DT);
        assertNull(other.get("joint_isj"));
        assertNotNull(other.get("ee_isj"));

        MemoryEpisode episode = randomEpisode(1, 40);
        Map<String, double[][]> datasets = episode.datasets();
        for (String leaf : new String[] {"joint_position", "joint_velocity"}) {
            datasets.put("states/articulation/ur5/" + leaf, datasets.get("states/articulation/robot/" + leaf));
        }
        assertEquals(
                EpisodeMetrics.STANDARD.compute(episode, DT, MetricSettings.parse("ur5", 6, "1,2,3,4,5,0")),
                metrics.compute(episode, DT));
    }

    @Test
    void columnsForAnotherArmAreRefusedByName() {
        RecorderConfig config = RecorderConfig.builder()
                .set(MetricConfig.ARM_JOINTS, 6)
                .set(MetricConfig.JOINT_TARGET_COLUMNS, "0-6")
                .build();
        ConfigException fault = assertThrows(ConfigException.class, () -> found().create(config));
        assertTrue(fault.getMessage().contains("6 arm joints"), fault.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "", "0-", "-1", "1;2", "0-6,", "99999"})
    void columnsThatAreNotUnderstoodAreRefusedByKey(String text) {
        RecorderConfig.Builder builder = RecorderConfig.builder().set(MetricConfig.JOINT_TARGET_COLUMNS, text);
        ConfigException fault = assertThrows(ConfigException.class, builder::build);
        assertTrue(fault.getMessage().contains("metrics.joint_target_columns is"), fault.getMessage());
        assertThrows(IllegalArgumentException.class, () -> MetricSettings.parse("robot", 7, text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "robot "})
    void anArticulationThatCannotBeAGroupIsRefused(String name) {
        RecorderConfig.Builder builder = RecorderConfig.builder().set(MetricConfig.ARTICULATION, name);
        assertThrows(ConfigException.class, builder::build);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auto   | 3 | [0, 1, 2]",
                "none   | 3 | []",
                "2-4    | 3 | [2, 3, 4]",
                "7,0-1  | 3 | [7, 0, 1]",
                "5      | 1 | [5]",
            })
    void columnsAreReadInTheGivenOrder(String text, int joints, String expected) {
        assertEquals(
                expected,
                MetricSettings.parse("robot", joints, text).jointTargetColumns().toString());
    }

    @Test
    void columnsThatRunBackwardsAreRefused() {
        IllegalArgumentException fault =
                assertThrows(IllegalArgumentException.class, () -> MetricSettings.parse("robot", 3, "4-2"));
        assertTrue(fault.getMessage().contains("write 2-4"), fault.getMessage());
    }

    private static EpisodeMetricSetProvider found() {
        return ServiceLoader.load(EpisodeMetricSetProvider.class).findFirst().orElseThrow();
    }
}
