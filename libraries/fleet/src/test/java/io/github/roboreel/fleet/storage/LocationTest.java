package io.github.roboreel.fleet.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LocationTest {
    @Test
    void slashesAtTheEndAreTakenButOfRoots() {
        assertEquals("s3a://lab", new Location("s3a://lab/").text());
        assertEquals("s3a://lab/a", new Location("s3a://lab/a//").text());
        assertEquals("hdfs:///", new Location("hdfs:///").text());
        assertEquals("hdfs:///a", new Location("hdfs:///a/").text());
        assertEquals("/a", new Location("/a/").text());
        assertEquals("a:b", new Location("a:b").text());
        assertEquals("/", new Location("/").text());
    }

    @Test
    void aFileOfThisMachineIsAPath() {
        assertEquals("/a/b", Location.parse("file:///a/b").text());
        assertEquals("/a/b", Location.parse("file:/a/b").text());
        assertEquals("/", Location.parse("file:///").text());
        assertTrue(Location.parse("data/run").isPath());
    }

    @Test
    void s3_isWhatHadoopCallsS3a() {
        assertEquals("s3a://lab/a", Location.parse("s3://lab/a").text());
        assertEquals("s3a://lab", Location.parse("S3://lab/").text());
        assertEquals("s3/lab", Location.parse("s3/lab").text());
    }

    @Test
    void childrenAndSiblingsHaveOneSlash() {
        assertEquals("s3a://lab/a", new Location("s3a://lab").child("a").text());
        assertEquals("hdfs:///a", new Location("hdfs:///").child("a").text());
        assertEquals("s3a://lab/b", new Location("s3a://lab/a").sibling("b").text());
        assertEquals("b", new Location("a").sibling("b").text());
        assertEquals("s3a", new Location("S3A://lab/a").scheme());
    }
}
