package io.github.roboreel.fleet.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkMasterTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "local",
                "local[2]",
                "local[*]",
                "local[2,4]",
                "spark://h:7077",
                "spark://a:1,b:2",
                "yarn",
                "k8s://https://h:443"
            })
    void mastersOfSparkAreKnown(String text) {
        assertEquals(text, SparkMaster.parse(text).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "local[0]",
                "local[x]",
                "spark://h",
                "spark://h:99999",
                "mesos://h:1",
                "http://h:1",
                "threads"
            })
    void othersAreRefused(String text) {
        RoboReelException e =
                assertThrows(RoboReelException.class, () -> new SparkEngineProvider().open(text, Map.of()));
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, e.kind());
        assertEquals(
                "'" + text + "' is no master; expected local[N], local[*], spark://HOST:PORT, yarn or k8s://HOST:PORT",
                e.getMessage());
    }

    @Test
    void aMasterThatIsNotThereIsSaid() {
        IOException e =
                assertThrows(IOException.class, () -> new SparkEngineProvider().open("spark://127.0.0.1:1", Map.of()));
        assertEquals(
                "the Spark master spark://127.0.0.1:1 cannot be reached (Connection refused); check that it runs, and"
                        + " its host and port",
                e.getMessage());
        IOException unknown = assertThrows(
                IOException.class, () -> new SparkEngineProvider().open("spark://nowhere.invalid:7077", Map.of()));
        assertTrue(unknown.getMessage().contains("(unknown host nowhere.invalid)"), unknown.getMessage());
    }

    @Test
    void onlyMastersOfThisMachineAreBoundToLoopback() {
        assertTrue(SparkMaster.parse("local[2]").isOnThisMachine());
        assertTrue(SparkMaster.parse("spark://127.0.0.1:7077").isOnThisMachine());
        assertFalse(SparkMaster.parse("spark://192.0.2.1:7077").isOnThisMachine());
        assertFalse(SparkMaster.parse("yarn").isOnThisMachine());
    }
}
