package io.github.roboreel.recorder.hdf5.write;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EnvProgressTest {
    @Test
    void aChunkCountsAsFinishedOnceAndForItsGroup() {
        EnvProgress demo = new EnvProgress(2, 0);
        assertFalse(demo.hasFinishedAChunk(0));
        demo.chunkFinished(0, 500);
        demo.chunkFinished(0, 1000);
        assertTrue(demo.hasFinishedAChunk(0));
        assertFalse(demo.hasFinishedAChunk(1));
        assertFalse(demo.hasFinishedAChunk(0), "none since it was last asked");
        demo.rowsWritten(0, 1100);
        assertFalse(demo.hasFinishedAChunk(0), "a chunk that grows is not finished");
    }
}
