package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvProgressTest {
    private final EnvProgress demo = new EnvProgress(2, 0);

    @Test
    void rowsBehindAFinishedChunkWaitForAnInterval() {
        assertFalse(demo.hasFinishedAChunk(0));
        demo.chunkFinished(0, 500);
        assertTrue(demo.hasFinishedAChunk(0));
        assertFalse(demo.hasFinishedAChunk(0));
        assertFalse(demo.hasFinishedAChunk(1));
    }

    @Test
    void theFirstRowsOfAContinuousEpisodeWaitForAnInterval() {
        assertFalse(demo.hasFinishedAChunk(0));
        demo.begun(new EnvProgress.Begin(
                new EpisodeBegin(0, new EpisodeInfo("go", "p", 0, 0.1), Map.of()), ByteBuffer.allocate(0)));
        for (int group = 0; group < 2; group++) {
            assertTrue(demo.hasFinishedAChunk(group));
            assertFalse(demo.hasFinishedAChunk(group));
            assertEquals(0, demo.chunks(group));
        }
    }
}
