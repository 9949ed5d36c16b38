package io.github.roboreel.recordings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeReaders;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.spi.EpisodeCatalogue;
import io.github.roboreel.recordings.transform.Facts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptedReadingTest {
    /** A place with one episode that cannot be read. */
    private record Failing(IOException failure) implements EpisodeCatalogue, EpisodeReaders {
        @Override
        public int episodes() {
            return 1;
        }

        @Override
        public EpisodeFacts facts(int index) {
            return Facts.of(index, 0.1);
        }

        @Override
        public long steps(int index) {
            return 5;
        }

        @Override
        public List<FileFault> problems() {
            return List.of();
        }

        @Override
        public EpisodeReaders readers() {
            return this;
        }

        @Override
        public EpisodeReader episode(int index) throws IOException {
            throw failure;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    @Test
    void anInterruptIsNoDamageOfTheEpisode() throws IOException {
        for (IOException failure : List.of(new InterruptedIOException("interrupted"), new IOException("torn"))) {
            try (Part part = new Part(Path.of("place"), new Failing(failure))) {
                Episode episode = new Episode(part, 0, 5);
                boolean isInterrupt = failure instanceof InterruptedIOException;
                assertEquals(
                        isInterrupt ? InterruptedIOException.class : UnreadableEpisodeException.class,
                        assertThrows(IOException.class, episode::arrays).getClass());
            }
        }
    }
}
