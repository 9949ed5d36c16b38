package io.github.roboreel.recordings.episodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.recordings.transform.Facts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownEpisodeTest {
    @Test
    void anInterruptIsNoDamageOfTheEpisode() {
        KnownEpisode interrupted = failing(new InterruptedIOException("interrupted"));
        assertThrows(InterruptedIOException.class, () -> interrupted.readBytes("actions", 0, 1));
        KnownEpisode torn = failing(new IOException("torn"));
        UnreadableEpisodeException fault =
                assertThrows(UnreadableEpisodeException.class, () -> torn.readDoubles("actions", 0, 1));
        assertEquals("actions", fault.path());
    }

    private static KnownEpisode failing(IOException failure) {
        return new KnownEpisode(
                Facts.of(0, 0.1),
                Optional.empty(),
                () -> {
                    throw failure;
                },
                new VideoFrames());
    }
}
