package io.github.roboreel.fleet.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HadoopStorageProviderTest {
    private static RoboReelException refusal(String place) {
        return assertThrows(RoboReelException.class, () -> new Storages(Map.of()).of(new Location(place)));
    }

    @Test
    void anUnknownSchemeIsRefused() {
        RoboReelException e = refusal("gs://lab/data");
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, e.kind());
        assertEquals(
                "gs://lab/data lies in a store of kind 'gs', for which there is no Hadoop file system; expected hdfs,"
                        + " webhdfs, viewfs or s3a, or put the jar of its Hadoop connector on the class path",
                e.getMessage());
        assertTrue(refusal("s3://lab/data").getMessage().endsWith("; write s3a:// for S3"));
    }

    @Test
    void anHdfsThatIsNotThereIsSaid() {
        Location place = new Location("hdfs://127.0.0.1:1/data");
        IOException e = assertThrows(
                IOException.class, () -> new Storages(Map.of()).of(place).list(place));
        assertTrue(
                e.getMessage().startsWith("cannot list hdfs://127.0.0.1:1/data: the store cannot be reached ("),
                e.getMessage());
        Location unknown = new Location("hdfs://nowhere.invalid/data");
        IOException noHost = assertThrows(
                IOException.class, () -> new Storages(Map.of()).of(unknown).list(unknown));
        assertTrue(
                noHost.getMessage().contains("hdfs://nowhere.invalid/data: the store cannot be reached ("),
                noHost.getMessage());
    }

    @Test
    void settingsComeWithAndWithoutThePrefixOfSpark() {
        Configuration configuration = HadoopStorageProvider.configuration(Map.of(
                "spark.hadoop.fs.s3a.endpoint", "http://one",
                "spark.hadoop.fs.s3a.retry.limit", "9",
                "fs.s3a.retry.limit", "5",
                "spark.executor.memory", "1g"));
        assertEquals("http://one", configuration.get("fs.s3a.endpoint"));
        assertEquals("5", configuration.get("fs.s3a.retry.limit"));
        assertEquals("0", configuration.get("fs.s3a.attempts.maximum"), "ours unless users say otherwise");
        assertNull(configuration.get("spark.executor.memory"));
    }
}
